"""What is remembered between two runs saves reading, and what happens meanwhile is met all the same."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledger_support import THREE, VaultOnDisk, agrees, grown, kinds

from app.errors import LedgerError
from app.ledger.entry import Entry
from app.ledger.history import Undone
from app.ledger.journal import JournalLine, encode_line
from app.ledger.resolved import ResolvedFiles

_watching: list[tuple[int, list[str]]] = []


def _on_event(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and _watching and _watching[-1][0] == threading.get_ident():
        _watching[-1][1].append(os.path.basename(str(arguments[0])))


sys.addaudithook(_on_event)


@contextmanager
def opened_files() -> Iterator[list[str]]:
    """Give the names of the files that this thread opens."""
    _watching.append((threading.get_ident(), []))
    try:
        yield _watching[-1][1]
    finally:
        _watching.pop()


# What is not read


def test_a_resolved_file_that_nobody_touched_is_not_opened_at_the_start_nor_for_an_edit(vault: VaultOnDisk) -> None:
    grown(vault)
    with opened_files() as opened:
        ledger = vault.open()
        assert not [name for name in opened if name.startswith("resolved-") or name == "journal.jsonl"]
        ledger.edit("p4ss", priority="high")
        ledger.snooze("q7te", date(2026, 12, 24))
        ledger.undo()
        assert not [name for name in opened if name.startswith("resolved-")]
    assert ledger._writing.journal._size == 0
    assert agrees(ledger)


def test_a_garbled_resolved_file_stops_neither_the_start_nor_an_edit(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    vault.open().resolve("q7te")
    path = vault.folder / "resolved-2026.toml"
    garbled = b'[[entry]]\nid = "q7te"\n\x00\xff = [[[\n'
    path.write_bytes(garbled)
    ledger = vault.open()
    assert [entry.id for entry in ledger.entries] == ["p4ss", "r3nt"]
    ledger.edit("p4ss", priority="high")
    with pytest.raises(LedgerError, match="resolved-2026"):
        ledger.resolve("p4ss")
    assert path.read_bytes() == garbled
    assert [entry.id for entry in ledger.entries] == ["p4ss", "r3nt"]


def test_a_long_resolved_file_is_added_to_and_taken_from_without_reading_it(vault: VaultOnDisk) -> None:
    ids = grown(vault)
    path = vault.folder / "resolved-2026.toml"
    before, text = path.read_bytes(), vault.read()
    ledger = vault.open()
    ledger.resolve("p4ss", remark='said "no"')
    assert path.read_bytes().startswith(before)
    assert ledger.undo() == Undone("resolved 'Renew passport'", "p4ss")
    assert (path.read_bytes().rstrip(), vault.read()) == (before.rstrip(), text)
    assert ledger.reopen(ids[450]).action.startswith("Old")
    ledger.undo()
    assert ledger._files.resolved._documents == {}
    assert sorted(item.entry.id for item in ledger.resolved()) == sorted(ids)
    assert agrees(ledger)


@pytest.mark.parametrize(
    "end", ['[[entry]]\nid = "open\n', "[[entry]]\nx = '''\n", "[[entry]]\nx = [\n", 'x = "\\q"\n']
)
def test_nothing_is_added_to_a_long_resolved_file_that_does_not_parse(vault: VaultOnDisk, end: str) -> None:
    grown(vault)
    path = vault.folder / "resolved-2026.toml"
    path.write_text(path.read_text() + end)
    garbled, text = path.read_bytes(), vault.read()
    with pytest.raises(LedgerError, match="resolved-2026"):
        vault.open().resolve("p4ss")
    assert (path.read_bytes(), vault.read()) == (garbled, text)


def test_a_long_resolved_file_in_another_style_is_read_and_kept(vault: VaultOnDisk) -> None:
    grown(vault)
    path = vault.folder / "resolved-2026.toml"
    path.write_text(
        "[[ entry ]] # mine\nid = 'mine'\naction = '''two\nlines'''\noutcome = \"done\"\n\n" + path.read_text()
    )
    before = path.read_bytes()
    ledger = vault.open()
    ledger.resolve("p4ss")
    ledger.reopen("mine")
    assert ledger.entry("mine").action == "two\nlines"
    ledger.undo()
    ledger.undo()
    assert ledger.entry("p4ss").action == "Renew passport"
    assert b"two\nlines" in path.read_bytes() and len(path.read_bytes()) >= len(before) - 2


# What happens while it runs


def test_a_hand_edit_while_it_runs_is_recorded_without_reading_the_journal(vault: VaultOnDisk) -> None:
    grown(vault)
    ledger = vault.open()
    ledger.edit("p4ss", priority="high")
    vault.write(vault.read().replace("Compare the quote", "Compare both quotes"))
    assert ledger.reload()
    assert ledger._writing.journal._size == 0
    assert kinds(ledger)[-1] == "edited-by-hand"
    assert agrees(ledger)


def test_two_programs_take_each_others_changes_up(vault: VaultOnDisk) -> None:
    grown(vault)
    one, other = vault.open(), vault.open()
    one.edit("p4ss", priority="high")
    other.edit("q7te", priority="low")
    one.resolve("q7te")
    added = other.add(Entry("", "New"))
    one.edit(added.id, priority="low")
    other.undo()
    assert one._writing.journal._size == 0
    one.reload()
    assert one.entry(added.id).priority is None
    assert not [kind for kind in kinds(one) if kind.endswith("by-hand")][4:]
    assert agrees(one) and agrees(other)


def test_a_change_by_somebody_else_right_after_ours_is_not_taken_for_recorded(vault: VaultOnDisk) -> None:
    grown(vault)
    ledger = vault.open()
    writing = ledger._writing

    def change_twice(view: Any) -> JournalLine:
        index = view.places["p4ss"]
        table = view.document.tables[index] | {"priority": "low"}
        writing.files.alter(view, index, table)
        vault.write(vault.read().replace("Compare the quote", "Compare both quotes"))
        return writing.line("edited", "p4ss", view.document.tables[index], table)

    writing.change(change_twice)
    other = vault.open()
    other.edit("r3nt", priority="low")
    assert kinds(other)[-3:] == ["edited", "edited-by-hand", "edited"]
    assert agrees(other)


def theirs(vault: VaultOnDisk) -> bytes:
    table = {"id": "p4ss", "action": "Theirs"}
    return encode_line(JournalLine(vault.now, "edited", "p4ss", table, table, "theirs"))


@pytest.mark.parametrize("replaced", [False, True])
def test_a_journal_that_a_sync_tool_adds_to_during_a_change_is_met(vault: VaultOnDisk, replaced: bool) -> None:
    grown(vault)
    writing = vault.open()._writing
    path = vault.folder / "journal.jsonl"

    def change(view: Any) -> JournalLine:
        index = view.places["q7te"]
        table = view.document.tables[index] | {"priority": "low"}
        writing.files.alter(view, index, table)
        path.with_name("new").write_bytes(path.read_bytes() + theirs(vault))
        if replaced:
            os.replace(path.with_name("new"), path)
        else:
            path.write_bytes(path.with_name("new").read_bytes())
        return writing.line("edited", "q7te", view.document.tables[index], table)

    writing.change(change)
    ledger = vault.open()
    ledger.edit("r3nt", priority="low")
    assert kinds(ledger)[-4:] == ["edited", "edited-by-hand", "edited", "edited"]
    assert agrees(ledger)


entry_lines = st.sampled_from(
    ["id = 'aa'", '  id="aa" # c', 'x = "aa"', '# id = "aa"', 'id = "aab"', 'id = "baa"', '\tid\t=\t"bb"', "id = aa"]
)


@given(st.lists(entry_lines, max_size=4), st.sampled_from(["\n", "\r\n"]))
def test_one_id_is_told_as_all_ids_are(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], newline: str
) -> None:
    folder = tmp_path_factory.getbasetemp() / "one-id"
    folder.mkdir(exist_ok=True)
    (folder / "resolved-2026.toml").write_bytes(newline.join(lines).encode())
    for entry_id in ("aa", "bb", "aab", "a"):
        expected = entry_id in ResolvedFiles(folder).ids()
        assert (ResolvedFiles(folder).name_of(entry_id) is not None) == expected
        assert not expected or ResolvedFiles(folder).mentions(entry_id)
