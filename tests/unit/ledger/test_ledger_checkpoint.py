"""What was remembered never hides what happened between two runs: hand edits, sync tools, a cache that is gone."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledger_support import THREE, VaultOnDisk, agrees, checkpoint_of, grown, kinds

from app.errors import NotFound, WriteRefused
from app.ledger.checkpoint import Checkpoint, CheckpointFile
from app.ledger.entry import Entry
from app.ledger.files import Apart
from app.ledger.history import Undone
from app.ledger.journal import JournalLine, encode_line
from app.ledger.journal_file import Mark
from app.ledger.stamps import Stamp

# What happened between two runs


def test_a_hand_edit_between_two_runs_is_noticed(vault: VaultOnDisk) -> None:
    grown(vault)
    vault.write(vault.read().replace("Compare the quote", "Compare both quotes"))
    ledger = vault.open()
    ledger.edit("p4ss", priority="high")
    assert kinds(ledger)[-2:] == ["edited-by-hand", "edited"]
    assert ledger.history()[-2].before["action"] == "Compare the quote"
    assert agrees(ledger)


def test_an_entry_edited_by_hand_and_then_here_has_both_steps_in_order(vault: VaultOnDisk) -> None:
    grown(vault)
    vault.write(vault.read().replace("Renew passport", "Renew both passports"))
    ledger = vault.open()
    ledger.edit("p4ss", action="Renew three")
    by_hand, edited = ledger.history()[-2:]
    assert (by_hand.kind, by_hand.before["action"], by_hand.after["action"]) == (
        "edited-by-hand",
        "Renew passport",
        "Renew both passports",
    )
    assert (edited.kind, edited.before["action"]) == ("edited", "Renew both passports")
    ledger.undo()
    assert ledger.entry("p4ss").action == "Renew both passports"


def test_an_entry_removed_by_hand_between_two_runs_can_be_opened_again(vault: VaultOnDisk) -> None:
    grown(vault)
    start = vault.read().index("# about the passport")
    vault.write(vault.read()[:start] + vault.read()[vault.read().index('[[entry]]\nid = "q7te"') :])
    ledger = vault.open()
    assert ledger.reopen("p4ss").action == "Renew passport"
    assert kinds(ledger)[-2:] == ["removed-by-hand", "restored"]
    assert agrees(ledger)


@pytest.mark.parametrize("content", [None, b"", b"{}", b"\xff\x00", b'{"version": 1, "ledger": 3}', b"[" * 5000])
def test_a_cache_that_is_gone_or_damaged_costs_time_only(vault: VaultOnDisk, content: bytes | None) -> None:
    grown(vault)
    if content is None:
        shutil.rmtree(vault.lock.parent)
    else:
        checkpoint_of(vault).write_bytes(content)
    vault.write(vault.read().replace("Compare the quote", "Compare both quotes"))
    ledger = vault.open()
    added = ledger.add(Entry("", "New"))
    assert kinds(ledger)[-2:] == ["edited-by-hand", "added"]
    assert added.id in {entry.id for entry in vault.open().entries}
    assert agrees(ledger)


def test_the_cache_of_another_vault_is_of_no_use(vault: VaultOnDisk, tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    other = VaultOnDisk(tmp_path / "b")
    grown(vault)
    grown(other)
    shutil.copy(checkpoint_of(other), checkpoint_of(vault))
    vault.write(vault.read().replace("Compare the quote", "Compare both quotes"))
    ledger = vault.open()
    ledger.edit("p4ss", priority="high")
    assert kinds(ledger)[-2:] == ["edited-by-hand", "edited"]
    assert agrees(ledger)


def test_an_older_cache_is_of_no_use(vault: VaultOnDisk) -> None:
    grown(vault)
    old = checkpoint_of(vault).read_bytes()
    vault.open().resolve("q7te")
    checkpoint_of(vault).write_bytes(old)
    ledger = vault.open()
    assert [entry.id for entry in ledger.entries] == ["p4ss", "r3nt"]
    ledger.edit("p4ss", priority="high")
    assert kinds(ledger)[-2:] == ["resolved", "edited"]
    assert agrees(ledger)


def test_a_cache_that_cannot_be_written_is_done_without(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    checkpoint_of(vault).mkdir(parents=True)
    ledger = vault.open()
    ledger.edit("p4ss", priority="high")
    ledger = vault.open()
    ledger.undo()
    assert kinds(ledger)[-2:] == ["edited", "undo"]


def test_a_resolved_file_that_a_sync_tool_brought_is_met_at_the_start(vault: VaultOnDisk) -> None:
    grown(vault)
    closed = '[[entry]]\nid = "p4ss"\naction = "Renew it"\noutcome = "done"\nresolved = 2025-01-01\n'
    path = vault.folder / "resolved-2025.toml"
    path.write_text(closed)
    os.utime(path, ns=(1, 1))
    ledger = vault.open()
    assert [entry.id for entry in ledger.entries] == ["q7te", "r3nt"]
    with pytest.raises(NotFound):
        ledger.edit("p4ss", priority="high")
    assert "resolved-2025.toml" in ledger.flagged[0].reason
    assert 'id = "p4ss"' in vault.read() and path.read_text() == closed


def test_a_resolved_entry_copied_back_by_hand_is_met_at_the_start(vault: VaultOnDisk) -> None:
    ids = grown(vault)
    vault.write(vault.read() + f'\n[[entry]]\nid = "{ids[3]}"\naction = "Again"\n')
    ledger = vault.open()
    assert ids[3] not in {entry.id for entry in ledger.entries}
    assert "is resolved" in ledger.flagged[0].reason


def test_an_entry_written_without_an_id_is_never_given_that_of_a_closed_one(vault: VaultOnDisk) -> None:
    vault.write('[[entry]]\naction = "No id"\n')
    shown = vault.open().entries[0].id
    vault.write("# empty\n")
    (vault.folder / "resolved-2026.toml").write_text(f'[[entry]]\nid = "{shown}"\naction = "x"\noutcome = "done"\n')
    vault.write('[[entry]]\naction = "No id"\n')
    ledger = vault.open()
    assert ledger.entries[0].id != shown
    ledger.edit(ledger.entries[0].id, action="Has one now")
    assert [entry.action for entry in vault.open().entries] == ["Has one now"]


def test_an_id_is_not_given_again_that_only_the_journal_knows(vault: VaultOnDisk) -> None:
    grown(vault)
    ledger = vault.open()
    used = ledger._writing.used_ids()
    assert [name in used for name in ("gone", "p4ss", "z003", "nnnn", "")] == [True, True, True, False, False]
    assert 5 not in used


# A journal that is not what it was


def lost(vault: VaultOnDisk) -> None:
    (vault.folder / "journal.jsonl").unlink()


def shorter(vault: VaultOnDisk) -> None:
    path = vault.folder / "journal.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.with_name("new").write_bytes(b"".join(lines[:2]))
    os.replace(path.with_name("new"), path)


def longer(vault: VaultOnDisk) -> None:
    path = vault.folder / "journal.jsonl"
    extra = JournalLine(vault.now, "edited", "p4ss", {"id": "p4ss"}, {"id": "p4ss", "action": "theirs"}, "o")
    path.with_name("new").write_bytes(path.read_bytes() + encode_line(extra))
    os.replace(path.with_name("new"), path)


def other_content(vault: VaultOnDisk) -> None:
    (vault.folder / "journal.jsonl").write_bytes(b"not a line\n\xff\xfe\n[1, 2]\n")


@pytest.mark.parametrize("change", [lost, shorter, longer, other_content])
@pytest.mark.parametrize("running", [True, False])
def test_a_journal_replaced_is_brought_up_to_what_the_ledger_holds(
    vault: VaultOnDisk, change: Any, running: bool
) -> None:
    grown(vault)
    ledger = vault.open()
    ledger.edit("r3nt", priority="low")
    text = vault.read()
    change(vault)
    ledger = ledger if running else vault.open()
    ledger.edit("q7te", priority="high")
    assert vault.read() == text.replace('project = "kitchen"\n', 'project = "kitchen"\npriority = "high"\n')
    assert agrees(ledger) and agrees(vault.open())
    assert ledger.undo() == Undone("edited priority of 'Compare the quote'", "q7te")
    assert vault.read() == text


def test_a_journal_that_is_missing_is_begun_with_what_is_there(vault: VaultOnDisk) -> None:
    grown(vault)
    lost(vault)
    ledger = vault.open()
    with pytest.raises(NotFound, match="nothing to undo"):
        ledger.undo()
    assert kinds(ledger) == ["added-by-hand"] * 3
    assert agrees(ledger)


def test_a_conflict_copy_of_the_journal_is_let_lie(vault: VaultOnDisk) -> None:
    grown(vault)
    copy = vault.folder / "journal.sync-conflict-20261130-080000-ABCDEFG.jsonl"
    copy.write_bytes((vault.folder / "journal.jsonl").read_bytes()[:500])
    before = copy.read_bytes()
    ledger = vault.open()
    ledger.edit("p4ss", priority="high")
    assert (ledger.undo().id, copy.read_bytes()) == ("p4ss", before)  # type: ignore[union-attr]
    assert agrees(ledger)


def test_with_a_read_only_journal_nothing_is_changed(vault: VaultOnDisk) -> None:
    grown(vault)
    path, text = vault.folder / "journal.jsonl", vault.read()
    path.chmod(0o444)
    ledger = vault.open()
    for attempt in (lambda: ledger.edit("p4ss", priority="high"), lambda: ledger.resolve("p4ss"), ledger.undo):
        with pytest.raises(WriteRefused, match="journal.jsonl"):
            attempt()
    assert (vault.read(), [entry.id for entry in ledger.entries]) == (text, ["p4ss", "q7te", "r3nt"])
    path.chmod(0o644)
    ledger.edit("p4ss", priority="high")
    assert agrees(ledger)


# The cache file

stamps = st.builds(Stamp, *[st.integers(0, 2**63)] * 5)
marks = st.builds(Mark, stamps, st.text(max_size=5), st.booleans())
named = st.dictionaries(st.text(max_size=5), stamps, max_size=2)


@given(st.builds(Checkpoint, st.builds(Apart, st.text(max_size=5), named), marks, named))
def test_a_checkpoint_is_read_as_it_was_written(tmp_path_factory: pytest.TempPathFactory, kept: Checkpoint) -> None:
    file = CheckpointFile(tmp_path_factory.getbasetemp() / "checkpoint.json")
    file.write(kept)
    assert file.read() == kept


@given(st.recursive(st.none() | st.integers() | st.text(max_size=3), lambda inner: st.lists(inner) | st.dictionaries(
    st.sampled_from(["version", "ledger", "resolved", "journal", "plain", "stamp", "tail", "ended"]), inner
), max_leaves=8))  # fmt: skip
def test_no_content_of_the_cache_is_an_error(tmp_path_factory: pytest.TempPathFactory, content: object) -> None:
    path = tmp_path_factory.getbasetemp() / "other.json"
    for value in (content, {"version": 1, "ledger": "", "resolved": {}, "plain": {}, "journal": content}):
        path.write_text(json.dumps(value))
        found = CheckpointFile(path).read()
        assert found is None or isinstance(found, Checkpoint)


def test_the_cache_is_its_owners_alone_and_holds_no_text_of_the_ledger(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    vault.open().edit("p4ss", priority="high")
    assert checkpoint_of(vault).stat().st_mode & 0o777 == 0o600
    assert "passport" not in checkpoint_of(vault).read_text()
