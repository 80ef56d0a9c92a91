"""Dialogs: where the cursor is, what is selected, and where the highlight goes afterwards."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from fake_workspace import AGENDA, PACKET, PASSPORT, QUOTE, TODAY, FakeWorkspace
from pilots import main, press, running, screen_lines, screen_text, settle, toasts, type_text
from textual.widgets import Input

from app.events import LedgerChanged
from app.ledger.commitment import Commitment
from widgets.card import card_lines


@pytest.mark.parametrize("opens", ["e", "N", "r", "s"])
async def test_no_field_of_a_dialog_is_selected_as_a_whole_on_focus(opens: str) -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, opens)
        for field in pilot.app.screen.query(Input):
            field.value = "as it was"
            field.focus()
            await settle(pilot)
            await press(pilot, "end", "x")
            assert field.value == "as it wasx"
            assert field.selection.is_empty


async def test_the_first_key_in_a_filled_form_adds_to_the_text() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "e", "x")
        assert pilot.app.screen.query_one("#action", Input).value == f"{QUOTE.action}x"


async def test_a_refused_form_comes_back_at_the_field_that_cannot_be_read() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "N")
        await type_text(pilot, "Ring Ann")
        await press(pilot, "tab", "tab")
        await type_text(pilot, "nonsense")
        await press(pilot, "ctrl+s")
        assert "Not saved. due: not a date" in screen_text(pilot)
        assert pilot.app.focused is not None and pilot.app.focused.id == "due"


async def test_an_empty_form_complains_of_nothing() -> None:
    class Strict(FakeWorkspace):
        def check_draft(self, draft):  # type: ignore[no-untyped-def]
            return {"action": "" if draft["action"] else "! say what is to be done"}

    async with running(Strict()) as pilot:
        await press(pilot, "N")
        await pilot.pause(0.3)
        assert "say what is to be done" not in screen_text(pilot)
        await press(pilot, "tab")
        await type_text(pilot, "the quote arrives")
        await pilot.pause(0.3)
        assert "! say what is to be done" in screen_text(pilot)


async def test_what_is_typed_beside_choices_goes_to_the_field() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "s", *"friday", "enter")
        assert ("snooze", "k7q2", "friday") in workspace.calls
        await press(pilot, "r", "down", *"no use", "enter")
        assert workspace.calls[-1][2:] == ("dropped", "no use")


async def test_the_chosen_outcome_keeps_its_sign_while_the_remark_is_typed() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "r", "down", "tab")
        signed = [text for text in screen_lines(pilot) if "it will not be done" in text]
        assert "▌dropped" in signed[0]
        assert not [text for text in screen_lines(pilot) if "▌done" in text]


async def test_a_snoozed_commitment_leaves_the_highlight_to_the_next_row() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "j", "s", "enter")
        assert main(pilot).commitment == PASSPORT
        await press(pilot, "s", "enter")
        assert main(pilot).commitment is not None and main(pilot).commitment.id == "s5rv"


async def test_a_task_line_put_off_within_its_section_leaves_the_highlight_to_the_next_row() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        workspace.current = replace(
            AGENDA, firing=(PACKET, replace(PASSPORT, start=date(2026, 12, 1))), upcoming=AGENDA.upcoming
        )
        await press(pilot, "j", "j")
        workspace.callback(LedgerChanged())
        await settle(pilot)
        assert main(pilot).commitment is not None and main(pilot).commitment.id == "s5rv"


@pytest.mark.parametrize("key", ["r", "s"])
async def test_undo_and_redo_say_so_and_highlight_what_came_back(key: str) -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "j", key, "enter", "home")
        assert main(pilot).commitment == QUOTE
        await press(pilot, "u")
        assert main(pilot).commitment == PACKET
        assert "Undone: " in toasts(pilot)
        await press(pilot, "home", "ctrl+r")
        assert "Redone: " in toasts(pilot)


async def test_a_restored_task_line_is_highlighted_when_its_note_has_been_read_again() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        late = replace(AGENDA, firing=(QUOTE, PACKET))
        workspace.past, workspace.current, workspace.touched = [late], late, "Home.md:4"
        workspace.callback(LedgerChanged())
        await press(pilot, "u")
        assert main(pilot).commitment == QUOTE
        workspace.current = replace(AGENDA, firing=(QUOTE, PACKET, replace(PASSPORT, id="Home.md#^pass")))
        workspace.callback(LedgerChanged())
        await settle(pilot)
        assert main(pilot).commitment is not None and main(pilot).commitment.id == "Home.md#^pass"


async def test_what_is_awaited_is_given_up_when_the_person_moves_on() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        late = replace(AGENDA, firing=(QUOTE, PACKET))
        workspace.past, workspace.current, workspace.touched = [late], late, "Home.md:4"
        workspace.callback(LedgerChanged())
        await press(pilot, "u", "j")
        workspace.current = AGENDA
        workspace.callback(LedgerChanged())
        await settle(pilot)
        assert main(pilot).commitment == PACKET


async def test_the_toast_of_a_snoozed_task_line_says_until_when() -> None:
    class Notes(FakeWorkspace):
        def snooze(self, item: Commitment, when: str, *, seen: Commitment | None = None) -> Commitment:
            changed = replace(item, start=date(2026, 12, 1))
            return self._becomes(self.current, changed)

    async with running(Notes()) as pilot:
        await press(pilot, "j", "j", "s", "enter")
        assert "Snoozed until Tue 1 Dec: Renew passport" in toasts(pilot)


def test_the_card_of_a_planned_task_line_says_scheduled() -> None:
    planned = "\n".join(part.plain for part in card_lines(replace(PASSPORT, is_scheduled=True), TODAY))
    due = "\n".join(part.plain for part in card_lines(PASSPORT, TODAY))
    assert "scheduled Mon 30 Nov 2026" in planned and "due" not in planned
    assert "due       Mon 30 Nov 2026" in due
