"""The agenda follows the context that the accepted answer met."""

from __future__ import annotations

from dataclasses import replace

from fake_workspace import AGENDA, PACKET, PASSPORT, QUOTE, FakeStatus, FakeWorkspace, result
from pilots import main, press, running, screen_text, toasts, type_text

from app.config import Config
from app.events import EmbedderState
from app.ledger.commitment import Agenda
from app.ledger.context_matches import ContextMatches
from app.search.result import Arm, RankMode, SearchResults
from widgets.key_ids import unknown_keys


class Meaning(FakeWorkspace):
    """By words a query meets what its last word names, by meaning nothing of "june"."""

    context: SearchResults | None = None

    def agenda(self) -> Agenda:
        met = self.context.matches.firing if self.context else {}
        return replace(AGENDA, firing=(*((QUOTE,) if QUOTE.id in met else ()), PACKET, PASSPORT))

    def _found(self, text: str, rank: RankMode, arm: Arm) -> SearchResults:
        found = super()._found(text, rank, arm)
        assert QUOTE.firing is not None
        return replace(found, matches=ContextMatches({QUOTE.id: QUOTE.firing} if "quote" in text else {}))


async def test_a_row_that_the_query_no_longer_meets_leaves_the_agenda() -> None:
    async with running(Meaning()) as pilot:
        assert "NOW 2" in screen_text(pilot)
        await press(pilot, "slash")
        await type_text(pilot, "quote")
        assert "NOW 3" in screen_text(pilot)
        main(pilot).query_box.value = ""
        await type_text(pilot, "june")
        assert "NOW 2" in screen_text(pilot)
        main(pilot).query_box.value = "quote"
        await press(pilot)
        assert "NOW 3" in screen_text(pilot)
        main(pilot).query_box.value = "june"
        await press(pilot)
        assert "NOW 2" in screen_text(pilot)


async def test_the_answer_by_words_is_the_context_when_there_is_no_model() -> None:
    async with running(Meaning(state=FakeStatus(embedder=EmbedderState.LOADING))) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "quote")
        assert "NOW 3" in screen_text(pilot)
        main(pilot).query_box.value = "june"
        await press(pilot)
        assert "NOW 2" in screen_text(pilot)


async def test_a_section_further_down_begins_in_the_upper_quarter_of_a_tall_preview() -> None:
    body = ["# Long", *["filler"] * 14, "## Part", "before", "before", "needle", *["after"] * 60]
    workspace = FakeWorkspace(notes={"Long.md": "\n".join(body)})

    def part(text: str, rank: RankMode, arm: Arm) -> SearchResults:
        found = FakeWorkspace._found(workspace, text, rank, arm)
        return replace(found, results=(result("Long.md", 0, "needle", "needle", line_start=16, line_end=40),))

    workspace._found = part  # type: ignore[method-assign]
    async with running(workspace, size=(200, 60)) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "needle")
        preview = main(pilot).preview
        await pilot.pause(0.2)
        assert preview.page is not None and preview.page.start == 15
        assert preview.size.height > 16
        assert 0 <= preview.page.start - preview.scroll_offset.y < preview.size.height // 4


async def test_a_key_for_an_action_that_there_is_not_is_told_with_the_nearest() -> None:
    async with running(FakeWorkspace(config=Config(keys={"commitment.reslove": "d", "list.next": "n"}))) as pilot:
        assert "there is no action commitment.reslove; the nearest is commitment.resolve" in toasts(pilot)
        assert "list.next" not in toasts(pilot)


def test_every_unknown_id_is_told_even_without_anything_near() -> None:
    assert unknown_keys(["zzz", "app.quit"], ["app.quit"]) == ["there is no action zzz; the nearest is app.quit"]
    assert unknown_keys(["zzz"], []) == ["there is no action zzz"]
