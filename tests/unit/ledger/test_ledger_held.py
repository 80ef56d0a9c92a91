from __future__ import annotations

import errno
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from ledger_support import THREE, VaultOnDisk

from app.errors import NotFound, NotWritable, WriteRefused
from app.ledger.actions import Actions
from app.ledger.agenda import commitment_of_entry, commitment_of_task
from app.ledger.conflicts import EntryChanged
from app.ledger.drafts import Reader
from app.ledger.held import HeldChanges
from app.ledger.ledger import Ledger
from app.vault.files import Vault
from app.vault.refusals import changed, refusal
from app.vault.tasks import parse_task

READER = Reader(date(2026, 11, 30))


class Disk:
    """Takes or refuses writes, and keeps what it took."""

    def __init__(self) -> None:
        self.full = True
        self.written: list[str] = []

    def write(self, text: str) -> Callable[[], None]:
        def run() -> None:
            if self.full:
                raise full()
            self.written.append(text)

        return run


def full() -> NotWritable:
    return refusal(Path("x"), OSError(errno.ENOSPC, "No space left on device"))


def refusing(error: Exception) -> Callable[[], None]:
    def run() -> None:
        raise error

    return run


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT, errno.EIO, errno.EPERM])
def test_what_the_system_refuses_is_told_from_a_decision(number: int) -> None:
    assert isinstance(refusal(Path("x"), OSError(number, "No")), NotWritable)
    assert not isinstance(changed(Path("x")), NotWritable)


def test_held_changes_are_made_in_order_when_the_disk_takes_them() -> None:
    held, disk = HeldChanges(), Disk()
    for text in ("a", "b"):
        held.hold(f"write {text}", disk.write(text), full())
    done, still = held.retry()
    assert (done, [item.description for item in still], disk.written) == ([], ["write a", "write b"], [])
    disk.full = False
    assert held.retry() == (["write a", "write b"], [])
    assert disk.written == ["a", "b"] and held.items == () and held.retry() == ([], [])


def test_a_later_change_of_the_same_waits_for_the_earlier_one() -> None:
    held, disk, other = HeldChanges(), Disk(), Disk()
    other.full = False
    held.hold("first", disk.write("1"), full(), subject="x")
    held.hold("second", other.write("2"), full(), subject="x")
    held.hold("elsewhere", other.write("3"), full(), subject="y")
    assert held.retry()[0] == ["elsewhere"]
    assert [item.description for item in held.items] == ["first", "second"]
    disk.full = False
    assert held.retry()[0] == ["first", "second"]


def test_what_was_asked_for_twice_is_held_once() -> None:
    held, disk = HeldChanges(), Disk()
    for _ in range(3):
        held.hold("add", disk.write("a"), full(), key=("add", "a"))
    held.hold("no key", disk.write("b"), full())
    held.hold("no key", disk.write("b"), full())
    disk.full = False
    assert held.retry()[0] == ["add", "no key", "no key"]


def test_a_change_that_no_longer_applies_is_reported_and_kept() -> None:
    held, disk = HeldChanges(), Disk()
    gone = held.hold("resolve x", refusing(NotFound("There is no open entry x")), full(), subject="x")
    assert gone.applies
    held.hold("write", disk.write("a"), full(), subject="x")
    disk.full = False
    done, still = held.retry()
    assert done == ["write"]
    assert [(item.description, item.applies, str(item.error)) for item in still] == [
        ("resolve x", False, "There is no open entry x")
    ]
    held.discard(still[0])
    assert held.items == ()


def test_held_changes_can_be_given_up_one_by_one_or_all() -> None:
    held, disk = HeldChanges(), Disk()
    first = held.hold("1", disk.write("1"), full())
    held.hold("2", disk.write("2"), full())
    held.discard(first)
    assert [item.description for item in held.items] == ["2"]
    held.discard()
    assert held.items == ()


@pytest.fixture
def actions(vault: VaultOnDisk) -> Actions:
    vault.write(THREE)
    return Actions(Vault(vault.root), vault.open(), lambda: vault.now)


def _ledger(actions: Actions) -> Ledger:
    return actions._ledger


def _attempts(actions: Actions) -> dict[str, Callable[[], object]]:
    ledger = _ledger(actions)
    shown = {entry.id: commitment_of_entry(entry) for entry in ledger.entries}
    return {
        "add 'Buy milk'": lambda: actions.add({"action": "Buy milk", "due": "tomorrow"}, READER),
        "edit 'Renew passport'": lambda: actions.edit("p4ss", {"project": "papers"}, READER, seen=ledger.entry("p4ss")),
        "snooze 'Compare the quote'": lambda: actions.snooze(shown["q7te"], date(2026, 12, 24)),
        "resolve 'Pay the rent'": lambda: actions.resolve(shown["r3nt"], remark="paid"),
    }


def test_what_a_read_only_ledger_does_not_take_is_kept_and_made_later(vault: VaultOnDisk, actions: Actions) -> None:
    vault.ledger_file.chmod(0o444)
    for attempt in (*_attempts(actions).values(), *_attempts(actions).values()):
        with pytest.raises(NotWritable, match="read-only"):
            attempt()
    assert vault.read() == THREE and vault.resolved_ids() == []
    assert sorted(item.description for item in actions.held.items) == sorted(_attempts(actions))
    assert actions.held.retry()[0] == []
    vault.ledger_file.chmod(0o644)
    vault.now = vault.now.replace(month=12, day=2)
    done, still = actions.held.retry()
    assert sorted(done) == sorted(_attempts(actions)) and still == []
    ledger = _ledger(actions)
    milk = next(entry for entry in ledger.entries if entry.action == "Buy milk")
    assert (milk.due, str(milk.created)[:10]) == (date(2026, 12, 1), "2026-11-30")
    assert ledger.entry("p4ss").project == "papers"
    assert ledger.entry("q7te").snoozed == date(2026, 12, 24)
    assert [(item.entry.id, item.remark, item.resolved.day) for item in ledger.resolved()] == [("r3nt", "paid", 30)]


def test_a_repair_of_links_is_kept_too(vault: VaultOnDisk, actions: Actions) -> None:
    _ledger(actions).edit("q7te", links=("Kitchen#Quotes", "Lena"))
    vault.ledger_file.chmod(0o444)
    with pytest.raises(NotWritable):
        actions.relink({"q7te": {"Kitchen#Quotes": "Kitchen 2026#Quotes"}}, "Kitchen 2026")
    vault.ledger_file.chmod(0o644)
    assert actions.held.retry() == (["repair links to 'Kitchen 2026'"], [])
    assert _ledger(actions).entry("q7te").links == ("Kitchen 2026#Quotes", "Lena")


def test_reopening_is_kept_too(vault: VaultOnDisk, actions: Actions) -> None:
    _ledger(actions).resolve("q7te")
    vault.ledger_file.chmod(0o444)
    with pytest.raises(NotWritable):
        actions.reopen("q7te")
    vault.ledger_file.chmod(0o644)
    assert actions.held.retry() == (["reopen q7te"], [])
    assert _ledger(actions).entry("q7te").action == "Compare the quote"


def test_a_kept_edit_of_what_somebody_else_changed_meanwhile_stops(vault: VaultOnDisk, actions: Actions) -> None:
    vault.ledger_file.chmod(0o444)
    for attempt in _attempts(actions).values():
        with pytest.raises(NotWritable):
            attempt()
    vault.ledger_file.chmod(0o644)
    other = vault.open()
    other.edit("p4ss", priority="high")
    other.resolve("q7te")
    done, still = actions.held.retry()
    assert sorted(done) == ["add 'Buy milk'", "resolve 'Pay the rent'"]
    assert {item.subject: type(item.error) for item in still} == {"p4ss": EntryChanged, "q7te": NotFound}
    conflict = next(item.error for item in still if isinstance(item.error, EntryChanged))
    assert conflict.theirs is not None
    assert (conflict.mine.project, conflict.theirs.priority) == ("papers", "high")


def test_what_was_refused_for_a_reason_is_not_kept(vault: VaultOnDisk, actions: Actions) -> None:
    vault.write(THREE.replace('"p4ss"', '"q7te"'))
    with pytest.raises(WriteRefused):
        actions.edit("q7te", {"project": "x"}, READER)
    assert actions.held.items == ()


def test_a_change_that_was_made_and_not_recorded_is_not_made_twice(vault: VaultOnDisk, actions: Actions) -> None:
    actions.edit("p4ss", {"project": "papers"}, READER)
    journal = vault.folder / "journal.jsonl"
    journal.chmod(0o444)
    if journal.open("ab").close() is None:  # a superuser may write whatever its mode says
        journal.rename(vault.folder / "elsewhere")
        journal.mkdir()
    with pytest.raises(Exception, match="journal"):
        actions.edit("p4ss", {"project": "travel"}, READER)
    assert actions.held.items == ()


def test_a_task_line_of_a_note_that_cannot_be_written_is_kept(vault: VaultOnDisk, actions: Actions) -> None:
    note = vault.root / "a.md"
    note.write_text("- [ ] call 📅 2026-12-01\n")
    task = parse_task("a.md", 1, "- [ ] call 📅 2026-12-01")
    assert task is not None
    note.chmod(0o444)
    with pytest.raises(NotWritable):
        actions.resolve(commitment_of_task(task))
    assert [(item.description, item.subject) for item in actions.held.items] == [("resolve 'call'", "a.md")]
    note.chmod(0o644)
    vault.now = vault.now.replace(month=12, day=2)
    assert actions.held.retry() == (["resolve 'call'"], [])
    assert note.read_text() == "- [x] call 📅 2026-12-01 ✅ 2026-11-30\n"


def test_an_undo_that_a_read_only_note_stops_is_not_passed_over(vault: VaultOnDisk, actions: Actions) -> None:
    note = vault.root / "a.md"
    note.write_text("- [ ] call 📅 2026-12-01\n")
    task = parse_task("a.md", 1, "- [ ] call 📅 2026-12-01")
    assert task is not None
    actions.resolve(commitment_of_task(task))
    note.chmod(0o444)
    with pytest.raises(NotWritable):
        actions.undo()
    note.chmod(0o644)
    assert actions.undo() == ("resolved 'call'", "a.md")
