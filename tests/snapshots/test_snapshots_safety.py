"""What the dialogs look like that keep the ledger safe, in both themes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from fake_safety import BROKEN, COPY, changed
from fake_workspace import PACKET, QUOTE, FakeWorkspace
from pilots import main, press, type_text
from test_snapshots import THEMES, Compare, app, steady
from textual.pilot import Pilot

from app.errors import LedgerError

Act = Callable[[Pilot], Awaitable[None]]


def workspace(pilot: Pilot) -> FakeWorkspace:
    return main(pilot)._workspace  # type: ignore[return-value]


async def history(pilot: Pilot) -> None:
    await press(pilot, "H", "j", "j", "j")


async def going_back(pilot: Pilot) -> None:
    await press(pilot, "H", "j", "j", "enter")


async def snooze_typed(pilot: Pilot) -> None:
    await press(pilot, "s")
    await type_text(pilot, "15 aug")


async def resolve_refused(pilot: Pilot) -> None:
    workspace(pilot).refusals = [LedgerError("ledger.toml, line 3: Invalid value", "Correct that line.")]
    await press(pilot, "j", "r", "down", *"no time", "enter")


async def versions(pilot: Pilot) -> None:
    workspace(pilot).refusals = [changed(QUOTE)]
    await press(pilot, "e", "ctrl+s")


async def gone(pilot: Pilot) -> None:
    workspace(pilot).refusals = [changed(PACKET, gone=True)]
    await press(pilot, "j", "s", "enter")


async def copies_told(pilot: Pilot) -> None:
    workspace(pilot).found = (replace(COPY, path=".betimes/ledger 3.toml"), BROKEN)
    workspace(pilot).full = True
    await press(pilot, "j", "r", "enter")


async def merge(pilot: Pilot) -> None:
    await copies_told(pilot)
    await press(pilot, "m", "j", "j", "j", "space")


async def broken_copy(pilot: Pilot) -> None:
    workspace(pilot).found = (BROKEN,)
    workspace(pilot).full = True
    await press(pilot, "r", "enter", "m")


async def held(pilot: Pilot) -> None:
    workspace(pilot).full = True
    await press(pilot, "j", "r", "enter", "s", "enter", "W")


async def quitting(pilot: Pilot) -> None:
    workspace(pilot).full = True
    await press(pilot, "j", "r", "enter", "q")


DIALOGS = (
    history, going_back, snooze_typed, resolve_refused, versions, gone, copies_told, merge, broken_copy, held, quitting
)  # fmt: skip


def quiet(act: Act) -> Act:
    """Act, and let no toast stand over the dialog."""

    async def run(pilot: Pilot) -> None:
        await steady(act)(pilot)
        for screen in pilot.app.screen_stack:
            await screen.query("Toast").remove()
        await pilot.pause()

    return run


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("act", DIALOGS, ids=lambda act: act.__name__)
def test_dialogs_at_80x24(snap_compare: Compare, theme: str, act: Act) -> None:
    assert snap_compare(app(theme), run_before=quiet(act), terminal_size=(80, 24))


def test_merge_at_160x45(snap_compare: Compare) -> None:
    assert snap_compare(app(THEMES[0]), run_before=quiet(merge), terminal_size=(160, 45))


@pytest.mark.parametrize("act", (history, merge, versions, snooze_typed), ids=lambda act: act.__name__)
def test_dialogs_at_40x10(snap_compare: Compare, act: Act) -> None:
    assert snap_compare(app(THEMES[0]), run_before=quiet(act), terminal_size=(40, 10))
