"""Resolving what repeats: what comes next is said before and after."""

from __future__ import annotations

from dataclasses import replace

from fake_workspace import AGENDA, PACKET, TODAY, FakeWorkspace
from pilots import press, running, screen_text, toasts

from app.errors import NotFound
from app.ledger.commitment import Agenda, Commitment

RENT = replace(PACKET, repeat="every month")
RENT_AGENDA = Agenda(TODAY, firing=(RENT,))


async def test_the_dialog_says_what_comes_of_a_repetition_and_so_does_the_toast() -> None:
    workspace = FakeWorkspace(current=RENT_AGENDA, follows="next: Mon 28 Dec")
    async with running(workspace) as pilot:
        await press(pilot, "r")
        text = screen_text(pilot)
        assert "it was done; next: Mon 28 Dec" in text
        assert "it will not be done, and it does not come back" in text
        assert "something else took its place, and it does not come back" in text
        await press(pilot, "enter")
        assert "Done: Submit packet. Next: Mon 28 Dec" in toasts(pilot)


async def test_what_is_dropped_has_nothing_next() -> None:
    workspace = FakeWorkspace(current=RENT_AGENDA, follows="next: Mon 28 Dec")
    async with running(workspace) as pilot:
        await press(pilot, "r", "down", "enter")
        assert "Dropped: Submit packet" in toasts(pilot) and "Next" not in toasts(pilot)


async def test_what_does_not_repeat_says_nothing_of_it() -> None:
    async with running(FakeWorkspace(current=AGENDA, follows="next: never")) as pilot:
        await press(pilot, "j", "r")
        text = screen_text(pilot)
        assert "it was done" in text and "come back" not in text and "next: never" not in text


async def test_what_cannot_be_told_is_left_out() -> None:
    class Gone(FakeWorkspace):
        def following(self, item: Commitment) -> str:
            raise NotFound(f"There is no open commitment {item.id}")

    async with running(Gone(current=RENT_AGENDA)) as pilot:
        await press(pilot, "r")
        assert "it was done" in screen_text(pilot) and toasts(pilot) == ""
        await press(pilot, "enter")
        assert toasts(pilot) == "Done: Submit packet"
