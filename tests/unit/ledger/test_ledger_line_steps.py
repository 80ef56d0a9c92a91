"""What the journal tells of the lines of entries, and the lock over entry and line."""

from __future__ import annotations

import threading
from datetime import datetime
from pathlib import Path

import pytest

from app.errors import WriteRefused
from app.ledger.history import stacks
from app.ledger.journal import NOTED, JournalLine, decode_line, encode_line
from app.ledger.line_steps import SHARED, STATE, KnownLine, LineStep, known_lines, line_with
from app.ledger.locking import WriterLock
from app.vault.applied import AppliedEdit

NOW = datetime(2026, 11, 30, 8)
OLD, NEW = "- [ ] a 📅 2026-12-01 ^x", "- [ ] a 📅 2026-12-02 ^x"


def made(kind: str, op: str, step: LineStep | None = None, **details: object) -> JournalLine:
    table = {"id": "k7q2", "action": op}
    return JournalLine(NOW, kind, "k7q2", None, table, op, (step.details if step else {}) | details)


def test_the_last_change_that_was_about_a_field_tells_how_the_line_was() -> None:
    edit = AppliedEdit("a.md", 1, OLD, NEW)
    history = [made("added", "1", LineStep(seen=OLD)), made("edited", "2", LineStep(edit, fields=("due",)))]
    known = known_lines(history, "k7q2", "x")
    assert known["due"] == KnownLine(NEW, {"id": "k7q2", "action": "2"})
    assert known["priority"] == known[STATE] == KnownLine(OLD, {"id": "k7q2", "action": "1"})
    history.append(made("undo", "3", undoes="2"))
    assert known_lines(history, "k7q2", "x")["due"] == KnownLine(OLD, {"id": "k7q2", "action": "3"})
    history.append(made("redo", "4", redoes="2"))
    assert known_lines(history, "k7q2", "x")["due"].raw == NEW
    assert set(known_lines(history, "k7q2", "x")) == {*SHARED, STATE}


def test_a_journal_that_never_saw_the_line_knows_nothing() -> None:
    assert known_lines([made("added", "1"), JournalLine(NOW, "task-edited", "a.md:1")], "k7q2", "x") == {}


def test_the_next_occurrence_knows_the_line_that_it_was_left() -> None:
    edit = AppliedEdit("a.md", 1, OLD, f"{NEW}\n- [x] a 📅 2026-12-01")
    following = {"id": "m3n4", "before": None, "after": {"id": "m3n4"}}
    line = made("resolved", "1", LineStep(edit), next=following)
    assert known_lines([line], "m3n4", "x")[STATE] == KnownLine(NEW, {"id": "m3n4"})


def test_a_line_is_told_from_those_beside_it() -> None:
    below = "- [ ] a ^x\n  SCHEDULED: <2026-12-01>"
    assert line_with(f"- [x] b\n{below}\n- [ ] c", "x") == below
    assert line_with("- [ ] b ^y", "x") == line_with("", "x") == ""


def test_bytes_that_are_no_text_do_not_make_a_line_of_the_journal_unreadable() -> None:
    line = made(NOTED, "1", LineStep(seen="- [ ] caf\udce9 ^x"))
    read = decode_line(encode_line(line).rstrip(b"\n"))
    assert read is not None and str(read.details["seen"]).startswith("- [ ] caf")


@pytest.mark.parametrize("details", [{"seen": 1}, {"fields": "due"}, {"fields": [1]}, {"in_note": None}])
def test_what_is_no_record_of_a_line_is_passed_over(details: dict[str, object]) -> None:
    assert decode_line(encode_line(made("edited", "1", **details)).rstrip(b"\n")) is None


def test_how_a_line_was_found_is_no_step_to_undo() -> None:
    first = made("added", "1")
    assert stacks([first, made(NOTED, "2", LineStep(seen=OLD))]) == ([first], [])


def test_who_holds_the_lock_may_take_it_again_and_others_wait(tmp_path: Path) -> None:
    lock, other = WriterLock(tmp_path / "lock"), WriterLock(tmp_path / "lock", patience=0.05)
    refused = []

    def take() -> None:
        try:
            with other.held():
                refused.append("taken")
        except WriteRefused as error:
            refused.append(error.message)

    with lock.held():
        with lock.held():
            pass
        thread = threading.Thread(target=take)
        thread.start()
        thread.join()
    take()
    assert refused == ["Another Betimes is writing the ledger", "taken"]
