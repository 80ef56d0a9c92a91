from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from fake_workspace import AGENDA, FakeWorkspace
from pilots import main, press, running, screen_text, settle, toasts, type_text
from textual.events import Key
from textual.widgets import Input

from app.errors import LedgerError
from app.ledger.commitment import Commitment


async def test_resolve_asks_for_outcome_and_remark_then_undo_and_redo() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "j", "r")
        assert "Submit packet" in screen_text(pilot) and "superseded" in screen_text(pilot)
        await press(pilot, "down", "tab")
        await type_text(pilot, "no time")
        await press(pilot, "enter")
        assert ("resolve", "p4ck", "dropped", "no time") in workspace.calls
        assert "Dropped: Submit packet" in toasts(pilot)
        assert "NOW 2" in screen_text(pilot)
        await press(pilot, "u")
        assert "NOW 3" in screen_text(pilot) and "Undone: resolved 'Submit packet'" in toasts(pilot)
        await press(pilot, "ctrl+r")
        assert "NOW 2" in screen_text(pilot) and "Redone: resolved 'Submit packet'" in toasts(pilot)


async def test_nothing_to_undo_is_a_toast() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "u")
        assert "There is nothing to undo" in toasts(pilot)


async def test_escape_leaves_a_dialog_without_a_change() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "r", "escape", "s", "escape")
        assert not [call for call in workspace.calls if call[0] in ("resolve", "snooze")]
        assert len(pilot.app.screen_stack) == 1


async def test_snooze_by_choice_and_by_typing() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "s", "enter")
        assert ("snooze", "k7q2", "2026-12-01") in workspace.calls
        assert "Snoozed until Tue 1 Dec" in toasts(pilot)
        await press(pilot, "s", "tab")
        await type_text(pilot, "friday")
        assert "read as friday" in screen_text(pilot)
        await press(pilot, "enter")
        assert [call[2] for call in workspace.calls if call[0] == "snooze"] == ["2026-12-01", "friday"]


async def test_a_day_that_is_refused_is_asked_for_again() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "s", "tab")
        await type_text(pilot, "yesterday")
        await press(pilot, "enter")
        assert "yesterday is not after today" in screen_text(pilot)
        assert pilot.app.screen.query_one("#day", Input).value == "yesterday"
        await press(pilot, "escape")
        assert len(pilot.app.screen_stack) == 1


async def test_a_new_commitment_with_its_readings() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "N")
        await type_text(pilot, "Ring Ann")
        await press(pilot, "tab", "tab")
        await type_text(pilot, "friday")
        assert "read as friday" in screen_text(pilot)
        await press(pilot, "ctrl+s")
        assert ("add", {"action": "Ring Ann", "due": "friday"}) in workspace.calls
        assert main(pilot).commitment is not None and main(pilot).commitment.id == "new1"


async def test_keys_that_arrive_all_at_once_go_to_the_field_they_are_meant_for() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "N")
        for key in ("a", "tab", "b", "tab", "c"):
            pilot.app.post_message(Key(key, key if len(key) == 1 else None))
        await settle(pilot)
        typed = [pilot.app.screen.query_one(field, Input).value for field in ("#action", "#when", "#due")]
        assert typed == ["a", "b", "c"]


async def test_what_cannot_be_saved_comes_back_as_typed() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "N")
        await type_text(pilot, "Ring Ann")
        await press(pilot, "tab", "tab")
        await type_text(pilot, "nonsense")
        assert "! not a date" in screen_text(pilot)
        await press(pilot, "enter")
        assert "Not saved. due: not a date" in screen_text(pilot)
        assert pilot.app.screen.query_one("#action", Input).value == "Ring Ann"


async def test_a_form_that_the_ledger_refuses_comes_back_as_typed() -> None:
    class BrokenLedger(FakeWorkspace):
        def add(self, draft: Mapping[str, str]) -> Commitment:
            raise LedgerError("ledger.toml, line 3: Invalid value", "Correct that line.")

    async with running(BrokenLedger()) as pilot:
        await press(pilot, "N")
        await type_text(pilot, "Ring Ann")
        await press(pilot, "ctrl+s")
        assert "Invalid value" in screen_text(pilot)
        assert pilot.app.screen.query_one("#action", Input).value == "Ring Ann"


async def test_a_form_with_text_is_dropped_only_on_the_second_escape() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "N")
        await type_text(pilot, "Ring")
        await press(pilot, "escape")
        assert len(pilot.app.screen_stack) == 2 and "drops what you typed" in toasts(pilot)
        await press(pilot, "escape")
        assert len(pilot.app.screen_stack) == 1


async def test_buttons_work_with_the_mouse() -> None:
    workspace = FakeWorkspace()
    async with running(workspace, size=(100, 40)) as pilot:
        await press(pilot, "N")
        await pilot.click("#cancel")
        await settle(pilot)
        assert len(pilot.app.screen_stack) == 1
        await press(pilot, "N")
        await type_text(pilot, "Ring")
        await pilot.click("#save")
        await settle(pilot)
        assert ("add", {"action": "Ring"}) in workspace.calls


async def test_edit_opens_the_form_filled_in() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "e")
        assert "Lena sends her price" in screen_text(pilot)
        pilot.app.screen.query_one("#action", Input).value = "Compare the quote"
        await press(pilot, "ctrl+s")
        assert workspace.calls[-1][:2] == ("edit", "k7q2")
        assert "Saved: Compare the quote" in toasts(pilot)


async def test_the_text_of_a_task_line_is_edited_in_its_note() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "j", "j", "E")
        assert ("editor", "Home.md", 4) in workspace.calls
        assert "Set $VISUAL or $EDITOR." in toasts(pilot)


async def test_without_a_commitment_the_keys_say_what_is_missing() -> None:
    workspace = FakeWorkspace(current=replace(AGENDA, firing=(), upcoming=(), snoozed=()))
    async with running(workspace) as pilot:
        await press(pilot, "r", "s", "x")
        assert "Highlight a commitment first" in toasts(pilot)
