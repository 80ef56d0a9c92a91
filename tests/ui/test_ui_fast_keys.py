"""Keys typed faster than anything can be drawn, and what is done in which order."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import replace

import pytest
from fake_workspace import AGENDA, PACKET, PASSPORT, QUOTE, FakeWorkspace
from pilots import main, press, running, screen_text, settle, toasts
from textual.events import Key, Paste
from textual.pilot import Pilot
from textual.widgets import Input

from app.ledger.commitment import Agenda, Commitment
from app.ledger.entry import Entry
from widgets.lanes import Lanes
from widgets.underway import Underway


async def rush(pilot: Pilot, keys: Iterable[str]) -> None:
    """Send keys all at once."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))
    await settle(pilot)
    await settle(pilot)


async def test_every_key_reaches_the_dialog_that_the_one_before_it_opens() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await rush(pilot, ["j", "r", "down", *"well", "enter", "s", "2", "enter", "s", "enter"])
        acts = [call for call in workspace.calls if call[0] in ("resolve", "snooze")]
        assert acts == [
            ("resolve", "p4ck", "dropped", "well"),
            ("snooze", "Home.md:4", "2026-12-03"),
            ("snooze", "s5rv", "2026-12-01"),
        ]


async def test_keys_after_a_dialog_go_to_the_search_box_in_order() -> None:
    async with running(FakeWorkspace()) as pilot:
        await rush(pilot, ["s", "escape", "slash", *"quote and more"])
        assert main(pilot).query_box.value == "quote and more"


async def test_keys_wait_for_a_form_that_is_read_in_a_thread() -> None:
    class Slow(FakeWorkspace):
        gate = threading.Event()

        def entry(self, entry_id: str) -> Entry:
            self.gate.wait(5)
            return super().entry(entry_id)

    async with running(Slow()) as pilot:
        for key in ("e", "x", "y"):
            pilot.app.post_message(Key(key, key))
        await pilot.pause(0.6)
        assert main(pilot).query_box.value == ""
        Slow.gate.set()
        await settle(pilot)
        await settle(pilot)
        assert pilot.app.screen.query_one("#action", Input).value == f"{QUOTE.action}xy"


async def test_keys_go_on_when_the_form_does_not_come() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        workspace.current = replace(AGENDA, firing=())
        await rush(pilot, ["e", "slash", "a"])
        assert "no open commitment" in toasts(pilot) and main(pilot).query_box.value == "a"


async def test_a_paste_keeps_its_place_among_the_keys() -> None:
    async with running(FakeWorkspace()) as pilot:
        pilot.app.post_message(Key("r", "r"))
        pilot.app.post_message(Paste("pasted"))
        pilot.app.post_message(Key("x", "x"))
        await settle(pilot)
        await settle(pilot)
        assert pilot.app.screen.query_one(Input).value == "pastedx"


async def test_a_key_whose_widget_went_with_it_holds_up_nothing() -> None:
    async with running(FakeWorkspace()) as pilot:
        ahead = pilot.app._type_ahead  # type: ignore[attr-defined]
        ahead._busy = True
        await rush(pilot, ["slash", "a"])
        await pilot.pause(0.7)
        await settle(pilot)
        assert main(pilot).query_box.value == "a"


async def test_a_commitment_in_the_band_is_dealt_with_once() -> None:
    class Slow(FakeWorkspace):
        gate = threading.Event()

        def resolve(
            self, item: Commitment, outcome: str, remark: str = "", *, seen: Commitment | None = None
        ) -> Commitment:
            self.gate.wait(5)
            return super().resolve(item, outcome, remark, seen=seen)

    workspace = Slow()
    async with running(workspace) as pilot:
        await press(pilot, "slash", *"quote", "down", "home")
        assert main(pilot).commitment == QUOTE
        await pilot.press("r", "enter", "r")
        Slow.gate.set()
        await settle(pilot)
        assert len([call for call in workspace.calls if call[0] == "resolve"]) == 1
        assert "Already dealt with: Reconcile" in toasts(pilot)


async def test_undo_waits_for_what_it_takes_back() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await rush(pilot, ["j", "r", "enter", "u"])
        assert "Undone: resolved 'Submit packet'" in toasts(pilot)
        assert "NOW 3" in screen_text(pilot) and main(pilot).commitment == PACKET


async def test_a_task_that_breaks_does_not_hold_up_the_next() -> None:
    class Breaks(FakeWorkspace):
        def resolve(
            self, item: Commitment, outcome: str, remark: str = "", *, seen: Commitment | None = None
        ) -> Commitment:
            raise RuntimeError("broken")

    workspace = Breaks()
    async with running(workspace) as pilot:
        await rush(pilot, ["j", "r", "enter", "s", "enter"])
        assert "Something went wrong" in toasts(pilot)
        assert ("snooze", "Home.md:4", "2026-12-01") in workspace.calls
        assert "Submit packet" in screen_text(pilot)


def test_tasks_of_one_group_run_in_order() -> None:
    lanes, done = Lanes(), []
    assert lanes.add("a", lambda: done.append(1)) and not lanes.add("a", lambda: done.append(2))
    assert lanes.add("b", lambda: done.append(3)) and lanes.is_busy("a")
    lanes.run("a")
    assert done == [1, 2] and not lanes.is_busy("a")
    assert not lanes.resume("a")


def test_what_waits_behind_a_failure_is_taken_up() -> None:
    lanes, done = Lanes(), []
    lanes.add("a", lambda: 1 // 0)
    lanes.add("a", lambda: done.append(2))
    with pytest.raises(ZeroDivisionError):
        lanes.run("a")
    assert lanes.resume("a")
    lanes.run("a")
    assert done == [2] and not lanes.is_busy("a")


def ids(agenda: Agenda) -> list[str]:
    return [item.id for item in (*agenda.firing, *agenda.upcoming, *agenda.snoozed)]


def test_a_row_stays_out_until_an_agenda_read_after_its_change() -> None:
    underway = Underway()
    underway.put_aside(PACKET)
    underway.begin_reading()
    assert "p4ck" not in ids(underway.without(AGENDA))
    underway.settle("p4ck")
    underway.end_reading(AGENDA)
    assert "p4ck" not in ids(underway.without(AGENDA))
    underway.begin_reading()
    underway.end_reading(AGENDA)
    assert underway.without(AGENDA) == AGENDA


def test_a_task_line_stays_out_until_its_note_is_read_again() -> None:
    underway = Underway()
    underway.put_aside(PASSPORT)
    underway.settle(PASSPORT.id)
    for _ in range(2):
        underway.begin_reading()
        underway.end_reading(AGENDA)
        assert PASSPORT.id not in ids(underway.without(AGENDA))
    put_off = replace(AGENDA, firing=(replace(PASSPORT, raw="- [ ] Renew passport 🛫 2026-12-05"),))
    assert PASSPORT.id in ids(underway.without(put_off))
    underway.begin_reading()
    underway.end_reading(put_off)
    assert PASSPORT.id in ids(underway.without(AGENDA))


def test_what_came_of_nothing_is_shown_again() -> None:
    underway = Underway()
    underway.put_aside(PACKET)
    underway.put_aside(PASSPORT)
    underway.put_back("p4ck")
    assert "p4ck" in ids(underway.without(AGENDA)) and PASSPORT.id not in ids(underway.without(AGENDA))
    underway.forget()
    assert underway.without(AGENDA) == AGENDA


def test_what_was_written_here_counts_before_the_agenda_shows_it() -> None:
    underway = Underway()
    edited = replace(PACKET, action="Submit both packets")
    underway.write(edited)
    assert underway.latest(PACKET) == edited and underway.latest(QUOTE) == QUOTE
    underway.settle("p4ck")
    underway.begin_reading()
    underway.end_reading(AGENDA)
    assert underway.latest(PACKET) == PACKET


async def test_the_rest_of_the_screen_stays_usable_after_a_rush() -> None:
    async with running(FakeWorkspace()) as pilot:
        await rush(pilot, ["s", "enter"] * 6)
        await press(pilot, "question_mark")
        assert "ledger.history" in screen_text(pilot)
