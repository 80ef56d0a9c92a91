"""What the view of a note and the repair of links look like, in both themes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from fake_links import NOWHERE, RENAMED
from fake_workspace import FakeWorkspace
from pilots import main, press, settle
from test_snapshots import THEMES, Compare, app, steady
from textual.pilot import Pilot

from app.events import IndexChanged

Act = Callable[[Pilot], Awaitable[None]]


async def links(pilot: Pilot) -> None:
    await press(pilot, "l", "enter", "j", "j")


async def properties(pilot: Pilot) -> None:
    await press(pilot, "l", "enter", "s", "s", "end")


async def _broken(pilot: Pilot) -> None:
    workspace: FakeWorkspace = main(pilot)._workspace  # type: ignore[assignment]
    workspace.broken = (*RENAMED, NOWHERE)
    workspace.callback(IndexChanged(frozenset()))
    await settle(pilot)


async def repairing(pilot: Pilot) -> None:
    await _broken(pilot)
    await press(pilot, "L", "space")


async def told(pilot: Pilot) -> None:
    await _broken(pilot)


def from_home(act: Act) -> Act:
    """Act from the agenda's task line, which stands in Home."""

    async def run(pilot: Pilot) -> None:
        await press(pilot, "j", "j")
        await steady(act)(pilot)

    return run


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("act", (links, properties, repairing, told), ids=lambda act: act.__name__)
def test_links_at_80x24(snap_compare: Compare, theme: str, act: Act) -> None:
    assert snap_compare(app(theme), run_before=from_home(act), terminal_size=(80, 24))


@pytest.mark.parametrize("theme", THEMES)
def test_a_note_at_160x45(snap_compare: Compare, theme: str) -> None:
    assert snap_compare(app(theme), run_before=from_home(links), terminal_size=(160, 45))


@pytest.mark.parametrize("act", (links, repairing), ids=lambda act: act.__name__)
def test_links_at_40x10(snap_compare: Compare, act: Act) -> None:
    assert snap_compare(app(THEMES[0]), run_before=from_home(act), terminal_size=(40, 10))
