"""One key says what a firing was worth; what a note set off shows with its evidence, and is told once."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from fake_firing import BY_A_NOTE, MAY_BE
from fake_safety import FULL
from fake_workspace import AGENDA, PACKET, PASSPORT, PLAN, PLAN_MAYBE, QUOTE, TODAY, FakeStatus, FakeWorkspace
from pilots import main, press, running, screen_text, settle, toasts, type_text
from textual.pilot import Pilot
from textual.widgets import Static

from app.config import Config
from app.errors import NotFound
from app.events import EntriesFired, Fired
from app.ledger.commitment import Commitment, Met, Place
from app.ledger.context_matches import ContextMatches
from app.ledger.firing_constants import OUT_OF_REACH
from app.search.result import Arm, RankMode, SearchResults
from widgets.agenda_rows import CommitmentRow
from widgets.evidence import evidence_lines
from widgets.fired_news import GATHER
from widgets.glyphs import ASCII, UNICODE
from widgets.reasons import maybe_lines, why_lines
from widgets.result_rows import MaybeRow

SENTENCE = "The quote came in this morning"
WITH_MAYBE = replace(AGENDA, maybe=(PLAN_MAYBE,))


def said(workspace: FakeWorkspace) -> list[tuple[object, ...]]:
    return [call for call in workspace.calls if call[0] in ("confirm", "deny", "acknowledge")]


def at(pilot: Pilot) -> Commitment | None:
    return main(pilot).commitment


# Keys


async def test_yes_makes_the_sentence_a_cue_and_the_row_stays() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "y")
        assert said(workspace) == [("confirm", "k7q2", SENTENCE)]
        assert f"“{SENTENCE}” is now a cue of “Reconcile the kitchen quote" in toasts(pilot)
        assert "\nu takes it back" in toasts(pilot)
        assert "NOW 3" in screen_text(pilot) and at(pilot).id == "k7q2"  # type: ignore[union-attr]


async def test_not_this_makes_it_a_blocker_and_the_next_row_is_at_hand() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "f")
        assert said(workspace) == [("deny", "k7q2", SENTENCE)]
        assert f"“{SENTENCE}” is now a blocker of “Reconcile" in toasts(pilot)
        assert "NOW 2" in screen_text(pilot) and at(pilot) == PACKET


async def test_acknowledged_it_waits_again() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "a")
        assert said(workspace) == [("acknowledge", "k7q2", SENTENCE)]
        assert "Acknowledged: “Reconcile" in toasts(pilot)
        assert "NOW 2" in screen_text(pilot) and "WAITING 2" in screen_text(pilot)


async def test_undo_brings_back_what_was_said() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "f", "u")
        assert "NOW 3" in screen_text(pilot)


@pytest.mark.parametrize(
    ("moves", "key", "why"),
    [
        (["j"], "y", "“Submit packet” fires by its date"),
        (["j"], "f", "“Submit packet” fires by its date"),
        (["j", "j"], "a", "“Renew passport” is a task line"),
        (["j", "j", "j"], "y", "“Call the surveyor” does not fire"),
    ],
)
async def test_a_row_to_which_it_does_not_apply_says_why(moves: list[str], key: str, why: str) -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, *moves)
        before = at(pilot)
        await press(pilot, key)
        assert why in toasts(pilot)
        assert not said(workspace) and at(pilot) == before and "NOW 3" in screen_text(pilot)


async def test_a_match_of_the_query_is_not_acknowledged_but_can_be_denied() -> None:
    workspace = FakeWorkspace(current=WITH_MAYBE)
    async with running(workspace) as pilot:
        await press(pilot, "j", "j", "j")
        assert at(pilot) == PLAN_MAYBE
        await press(pilot, "a")
        assert "fires as long as the search says so" in toasts(pilot)
        await press(pilot, "f")
        assert said(workspace) == [("deny", "p68m", MAY_BE.met.context)]  # type: ignore[union-attr]
        assert "MAYBE" not in screen_text(pilot)


async def test_without_a_commitment_the_keys_say_so() -> None:
    async with running(FakeWorkspace(current=replace(AGENDA, firing=(), upcoming=(), snoozed=()))) as pilot:
        await press(pilot, "y")
        assert "Highlight a commitment first" in toasts(pilot)


async def test_the_band_and_what_may_be_take_the_keys_and_the_query_is_run_again() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "quote")
        await press(pilot, "down", "home", "y")
        asked = [call for call in workspace.calls if call[0] == "words"]
        assert said(workspace) == [("confirm", "k7q2", SENTENCE)] and len(asked) > 1
        await press(pilot, "j", "f")
        assert said(workspace)[-1][:2] == ("deny", "p68m")
        assert len([call for call in workspace.calls if call[0] == "words"]) > len(asked)


async def test_what_was_denied_leaves_the_band_and_the_context_before_the_query_has_run_again() -> None:
    class Slow(FakeWorkspace):
        context: SearchResults | None = None

        def _found(self, text: str, rank: RankMode, arm: Arm) -> SearchResults:
            gate.wait(20)
            found = super()._found(text, rank, arm)
            return replace(found, matches=ContextMatches({"k7q2": BY_A_NOTE}, (("p68m", MAY_BE),)))

    gate = threading.Event()
    gate.set()
    workspace = Slow()
    async with running(workspace) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "quote")
        gate.clear()
        await pilot.press("down", "home", "f")
        await pilot.pause(0.4)
        assert "OPERATIVE" not in screen_text(pilot)
        assert workspace.context is not None and not workspace.context.matches.firing
        assert [id_ for id_, _ in workspace.context.matches.maybe] == ["p68m"]
        gate.set()
        await settle(pilot)


async def test_a_sentence_that_is_a_cue_already_says_so() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "y", "y")
        assert "is one of its cues already" in toasts(pilot)


@pytest.mark.parametrize("key", ["y", "f", "a"])
async def test_what_cannot_be_written_is_kept_and_the_row_comes_back(key: str) -> None:
    workspace = FakeWorkspace(full=True)
    async with running(workspace) as pilot:
        await press(pilot, key)
        assert f"Not saved yet: {FULL.message}" in toasts(pilot)
        assert "NOW 3" in screen_text(pilot)


async def test_what_is_gone_says_so() -> None:
    workspace = FakeWorkspace(refusals=[NotFound("There is no open commitment k7q2")])
    async with running(workspace) as pilot:
        await press(pilot, "f")
        assert "There is no open commitment k7q2" in toasts(pilot)
        assert at(pilot) == QUOTE


async def test_own_keys_work_and_are_named() -> None:
    keys = {"firing.deny": "d", "firing.confirm": "f3", "ledger.undo": "z"}
    workspace = FakeWorkspace(config=Config(keys=keys))
    async with running(workspace) as pilot:
        assert "f3: it applies   d: not this   a: seen" in screen_text(pilot)
        await press(pilot, "d")
        assert said(workspace) == [("deny", "k7q2", SENTENCE)]
        assert "z takes it back" in toasts(pilot)


# Rows and evidence


def test_an_event_has_a_sign_of_its_own_in_both_sets() -> None:
    for glyphs in (UNICODE, ASCII):
        items = (QUOTE, replace(QUOTE, firing=replace(BY_A_NOTE, reason="context")), PACKET)
        signs = [CommitmentRow(item, "now", TODAY, 0).draw(40, glyphs)[0].plain[0] for item in items]
        assert len(set(signs)) == 3
    assert ASCII.event.isascii()


@pytest.mark.parametrize("width", [1, 5, 26, 28, 40, 80, 200])
@pytest.mark.parametrize("kind", ["now", "maybe"])
def test_a_row_has_as_many_lines_as_it_says(width: int, kind: str) -> None:
    for firing in (BY_A_NOTE, MAY_BE, replace(MAY_BE, met=None), replace(BY_A_NOTE, met=Met("米" * 90, "x"))):
        row = CommitmentRow(replace(QUOTE, firing=firing), kind, TODAY, 0, width)  # type: ignore[arg-type]
        drawn = row.draw(width, UNICODE)
        assert len(drawn) == row.height
        assert all(part.cell_length <= max(width, 1) for part in drawn)


def test_place_and_sentence_share_two_lines_of_a_narrow_list() -> None:
    firing = replace(BY_A_NOTE, evidence=Place("Daily/2026-08-14.md", 12))
    assert why_lines(firing, 28)[0] == "because of Daily/2026-08-14,"
    assert why_lines(firing, 28)[1].startswith("line 12: “The quote came")
    far = replace(BY_A_NOTE, evidence=Place("Projects/Houses/Renovation of 2026/Kitchen.md", 120))
    assert " ".join(why_lines(far, 28)).startswith("because of Kitchen, line 120: “The quote")
    assert why_lines(far, 200) == (f"because of Projects/Houses/Renovation of 2026/Kitchen, line 120: “{SENTENCE}”",)


def test_what_may_be_says_what_met_what_and_that_it_is_not_asserted() -> None:
    met = MAY_BE.met
    assert met is not None
    assert maybe_lines(MAY_BE, 30) == ("0.74 of 1.60, not asserted", f"“{met.context}”", f"met “{met.text}”")
    assert len(maybe_lines(MAY_BE, 80)) == 2 and len(maybe_lines(MAY_BE, 120)) == 1
    assert maybe_lines(replace(MAY_BE, threshold=OUT_OF_REACH), 30)[0] == "0.74, not asserted"
    drawn = [part.plain for part in MaybeRow(PLAN_MAYBE).draw(60, UNICODE)]
    assert drawn[0] == "◇ maybe Overlay the old plan"
    assert drawn[1].startswith("  “the 1968 plan turns up”") and drawn[1].endswith(" 0.74 of 1.60")


def test_nothing_of_a_note_is_obeyed_in_a_reason() -> None:
    nasty = replace(BY_A_NOTE, met=Met("a\x1b[31m [b]x[/b] \u202e", "y"), evidence=Place("d\x1b.md", 1))
    row = CommitmentRow(replace(QUOTE, firing=nasty), "now", TODAY, 0, 120)
    text = "\n".join(part.plain for part in row.draw(120, UNICODE))
    assert "\x1b" not in text and "\u202e" not in text and "[b]x[/b]" in text


async def test_the_agenda_counts_what_may_be() -> None:
    async with running(FakeWorkspace(current=WITH_MAYBE)) as pilot:
        assert "Agenda · 3 now · 1 maybe" in screen_text(pilot)
        assert "0.74 of 1.60, not asserted" in screen_text(pilot)


async def test_what_may_be_keeps_the_cursor_though_it_stands_in_its_place_too() -> None:
    workspace = FakeWorkspace(current=WITH_MAYBE)
    async with running(workspace) as pilot:
        await press(pilot, "j", "j", "j")
        workspace.current = replace(WITH_MAYBE, snoozed=())
        main(pilot)._agenda.ask()
        await settle(pilot)
        assert at(pilot) == PLAN_MAYBE
        await press(pilot, "j", "j", "j")
        assert at(pilot) == PLAN


async def test_a_wide_agenda_needs_one_line_for_a_reason() -> None:
    async with running(FakeWorkspace(), size=(160, 45)) as pilot:
        assert main(pilot).agenda.rows[1].height == 2
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert main(pilot).agenda.rows[1].height == 3
        assert at(pilot) == QUOTE


async def test_enter_marks_the_sentence_in_its_note_though_the_line_has_moved() -> None:
    notes = {"Daily.md": "one\ntwo\n\nthree\n\nfour\nIn short: the *quote*\n[[came|came]] in this morning.\nend\n"}
    item = replace(QUOTE, firing=replace(BY_A_NOTE, met=Met("In short: the quote came came in this morning", "x")))
    async with running(FakeWorkspace(notes=notes, current=replace(AGENDA, firing=(item,)))) as pilot:
        await press(pilot, "enter")
        page = main(pilot).preview.page
        assert page is not None and (page.focus.first, page.focus.last) == (7, 8)
        assert "▌[[came" in screen_text(pilot).replace(" ", "")


def test_evidence_is_the_nearest_place_of_the_sentence_else_its_line() -> None:
    lines = ["It came.", "", "It **came**.", "x", "It", "came!"]
    assert evidence_lines(lines, 3, "It came.") == (3, 3)
    assert evidence_lines(lines, 6, "It came.") == (5, 6)
    assert evidence_lines(lines, 2, "It never came.") == (2, 2)
    assert evidence_lines([""], 1, "…") == (1, 1)


# What is told


def fired(number: int) -> Fired:
    return Fired(f"id{number}", f"Reconcile {number}", f"Daily/2026-08-{number}.md", 12)


async def test_one_that_a_note_set_off_is_told_with_its_note() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        focus = pilot.app.focused
        workspace.callback(EntriesFired((fired(14),)))
        await pilot.pause(GATHER + 0.2)
        assert "Now: Reconcile 14, because of Daily/2026-08-14" in toasts(pilot)
        assert pilot.app.focused is focus and at(pilot) == QUOTE


async def test_several_are_told_in_one_toast() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        workspace.callback(EntriesFired((fired(14),)))
        workspace.callback(EntriesFired((fired(15), fired(16))))
        workspace.callback(EntriesFired((fired(16),)))
        await pilot.pause(GATHER + 0.2)
        assert toasts(pilot).count("operative") == 1 and "3 commitments became operative" in toasts(pilot)
        workspace.callback(EntriesFired(()))
        await pilot.pause(GATHER + 0.2)
        assert len(pilot.app._notifications) == 1


async def test_what_fires_shows_in_the_agenda_at_once() -> None:
    workspace = FakeWorkspace(current=replace(AGENDA, firing=(PACKET, PASSPORT)))
    async with running(workspace) as pilot:
        workspace.current = AGENDA
        workspace.callback(EntriesFired((Fired("k7q2", QUOTE.action, "Daily.md", 4),)))
        await settle(pilot)
        assert "NOW 3" in screen_text(pilot) and "because of Daily, line 4" in screen_text(pilot)


# Explanation


async def test_explain_says_every_term_in_words_and_what_the_keys_do() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "x")
        text = " ".join(str(part.content) for part in pilot.app.screen.query(Static))
        for part in (
            f"because of Daily, line 4: “{SENTENCE}”",
            "met “the kitchen maker's quote arrives”",
            "words +1.50 telling words in common, beyond chance: quote, morning",
            "meaning +0.60",
            "blockers -0.25 near to where it does not apply: “Lena says",
            "score = 1.85 of 1.60 needed (1.00 with blockers): strong evidence, asserted",
            f"y it applies: “{SENTENCE}” becomes a cue",
            f"f not this: “{SENTENCE}” becomes a blocker",
            "a seen: it waits",
        ):
            assert part in text


@pytest.mark.parametrize(("key", "call"), [("y", "confirm"), ("f", "deny"), ("a", "acknowledge")])
async def test_the_keys_that_explain_names_work_there_too(key: str, call: str) -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "x", key)
        await settle(pilot)
        assert said(workspace) == [(call, "k7q2", SENTENCE)]
        assert pilot.app.screen is main(pilot) and SENTENCE in toasts(pilot)


async def test_explain_of_a_date_has_nothing_to_say() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "j", "x", "y")
        assert said(workspace) == [] and pilot.app.screen is not main(pilot)


async def test_explain_of_a_date_has_no_bare_numbers() -> None:
    async with running(FakeWorkspace(state=FakeStatus())) as pilot:
        await press(pilot, "j", "x")
        text = " ".join(screen_text(pilot).split())
        assert "due Sat 28 Nov 2026: 2 d late" in text.replace("│ ", "") and "2.000" not in text
        assert "it applies" not in text
