"""An entry that was changed on both sides: both versions, three answers, and nothing lost."""

from __future__ import annotations

import pytest
from fake_safety import changed
from fake_workspace import PACKET, QUOTE, FakeWorkspace
from pilots import main, press, running, screen_lines, screen_text, toasts
from textual.widgets import Input

from app.ledger.conflicts import EntryChanged


def conflict(item: object = PACKET, *, gone: bool = False) -> FakeWorkspace:
    return FakeWorkspace(refusals=[changed(item, gone=gone)])  # type: ignore[arg-type]


async def test_both_versions_stand_side_by_side() -> None:
    async with running(conflict()) as pilot:
        await press(pilot, "j", "r", "enter")
        assert "Changed on both sides" in screen_text(pilot)
        assert [text for text in screen_lines(pilot) if "due" in text and "2026-11-28" in text and "2026-12-05" in text]
        assert [text for text in screen_lines(pilot) if "tags" in text and "(none)" in text and "office" in text]


async def test_resolve_goes_on_with_what_is_on_disk() -> None:
    workspace = conflict()
    async with running(workspace) as pilot:
        await press(pilot, "j", "r", "down", *"why", "enter", "1")
        assert [call for call in workspace.calls if call[0] == "resolve"] == [("resolve", "p4ck", "dropped", "why")] * 2
        assert "Dropped: Submit packet" in toasts(pilot) and "NOW 2" in screen_text(pilot)


async def test_resolve_can_be_given_up() -> None:
    workspace = conflict()
    async with running(workspace) as pilot:
        await press(pilot, "j", "r", "enter", "2")
        assert "Left as it is on disk: Submit packet" in toasts(pilot)
        assert main(pilot).commitment == PACKET and "NOW 3" in screen_text(pilot)
        assert len([call for call in workspace.calls if call[0] == "resolve"]) == 1


@pytest.mark.parametrize("key", ["3", "enter", "escape"])
async def test_going_back_keeps_outcome_and_remark(key: str) -> None:
    async with running(conflict()) as pilot:
        await press(pilot, "j", "r", "down", *"why", "enter", key)
        assert pilot.app.screen.query_one(Input).value == "why" and "▌dropped" in screen_text(pilot)


async def test_snooze_goes_on_or_back() -> None:
    workspace = conflict()
    async with running(workspace) as pilot:
        await press(pilot, "j", "s", *"friday", "enter", "3")
        assert pilot.app.screen.query_one(Input).value == "friday"
        workspace.refusals.append(changed(PACKET))
        await press(pilot, "enter", "1")
        assert [call[2] for call in workspace.calls if call[0] == "snooze"] == ["friday"] * 3


async def test_an_entry_that_is_gone_is_written_again_and_resolved() -> None:
    workspace = conflict(gone=True)
    async with running(workspace) as pilot:
        await press(pilot, "j", "r", *"done after all", "enter")
        assert "No longer open" in screen_text(pilot)
        await press(pilot, "1")
        assert ("add", {"action": "Submit packet", "due": "2026-11-28"}) in workspace.calls
        assert workspace.calls[-1] == ("resolve", "new1", "done", "done after all")


async def test_a_form_is_compared_field_by_field_and_written_over() -> None:
    error = changed(QUOTE)
    workspace = FakeWorkspace(refusals=[error])
    async with running(workspace) as pilot:
        await press(pilot, "e")
        pilot.app.screen.query_one("#action", Input).value = "Compare the quote"
        await press(pilot, "ctrl+s")
        assert "Changed on both sides" in screen_text(pilot) and "write mine over" in screen_text(pilot)
        await press(pilot, "1")
        call = workspace.calls[-1]
        assert call[:2] == ("edit", "k7q2") and call[2]["action"] == "Compare the quote"  # type: ignore[index]
        assert call[3] == error.theirs
        assert "Saved: Compare the quote" in toasts(pilot)


async def test_back_to_the_form_with_what_was_typed() -> None:
    async with running(FakeWorkspace(refusals=[changed(QUOTE)])) as pilot:
        await press(pilot, "e")
        pilot.app.screen.query_one("#action", Input).value = "Compare the quote"
        await press(pilot, "ctrl+s", "enter")
        assert pilot.app.screen.query_one("#action", Input).value == "Compare the quote"


async def test_a_form_of_an_entry_that_is_gone_becomes_a_new_entry() -> None:
    workspace = FakeWorkspace(refusals=[changed(QUOTE, gone=True)])
    async with running(workspace) as pilot:
        await press(pilot, "e", "ctrl+s", "1")
        added = [call for call in workspace.calls if call[0] == "add"]
        assert added and added[0][1]["action"] == QUOTE.action  # type: ignore[index]


async def test_theirs_can_stand() -> None:
    workspace = FakeWorkspace(refusals=[changed(QUOTE)])
    async with running(workspace) as pilot:
        await press(pilot, "e", "ctrl+s", "2")
        assert len(pilot.app.screen_stack) == 1 and "Left as it is on disk" in toasts(pilot)


def test_the_error_of_the_workspace_in_memory_is_the_real_one() -> None:
    assert isinstance(changed(PACKET), EntryChanged)
