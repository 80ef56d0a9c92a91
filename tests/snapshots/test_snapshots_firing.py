"""What firings look like: set off by a note, possible, explained; and the form with templates of cues."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from fake_firing import BY_A_NOTE
from fake_workspace import AGENDA, PLAN_MAYBE, QUOTE
from pilots import main, press, search_for, settle, type_text
from test_snapshots import THEMES, Compare, app, steady
from textual.pilot import Pilot

from app.ledger.commitment import Met, Place

Act = Callable[[Pilot], Awaitable[None]]

DAY = "---\ntags: daily\n---\nRain until noon.\n\n- called the roofer\n- the *quote* came in\n  this morning, by post\n"
NOTED = replace(
    QUOTE,
    firing=replace(
        BY_A_NOTE,
        evidence=Place("Daily/2026-11-29.md", 7),
        met=Met("the quote came in this morning, by post", "the kitchen maker's quote arrives"),
    ),
)
FIRES = replace(AGENDA, firing=(NOTED, *AGENDA.firing[1:]), maybe=(PLAN_MAYBE,))


async def event_row(pilot: Pilot) -> None:
    await settle(pilot)


async def maybe_row(pilot: Pilot) -> None:
    await press(pilot, "j", "j", "j")


async def evidence(pilot: Pilot) -> None:
    await press(pilot, "enter")


async def band(pilot: Pilot) -> None:
    await search_for(pilot, "quote")
    await press(pilot, "down", "home")


async def explain_event(pilot: Pilot) -> None:
    await press(pilot, "x")


async def explain_maybe(pilot: Pilot) -> None:
    await press(pilot, "j", "j", "j", "x")


async def denied(pilot: Pilot) -> None:
    await press(pilot, "f")


async def form_templates(pilot: Pilot) -> None:
    await press(pilot, "e", *["tab"] * 9, "ctrl+end", "ctrl+t")


async def form_refused(pilot: Pilot) -> None:
    await form_templates(pilot)
    await press(pilot, "ctrl+s")


async def quick_with_examples(pilot: Pilot) -> None:
    await press(pilot, "n")
    await type_text(pilot, "reconcile the quote when the quote arrives")
    await press(pilot, "tab", "tab", "tab", "ctrl+t")


STATES = (
    event_row, maybe_row, evidence, band, explain_event, explain_maybe, denied, form_templates, form_refused,
    quick_with_examples,
)  # fmt: skip


def ready(act: Act) -> Act:
    """Act in a vault that has the note."""

    async def run(pilot: Pilot) -> None:
        main(pilot)._workspace.notes["Daily/2026-11-29.md"] = DAY  # type: ignore[attr-defined]
        await steady(act)(pilot)

    return run


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("act", STATES, ids=lambda act: act.__name__)
def test_firing_at_80x24(snap_compare: Compare, theme: str, act: Act) -> None:
    assert snap_compare(app(theme, current=FIRES), run_before=ready(act), terminal_size=(80, 24))


@pytest.mark.parametrize("act", (band, explain_event, form_templates), ids=lambda act: act.__name__)
def test_firing_at_160x45(snap_compare: Compare, act: Act) -> None:
    assert snap_compare(app(THEMES[0], current=FIRES), run_before=ready(act), terminal_size=(160, 45))


@pytest.mark.parametrize("act", (event_row, form_templates), ids=lambda act: act.__name__)
def test_firing_at_40x10(snap_compare: Compare, act: Act) -> None:
    assert snap_compare(app(THEMES[0], current=FIRES), run_before=ready(act), terminal_size=(40, 10))
