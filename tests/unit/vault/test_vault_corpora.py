"""Other people's vaults, read whole, and what Obsidian itself saw in some notes."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest
from grep_table import TASK, count_kinds, outside_code
from obsidian_facts import KINDS, ON_PURPOSE, compare_all, report

from app.vault.files import Vault
from app.vault.markdown import parse_note
from app.vault.note import Note

VAULTS = ("dataview", "foam", "kepano-obsidian", "logseq-docs", "nikita-knowledge-cc0", "obsidian-tasks")
_SECONDS = 15


def _notes(folder: Path) -> list[Note]:
    if not folder.is_dir():
        pytest.skip(f"{folder} is not here")
    vault = Vault(folder)
    return [parse_note(stamp.path, vault.read(stamp.path)) for stamp in vault.scan()]


@pytest.mark.parametrize("name", VAULTS)
def test_every_note_of_a_vault_is_read(data_vaults: Path, name: str) -> None:
    notes = _notes(data_vaults / name)
    assert len(notes) > 40
    assert all(note.title and note.chunks for note in notes)
    problems = {note.problem for note in notes if note.problem}
    assert problems == set()


def test_the_demonstration_vault_is_read(demo_vault: Path) -> None:
    notes = _notes(demo_vault)
    assert len(notes) > 50
    assert not any(note.problem for note in notes)
    assert sum(len(note.tasks) for note in notes) == 64


def test_a_large_vault_is_read_quickly(data_vaults: Path) -> None:
    start = time.process_time()
    notes = _notes(data_vaults / "jbranchaud-til")
    assert len(notes) == 1873
    assert time.process_time() - start < _SECONDS


def test_no_task_of_a_vault_is_missed_and_none_is_made_up(data_vaults: Path) -> None:
    vault = Vault(data_vaults / "obsidian-tasks")
    missed, found = Counter[str](), 0
    for stamp in vault.scan():
        data = vault.read(stamp.path)
        tasks = {task.line for task in parse_note(stamp.path, data).tasks}
        outside = {number for number, line in outside_code(data.decode("utf-8")) if TASK.match(line)}
        missed[stamp.path.rpartition("/")[2]] += len(outside - tasks)
        assert len(tasks - outside) <= ("zero_width" in stamp.path), stamp.path
        found += len(tasks)
    assert found > 1000
    assert +missed == {"comments_markdown_style.md": 1, "comments_html_style.md": 1, "non_tasks.md": 2}


def test_notes_are_read_as_obsidian_reads_them(data_vaults: Path) -> None:
    folder = data_vaults.parent / "task-formats" / "obsidian-metadata"
    cases = list(compare_all(folder))
    agreed = sum((case.theirs & case.ours).total() for case in cases)
    total = sum(max(case.theirs.total(), case.ours.total()) for case in cases)
    differing = [fact for case in cases for fact in (case.theirs - case.ours) + (case.ours - case.theirs)]
    assert len(cases) == 69
    assert total > 550
    assert agreed / total >= 0.98
    assert set(differing) <= set(ON_PURPOSE)
    assert len(list(report(folder))) == len(KINDS) + 3 + len(differing)


def test_every_field_of_the_obsidian_tasks_vault_is_found_and_none_in_code_or_comments(data_vaults: Path) -> None:
    rows = {row.kind: row for row in count_kinds(data_vaults / "obsidian-tasks")}
    assert {kind: (row.only_grep, row.only_betimes) for kind, row in rows.items()} == dict.fromkeys(rows, (0, 0))
    assert (rows["dated"].everywhere, rows["dated"].betimes) == (239, 151)
    assert not any(row.hidden_betimes for row in rows.values())


def test_the_dated_tasks_of_the_obsidian_tasks_vault_are_all_found(data_vaults: Path) -> None:
    """140 lines hold a date that exists; in one more it stands in no brackets, and that is said."""
    tasks = [task for note in _notes(data_vaults / "obsidian-tasks") for task in note.tasks]
    whens = ("due", "scheduled", "start", "created", "done", "cancelled")
    dated = [task for task in tasks if any(getattr(task, when) for when in whens)]
    unbracketed = [task.text for task in tasks if "no date field" in task.problem]
    assert (len(dated), len(unbracketed)) == (140, 2)
