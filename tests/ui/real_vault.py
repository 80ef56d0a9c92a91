"""The application on a real workspace: real files, a real ledger, and no model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from pilots import screen_text, settle
from textual.pilot import Pilot

from app.workspace import Workspace
from widgets.shell import BetimesApp


@asynccontextmanager
async def running_on(workspace: Workspace, *, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Pilot]:
    app = BetimesApp(workspace, agenda=workspace.agenda())
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: workspace.status().indexing is None)
        await settle(pilot)
        yield pilot


async def until(pilot: Pilot, reached: Callable[[], bool], seconds: float = 10.0) -> None:
    for _ in range(int(seconds / 0.05)):
        if reached():
            return
        await pilot.pause(0.05)
    raise AssertionError(f"not reached within {seconds} s:\n{screen_text(pilot)}")
