"""An entry and the task line that it was made of: one commitment, whoever changes which of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from adopted_support import LINES, NOTE, PATH, adopt, count, entry, line, opened, outside, text

from app.workspace import Workspace
from tests.support import open_workspace, wait_until


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with opened(tmp_path) as found:
        yield found


@pytest.mark.parametrize(
    ("mark", "status", "remark"), [("x", "done", "ticked in Both.md"), ("-", "dropped", "cancelled in Both.md")]
)
def test_a_line_closed_elsewhere_closes_its_entry_once(
    workspace: Workspace, mark: str, status: str, remark: str
) -> None:
    item = adopt(workspace, "tiles")
    outside(workspace, "- [ ] Order", f"- [{mark}] Order")
    assert entry(workspace, item) is None
    closing = workspace.ledger.history(item.id)[-1]
    assert closing.kind == "resolved" and closing.details["closing"]["outcome"] == status
    assert closing.details["closing"]["remark"] == remark
    steps, before = count(workspace), text(workspace)
    workspace.update(meaning=False)
    assert count(workspace) == steps and text(workspace) == before


def test_what_was_undone_stands_until_the_line_is_ticked_anew(workspace: Workspace) -> None:
    item = adopt(workspace, "tiles")
    outside(workspace, "- [ ] Order", "- [x] Order")
    before = text(workspace)
    workspace.ledger.undo()
    workspace.update(meaning=False)
    assert entry(workspace, item) and text(workspace) == before
    workspace.ledger.redo()
    assert entry(workspace, item) is None and text(workspace) == before
    workspace.ledger.undo()
    again = open_workspace(workspace.root)
    again.update(meaning=False)
    assert entry(again, item)
    again.close()
    outside(workspace, "- [x] Order", "- [ ] Order")
    assert entry(workspace, item)
    outside(workspace, "- [ ] Order", "- [x] Order")
    assert entry(workspace, item) is None


def test_an_undone_resolution_does_not_hide_the_same_tick_by_another_program(workspace: Workspace) -> None:
    item = adopt(workspace, "tiles")
    workspace.ledger.resolve(item)
    ticked, opened = line(workspace, "tiles"), LINES["tiles"]
    workspace.ledger.undo()
    workspace.update(meaning=False)
    assert entry(workspace, item) and line(workspace, "tiles") == opened
    outside(workspace, opened, ticked)
    assert entry(workspace, item) is None


def test_a_tick_that_undo_cannot_take_back_closes_nothing_again(workspace: Workspace) -> None:
    item = adopt(workspace, "tiles")
    workspace.ledger.resolve(item)
    outside(workspace, "Order tiles", "Order the tiles")
    assert "stays as it is" in workspace.ledger.undo()
    workspace.update(meaning=False)
    assert entry(workspace, item) and "- [x] Order the tiles" in text(workspace)


def test_a_repeating_entry_goes_on_when_its_line_is_ticked_elsewhere(workspace: Workspace) -> None:
    item = adopt(workspace, "tiles", repeat="every week")
    outside(workspace, "- [ ] Order", "- [x] Order")
    following = [found for found in workspace.commitments() if found.links == item.links]
    assert [str(found.due) for found in following] == ["2026-12-11"]
    workspace.update(meaning=False)
    assert entry(workspace, following[0])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (LINES["tiles"], ""),
        (LINES["tiles"], LINES["tiles"].replace(" ^tiles", "").replace("[ ]", "[x]")),
        (LINES["tiles"], f"```\n{LINES['tiles'].replace('[ ]', '[x]')}\n```"),
        (LINES["tiles"], f"{LINES['tiles'].replace('[ ]', '[x]')}\n{LINES['tiles']}"),
        (NOTE, "\x00" * 20),
    ],
)
def test_a_line_that_cannot_be_found_says_nothing(workspace: Workspace, before: str, after: str) -> None:
    item = adopt(workspace, "tiles")
    steps = count(workspace)
    outside(workspace, before, after)
    assert entry(workspace, item) and count(workspace) == steps


def test_two_programs_record_a_tick_once(workspace: Workspace) -> None:
    item = adopt(workspace, "tiles")
    other = open_workspace(workspace.root)
    other.start()
    workspace.start()
    wait_until(lambda: workspace.status().indexing is None and other.status().indexing is None)
    changed = text(workspace).replace("- [ ] Order", "- [x] Order")
    (workspace.root / PATH).write_text(changed, "utf-8")
    assert wait_until(lambda: entry(workspace, item) is None and entry(other, item) is None)
    kinds = [made.kind for made in workspace.ledger.history(item.id)]
    assert kinds == ["added", "resolved"]
    other.close()


def test_an_entry_linked_to_a_line_that_was_ticked_before_stays_open(workspace: Workspace) -> None:
    outside(workspace, "- [ ] Plain", "- [x] Plain ✅ 2026-11-20")
    item = workspace.ledger.add({"action": "Later", "links": f"Both#^{'plain'}"})
    workspace.update(meaning=False)
    assert entry(workspace, item)


@pytest.mark.parametrize(
    ("before", "after", "field", "value"),
    [
        ("📅 2026-12-04", "📅 2026-12-09", "due", "2026-12-09"),
        (" 📅 2026-12-04", "", "due", "None"),
        ("🔼", "⏫", "priority", "high"),
        (" 🔼", "", "priority", "None"),
        ("[repeat:: every week]", "[repeat:: every 2 weeks]", "repeat", "every 2 weeks"),
    ],
)
def test_what_another_program_changes_in_the_line_is_taken_over(
    workspace: Workspace, before: str, after: str, field: str, value: str
) -> None:
    item = adopt(workspace, "water" if field == "repeat" else "tiles")
    was = getattr(item, field)
    outside(workspace, before, after)
    found = entry(workspace, item)
    assert found and str(getattr(found, field)) == value and not found.problem
    assert workspace.ledger.steps()[0].said == f"edited {field} of '{item.action}', as in Both.md"
    changed, steps = text(workspace), count(workspace)
    workspace.update(meaning=False)
    assert count(workspace) == steps
    workspace.ledger.undo()
    workspace.update(meaning=False)
    found = entry(workspace, item)
    assert found and getattr(found, field) == was and text(workspace) == changed


def test_a_time_of_day_stays_when_the_day_is_taken_over(workspace: Workspace) -> None:
    item = adopt(workspace, "tiles", due="2026-12-04 15:00")
    outside(workspace, "2026-12-04", "2026-12-09")
    found = entry(workspace, item)
    assert found and str(found.due) == "2026-12-09 15:00:00"


def test_a_date_that_is_no_date_is_told_and_not_taken_over(workspace: Workspace) -> None:
    item = adopt(workspace, "tiles")
    outside(workspace, "2026-12-04", "2026-12-44")
    found = entry(workspace, item)
    assert found and str(found.due) == "2026-12-04" and "2026-12-44" in found.problem
    outside(workspace, "2026-12-44", "2026-12-05")
    found = entry(workspace, item)
    assert found and str(found.due) == "2026-12-05" and not found.problem


@pytest.mark.parametrize("settled", ["2026-12-20", "2026-12-15", "2026-12-09"])
def test_what_was_changed_on_both_sides_is_told_and_settled_by_an_edit(workspace: Workspace, settled: str) -> None:
    item = adopt(workspace, "tiles")
    ledger = workspace.root / ".betimes" / "ledger.toml"
    ledger.write_text(ledger.read_text("utf-8").replace("due = 2026-12-04", "due = 2026-12-15"), "utf-8")
    outside(workspace, "2026-12-04", "2026-12-09")
    found = entry(workspace, item)
    assert found and str(found.due) == "2026-12-15"
    assert "Both.md:2 says due 2026-12-09" in found.problem and "2026-12-15" in found.problem
    workspace.ledger.edit(item.id, {"action": "Order the tiles"})
    workspace.update(meaning=False)
    found = entry(workspace, item)
    assert found and found.problem
    workspace.ledger.edit(item.id, {"due": settled})
    workspace.update(meaning=False)
    found = entry(workspace, item)
    assert found and str(found.due) == settled and not found.problem
    assert f"📅 {settled}" in line(workspace, "tiles")


def test_a_ledger_that_cannot_be_written_is_told_and_tried_again(workspace: Workspace) -> None:
    item = adopt(workspace, "tiles")
    journal = workspace.root / ".betimes" / "journal.jsonl"
    journal.chmod(0o444)
    outside(workspace, "- [ ] Order", "- [x] Order")
    found = entry(workspace, item)
    assert found and "Both.md:2 was changed, and this not" in found.problem
    journal.chmod(0o644)
    workspace.update(meaning=False)
    assert entry(workspace, item) is None


def test_lines_are_left_alone_on_a_past_day_and_with_a_ledger_that_does_not_parse(workspace: Workspace) -> None:
    item = adopt(workspace, "tiles")
    ledger = workspace.root / ".betimes" / "ledger.toml"
    good = ledger.read_text("utf-8")
    ledger.write_text("[[entry]", "utf-8")
    outside(workspace, "- [ ] Order", "- [x] Order")
    assert entry(workspace, item)
    ledger.write_text(good, "utf-8")
    workspace.update(meaning=False)
    assert entry(workspace, item) is None
