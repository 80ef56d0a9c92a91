from __future__ import annotations

import tomllib
from datetime import date, datetime, timedelta, timezone

import pytest
from ledger_support import NOW, THREE, VaultOnDisk

from app.errors import LedgerError, NotFound, UsageError, WriteRefused
from app.ledger.entry import Entry
from app.ledger.history import TaskUndo, Undone
from app.ledger.ids import ALPHABET, LENGTH
from app.vault.applied import AppliedEdit


def test_a_vault_without_a_ledger_is_empty_and_stays_untouched(vault: VaultOnDisk) -> None:
    ledger = vault.open()
    assert (ledger.entries, ledger.problem, ledger.duplicates) == ((), None, frozenset())
    assert ledger.resolved() == [] and ledger.history() == [] and ledger.reload() is False
    assert list(vault.root.iterdir()) == []


def test_the_first_entry_makes_the_ledger(vault: VaultOnDisk) -> None:
    entry = vault.open().add(Entry("", "Buy milk", due=date(2026, 12, 1), tags=("home",)))
    assert len(entry.id) == LENGTH and set(entry.id) <= set(ALPHABET)
    assert entry.created == NOW
    text = vault.read()
    assert text.startswith("# ")
    assert text.endswith(
        f'[[entry]]\nid = "{entry.id}"\naction = "Buy milk"\ndue = 2026-12-01\ntags = ["home"]\n'
        "created = 2026-11-30T08:00:00+01:00\n"
    )
    assert vault.open().entries == (entry,)


def test_adding_leaves_every_other_byte(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    vault.open().add(Entry("", "Buy milk"))
    assert vault.read().startswith(THREE + "\n[[entry]]\n")


def test_an_id_can_be_given_once(vault: VaultOnDisk) -> None:
    ledger = vault.open()
    ledger.add(Entry("mine", "x"))
    ledger.resolve("mine")
    with pytest.raises(UsageError, match="mine"):
        ledger.add(Entry("mine", "again"))


@pytest.mark.parametrize("entry", [Entry("", ""), Entry("", "x", lead="soon"), Entry("", "bad \ud800")])
def test_what_cannot_be_kept_is_not_added(vault: VaultOnDisk, entry: Entry) -> None:
    with pytest.raises(UsageError):
        vault.open().add(entry)
    assert not vault.ledger_file.exists()


def test_an_edit_changes_one_value(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    entry = vault.open().edit("r3nt", due=date(2027, 1, 3))
    assert entry.due == date(2027, 1, 3)
    assert vault.read() == THREE.replace("2026-12-03   # always", "2027-01-03   # always")


def test_an_edit_that_changes_nothing_writes_nothing(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    assert ledger.edit("r3nt", due=date(2026, 12, 3)).due == date(2026, 12, 3)
    assert vault.read() == THREE
    assert [line.kind for line in ledger.history()] == ["added-by-hand"] * 3


def test_snoozing_and_waking(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    assert ledger.snooze("p4ss", date(2026, 12, 5)).snoozed == date(2026, 12, 5)
    assert ledger.snooze("p4ss", None).snoozed is None
    assert vault.read() == THREE
    assert ledger.undo() == Undone("woke 'Renew passport'", "p4ss")
    assert ledger.undo() == Undone("snoozed until 2026-12-05 'Renew passport'", "p4ss")


def test_resolving_moves_the_block_with_its_comments(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    resolution = ledger.resolve("q7te", "superseded", 'said "no"\nthanks')
    assert (resolution.outcome, resolution.remark, resolution.resolved) == ("superseded", 'said "no"\nthanks', NOW)
    assert [entry.id for entry in ledger.entries] == ["p4ss", "r3nt"]
    head, rest = THREE.split('[[entry]]\nid = "q7te"')
    assert vault.read() == head + "# monthly" + rest.partition("# monthly")[2]
    assert "# from Ann" in vault.resolved_text() and "# what it is for" in vault.resolved_text()
    assert ledger.resolved() == [resolution]
    assert resolution.entry.cues == ("they sent a price", "we hear the cost")


def test_a_repeating_entry_goes_on_in_its_place(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.snooze("r3nt", date(2026, 12, 1))
    resolution = ledger.resolve("r3nt")
    following = ledger.entry(resolution.followed_by)
    assert (following.due, following.lead, following.snoozed) == (date(2027, 1, 3), "3 days", None)
    assert following.created == NOW
    assert vault.read().startswith(THREE[: THREE.index('[[entry]]\nid = "r3nt"')])
    assert "# always the third" in vault.read()


def test_undoing_a_repeating_resolution_is_one_step_and_exact(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    vault.open().resolve("r3nt")
    assert vault.open().undo() == Undone("resolved 'Pay the rent'", "r3nt")
    assert vault.read() == THREE
    assert vault.resolved_ids() == []
    vault.open().redo()
    assert [entry.due for entry in vault.open().entries][-1] == date(2027, 1, 3)


@pytest.mark.parametrize("outcome", ["dropped", "superseded"])
def test_what_is_not_done_does_not_go_on(vault: VaultOnDisk, outcome: str) -> None:
    vault.write(THREE)
    ledger = vault.open()
    assert ledger.resolve("r3nt", outcome).followed_by == ""  # type: ignore[arg-type]
    assert len(ledger.entries) == 2


def test_a_rule_that_cannot_be_read_is_named(vault: VaultOnDisk) -> None:
    vault.write(THREE.replace("every month on the 3rd", "every blue moon"))
    ledger = vault.open()
    assert "every blue moon" in ledger.entry("r3nt").problem
    with pytest.raises(WriteRefused, match="every blue moon"):
        ledger.resolve("r3nt")
    assert vault.resolved_ids() == []
    assert ledger.resolve("r3nt", "dropped").entry.id == "r3nt"


def test_a_condition_that_repeats_waits_again(vault: VaultOnDisk) -> None:
    ledger = vault.open()
    entry = ledger.add(Entry("", "Clean the filter", when="the fan hums", repeat="every month"))
    following = ledger.entry(ledger.resolve(entry.id).followed_by)
    assert (following.when, following.due) == ("the fan hums", None)
    undated = ledger.add(Entry("", "Stretch", repeat="every day"))
    assert ledger.entry(ledger.resolve(undated.id).followed_by).due == date(2026, 12, 1)


def test_a_repeating_time_keeps_its_offset_where_it_is_not_local(vault: VaultOnDisk) -> None:
    due = datetime(2026, 11, 30, 10, 0, tzinfo=timezone(timedelta(hours=5, minutes=45)))
    ledger = vault.open()
    entry = ledger.add(Entry("", "Call Kathmandu", due=due, repeat="every week"))
    assert ledger.entry(ledger.resolve(entry.id).followed_by).due == due + timedelta(days=7)


@pytest.mark.parametrize(
    "text", [THREE, THREE.replace("\n", "\r\n"), "\ufeff" + THREE, THREE.rstrip("\n"), THREE + "# end"]
)
@pytest.mark.parametrize("entry_id", ["p4ss", "q7te", "r3nt"])
def test_every_change_can_be_taken_back_to_the_byte(vault: VaultOnDisk, text: str, entry_id: str) -> None:
    vault.write(text)
    ledger = vault.open()
    ledger.edit(entry_id, action="Other", project="new", cues=None)
    ledger.resolve(entry_id, "dropped")
    ledger.undo()
    ledger.undo()
    if entry_id != "q7te":
        assert vault.read() == text
    ledger.resolve(entry_id)
    ledger.undo()
    added = ledger.add(Entry("", "One more"))
    assert vault.open().entry(added.id).action == "One more"
    ledger.undo()
    if entry_id != "q7te":
        assert vault.read().rstrip("\r\n") == text.rstrip("\r\n")
    assert [entry.id for entry in ledger.entries] == ["p4ss", "q7te", "r3nt"]


def test_undo_and_redo_survive_a_restart_and_name_what_they_did(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    vault.open().edit("p4ss", due=date(2027, 1, 1), lead="1 week")
    vault.open().resolve("p4ss", "dropped")
    assert vault.open().undo() == Undone("resolved as dropped 'Renew passport'", "p4ss")
    assert vault.open().undo() == Undone("edited due, lead of 'Renew passport'", "p4ss")
    assert vault.read() == THREE
    with pytest.raises(NotFound, match="nothing to undo"):
        vault.open().undo()
    assert vault.open().redo() == Undone("edited due, lead of 'Renew passport'", "p4ss")
    assert vault.open().redo() == Undone("resolved as dropped 'Renew passport'", "p4ss")
    assert vault.resolved_ids() == ["p4ss"]
    with pytest.raises(NotFound, match="nothing to redo"):
        vault.open().redo()


def test_a_new_change_ends_what_could_be_redone(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.resolve("p4ss")
    ledger.undo()
    ledger.snooze("q7te", date(2026, 12, 24))
    with pytest.raises(NotFound):
        ledger.redo()


def test_reopening_and_taking_that_back(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.resolve("p4ss", "dropped", "too dear")
    vault.now = NOW + timedelta(days=1)
    assert ledger.reopen("p4ss").due == date(2026, 12, 10)
    assert vault.resolved_ids() == []
    assert ledger.undo() == Undone("reopened 'Renew passport'", "p4ss")
    assert [(item.outcome, item.remark, item.resolved) for item in ledger.resolved()] == [("dropped", "too dear", NOW)]
    ledger.redo()
    assert ledger.entry("p4ss").unknown == {"unknown": {"a": 1, "b": [1, 2]}}


def test_reopening_takes_the_untouched_next_occurrence_away(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    following = ledger.resolve("r3nt").followed_by
    assert ledger.reopen("r3nt").repeat == "every month on the 3rd"
    assert [entry.id for entry in ledger.entries] == ["p4ss", "q7te", "r3nt"]
    ledger.undo()
    assert [entry.id for entry in ledger.entries] == ["p4ss", "q7te", following]


def test_reopening_leaves_a_repetition_that_has_moved_on(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    following = ledger.resolve("r3nt").followed_by
    ledger.edit(following, project="flat")
    assert ledger.reopen("r3nt").repeat is None
    assert ledger.entry(following).repeat == "every month on the 3rd"


def test_what_is_not_there_is_said(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    for attempt in (ledger.resolve, ledger.edit, ledger.reopen, ledger.entry):
        with pytest.raises(NotFound, match="nope"):
            attempt("nope")


def test_an_entry_with_a_key_of_resolved_entries_is_not_resolved(vault: VaultOnDisk) -> None:
    vault.write('[[entry]]\nid = "aaaa"\naction = "x"\nremark = "mine"\n')
    with pytest.raises(WriteRefused, match="remark"):
        vault.open().resolve("aaaa")
    assert vault.resolved_text() == ""


def test_each_year_has_its_file(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.resolve("p4ss")
    vault.now = datetime(2027, 1, 1, 0, 30, tzinfo=timezone(timedelta(hours=1)))
    ledger.resolve("q7te")
    assert (vault.resolved_ids(2026), vault.resolved_ids(2027)) == (["p4ss"], ["q7te"])
    assert [item.entry.id for item in ledger.resolved()] == ["q7te", "p4ss"]


def test_a_resolved_file_that_does_not_parse_stops_only_what_needs_it(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    (vault.folder / "resolved-2026.toml").write_text('[[entry]]\nid = "old1"\n<<<<<<< mine\n')
    ledger = vault.open()
    assert len(ledger.entries) == 3
    with pytest.raises(LedgerError, match="resolved-2026.toml, line 3"):
        ledger.resolve("p4ss")
    assert vault.read() == THREE
    assert ledger.snooze("p4ss", date(2026, 12, 24)).id == "p4ss"
    with pytest.raises(LedgerError, match="line 3"):
        ledger.resolved()


def test_closed_entries_spoilt_by_hand_are_still_read(vault: VaultOnDisk) -> None:
    vault.folder.mkdir()
    (vault.folder / "resolved-2025.toml").write_text(
        '[[entry]]\nid = "a"\naction = "x"\noutcome = "eaten"\nresolved = 2025-05-05\n\n[[entry]]\nid = "b"\n'
    )
    first, second = vault.open().resolved()
    assert (first.entry.id, first.outcome, first.resolved.date()) == ("a", "done", date(2025, 5, 5))
    assert (second.entry.id, second.resolved.date()) == ("b", date(2025, 1, 1))


def test_history_tells_of_one_entry_and_of_all(vault: VaultOnDisk) -> None:
    ledger = vault.open()
    entry = ledger.add(Entry("", "Buy milk", repeat="every day", due=date(2026, 11, 30)))
    ledger.add(Entry("", "Other"))
    following = ledger.resolve(entry.id).followed_by
    assert [line.kind for line in ledger.history(entry.id)] == ["added", "resolved"]
    assert [line.kind for line in ledger.history(following)] == ["resolved"]
    assert len(ledger.history()) == 3
    assert ledger.history(entry.id)[0].after["due"] == date(2026, 11, 30)


def test_one_undo_covers_task_lines_too(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.snooze("p4ss", date(2026, 12, 5))
    ledger.record_task("task-resolved", AppliedEdit("Areas/House.md", 22, "- [ ] Boiler", "- [x] Boiler"))
    task = vault.open().undo()
    assert isinstance(task, TaskUndo)
    assert (task.path, task.line, task.before, task.after) == ("Areas/House.md", 22, "- [ ] Boiler", "- [x] Boiler")
    assert task.description == "resolved 'Boiler'"
    assert vault.open().undo() == task
    ledger.settle(task)
    assert ledger.undo() == Undone("snoozed until 2026-12-05 'Renew passport'", "p4ss")
    ledger.redo()
    again = ledger.redo()
    assert isinstance(again, TaskUndo)
    assert (again.before, again.after, again.redo) == ("- [x] Boiler", "- [ ] Boiler", True)
    ledger.settle(again)
    assert isinstance(ledger.undo(), TaskUndo)


def test_a_task_line_that_cannot_be_put_back_is_passed_over(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.snooze("p4ss", date(2026, 12, 5))
    ledger.record_task("task-resolved", AppliedEdit("A.md", 2, "- [ ] x", "- [x] x"))
    task = ledger.undo()
    assert isinstance(task, TaskUndo)
    ledger.settle(task, carried_out=False)
    assert isinstance(ledger.undo(), Undone)
    with pytest.raises(NotFound):
        ledger.undo()


def test_task_lines_are_recorded_while_the_ledger_does_not_parse(vault: VaultOnDisk) -> None:
    vault.write("[[entry")
    ledger = vault.open()
    ledger.record_task("task-resolved", AppliedEdit("A.md", 2, "- [ ] x", "- [x] x"))
    assert isinstance(ledger.undo(), TaskUndo)
    assert vault.read() == "[[entry"


def test_the_files_always_read_back(vault: VaultOnDisk) -> None:
    ledger = vault.open()
    nasty = 'quote " backslash \\ tab \t newline \n nul \x00 emoji 🗓️ hash # bracket ]]]'
    entry = ledger.add(Entry("", nasty, cues=(nasty, ""), project=nasty, unknown={nasty: {"deep": [nasty]}}))
    ledger.edit(entry.id, action=nasty + "!")
    ledger.resolve(entry.id, "done", nasty)
    closed = tomllib.loads(vault.resolved_text())["entry"][0]
    assert (closed["action"], closed["remark"], closed["cues"]) == (nasty + "!", nasty, [nasty, ""])
    assert closed[nasty] == {"deep": [nasty]}
