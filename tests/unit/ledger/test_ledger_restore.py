from __future__ import annotations

from datetime import date, timedelta

import pytest
from ledger_support import THREE, VaultOnDisk

from app.errors import NotFound, UsageError, WriteRefused
from app.ledger.entry import Entry
from app.ledger.ledger import Ledger
from app.vault.applied import AppliedEdit


def without(text: str, entry_id: str) -> str:
    """Return a ledger's text without one entry, as a person deletes it."""
    blocks = text.split("\n[[entry]]\n")
    return "\n[[entry]]\n".join(block for block in blocks if f'id = "{entry_id}"' not in block)


def removed_by_hand(vault: VaultOnDisk, entry_id: str = "q7te") -> Ledger:
    vault.write(THREE)
    ledger = vault.open()
    ledger.edit("p4ss", priority="low")
    vault.write(without(vault.read(), entry_id))
    ledger.reload()
    assert entry_id not in [entry.id for entry in ledger.entries]
    return ledger


def test_what_was_removed_by_hand_is_told_once(vault: VaultOnDisk) -> None:
    ledger = removed_by_hand(vault)
    told = ledger.noticed()
    assert [(line.kind, line.after) for line in told] == [("removed-by-hand", None)]
    assert told[0].before["action"] == "Compare the quote"
    assert ledger.noticed() == ()


def test_the_first_recording_is_no_news(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.edit("p4ss", priority="low")
    assert ledger.noticed() == ()


def test_a_change_by_hand_that_a_change_here_meets_is_told_too(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.edit("p4ss", priority="low")
    vault.write(without(vault.read(), "q7te"))
    ledger.edit("p4ss", priority="high")
    assert [(line.kind, line.id) for line in ledger.noticed()] == [("removed-by-hand", "q7te")]


def test_what_was_removed_while_nobody_looked_is_noticed_at_the_start(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    vault.open().edit("p4ss", priority="low")
    vault.write(without(vault.read(), "q7te"))
    ledger = vault.open()
    ledger.catch_up()
    assert [(line.kind, line.id) for line in ledger.noticed()] == [("removed-by-hand", "q7te")]
    assert ledger.history("q7te")[-1].kind == "removed-by-hand"


def test_looking_at_a_ledger_without_a_journal_writes_nothing(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    vault.open().catch_up()
    assert [path.name for path in vault.folder.iterdir()] == ["ledger.toml"]


@pytest.mark.parametrize("how", ["restore", "reopen"])
def test_an_entry_removed_by_hand_comes_back_as_it_was(vault: VaultOnDisk, how: str) -> None:
    ledger = removed_by_hand(vault)
    before = vault.read()
    op = ledger.noticed()[0].op
    entry = ledger.restore(op) if how == "restore" else ledger.reopen("q7te")
    assert (entry.action, entry.project, len(entry.cues)) == ("Compare the quote", "kitchen", 2)
    assert vault.read().startswith(before)
    line = ledger.history("q7te")[-1]
    assert (line.kind, line.details["restores"]) == ("restored", op)
    assert ledger.undo().description == "restored 'Compare the quote'"
    assert vault.read() == before
    ledger.redo()
    assert ledger.entry("q7te") == entry


def test_a_hand_edit_is_taken_back_and_that_can_be_undone(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.edit("q7te", priority="low")
    vault.write(vault.read().replace('"kitchen"', '"house"').replace("2026-12-10", "2027-12-10"))
    ledger.reload()
    edited = ledger.history("q7te")[-1]
    assert edited.kind == "edited-by-hand"
    assert ledger.restore(edited.op).project == "kitchen"
    assert ledger.entry("p4ss").due == date(2027, 12, 10)
    ledger.undo()
    assert ledger.entry("q7te").project == "house"


def test_any_version_comes_back(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    original = ledger.entry("q7te")
    ledger.edit("q7te", project="house")
    first = ledger.history("q7te")[-1].op
    ledger.snooze("q7te", date(2026, 12, 24))
    ledger.edit("q7te", when=None, cues=())
    assert ledger.restore(first) == original
    length = len(ledger.history())
    assert ledger.restore(first) == original
    assert len(ledger.history()) == length
    assert "# from Ann" in vault.read()


def test_a_resolved_entry_is_open_again(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.edit("q7te", project="house")
    edit = ledger.history("q7te")[-1].op
    ledger.resolve("q7te")
    assert ledger.restore(edit).project == "kitchen"
    assert vault.resolved_ids() == [] and "# from Ann" in vault.read()
    ledger.undo()
    assert vault.resolved_ids() == ["q7te"] and "q7te" not in vault.read()
    ledger.redo()
    assert ledger.entry("q7te").project == "kitchen"


def test_restoring_a_resolution_lets_the_untouched_next_occurrence_give_way(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    following = ledger.resolve("r3nt").followed_by
    op = ledger.history("r3nt")[-1].op
    assert ledger.restore(op).repeat == "every month on the 3rd"
    assert vault.read() == THREE
    ledger.undo()
    assert [entry.id for entry in ledger.entries] == ["p4ss", "q7te", following]
    ledger.edit(following, due=date(2027, 1, 4))
    assert ledger.restore(op).repeat is None
    assert {entry.id for entry in ledger.entries} == {"p4ss", "q7te", "r3nt", following}


def test_what_cannot_be_restored_is_said(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    added = ledger.add(Entry("", "New"))
    ledger.record_task("task-resolved", AppliedEdit("a.md", 3, "- [ ] x", "- [x] x"))
    ops = {line.kind: line.op for line in ledger.history()}
    with pytest.raises(UsageError, match="was not open before"):
        ledger.restore(ops["added"])
    with pytest.raises(UsageError, match="task line"):
        ledger.restore(ops["task-resolved"])
    with pytest.raises(UsageError, match="is none of p4ss"):
        ledger.restore(ops["added"], "p4ss")
    for op in ("", "nope"):
        with pytest.raises(NotFound, match="no change"):
            ledger.restore(op)
    with pytest.raises(NotFound, match="not among the resolved"):
        ledger.reopen(added.id)
    with pytest.raises(NotFound, match="not among the resolved"):
        ledger.reopen("nope")


def test_an_id_that_two_entries_have_is_not_restored(vault: VaultOnDisk) -> None:
    ledger = removed_by_hand(vault)
    op = ledger.noticed()[0].op
    vault.write(vault.read() + '\n[[entry]]\nid = "q7te"\naction = "A"\n\n[[entry]]\nid = "q7te"\naction = "B"\n')
    with pytest.raises(WriteRefused, match="2 entries have the id q7te"):
        ledger.restore(op)
    with pytest.raises(NotFound):
        ledger.reopen("q7te")


def test_values_of_another_kind_come_back_as_they_were(vault: VaultOnDisk) -> None:
    vault.write(THREE + '\n[[entry]]\nid = "odd1"\naction = "Odd"\ndue = "soon"\nmine = { x = 07:30:00 }\n')
    ledger = vault.open()
    ledger.edit("p4ss", priority="low")
    odd = ledger.entry("odd1")
    vault.write(without(vault.read(), "odd1"))
    ledger.reload()
    vault.now += timedelta(days=1)
    assert ledger.reopen("odd1") == odd
    assert "due =" in odd.problem
