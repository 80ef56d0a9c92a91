"""What each screen looks like, in both themes: `pytest tests/snapshots --snapshot-update` after a wanted change."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from fake_workspace import FakeStatus, FakeWorkspace
from pilots import press, search_for, settle
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from app.config import Config
from app.events import EmbedderState, IndexProgress
from app.ledger.commitment import Agenda
from widgets.shell import BetimesApp

Compare = Callable[..., bool]
THEMES = ("betimes-dark", "betimes-light")
BANNER = "Demonstration: a throw-away copy, as of Monday 30 November 2026"


async def agenda(pilot: Pilot) -> None:
    await settle(pilot)


async def search(pilot: Pilot) -> None:
    await search_for(pilot, "quote")


async def preview(pilot: Pilot) -> None:
    await search_for(pilot, "june")
    await press(pilot, "enter")


async def resolve(pilot: Pilot) -> None:
    await press(pilot, "r")


async def snooze(pilot: Pilot) -> None:
    await press(pilot, "s")


async def form(pilot: Pilot) -> None:
    await press(pilot, "e")


async def explain(pilot: Pilot) -> None:
    await press(pilot, "j", "x")


async def keys(pilot: Pilot) -> None:
    await press(pilot, "question_mark")


async def palette(pilot: Pilot) -> None:
    await press(pilot, "ctrl+p")
    await pilot.pause(0.5)


SCREENS = (agenda, search, preview, resolve, snooze, form, explain, keys, palette)


def app(theme: str, **state: object) -> BetimesApp:
    workspace = FakeWorkspace(config=Config(theme=theme), banner=BANNER, **state)  # type: ignore[arg-type]
    return BetimesApp(workspace, agenda=workspace.agenda())  # type: ignore[arg-type]


def steady(act: Callable[[Pilot], Awaitable[None]]) -> Callable[[Pilot], Awaitable[None]]:
    """Act without blinking cursors."""

    async def run(pilot: Pilot) -> None:
        await act(pilot)
        for kind in (Input, TextArea):
            for box in pilot.app.screen.query(kind):
                box.cursor_blink = False
        for area in pilot.app.screen.query(TextArea):
            area._line_cache.clear()  # a line drawn while the caret was dark would be taken for the steady one
            area.refresh()
        await settle(pilot)

    return run


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("act", SCREENS, ids=lambda act: act.__name__)
def test_screens_at_80x24(snap_compare: Compare, theme: str, act: Callable[[Pilot], Awaitable[None]]) -> None:
    assert snap_compare(app(theme), run_before=steady(act), terminal_size=(80, 24))


@pytest.mark.parametrize("theme", THEMES)
def test_search_at_160x45(snap_compare: Compare, theme: str) -> None:
    assert snap_compare(app(theme), run_before=steady(search), terminal_size=(160, 45))


@pytest.mark.parametrize("act", (agenda, search, preview, form), ids=lambda act: act.__name__)
def test_screens_at_40x10(snap_compare: Compare, act: Callable[[Pilot], Awaitable[None]]) -> None:
    assert snap_compare(app(THEMES[0]), run_before=steady(act), terminal_size=(40, 10))


def test_first_use(snap_compare: Compare) -> None:
    empty = Agenda(FakeWorkspace().current.as_of)
    state = FakeStatus(notes=0, chunks=0, embedder=EmbedderState.LOADING)
    assert snap_compare(app(THEMES[0], current=empty, state=state), run_before=steady(agenda), terminal_size=(80, 24))


def test_first_index_and_a_broken_ledger(snap_compare: Compare) -> None:
    state = FakeStatus(
        indexing=IndexProgress("embedding", 340, 1204, 130.0),
        ledger_problem="ledger.toml, line 3, column 7: expected '='. The last good ledger is shown.",
    )
    assert snap_compare(app(THEMES[0], state=state), run_before=steady(agenda), terminal_size=(80, 24))
