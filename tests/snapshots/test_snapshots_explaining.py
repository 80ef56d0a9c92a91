"""What explanations, more of the same, hidden results and the preview look like, in both themes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from fake_workspace import FakeWorkspace
from pilots import press, search_for
from test_snapshots import THEMES, Compare, steady
from test_ui_explaining import Scored, explained
from textual.pilot import Pilot

from app.config import Config
from widgets.shell import BetimesApp

Act = Callable[[Pilot], Awaitable[None]]


async def score(pilot: Pilot) -> None:
    await explained(pilot)


async def picking(pilot: Pilot) -> None:
    await explained(pilot, "down")
    await press(pilot, "w")


async def comparison(pilot: Pilot) -> None:
    await picking(pilot)
    await press(pilot, "enter")


async def _search(pilot: Pilot, text: str, *keys: str) -> None:
    await search_for(pilot, text)
    await press(pilot, *keys)


async def alike(pilot: Pilot) -> None:
    await _search(pilot, "e", "down", "down", "M")


async def margin(pilot: Pilot) -> None:
    await _search(pilot, "june", "enter", "end")


async def hidden(pilot: Pilot) -> None:
    await _search(pilot, "e", "down", "f")
    pilot.app.clear_notifications()
    await press(pilot)


def app(theme: str, kind: type[FakeWorkspace]) -> BetimesApp:
    workspace = kind(config=Config(theme=theme))
    return BetimesApp(workspace, agenda=workspace.agenda())  # type: ignore[arg-type]


SIZES = ((80, 24), (160, 45))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("act", (score, comparison), ids=lambda act: act.__name__)
def test_explanations(snap_compare: Compare, theme: str, act: Act, size: tuple[int, int]) -> None:
    assert snap_compare(app(theme, Scored), run_before=steady(act), terminal_size=size)


@pytest.mark.parametrize("theme", THEMES)
def test_picking_at_80x24(snap_compare: Compare, theme: str) -> None:
    assert snap_compare(app(theme, Scored), run_before=steady(picking), terminal_size=SIZES[0])


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("act", (alike, margin, hidden), ids=lambda act: act.__name__)
def test_results_at_80x24(snap_compare: Compare, theme: str, act: Act) -> None:
    assert snap_compare(app(theme, FakeWorkspace), run_before=steady(act), terminal_size=SIZES[0])


@pytest.mark.parametrize("act", (score, comparison), ids=lambda act: act.__name__)
def test_explanations_at_40x10(snap_compare: Compare, act: Act) -> None:
    assert snap_compare(app(THEMES[0], Scored), run_before=steady(act), terminal_size=(40, 10))
