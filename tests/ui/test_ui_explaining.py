from __future__ import annotations

import re
from dataclasses import replace
from math import prod

import pytest
from fake_search import SCORED
from fake_workspace import FakeWorkspace, result
from pilots import main, press, running, screen_text, toasts, type_text
from textual.pilot import Pilot
from textual.widgets import Static

from app.search.result import Arm, RankMode, SearchResults
from widgets.dialogs.choices import ChoiceList
from widgets.dialogs.comparison import ComparisonDialog
from widgets.dialogs.picking import PickDialog
from widgets.dialogs.score import ScoreDialog

HOSTILE = "\x1b]52;c;cGF5\x07[/] Evil\u202e"


class Scored(FakeWorkspace):
    """Two results whose scores are made as a search makes them."""

    def _found(self, text: str, rank: RankMode, arm: Arm) -> SearchResults:
        best = result("Projects/Kitchen.md", 0, "The June estimate", "June", **SCORED)
        other = replace(
            result("Daily.md", 1, "The quote came in this morning.", "quote", **SCORED),
            words=0.9, firing=False, relevance=0.634, score=0.634 * (1 + 0.3 * SCORED["salience"].value),  # type: ignore[attr-defined]
        )  # fmt: skip
        return SearchResults(text, text, rank, Arm.FUSED, (best, other))


async def explained(pilot: Pilot, *keys: str) -> None:
    await press(pilot, "slash")
    await type_text(pilot, "june")
    await press(pilot, "down", *keys, "x")


def cells(pilot: Pilot, kind: str) -> list[str]:
    return [str(cell.content) for cell in pilot.app.screen.query(f".{kind}").results(Static)]


async def test_the_product_and_the_sums_on_the_screen_are_the_score_of_the_row() -> None:
    async with running(Scored(), size=(120, 40)) as pilot:
        await explained(pilot)
        assert isinstance(pilot.app.screen, ScoreDialog)
        shown = screen_text(pilot)
        score, product = re.search(r"score\s+(\d\.\d\d)\s+= (.*?)\n", shown).groups()  # type: ignore[union-attr]
        factors = [float(number) for number in re.findall(r"\d\.\d+", product)]
        assert len(factors) == 3 and abs(prod(factors) - float(score)) <= 0.005
        assert f" {score} " in main(pilot).results.rows[0].draw(60, main(pilot)._glyphs)[0].plain
        terms = [float(cell) for cell in cells(pilot, "value") if cell.startswith("+")]
        relevance, standing, firing = sum(terms[:2]), 1 + sum(terms[2:7]), 1 + sum(terms[7:])
        assert [relevance, standing, firing] == pytest.approx(factors)


async def test_each_component_stands_there_with_a_bar_and_where_it_comes_from() -> None:
    async with running(Scored(), size=(120, 40)) as pilot:
        await explained(pilot)
        shown = screen_text(pilot)
        for said in ("opened 6 times, last 3 days ago", "linked from 14 notes", "a note like most", "changed 3 days"):
            assert said in shown
        bars = cells(pilot, "bar")
        assert len(bars) == 8 and any("█" in bar and "░" in bar for bar in bars)


async def test_bars_give_way_on_a_narrow_terminal_and_words_do_not() -> None:
    async with running(Scored(), size=(40, 30)) as pilot:
        await explained(pilot)
        assert "█" not in screen_text(pilot) and "cosine" in screen_text(pilot)


async def test_why_not_higher_compares_with_the_row_above() -> None:
    async with running(Scored(), size=(120, 40)) as pilot:
        await explained(pilot, "down")
        assert "w: why not higher?" in screen_text(pilot)
        await press(pilot, "w")
        picking = pilot.app.screen
        assert isinstance(picking, PickDialog) and "1 Kitchen" in screen_text(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ComparisonDialog)
        shown = screen_text(pilot)
        assert "upper: Kitchen" in shown and "lower: Daily" in shown and "Its score is higher" in shown
        assert "For the upper one: commitment" in shown and "For the lower one: words" in shown
        assert re.search(r"firing\s+1.300\s+1.000\s+× 1.30", shown)
        await press(pilot, "escape")
        assert pilot.app.screen is main(pilot)


async def test_the_first_row_is_compared_with_one_below_and_escape_leaves() -> None:
    async with running(Scored()) as pilot:
        await explained(pilot)
        await press(pilot, "w")
        assert pilot.app.screen.query_one(ChoiceList).current.key == "1"  # type: ignore[union-attr]
        await press(pilot, "escape")
        assert pilot.app.screen is main(pilot)
        await press(pilot, "x", "w", "enter")
        assert isinstance(pilot.app.screen, ComparisonDialog)
        await press(pilot, "q")
        assert pilot.app.screen is main(pilot)


async def test_a_lone_result_offers_no_comparison() -> None:
    workspace = FakeWorkspace(notes={"Only.md": "# Only june\n"})
    async with running(workspace) as pilot:
        await explained(pilot)
        assert "not higher" not in screen_text(pilot)
        await press(pilot, "w")
        assert isinstance(pilot.app.screen, ScoreDialog)


async def test_an_exact_hit_and_hostile_names_are_shown_safely() -> None:
    class Hostile(Scored):
        def _found(self, text: str, rank: RankMode, arm: Arm) -> SearchResults:
            found = super()._found(text, rank, arm)
            first, second = found.results
            return replace(found, results=(replace(first, title=HOSTILE, pinned="title"), second))

    async with running(Hostile(), size=(120, 40)) as pilot:
        await explained(pilot)
        shown = screen_text(pilot)
        assert "exact hit" in shown and "this note's title" in shown
        assert "\x1b" not in shown and "[/] Evil<U+202E>" in shown
        await press(pilot, "w", "enter")
        assert "\x1b" not in screen_text(pilot) and "exact hits come first" in screen_text(pilot)


async def test_what_cannot_be_explained_is_told() -> None:
    from app.errors import VaultError

    class Broken(Scored):
        def explain(self, item: object, found: object) -> None:  # type: ignore[override]
            raise VaultError("The operations log cannot be read")

    async with running(Broken()) as pilot:
        await explained(pilot)
        assert "operations log cannot be read" in toasts(pilot)
