from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from ledger_support import NOW, THREE, VaultOnDisk

from app.clock import AsOf, clock_as_of
from app.config import Config
from app.errors import BetimesError, WriteRefused
from app.ledger.entry import Entry
from app.ledger.journal import JournalLine
from app.ledger.ledger import Ledger
from app.ledger.past import ledger_on
from app.paths import Locations
from app.vault.applied import AppliedEdit
from app.workspace import Workspace

TODAY = NOW.date()


def line(day: int, kind: str, entry_id: str, before: object, after: object, **details: object) -> JournalLine:
    return JournalLine(NOW.replace(day=day), kind, entry_id, before, after, f"op{day}{kind}{entry_id}", details)


def table(entry_id: str, action: str = "A", **more: object) -> dict[str, object]:
    return {"id": entry_id, "action": action} | more


def as_of(vault: VaultOnDisk, day: date) -> Ledger:
    return Ledger.open(vault.root, AsOf(day), vault.lock)


def ids(ledger: Ledger) -> list[str]:
    return [entry.id for entry in ledger.entries]


def test_a_day_ends_at_its_own_midnight() -> None:
    late = datetime(2026, 11, 5, 23, 59, 59, tzinfo=timezone(timedelta(hours=13)))
    early = datetime(2026, 11, 6, 0, 0, 0, tzinfo=timezone(timedelta(hours=-11)))
    lines = [JournalLine(late, "added", "a", None, table("a")), JournalLine(early, "added", "b", None, table("b"))]
    assert [entry.id for entry in ledger_on(lines, date(2026, 11, 5))] == ["a"]
    assert [entry.id for entry in ledger_on(lines, date(2026, 11, 6))] == ["a", "b"]
    assert ledger_on(lines, date(2026, 11, 4)) == ()


def test_what_was_met_in_the_file_counts_from_when_it_was_made() -> None:
    lines = [
        line(20, "added-by-hand", "day", None, table("day", created=date(2026, 11, 3))),
        line(20, "added-by-hand", "time", None, table("time", created=datetime(2026, 11, 4, 9, 0))),
        line(20, "added-by-hand", "none", None, table("none")),
        line(20, "added-by-hand", "future", None, table("future", created=date(2027, 1, 1))),
        line(20, "added-by-hand", "odd", None, None),
    ]
    assert [entry.id for entry in ledger_on(lines, date(2026, 11, 3))] == ["day"]
    assert [entry.id for entry in ledger_on(lines, date(2026, 11, 19))] == ["day", "time"]
    assert [entry.id for entry in ledger_on(lines, date(2026, 11, 20))] == ["day", "time", "none", "future"]


def test_what_was_removed_and_put_back_by_hand_was_not_there_in_between() -> None:
    made = table("x", created=date(2026, 11, 1))
    lines = [
        line(2, "added", "x", None, made),
        line(5, "removed-by-hand", "x", made, None),
        line(9, "added-by-hand", "x", None, made),
    ]
    found = {day: len(ledger_on(lines, date(2026, 11, day))) for day in (1, 2, 4, 5, 8, 9)}
    assert found == {1: 0, 2: 1, 4: 1, 5: 0, 8: 0, 9: 1}


def _month(vault: VaultOnDisk) -> Ledger:
    """Let a month pass: one entry made, edited, resolved, reopened, a repeating one done, one removed by hand."""
    vault.now = NOW.replace(day=2)
    ledger = vault.open()
    ledger.add(Entry("paper", "Hand in the paper"))
    ledger.add(Entry("rent", "Pay the rent", due=date(2026, 11, 3), repeat="every month on the 3rd"))
    ledger.add(Entry("milk", "Buy milk"))
    vault.now = NOW.replace(day=4)
    ledger.edit("paper", due=date(2026, 11, 20))
    ledger.resolve("rent")
    vault.now = NOW.replace(day=8)
    ledger.resolve("paper", "dropped")
    text = vault.read()
    start = text.index('[[entry]]\nid = "milk"')
    vault.write(
        text[:start] + text[text.index("[[entry]]", start + 1) :] if "[[entry]]" in text[start + 1 :] else text[:start]
    )
    ledger.reload()
    vault.now = NOW.replace(day=12)
    ledger.reopen("paper")
    return ledger


def test_the_ledger_of_each_day_is_told_from_the_journal(vault: VaultOnDisk) -> None:
    ledger = _month(vault)
    following = ledger.resolved()[0].followed_by
    shown = {day: ids(as_of(vault, date(2026, 11, day))) for day in (1, 2, 3, 4, 7, 8, 11, 12)}
    assert shown[1] == []
    assert shown[2] == shown[3] == ["paper", "rent", "milk"]
    assert shown[4] == shown[7] == ["paper", "milk", following]
    assert shown[8] == shown[11] == [following]
    assert sorted(shown[12]) == sorted(["paper", following])
    assert as_of(vault, date(2026, 11, 3)).entry("paper").due is None
    assert as_of(vault, date(2026, 11, 4)).entry("paper").due == date(2026, 11, 20)


def test_so_are_the_resolved_ones_and_the_journal(vault: VaultOnDisk) -> None:
    _month(vault)
    closed = {
        day: [(item.entry.id, item.outcome) for item in as_of(vault, date(2026, 11, day)).resolved()]
        for day in (3, 4, 8, 12)
    }
    assert closed == {
        3: [],
        4: [("rent", "done")],
        8: [("paper", "dropped"), ("rent", "done")],
        12: [("rent", "done")],
    }
    assert [line.kind for line in as_of(vault, date(2026, 11, 4)).history("paper")] == ["added", "edited"]


def test_closed_entries_that_the_journal_does_not_know_count_from_their_day(vault: VaultOnDisk) -> None:
    _month(vault)
    old = '\n[[entry]]\nid = "old1"\naction = "Old"\noutcome = "done"\nresolved = 2026-11-03T10:00:00+01:00\n'
    (vault.folder / "resolved-2026.toml").write_text(vault.resolved_text() + old)
    assert [item.entry.id for item in as_of(vault, date(2026, 11, 3)).resolved()] == ["old1"]
    assert as_of(vault, date(2026, 11, 2)).resolved() == []


def test_the_past_cannot_be_changed(vault: VaultOnDisk) -> None:
    writer = _month(vault)
    ledger = as_of(vault, date(2026, 11, 4))
    assert ledger.past_day == date(2026, 11, 4)
    before = {path.name: path.read_bytes() for path in vault.folder.iterdir()}
    op = writer.history("paper")[1].op
    attempts = {
        "add": lambda: ledger.add(Entry("", "New")),
        "edit": lambda: ledger.edit("paper", priority="low"),
        "snooze": lambda: ledger.snooze("paper", date(2026, 12, 1)),
        "resolve": lambda: ledger.resolve("paper"),
        "reopen": lambda: ledger.reopen("rent"),
        "restore": lambda: ledger.restore(op),
        "undo": ledger.undo,
        "redo": ledger.redo,
        "record_task": lambda: ledger.record_task("task-resolved", AppliedEdit("a.md", 1, "- [ ] x", "- [x] x")),
        "check": ledger.check_writable,
    }
    for name, attempt in attempts.items():
        with pytest.raises(WriteRefused, match="This is the ledger of 4 Nov 2026") as caught:
            attempt()
        assert caught.value.hint == "Leave out --as-of to change it.", name
    vault.write(vault.read() + "\n# by hand\n")
    ledger.reload()
    ledger.catch_up()
    assert ledger.copies() == () and ledger.duplicates == frozenset() and ledger.flagged == ()
    after = {path.name: path.read_bytes() for path in vault.folder.iterdir()}
    assert after.pop("ledger.toml") == before.pop("ledger.toml") + b"\n# by hand\n"
    assert after == before


def test_without_a_later_change_the_ledger_is_the_present_one(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = as_of(vault, TODAY)
    assert ledger.past_day is None and ids(ledger) == ["p4ss", "q7te", "r3nt"]
    ledger.resolve("q7te")
    assert ids(ledger) == ["p4ss", "r3nt"] and ledger.resolved()[0].resolved.date() == TODAY
    ledger.undo()
    assert vault.read() == THREE
    assert ids(as_of(vault, TODAY + timedelta(days=9))) == ["p4ss", "q7te", "r3nt"]


def test_a_ledger_becomes_the_past_when_somebody_goes_on(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = as_of(vault, TODAY)
    ledger.edit("p4ss", priority="low")
    vault.now = NOW + timedelta(days=3)
    vault.open().resolve("p4ss")
    with pytest.raises(WriteRefused, match="ledger of 30 Nov 2026"):
        ledger.edit("q7te", priority="low")
    assert sorted(ids(ledger)) == ["p4ss", "q7te", "r3nt"] and ledger.reload() is False
    assert ledger.entry("p4ss").priority == "low"


def test_a_future_journal_does_not_lock_out_who_did_not_ask_for_a_day(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    as_of(vault, date(2027, 6, 1)).edit("p4ss", priority="low")
    ledger = vault.open()
    assert ledger.past_day is None
    assert ledger.edit("p4ss", priority="high").priority == "high"


def test_the_past_of_a_vault_whose_journal_cannot_be_read_is_said(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    (vault.folder / "journal.jsonl").mkdir()
    ledger = as_of(vault, TODAY)
    assert ledger.problem is not None and "journal.jsonl" in str(ledger.problem)


@pytest.mark.parametrize("seed", range(4))
def test_every_day_of_any_month_is_told_as_it_was(vault: VaultOnDisk, seed: int) -> None:
    chance, known = random.Random(seed), dict[date, tuple[object, object]]()
    ledger = vault.open()
    for day in range(2, 16):
        vault.now = NOW.replace(day=day)
        for _ in range(chance.randrange(4)):
            _something(vault, ledger, chance)
        ledger.reload()
        known[vault.now.date()] = _held(ledger)
    for day, held in known.items():
        assert _held(as_of(vault, day)) == held


def _held(ledger: Ledger) -> tuple[object, object]:
    closed = {item.entry.id: (item.entry, item.outcome, item.resolved) for item in ledger.resolved()}
    return {entry.id: entry for entry in ledger.entries}, closed


def _something(vault: VaultOnDisk, ledger: Ledger, chance: random.Random) -> None:
    some = chance.choice([entry.id for entry in ledger.entries] or [""])
    closed = [item.entry.id for item in ledger.resolved()]
    moves: list[Callable[[], object]] = [
        lambda: ledger.add(Entry("", "A", repeat=chance.choice([None, "every week"]), due=vault.now.date())),
        lambda: ledger.edit(some, project=str(chance.random())),
        lambda: ledger.resolve(some, chance.choice(["done", "dropped"])),
        lambda: ledger.reopen(chance.choice(closed or [""])),
        lambda: ledger.restore(chance.choice(ledger.history()).op),
        lambda: vault.write(vault.read().replace('"A"', '"B"', 1)),
        lambda: (put_copy(vault), ledger.merge(ledger.copies()[0])),
        ledger.undo,
        ledger.undo,
        ledger.redo,
    ]
    with suppress(BetimesError, FileNotFoundError, IndexError):
        chance.choice(moves)()


def put_copy(vault: VaultOnDisk) -> None:
    number = len(list(vault.folder.iterdir()))
    (vault.folder / "ledger 2.toml").write_text(f'[[entry]]\nid = "there{number}"\naction = "There"\n')


def test_a_workspace_on_a_past_day_shows_that_day_and_changes_nothing(vault: VaultOnDisk, tmp_path: Path) -> None:
    _month(vault)
    workspace = Workspace.open(
        vault.root, config=Config(), locations=Locations.below(tmp_path), clock=clock_as_of(date(2026, 11, 4))
    )
    agenda = workspace.agenda()
    assert {item.action for item in (*agenda.firing, *agenda.upcoming)} == {
        "Hand in the paper",
        "Pay the rent",
        "Buy milk",
    }
    before = {path.name: path.read_bytes() for path in vault.folder.iterdir()}
    with pytest.raises(WriteRefused, match="This is the ledger of 4 Nov 2026"):
        workspace.ledger.add({"action": "New"})
    with pytest.raises(WriteRefused, match="This is the ledger of 4 Nov 2026"):
        workspace.ledger.undo()
    workspace.close()
    assert {path.name: path.read_bytes() for path in vault.folder.iterdir()} == before


def test_the_clock_of_a_day_is_that_day() -> None:
    assert clock_as_of(TODAY)().date() == TODAY
    assert clock_as_of(TODAY)().tzinfo is not None
