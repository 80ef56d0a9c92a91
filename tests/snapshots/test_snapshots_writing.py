"""What writing a commitment looks like: quick add in its states, and the form."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from pilots import press, type_text
from test_snapshots import THEMES, Compare, app, form, steady
from textual.pilot import Pilot

LINE = "submit packet by 15 Aug, 3 days ahead, every year !high #money #tax @kitchen [[Projects/Kitchen#Quotes]]"


async def empty(pilot: Pilot) -> None:
    await press(pilot, "n")


async def filled(pilot: Pilot) -> None:
    await press(pilot, "n")
    await type_text(pilot, LINE)


async def changed(pilot: Pilot) -> None:
    await filled(pilot)
    await press(pilot, "tab", "tab", "home", "ctrl+k")
    await type_text(pilot, "nonsense")


async def question(pilot: Pilot) -> None:
    await press(pilot, "n")
    await type_text(pilot, "ring Ann by 03/04/2027 !soon")
    await press(pilot, "enter", "down")


async def completion(pilot: Pilot) -> None:
    await press(pilot, "n")
    await type_text(pilot, "ring Ann [[kit")


async def refused(pilot: Pilot) -> None:
    await form(pilot)
    await press(pilot, "down", "down")
    await type_text(pilot, "nonsense")
    await press(pilot, "ctrl+s")


STATES = (empty, filled, changed, question, completion)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("act", (*STATES, refused), ids=lambda act: act.__name__)
def test_writing_at_80x24(snap_compare: Compare, theme: str, act: Callable[[Pilot], Awaitable[None]]) -> None:
    assert snap_compare(app(theme), run_before=steady(act), terminal_size=(80, 24))


@pytest.mark.parametrize("act", (filled, form), ids=lambda act: act.__name__)
def test_writing_at_160x45(snap_compare: Compare, act: Callable[[Pilot], Awaitable[None]]) -> None:
    assert snap_compare(app(THEMES[0]), run_before=steady(act), terminal_size=(160, 45))


@pytest.mark.parametrize("act", (filled, completion), ids=lambda act: act.__name__)
def test_writing_at_40x10(snap_compare: Compare, act: Callable[[Pilot], Awaitable[None]]) -> None:
    assert snap_compare(app(THEMES[0]), run_before=steady(act), terminal_size=(40, 10))
