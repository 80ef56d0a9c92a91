"""Other people's vaults, read whole, and what Obsidian itself saw in some notes."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

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


_FENCE = re.compile(r"[\s>]*(?:[-*+] )?[\s>]*(`{3,}|~{3,})")
_TASK = re.compile(r"[\s>]*(?:[-*+]|\d+[.)])[ \t]+\[.\](?:\s|$)")


def _outside_code(text: str) -> Iterable[tuple[int, str]]:
    fence = ""
    for number, line in enumerate(text.split("\n"), start=1):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence):
            fence = ""
        elif not fence:
            yield number, line


def test_no_task_of_a_vault_is_missed_and_none_is_made_up(data_vaults: Path) -> None:
    vault = Vault(data_vaults / "obsidian-tasks")
    missed, found = Counter[str](), 0
    for stamp in vault.scan():
        data = vault.read(stamp.path)
        tasks = {task.line for task in parse_note(stamp.path, data).tasks}
        outside = {number for number, line in _outside_code(data.decode("utf-8")) if _TASK.match(line)}
        missed[stamp.path.rpartition("/")[2]] += len(outside - tasks)
        assert len(tasks - outside) <= ("zero_width" in stamp.path), stamp.path
        found += len(tasks)
    assert found > 1000
    assert +missed == {"comments_markdown_style.md": 1, "comments_html_style.md": 1, "non_tasks.md": 2}


Facts = Counter[tuple[object, ...]]


def _seen_by_obsidian(case: dict[str, Any]) -> Facts:
    seen = case["cachedMetadata"]

    def line(item: dict[str, Any]) -> int:
        return int(item["position"]["start"]["line"]) + 1

    facts: Facts = Counter()
    for kind in ("links", "embeds"):
        facts.update((kind, item["link"], line(item)) for item in seen.get(kind, []))
    facts.update(("links", item["link"], 0) for item in seen.get("frontmatterLinks", []))
    facts.update(("heading", item["heading"], item["level"], line(item)) for item in seen.get("headings", []))
    facts.update(("block", name) for name in seen.get("blocks", {}))
    facts.update(("tag", tag) for tag in {tag.lower().lstrip("#") for tag in case["getAllTags"] or []})
    facts.update(("task", line(item), item["task"]) for item in seen.get("listItems", []) if "task" in item)
    return facts


def _seen_by_us(case: dict[str, Any]) -> Facts:
    note = parse_note(case["filePath"], case["fileContents"].encode("utf-8"))
    head = case["cachedMetadata"].get("frontmatterPosition", {"end": {"line": -1}})["end"]["line"] + 1
    facts: Facts = Counter()
    for link in note.links:
        address = f"{link.target}#{link.fragment}" if link.fragment else link.target
        facts["embeds" if link.embed else "links", address, link.line if link.line > head else 0] += 1
    facts.update(("heading", heading.text, heading.level, heading.line) for heading in note.headings)
    facts.update(("block", block.name) for block in note.blocks)
    facts.update(("tag", tag) for tag in note.tags)
    facts.update(("task", task.line, task.status) for task in note.tasks)
    return facts


def test_notes_are_read_as_obsidian_reads_them(data_vaults: Path) -> None:
    """Ours differ on purpose in comments, which do not count, and in old spellings of tags in frontmatter, which do."""
    agreed = total = 0
    for file in sorted((data_vaults.parent / "task-formats" / "obsidian-metadata").glob("*.json")):
        case = json.loads(file.read_text(encoding="utf-8"))
        theirs, ours = _seen_by_obsidian(case), _seen_by_us(case)
        agreed += (theirs & ours).total()
        total += max(theirs.total(), ours.total())
    assert total > 400
    assert agreed / total >= 0.975
