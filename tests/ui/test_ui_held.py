"""Changes that the disk would not take: told, tried again, given up, and asked about before leaving."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from fake_workspace import PACKET, FakeWorkspace
from pilots import main, press, running, screen_lines, screen_text, settle, toasts, type_text

from app.config import Config
from app.errors import NotWritable, WriteRefused
from app.ledger.commitment import Commitment


async def test_what_is_not_saved_is_told_and_tried_again() -> None:
    workspace = FakeWorkspace(full=True)
    async with running(workspace) as pilot:
        await press(pilot, "j", "r", "enter")
        assert "1 change is not saved, ^w tries again" in screen_text(pilot)
        assert "the disk is full" in screen_text(pilot) and "Not saved yet" in toasts(pilot)
        assert "NOW 3" in screen_text(pilot)
        await press(pilot, "ctrl+w")
        assert "Still not saved: resolve 'Submit packet'" in toasts(pilot)
        workspace.full = False
        await press(pilot, "ctrl+w")
        assert "Saved now: resolve 'Submit packet'" in toasts(pilot)
        assert "not saved" not in screen_text(pilot).splitlines()[0]
        await press(pilot, "ctrl+w", "W")
        assert "Every change is on disk." in toasts(pilot)


class _NothingTakenBack(FakeWorkspace):
    def undo(self) -> str:
        raise NotWritable("ledger.toml is read-only", "Make it writable.")


async def test_an_undo_that_cannot_be_written_is_told_as_not_done_and_not_as_kept() -> None:
    async with running(_NothingTakenBack()) as pilot:
        await press(pilot, "u")
        assert "Not done: ledger.toml is read-only" in toasts(pilot) and "Not saved" not in toasts(pilot)


async def test_a_form_that_is_not_saved_is_kept_too() -> None:
    workspace = FakeWorkspace(full=True)
    async with running(workspace) as pilot:
        await press(pilot, "e", "ctrl+s")
        assert "1 change is not saved" in screen_text(pilot) and len(pilot.app.screen_stack) == 1


async def test_the_banner_names_the_persons_own_keys() -> None:
    workspace = FakeWorkspace(full=True, config=Config(keys={"ledger.retry": "f5", "ledger.held": "f6"}))
    async with running(workspace) as pilot:
        await press(pilot, "r", "enter")
        assert "f5 tries again, f6 shows them" in screen_text(pilot)


@pytest.mark.parametrize("key", ["u", "ctrl+r"])
async def test_undo_first_asks_about_the_latest_change_when_that_is_not_saved(key: str) -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "s", "enter", "u", "s", "enter")
        workspace.full = True
        await press(pilot, "j", "r", "enter", "j", "r", "enter", key)
        assert len(workspace.past) == 1 and "the latest change is not saved yet" in toasts(pilot)
        [marked] = [line for line in screen_lines(pilot) if "▌resolve" in line]
        await press(pilot, "d", "y")
        assert len(workspace.waiting) == 1 and workspace.waiting[0].description not in marked


async def test_one_change_is_given_up_after_asking() -> None:
    workspace = FakeWorkspace(full=True)
    async with running(workspace) as pilot:
        await press(pilot, "j", "r", "enter", "s", "enter", "W")
        assert "resolve 'Submit packet'" in screen_text(pilot)
        await press(pilot, "d", "enter")
        assert len(workspace.waiting) == 2
        await press(pilot, "d", "y")
        assert [change.description for change in workspace.waiting] == ["snooze 'Renew passport'"]
        assert "Given up: resolve 'Submit packet'" in toasts(pilot)


async def test_all_changes_are_given_up_or_tried_again_from_the_list() -> None:
    workspace = FakeWorkspace(full=True)
    async with running(workspace) as pilot:
        await press(pilot, "j", "r", "enter", "s", "enter", "W", "enter")
        assert ("retry",) in workspace.calls
        await press(pilot, "W", "escape", "W", "D", "y")
        assert not workspace.waiting and "not saved" not in screen_text(pilot)


async def test_quitting_asks_once_about_what_is_not_saved() -> None:
    workspace = FakeWorkspace(full=True)
    async with running(workspace) as pilot:
        await press(pilot, "j", "r", "enter", "q")
        assert "Not saved:" in screen_text(pilot) and "resolve 'Submit packet'" in screen_text(pilot)
        await press(pilot, "enter")
        assert pilot.app.is_running and len(pilot.app.screen_stack) == 1
        await press(pilot, "q", "y")
        assert not pilot.app.is_running


async def test_quitting_waits_for_what_is_being_written() -> None:
    class Slow(FakeWorkspace):
        gate = threading.Event()

        def resolve(
            self, item: Commitment, outcome: str, remark: str = "", *, seen: Commitment | None = None
        ) -> Commitment:
            self.gate.wait(5)
            return super().resolve(item, outcome, remark, seen=seen)

    workspace = Slow()
    async with running(workspace) as pilot:
        await pilot.press("r", "enter", "q")
        assert pilot.app.is_running
        Slow.gate.set()
        await settle(pilot)
        assert not pilot.app.is_running and ("resolve", "k7q2", "done", "") in workspace.calls


async def test_a_second_q_does_not_wait() -> None:
    class Stuck(FakeWorkspace):
        gate = threading.Event()

        def resolve(
            self, item: Commitment, outcome: str, remark: str = "", *, seen: Commitment | None = None
        ) -> Commitment:
            self.gate.wait(5)
            return item

    async with running(Stuck()) as pilot:
        await pilot.press("r", "enter", "q", "q")
        Stuck.gate.set()
        await settle(pilot)
        assert not pilot.app.is_running


async def test_a_change_that_no_longer_applies_says_why() -> None:
    workspace = FakeWorkspace(full=True)
    async with running(workspace) as pilot:
        await press(pilot, "j", "r", "enter")
        workspace.waiting = [replace(workspace.waiting[0], error=WriteRefused("it was changed", "Give it up."))]
        await press(pilot, "W")
        assert "it was changed. Give it up." in screen_text(pilot)


async def test_the_agenda_shows_what_is_on_disk() -> None:
    workspace = FakeWorkspace(full=True)
    async with running(workspace) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "quote")
        await press(pilot, "escape", "home", "j", "r", "enter")
        main(pilot).agenda.move_to("commitment:p4ck")
        assert main(pilot).commitment == PACKET
