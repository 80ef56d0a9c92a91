from __future__ import annotations

import os
from datetime import date
from pathlib import Path

import pytest
from filelock import FileLock
from ledger_support import THREE, VaultOnDisk

from app.errors import LedgerError, NotFound, WriteRefused
from app.ledger.entry import Entry
from app.ledger.history import Undone
from app.ledger.locking import WriterLock
from app.ledger.toml_file import LedgerSyntaxError, parse_document
from app.vault.applied import AppliedEdit


def kinds(vault: VaultOnDisk) -> list[tuple[str, str]]:
    return [(line.kind, line.id) for line in vault.open().history()]


def test_hand_edits_are_noticed_and_journaled(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.snooze("q7te", date(2026, 12, 24))
    text = vault.read().replace("2026-12-10", "2027-12-10") + '\n[[entry]]\nid = "new1"\naction = "By hand"\n'
    vault.write(text[: text.index("# monthly")] + text[text.index('\n[[entry]]\nid = "new1"') :])
    assert ledger.reload() is True
    assert [entry.id for entry in ledger.entries] == ["p4ss", "q7te", "new1"]
    assert set(kinds(vault)[4:]) == {("removed-by-hand", "r3nt"), ("edited-by-hand", "p4ss"), ("added-by-hand", "new1")}
    assert ledger.history("p4ss")[-1].before["due"] == date(2026, 12, 10)
    assert ledger.history("p4ss")[-1].after["due"] == date(2027, 12, 10)
    assert ledger.reload() is False


def test_a_change_made_here_meets_one_made_by_hand(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    vault.write(THREE.replace('"kitchen"', '"house"').replace("# what it is for", "# new comment"))
    assert ledger.edit("q7te", priority="high").project == "house"
    assert "# new comment" in vault.read()


def test_undo_passes_over_what_was_changed_by_hand_since(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.edit("p4ss", priority="low")
    ledger.edit("r3nt", due=date(2026, 12, 4))
    vault.write(vault.read().replace("due = 2026-12-04", "due = 2026-12-05"))
    assert ledger.undo() == Undone("edited priority of 'Renew passport'", "p4ss")
    with pytest.raises(NotFound) as caught:
        ledger.undo()
    assert "edited due of 'Pay the rent': its `due` was changed since" in caught.value.hint
    assert ledger.entry("r3nt").due == date(2026, 12, 5)


def test_undo_takes_back_its_own_fields_only(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.edit("p4ss", priority="low")
    vault.write(vault.read().replace("Renew passport", "Renew the passport"))
    ledger.undo()
    assert (ledger.entry("p4ss").priority, ledger.entry("p4ss").action) == (None, "Renew the passport")


def test_undo_of_added_resolved_and_reopened_entries_respects_hand_edits(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    added = ledger.add(Entry("", "Mine"))
    vault.write(vault.read().replace('"Mine"', '"Mine, changed"'))
    with pytest.raises(NotFound, match="nothing to undo"):
        ledger.undo()
    following = ledger.resolve("r3nt").followed_by
    vault.write(vault.read().replace("due = 2027-01-03", "due = 2027-01-04"))
    with pytest.raises(NotFound) as caught:
        ledger.undo()
    assert "next occurrence was changed" in caught.value.hint
    assert ledger.entry(following).due == date(2027, 1, 4)
    assert ledger.entry(added.id).action == "Mine, changed"


def test_a_comment_put_into_an_added_entry_outlives_its_undo(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.add(Entry("", "Mine"))
    vault.write(vault.read().replace('action = "Mine"', '# keep me\naction = "Mine"'))
    ledger.undo()
    assert "# keep me\n" in vault.read()
    assert len(ledger.entries) == 3


def test_a_comment_put_above_an_added_entry_outlives_its_undo(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.add(Entry("", "Mine"))
    head, _, entry = vault.read().rpartition("[[entry]]")
    vault.write(f"{head}# keep me\n[[entry]]{entry}")
    ledger.undo()
    assert vault.read() == THREE + "\n# keep me\n"


BROKEN = {
    "merge marker": ("<<<<<<< mine\n", "line 2, column 1"),
    "smart quotes": ("action = “x”\n", "line 2, column 10"),
    "python word": ("done = True\n", "line 2, column 8"),
    "bad date": ("due = 2026-13-45\n", "line 2, column"),
    "duplicate key": ('id = "a"\nid = "b"\n\n', "line 3"),
    "unclosed string": ('id = "a\n', "line 2"),
    "unclosed list": ("tags = [\n", "end of the file"),
    "not utf-8": (b"x = 1 # \xff\n", "line 2, column 9"),
    "nesting": ("a = " + "[" * 5000, "nested"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_ledger_that_does_not_parse_is_named_and_left_alone(vault: VaultOnDisk, case: str) -> None:
    broken, where = BROKEN[case]
    vault.write(THREE)
    ledger = vault.open()
    data = b"[[entry]]\n" + (broken if isinstance(broken, bytes) else broken.encode())
    vault.write(data)
    assert ledger.reload() is True
    assert isinstance(ledger.problem, LedgerSyntaxError)
    assert where in ledger.problem.message
    assert ".betimes/ledger.toml, line" in ledger.problem.message
    assert [entry.id for entry in ledger.entries] == ["p4ss", "q7te", "r3nt"]
    for attempt in (
        lambda: ledger.add(Entry("", "x")),
        lambda: ledger.resolve("p4ss"),
        lambda: ledger.edit("p4ss", when="y"),
    ):
        with pytest.raises(LedgerError):
            attempt()
    assert vault.ledger_file.read_bytes() == data
    assert ledger.reload() is False
    vault.write(THREE)
    assert ledger.reload() is True
    assert ledger.problem is None
    assert ledger.resolve("p4ss").entry.id == "p4ss"


@pytest.mark.parametrize(
    "text", ["entry = 5\n", "[entry]\nid = 1\n", 'entry = [{ id = "a" }]\n', "x = 1\n  entry.a = 2\n"]
)
def test_entries_in_another_form_are_refused(text: str) -> None:
    with pytest.raises(LedgerSyntaxError, match=r"\[\[entry\]\]"):
        parse_document(text.encode(), "ledger.toml")


def test_bad_fields_are_kept_shown_and_flagged(vault: VaultOnDisk) -> None:
    text = THREE.replace("due = 2026-12-10", 'due = "soon"')
    vault.write(text)
    ledger = vault.open()
    entry = ledger.entry("p4ss")
    assert (entry.due, entry.action) == (None, "Renew passport")
    assert 'due = "soon"' in entry.problem
    assert [(item.path, item.line) for item in ledger.flagged] == [(".betimes/ledger.toml", 4)]
    ledger.edit("p4ss", project="papers")
    assert 'due = "soon"\n' in vault.read()
    ledger.resolve("p4ss")
    assert 'due = "soon"\n' in vault.resolved_text()
    ledger.reopen("p4ss")
    assert ledger.edit("p4ss", due=date(2026, 12, 10)).problem == ""


def test_duplicate_ids_are_both_shown_and_refused(vault: VaultOnDisk) -> None:
    vault.write(THREE + '\n[[entry]]\nid = "p4ss"\naction = "A copy"\n')
    ledger = vault.open()
    assert ledger.duplicates == {"p4ss"}
    assert [entry.action for entry in ledger.entries if entry.id == "p4ss"] == ["Renew passport", "A copy"]
    assert all("lines 4 and 29" in entry.problem for entry in ledger.entries if entry.id == "p4ss")
    for attempt in (lambda: ledger.resolve("p4ss"), lambda: ledger.edit("p4ss", when="x")):
        with pytest.raises(WriteRefused, match="lines 4 and 29") as caught:
            attempt()
        assert "another id" in caught.value.hint
    assert ledger.resolve("q7te").entry.id == "q7te"
    vault.write(vault.read().replace('id = "p4ss"\naction = "A copy"', 'id = "p5ss"\naction = "A copy"'))
    ledger.reload()
    assert ledger.duplicates == frozenset()
    assert ledger.resolve("p4ss").entry.action == "Renew passport"


def test_undo_passes_over_an_entry_whose_id_was_doubled(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.edit("p4ss", priority="low")
    vault.write(vault.read() + '\n[[entry]]\nid = "p4ss"\naction = "A copy"\n')
    with pytest.raises(NotFound) as caught:
        ledger.undo()
    assert "several entries" in caught.value.hint


@pytest.mark.parametrize("id_line", ["", "id = 5\n", 'id = ""\n'])
def test_an_entry_written_without_an_id_is_given_one_that_stays(vault: VaultOnDisk, id_line: str) -> None:
    text = f'[[entry]]\n{id_line}action = "By hand"\n\n[[entry]]\n{id_line}action = "By hand"\n'
    vault.write(text)
    ledger = vault.open()
    first, second = (entry.id for entry in ledger.entries)
    assert first != second
    assert [entry.id for entry in vault.open().entries] == [first, second]
    assert vault.read() == text
    ledger.edit(second, project="x")
    assert f'id = "{second}"\n' in vault.read()
    ledger.resolve(first)
    assert vault.resolved_ids() == [first]
    assert [entry.id for entry in ledger.entries] == [second]


def test_an_id_in_both_files_is_resolved(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.resolve("p4ss")
    without = vault.read()
    vault.write(THREE)
    ledger = vault.open()
    assert [entry.id for entry in ledger.entries] == ["q7te", "r3nt"]
    assert ledger.flagged == ()
    assert vault.read() == THREE
    ledger.snooze("q7te", date(2026, 12, 24))
    ledger.snooze("q7te", None)
    assert vault.read() == without


def test_a_resolved_entry_copied_back_and_changed_is_left_where_it_is_and_flagged(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    vault.open().resolve("p4ss")
    vault.write(THREE.replace("Renew passport", "Renew passport again"))
    ledger = vault.open()
    assert [entry.id for entry in ledger.entries] == ["q7te", "r3nt"]
    assert "resolved-2026.toml" in ledger.flagged[0].reason
    ledger.snooze("q7te", date(2026, 12, 24))
    assert "Renew passport again" in vault.read()
    with pytest.raises(NotFound):
        ledger.resolve("p4ss")


def test_ids_are_never_given_twice(vault: VaultOnDisk) -> None:
    ledger = vault.open()
    gone = ledger.add(Entry("gone", "x")).id
    vault.write("")
    ledger.reload()
    assert ledger.entries == ()
    assert gone in ledger._writing.used_ids()


def test_a_vault_that_is_gone_keeps_its_entries_on_screen(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    moved = vault.root.rename(vault.root.with_name("moved"))
    assert ledger.reload() is True
    assert ledger.problem is not None and "not there" in ledger.problem.message
    assert len(ledger.entries) == 3
    with pytest.raises(LedgerError):
        ledger.resolve("p4ss")
    moved.rename(vault.root)
    assert ledger.reload() is True
    assert ledger.problem is None


def test_a_link_to_a_ledger_elsewhere_stays_a_link(vault: VaultOnDisk, tmp_path: Path) -> None:
    target = tmp_path / "dotfiles.toml"
    target.write_text(THREE)
    vault.folder.mkdir()
    vault.ledger_file.symlink_to(target)
    vault.open().edit("p4ss", priority="low")
    assert vault.ledger_file.is_symlink()
    assert 'priority = "low"' in target.read_text()


def test_a_pipe_in_place_of_the_ledger_is_refused(vault: VaultOnDisk) -> None:
    vault.folder.mkdir()
    os.mkfifo(vault.ledger_file)
    ledger = vault.open()
    assert ledger.problem is not None and "not a regular file" in ledger.problem.message


def test_a_folder_that_cannot_be_made_is_a_refusal(vault: VaultOnDisk) -> None:
    vault.folder.write_text("a file in the way")
    ledger = vault.open()
    with pytest.raises((WriteRefused, LedgerError)):
        ledger.add(Entry("", "x"))
    with pytest.raises((WriteRefused, LedgerError)):
        ledger.record_task("task-resolved", AppliedEdit("A.md", 1, "- [ ] x", "- [x] x"))
    assert vault.folder.read_text() == "a file in the way"


def test_a_lock_that_cannot_be_made_is_a_refusal(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    vault.lock.parent.write_text("in the way")
    ledger = vault.open()
    with pytest.raises(WriteRefused):
        ledger.resolve("p4ss")
    vault.write(THREE + "\n# more\n")
    assert ledger.reload() is True
    assert vault.read() == THREE + "\n# more\n"


def test_a_lock_that_another_program_holds_is_waited_for_and_then_named(vault: VaultOnDisk) -> None:
    vault.lock.parent.mkdir()
    with FileLock(str(vault.lock)), pytest.raises(WriteRefused, match="Another Betimes"):
        WriterLock(vault.lock, patience=0.05).held().__enter__()


def test_two_programs_take_turns(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    one, two = vault.open(), vault.open()
    one.edit("p4ss", priority="low")
    two.edit("p4ss", project="papers")
    added = two.add(Entry("", "From two"))
    one.resolve("q7te")
    assert two.reload() is True
    assert [entry.id for entry in two.entries] == [entry.id for entry in one.entries] == ["p4ss", "r3nt", added.id]
    assert two.entry("p4ss").priority == "low"
    assert two.undo() == Undone("resolved 'Compare the quote'", "q7te")
    assert [kind for kind, _ in kinds(vault)].count("added-by-hand") == 3


def test_a_torn_journal_line_spoils_nothing_else(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    vault.open().snooze("p4ss", date(2026, 12, 5))
    journal = vault.folder / "journal.jsonl"
    journal.write_bytes(journal.read_bytes() + b'{"time": "2026-11-30T08:00:00+01:00", "op": "1", "ki')
    vault.open().snooze("q7te", date(2026, 12, 6))
    assert [kind for kind, _ in kinds(vault)[3:]] == ["snoozed", "snoozed"]
    assert vault.open().undo() == Undone("snoozed until 2026-12-06 'Compare the quote'", "q7te")


def test_a_journal_replaced_by_another_is_read_anew(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.snooze("p4ss", date(2026, 12, 5))
    (vault.folder / "journal.jsonl").write_bytes(b'nonsense\n[1]\n{"time": 5}\n{"time": "x"}\n')
    assert ledger.history() == []
    with pytest.raises(NotFound):
        ledger.undo()


def test_a_journal_that_cannot_be_written_is_said(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.snooze("q7te", date(2026, 12, 24))
    journal = vault.folder / "journal.jsonl"
    journal.unlink()
    journal.mkdir()
    with pytest.raises((WriteRefused, LedgerError)):
        ledger.snooze("p4ss", date(2026, 12, 5))
