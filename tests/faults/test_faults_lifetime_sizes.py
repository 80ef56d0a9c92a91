"""Terminals of any size: every screen at sizes nobody can work at, and a window that is dragged about."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.faults.living import BETIMES, Terminal, environment

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "ui"))
from fake_workspace import FakeWorkspace  # noqa: E402
from pilots import press, running, screen_text, type_text  # noqa: E402

SIZES = ((20, 5), (1, 1), (2, 3), (0, 0), (200, 1), (1, 50))
SCREENS = {
    "agenda": (),
    "quick add": ("n",),
    "form": ("N",),
    "edit": ("e",),
    "resolve": ("r",),
    "snooze": ("s",),
    "history": ("h",),
    "explanation": ("x",),
    "keys": ("question_mark",),
    "palette": ("ctrl+p",),
    "note": ("l",),
    "preview": ("enter",),
}
OPENED = {"agenda", "preview"}
"""What is on the main screen; everything else is a screen of its own."""


async def to_size(pilot: Pilot[None], width: int, height: int) -> None:
    await pilot.resize_terminal(width, height)
    await pilot.pause()


async def test_screens_live_through_a_terminal_of_no_size() -> None:
    async with running(FakeWorkspace()) as pilot:
        for name in ("quick add", "edit", "resolve", "keys", "note", "preview"):
            await press(pilot, *SCREENS[name])
            assert (len(pilot.app.screen_stack) == 1) == (name in OPENED), name
            for size in ((1, 1), (0, 0)):
                await pilot.resize_terminal(*size)
            await pilot.resize_terminal(80, 24)
            await pilot.press("escape", "escape")
        await press(pilot, "escape")
        assert "Submit packet" in screen_text(pilot) and len(screen_text(pilot).split("\n")) == 24


@pytest.mark.soak
@pytest.mark.parametrize("name", SCREENS)
async def test_no_screen_breaks_at_any_size_and_all_are_whole_again_after_it(name: str) -> None:
    """Also opened at 20x5: an error would end the application, and be raised here."""
    async with running(FakeWorkspace(), size=(20, 5)) as pilot:
        await press(pilot, *SCREENS[name])
        assert (len(pilot.app.screen_stack) == 1) == (name in OPENED)
        assert screen_text(pilot).strip()
        for size in SIZES:
            await to_size(pilot, *size)
        await press(pilot, "down", "tab")
        await to_size(pilot, 80, 24)
        assert len(screen_text(pilot).split("\n")) == 24 and pilot.app.is_running
        await press(pilot, "escape", "escape", "escape")
        assert "Submit packet" in screen_text(pilot)


async def test_a_commitment_can_be_written_and_resolved_at_20x5() -> None:
    workspace = FakeWorkspace()
    async with running(workspace, size=(20, 5)) as pilot:
        await press(pilot, "n")
        await type_text(pilot, "Pay")
        assert "Pay" in screen_text(pilot)
        await press(pilot, "enter")
        assert any(call[0] == "add" for call in workspace.calls)
        await press(pilot, "r", "enter")
        assert any(call[0] == "resolve" for call in workspace.calls)


def test_a_resize_storm_leaves_the_screen_as_the_last_size_wants_it(tmp_path: Path) -> None:
    chance = random.Random(7)
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "a.md").write_text("- [ ] Call the plumber 📅 2020-01-01\n", encoding="utf-8")
    command = [*BETIMES, "--no-semantic", str(tmp_path / "vault")]
    with Terminal(command, environment(tmp_path / "places"), (5, 20)) as terminal:
        terminal.wait_for("Call", "1 note")
        for round_ in range(40):
            terminal.resize(*chance.choice([(5, 20), (1, 1), (3, 2), (0, 0), (24, 80), (1, 300), (200, 3)]))
            terminal.type(chance.choice(["\x1b", "\t", "j", "?", "\x1b"]) if round_ % 4 == 0 else "")
            terminal.read(0.02)
        terminal.type("\x1b\x1b")
        terminal.forget()
        terminal.resize(30, 100)
        terminal.wait_for("Call the plumber", "1 note", "keys")
        assert terminal.process.poll() is None
        terminal.process.terminate()
        assert terminal.end() == 143 and terminal.is_restored and "Traceback" not in terminal.text
