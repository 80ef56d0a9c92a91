from __future__ import annotations

from datetime import date

import pytest
from ledger_support import THREE, VaultOnDisk

from app.errors import NotFound, WriteRefused
from app.ledger.entry import Entry
from app.ledger.history import Undone
from app.ledger.journal import JournalLine
from app.ledger.view import View
from app.ledger.writing import Writing


def cut_off_after_the_first_write(vault: VaultOnDisk, entry_id: str) -> str:
    """Resolve, then put ledger and journal back: what a crash between the two writes leaves."""
    vault.write(THREE)
    ledger = vault.open()
    ledger.edit("p4ss", priority="low")
    ledger.edit("p4ss", priority=None)
    journal = (vault.folder / "journal.jsonl").read_bytes()
    followed_by = ledger.resolve(entry_id).followed_by
    vault.write(THREE)
    (vault.folder / "journal.jsonl").write_bytes(journal)
    return followed_by


def test_a_resolution_cut_off_is_completed_with_its_next_occurrence(vault: VaultOnDisk) -> None:
    followed_by = cut_off_after_the_first_write(vault, "r3nt")
    ledger = vault.open()
    assert [(entry.id, entry.due) for entry in ledger.entries][-1] == (followed_by, date(2027, 1, 3))
    assert vault.read() == THREE
    ledger.snooze("q7te", date(2026, 12, 24))
    assert 'id = "r3nt"' not in vault.read()
    assert [line.kind for line in ledger.history("r3nt")] == ["added-by-hand", "resolved"]
    ledger.undo()
    assert ledger.undo() == Undone("resolved 'Pay the rent'", "r3nt")
    assert vault.read() == THREE


def test_a_resolution_cut_off_can_be_undone_at_once(vault: VaultOnDisk) -> None:
    cut_off_after_the_first_write(vault, "p4ss")
    assert vault.open().undo() == Undone("resolved 'Renew passport'", "p4ss")
    assert [entry.id for entry in vault.open().entries] == ["q7te", "r3nt", "p4ss"]


def test_an_undo_cut_off_has_not_happened(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    followed_by = ledger.resolve("r3nt").followed_by
    vault.write(THREE)
    assert [entry.id for entry in vault.open().entries] == ["p4ss", "q7te", followed_by]
    assert vault.open().undo() == Undone("resolved 'Pay the rent'", "r3nt")
    assert vault.read() == THREE


def test_an_undo_made_but_not_recorded_is_recorded_by_the_next(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.edit("p4ss", priority="low")
    journal = (vault.folder / "journal.jsonl").read_bytes()
    ledger.undo()
    (vault.folder / "journal.jsonl").write_bytes(journal)
    assert vault.open().undo() == Undone("edited priority of 'Renew passport'", "p4ss")
    with pytest.raises(NotFound):
        vault.open().undo()
    assert vault.read() == THREE


def test_an_addition_made_but_not_recorded_stays(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.snooze("p4ss", date(2026, 12, 5))
    journal = (vault.folder / "journal.jsonl").read_bytes()
    added = ledger.add(Entry("", "Buy milk"))
    (vault.folder / "journal.jsonl").write_bytes(journal)
    ledger = vault.open()
    ledger.snooze("p4ss", None)
    assert ledger.entry(added.id) == added
    assert [line.kind for line in ledger.history(added.id)] == ["added-by-hand"]


def test_when_the_ledger_cannot_be_written_nothing_is_resolved(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    vault.ledger_file.chmod(0o444)
    for attempt in (lambda: ledger.resolve("r3nt"), lambda: ledger.add(Entry("", "x"))):
        with pytest.raises(WriteRefused, match="read-only"):
            attempt()
    assert (vault.resolved_ids(), vault.read()) == ([], THREE)
    vault.ledger_file.chmod(0o644)
    assert ledger.resolve("p4ss").entry.id == "p4ss"


def test_a_write_by_somebody_else_at_the_same_moment_is_taken_in(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    writing = Writing(vault.root, lambda: vault.now, vault.lock)
    calls: list[View] = []

    def make(view: View) -> JournalLine:
        calls.append(view)
        if len(calls) == 1:
            vault.write(THREE.replace('"kitchen"', '"house"'))
        index = view.places["p4ss"]
        table = view.document.tables[index] | {"priority": "low"}
        writing.files.alter(view, index, table)
        return writing.line("edited", "p4ss", view.document.tables[index], table)

    writing.change(make)
    assert len(calls) == 2
    assert '"house"' in vault.read() and 'priority = "low"' in vault.read()
    assert [line.kind for line in writing.journal.lines] == ["added-by-hand"] * 3 + ["edited-by-hand", "edited"]
