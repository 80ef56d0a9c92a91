"""An entry and the task line that it was made of, changed here: one step in both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from adopted_support import LINES, PATH, adopt, count, entry, line, opened, outside, text

from app.errors import UsageError, WriteRefused
from app.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with opened(tmp_path) as found:
        yield found


@pytest.mark.parametrize(
    ("block", "draft", "after"),
    [
        ("tiles", {"due": "2026-12-10"}, "- [ ] Order tiles 📅 2026-12-10 🔼 ^tiles"),
        ("tiles", {"due": "10 Dec at 15:00"}, "- [ ] Order tiles 📅 2026-12-10 🔼 ^tiles"),
        ("tiles", {"due": ""}, "- [ ] Order tiles 🔼 ^tiles"),
        ("tiles", {"priority": "highest"}, "- [ ] Order tiles 📅 2026-12-04 🔺 ^tiles"),
        ("tiles", {"priority": ""}, "- [ ] Order tiles 📅 2026-12-04 ^tiles"),
        ("tiles", {"repeat": "every week", "action": "Tiles"}, LINES["tiles"]),
        ("water", {"repeat": "fortnightly"}, "- [ ] Water [due:: 2026-12-01] [repeat:: every 2 weeks] ^water"),
        ("water", {"priority": "high"}, LINES["water"]),
        ("plain", {"due": "2026-12-10"}, LINES["plain"]),
        ("planned", {"due": "2026-12-10"}, "- [ ] Planned ⏳ 2026-12-10 ^planned"),
        ("tiles", {"start": "2026-12-02"}, "- [ ] Order tiles 📅 2026-12-04 🔼 🛫 2026-12-02 ^tiles"),
        (
            "tiles",
            {"scheduled": "2026-12-02", "due": "2026-12-05"},
            "- [ ] Order tiles 📅 2026-12-05 🔼 ⏳ 2026-12-02 ^tiles",
        ),
    ],
)
def test_an_edit_of_the_entry_is_one_step_in_both(
    workspace: Workspace, block: str, draft: dict[str, str], after: str
) -> None:
    item = adopt(workspace, block)
    before, steps = text(workspace), count(workspace)
    changed = workspace.ledger.edit(item.id, draft)
    assert not changed.problem and count(workspace) == steps + 1
    assert text(workspace) == before.replace(LINES[block], after)
    workspace.update(meaning=False)
    assert count(workspace) == steps + 1
    workspace.ledger.undo()
    workspace.update(meaning=False)
    found = entry(workspace, item)
    assert text(workspace) == before and found and replace(found, firing=None) == replace(item, firing=None, note=None)
    workspace.ledger.redo()
    workspace.update(meaning=False)
    assert text(workspace) == before.replace(LINES[block], after)


def test_a_line_that_cannot_be_written_leaves_the_ledger_as_it_was(workspace: Workspace) -> None:
    item = adopt(workspace, "water")
    before = text(workspace)
    with pytest.raises(WriteRefused, match="no times"):
        workspace.ledger.edit(item.id, {"repeat": "every day at 9", "due": "2026-12-07"})
    found = entry(workspace, item)
    assert text(workspace) == before and found and str(found.due) == "2026-12-01" and found.repeat == "every week"


def test_an_edit_that_the_ledger_refuses_leaves_the_line_as_it_was(workspace: Workspace) -> None:
    item = adopt(workspace, "tiles")
    seen = workspace.ledger.entry(item.id)
    workspace.ledger.edit(item.id, {"action": "Other"})
    before = text(workspace)
    with pytest.raises(WriteRefused):
        workspace.ledger.edit(item.id, {"due": "2026-12-20"}, seen)
    workspace.ledger.resolve(workspace.find(item.id))
    with pytest.raises(WriteRefused):
        workspace.ledger.edit(item.id, {"due": "2026-12-20"}, seen)
    assert "2026-12-04" in before and "2026-12-04" in text(workspace)


def test_an_edit_whose_line_is_gone_says_so(workspace: Workspace) -> None:
    item = adopt(workspace, "tiles")
    outside(workspace, " ^tiles", "")
    assert "not found" in workspace.ledger.edit(item.id, {"due": "2026-12-20"}).problem
    assert not workspace.ledger.edit(item.id, {"action": "Other"}).problem
    with pytest.raises(UsageError, match="start: its line was not found"):
        workspace.ledger.edit(item.id, {"start": "2026-12-02"})


def test_fields_of_a_line_are_none_of_an_entry_without_one(workspace: Workspace) -> None:
    item = workspace.ledger.add({"action": "Alone"})
    with pytest.raises(UsageError, match="start: no such field"):
        workspace.ledger.edit(item.id, {"start": "2026-12-02"})


def test_a_line_named_in_place_of_its_entry_is_edited_with_it(workspace: Workspace) -> None:
    item = adopt(workspace, "tiles")
    workspace.ledger.edit(f"{PATH}:2", {"start": "2026-12-02", "cues": "a van", "due": "2026-12-05"})
    found = entry(workspace, item)
    assert found and found.cues == ("a van",) and found.due == date(2026, 12, 5)
    assert line(workspace, "tiles") == "- [ ] Order tiles 📅 2026-12-05 🔼 🛫 2026-12-02 ^tiles"
    workspace.ledger.edit(f"{PATH}#^tiles", {"start": ""})
    assert workspace.ledger.steps()[0].said == "edited the line of 'Order tiles'"
    workspace.ledger.undo()
    assert "🛫 2026-12-02" in text(workspace)


def test_the_last_occurrence_ticks_the_line(workspace: Workspace) -> None:
    item = adopt(workspace, "tiles", repeat="every week until 2026-12-06")
    workspace.ledger.resolve(item)
    assert "- [x] Order tiles" in text(workspace)


def test_a_line_without_a_date_stays_open_for_the_next_occurrence(workspace: Workspace) -> None:
    item = adopt(workspace, "plain", repeat="every week")
    workspace.ledger.resolve(item)
    assert line(workspace, "plain") == LINES["plain"]


def test_a_scheduled_day_moves_to_the_next_occurrence(workspace: Workspace) -> None:
    item = adopt(workspace, "planned", repeat="every week")
    workspace.ledger.resolve(item)
    assert line(workspace, "planned") == "- [ ] Planned ⏳ 2026-12-10 ^planned"
    following = next(found for found in workspace.commitments() if found.links == item.links)
    outside(workspace, "2026-12-10", "2026-12-12")
    assert str(workspace.find(following.id).due) == "2026-12-12"


@pytest.mark.parametrize("after", ["", "- Order tiles ^tiles", f"```\n{LINES['tiles']}\n```"])
def test_a_line_that_is_not_found_is_told_when_its_entry_is_resolved(workspace: Workspace, after: str) -> None:
    item = adopt(workspace, "tiles")
    outside(workspace, LINES["tiles"], after)
    assert "its line was not found" in workspace.ledger.resolve(workspace.find(item.id)).problem


def test_a_block_of_prose_is_no_line_that_is_missed(workspace: Workspace) -> None:
    outside(workspace, "the end", "the end ^end")
    item = workspace.ledger.add({"action": "x", "links": "Both#^end"})
    assert not workspace.ledger.resolve(workspace.find(item.id)).problem
