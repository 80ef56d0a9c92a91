"""The dialogs that put off and close: what can be chosen, what is typed, and what happens to what is refused."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from fake_workspace import AGENDA, ATTIC, PACKET, PASSPORT, PLAN, QUOTE, TODAY, FakeWorkspace
from pilots import main, press, running, screen_lines, screen_text, toasts, type_text
from textual.widgets import Input

from app.errors import LedgerError, UsageError
from app.ledger.commitment import Commitment
from app.ledger.entry import UNTIL_FIRED
from widgets.dialogs.snooze import matching, snooze_choices


def names(item: Commitment, today: date = TODAY) -> list[str]:
    return [row.name for row in snooze_choices(item, today)]


def test_each_commitment_has_its_own_choices() -> None:
    days = ["tomorrow", "in 3 days", "next week", "next month"]
    assert names(PACKET) == days
    assert names(QUOTE) == [*days, UNTIL_FIRED]
    assert names(ATTIC) == [*days, "show again"]
    assert names(replace(PLAN, snoozed=UNTIL_FIRED)) == [*days, "show again"]
    assert names(replace(PASSPORT, when="it rains")) == days
    assert names(replace(PASSPORT, start=date(2026, 12, 5))) == [*days, "show again"]


@pytest.mark.parametrize(
    ("today", "days"),
    [
        (date(2026, 11, 30), ["2026-12-01", "2026-12-03", "2026-12-07", "2026-12-30"]),
        (date(2027, 1, 31), ["2027-02-01", "2027-02-03", "2027-02-01", "2027-02-28"]),
        (date(2027, 12, 31), ["2028-01-01", "2028-01-03", "2028-01-03", "2028-01-31"]),
    ],
)
def test_days_to_choose(today: date, days: list[str]) -> None:
    assert [row.key for row in snooze_choices(PACKET, today)] == days


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("", "tomorrow"),
        ("t", "tomorrow"),
        ("2", "in 3 days"),
        ("n", "next week"),
        ("next  M", "next month"),
        ("5", UNTIL_FIRED),
        ("u", UNTIL_FIRED),
        ("s", "show again"),
        ("off", "show again"),
        ("thu", None),
        ("15", None),
        ("3 days", None),
    ],
)
def test_what_is_typed_chooses(typed: str, name: str | None) -> None:
    rows = snooze_choices(replace(QUOTE, snoozed=date(2026, 12, 24)), TODAY)
    found = matching(rows, typed)
    assert (found.name if found else None) == name


@pytest.mark.parametrize(
    ("keys", "when"),
    [
        (["enter"], "2026-12-01"),
        (["2", "enter"], "2026-12-03"),
        (["n", "enter"], "2026-12-07"),
        (["down", "down", "down", "enter"], "2026-12-30"),
        (["up", "enter"], "2026-12-01"),
        (["u", "enter"], UNTIL_FIRED),
        ([*"june 3", "enter"], "june 3"),
        ([*"15", "up", "enter"], UNTIL_FIRED),
    ],
)
async def test_snooze_by_keys(keys: list[str], when: str) -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "s", *keys)
        assert [call for call in workspace.calls if call[0] == "snooze"] == [("snooze", "k7q2", when)]


async def test_a_snoozed_entry_is_shown_again() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        main(pilot).agenda.move_to("commitment:at1c")
        await press(pilot, "s", *"show")
        assert "snoozed 24 Dec" in screen_text(pilot)
        await press(pilot, "enter")
        assert ("snooze", "at1c", "off") in workspace.calls


async def test_the_reading_stands_beside_what_is_typed() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "s")
        await type_text(pilot, "15 aug")
        assert [text for text in screen_lines(pilot) if "15 aug" in text and "read as 15 aug" in text]
        assert not [text for text in screen_lines(pilot) if "▌1 tomorrow" in text]
        pilot.app.screen.query_one(Input).value = "tom"
        await press(pilot)
        assert "read as" not in screen_text(pilot) and "▌1 tomorrow" in screen_text(pilot)


async def test_a_click_chooses_how_it_ended() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "r")
        await pilot.click("#outcomes", offset=(3, 2), times=2)
        await press(pilot)
        assert ("resolve", "k7q2", "superseded", "") in workspace.calls


@pytest.mark.parametrize("error", [UsageError("no", "Why not."), LedgerError("ledger.toml, line 3", "Correct it.")])
async def test_outcome_and_remark_survive_a_refusal(error: UsageError) -> None:
    workspace = FakeWorkspace(refusals=[error])
    async with running(workspace) as pilot:
        await press(pilot, "j", "r", "down", *"just once", "enter")
        assert error.message in screen_text(pilot) and error.hint in screen_text(pilot)
        assert pilot.app.screen.query_one(Input).value == "just once"
        assert "▌dropped" in screen_text(pilot)
        assert main(pilot).commitment == PACKET
        await press(pilot, "enter")
        assert workspace.calls[-1] == ("resolve", "p4ck", "dropped", "just once")
        assert "Dropped: Submit packet" in toasts(pilot)


async def test_escape_after_a_refusal_leaves_the_entry_in_the_agenda() -> None:
    workspace = FakeWorkspace(refusals=[UsageError("no")])
    async with running(workspace) as pilot:
        await press(pilot, "j", "r", "enter", "escape")
        assert main(pilot).commitment == PACKET and "NOW 3" in screen_text(pilot)


async def test_shown_again_is_told() -> None:
    class Awake(FakeWorkspace):
        def snooze(self, item: Commitment, when: str, *, seen: Commitment | None = None) -> Commitment:
            return self._becomes(replace(AGENDA, snoozed=(), upcoming=(ATTIC,)), replace(item, snoozed=None))

    async with running(Awake()) as pilot:
        main(pilot).agenda.move_to("commitment:at1c")
        await press(pilot, "s", "5", "enter")
        assert "Shown again: Clear the attic" in toasts(pilot)


async def test_an_entry_hidden_until_its_condition_is_told() -> None:
    class Waiting(FakeWorkspace):
        def snooze(self, item: Commitment, when: str, *, seen: Commitment | None = None) -> Commitment:
            return self._becomes(self._without(item), replace(item, snoozed=UNTIL_FIRED))

    async with running(Waiting()) as pilot:
        await press(pilot, "s", "5", "enter")
        assert f"Snoozed {UNTIL_FIRED}: Reconcile" in toasts(pilot)


async def test_a_line_has_no_condition_to_wait_for_and_that_is_said_while_typing() -> None:
    async with running(FakeWorkspace()) as pilot:
        main(pilot).agenda.move_to(f"commitment:{PASSPORT.id}")
        await press(pilot, "s")
        await type_text(pilot, "until the condition fires")
        await pilot.pause(0.3)
        assert f"! “{PASSPORT.action}” has no condition" in " ".join(screen_text(pilot).split())
