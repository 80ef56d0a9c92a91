"""Running the application without a terminal, and reading its screen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress

from textual.pilot import Pilot
from textual.widgets import Input
from textual.worker import WorkerCancelled, WorkerFailed

from app.search.result import Arm
from widgets.main_screen import MainScreen
from widgets.shell import BetimesApp


@asynccontextmanager
async def running(
    workspace: object, *, size: tuple[int, int] = (80, 24), agenda: bool = True, app: type[BetimesApp] = BetimesApp
) -> AsyncIterator[Pilot]:
    first = workspace.agenda() if agenda else None  # type: ignore[attr-defined]
    async with app(workspace, agenda=first).run_test(size=size) as pilot:  # type: ignore[arg-type]
        await settle(pilot)
        yield pilot


async def settle(pilot: Pilot) -> None:
    """Wait until no worker runs and every message has been handled."""
    for _ in range(3):
        with suppress(WorkerCancelled, WorkerFailed):
            await pilot.app.workers.wait_for_complete()
        await pilot.pause()


async def type_text(pilot: Pilot, text: str) -> None:
    """Put text into the focused box, all at once: each key press costs a tenth of a second."""
    box = pilot.app.focused
    assert isinstance(box, Input)
    box.insert_text_at_cursor(text)
    await settle(pilot)


async def search_for(pilot: Pilot, text: str) -> None:
    """Type a query and wait for what it finds by meaning too, which comes after a pause in typing."""
    await press(pilot, "slash")
    await type_text(pilot, text)
    for _ in range(200):
        found = main(pilot).results.found
        if found is not None and (found.query, found.arm) == (text, Arm.FUSED):
            break
        await pilot.pause(0.05)
    else:
        raise AssertionError(f"no answer by meaning to {text!r}")
    await settle(pilot)


async def press(pilot: Pilot, *keys: str) -> None:
    await pilot.press(*keys)
    await settle(pilot)


def screen_lines(pilot: Pilot) -> Iterator[str]:
    for strip in pilot.app.screen._compositor.render_strips():
        yield "".join(segment.text for segment in strip)


def screen_text(pilot: Pilot) -> str:
    return "\n".join(screen_lines(pilot))


def main(pilot: Pilot) -> MainScreen:
    screen = pilot.app.screen_stack[0]
    assert isinstance(screen, MainScreen)
    return screen


def toasts(pilot: Pilot) -> str:
    return "\n".join(notice.message for notice in pilot.app._notifications)
