from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime

import pytest
from ledger_support import THREE, VaultOnDisk

from app.errors import NotFound, UsageError, WriteRefused
from app.ledger.agenda import commitment_of_entry
from app.ledger.conflicts import EntryChanged, FieldDifference, changes_to, differences
from app.ledger.entry import Entry
from app.ledger.ledger import Ledger

Operation = Callable[[Ledger, Entry], object]

OPERATIONS: dict[str, Operation] = {
    "edit": lambda ledger, seen: ledger.edit("q7te", seen=seen, priority="high"),
    "snooze": lambda ledger, seen: ledger.snooze("q7te", date(2026, 12, 24), seen=seen),
    "resolve": lambda ledger, seen: ledger.resolve("q7te", seen=seen),
    "edit as the agenda showed it": lambda ledger, seen: ledger.edit(
        "q7te", seen=commitment_of_entry(seen), priority="high"
    ),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_what_was_seen_and_is_unchanged_is_written(vault: VaultOnDisk, name: str) -> None:
    vault.write(THREE)
    ledger = vault.open()
    OPERATIONS[name](ledger, ledger.entry("q7te"))
    assert [line.id for line in ledger.history()][-1] == "q7te"


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("by", ["hand", "another"])
def test_a_change_of_both_sides_stops_and_shows_both(vault: VaultOnDisk, name: str, by: str) -> None:
    vault.write(THREE)
    ledger = vault.open()
    seen = ledger.entry("q7te")
    if by == "hand":
        vault.write(THREE.replace('"kitchen"', '"house"'))
    else:
        vault.open().edit("q7te", project="house")
    before = vault.read()
    with pytest.raises(EntryChanged, match="project") as caught:
        OPERATIONS[name](ledger, seen)
    error = caught.value
    assert isinstance(error, WriteRefused) and vault.read() == before and vault.resolved_ids() == []
    assert error.seen == seen
    assert error.theirs == replace(seen, project="house")
    assert error.mine.project == "kitchen"
    assert (error.mine.priority == "high") == name.startswith("edit")
    OPERATIONS[name](ledger, error.theirs)
    assert [line.id for line in ledger.history()][-1] == "q7te"


def test_comments_and_other_entries_are_no_change_of_the_entry(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    seen = ledger.entry("q7te")
    vault.write(THREE.replace("# from Ann", "# from Bea").replace("2026-12-10", "2027-12-10"))
    assert ledger.edit("q7te", seen=seen, priority="high").priority == "high"
    assert "# from Bea" in vault.read() and "2027-12-10" in vault.read()


def test_what_both_sides_made_of_it_alike_is_no_conflict(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    seen = ledger.entry("q7te")
    vault.open().edit("q7te", priority="high")
    before = vault.read()
    assert ledger.edit("q7te", seen=seen, priority="high").priority == "high"
    assert vault.read() == before


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_entry_that_is_gone_has_no_version_of_theirs(vault: VaultOnDisk, name: str) -> None:
    vault.write(THREE)
    ledger = vault.open()
    seen = ledger.entry("q7te")
    vault.open().resolve("q7te")
    with pytest.raises(EntryChanged, match="no longer open") as caught:
        OPERATIONS[name](ledger, seen)
    assert caught.value.theirs is None
    assert caught.value.mine.action == "Compare the quote"
    assert ledger.reopen("q7te") == seen
    OPERATIONS[name](ledger, seen)


def test_what_nobody_saw_is_changed_or_not_found_as_ever(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    vault.open().edit("q7te", project="house")
    assert ledger.edit("q7te", priority="high").project == "house"
    with pytest.raises(NotFound):
        ledger.edit("nope", priority="high")


def test_a_commitment_says_nothing_of_what_it_does_not_show(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    shown = commitment_of_entry(ledger.entry("p4ss"))
    vault.write(THREE.replace("a = 1", "a = 2"))
    assert ledger.edit("p4ss", seen=shown, priority="low").unknown == {"unknown": {"a": 2, "b": [1, 2]}}
    with pytest.raises(EntryChanged) as caught:
        ledger.edit("p4ss", seen=shown, priority="high")
    assert caught.value.theirs is not None
    assert differences(caught.value.mine, caught.value.theirs) == (FieldDifference("priority", "high", "low"),)


def test_changes_that_cannot_be_made_are_said_before_any_conflict(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    seen = ledger.entry("q7te")
    vault.open().edit("q7te", project="house")
    with pytest.raises(UsageError, match="no such field"):
        ledger.edit("q7te", seen=seen, colour="red")


def test_differences_are_text_field_by_field() -> None:
    one = Entry("x", "A", cues=("a", "b"), due=datetime(2026, 12, 1, 9, 30), unknown={"x": {"y": [1]}})
    other = Entry("x", "A", due=date(2026, 12, 1), repeat="every week", unknown={"z": 1.5})
    assert differences(one, other) == (
        FieldDifference("cues", "a\nb", ""),
        FieldDifference("due", "2026-12-01 09:30:00", "2026-12-01"),
        FieldDifference("repeat", "", "every week"),
        FieldDifference("x", "{ y = [1] }", ""),
        FieldDifference("z", "", "1.5"),
    )
    assert differences(one, one) == ()


def test_mine_can_be_written_over_theirs(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    seen = ledger.entry("q7te")
    vault.open().edit("q7te", project="house", cues=(), due=date(2026, 12, 5))
    with pytest.raises(EntryChanged) as caught:
        ledger.edit("q7te", seen=seen, priority="high")
    mine, theirs = caught.value.mine, caught.value.theirs
    assert theirs is not None
    assert changes_to(mine, theirs) == {"cues": seen.cues, "due": None, "project": "kitchen", "priority": "high"}
    assert ledger.edit("q7te", seen=theirs, **changes_to(mine, theirs)) == mine
    ledger.undo()
    assert ledger.entry("q7te") == theirs


def test_an_id_that_two_entries_have_is_refused_whatever_was_seen(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    seen = ledger.entry("q7te")
    vault.write(THREE.replace('"p4ss"', '"q7te"'))
    with pytest.raises(WriteRefused, match="2 entries have the id q7te") as caught:
        ledger.edit("q7te", seen=seen, priority="high")
    assert not isinstance(caught.value, EntryChanged)
    assert [entry.id for entry in ledger.entries] == ["q7te", "q7te", "r3nt"]
