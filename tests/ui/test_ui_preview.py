from __future__ import annotations

import time
from dataclasses import replace

import pytest
from fake_links import KITCHEN, VIEWS
from fake_workspace import FakeWorkspace, result
from hypothesis import given
from hypothesis import strategies as st
from pilots import main, press, running, screen_text, type_text

from app.errors import StoreError
from app.search.note_links import NoteLink, NoteView
from app.search.result import Arm, RankMode, SearchResults
from app.vault.properties import Property
from widgets.note_margin import margin_rows, margin_title
from widgets.note_page import LONGEST, ROOM, Focus, lay_out
from widgets.preview_flow import Wanted

QUICK = 0.05
"""Seconds of work that showing a note may take."""


def marks(text: str, looked_for: tuple[str, ...], *, prefix: bool = False) -> list[str]:
    page = lay_out(text, 200, Focus(1, 9, looked_for, prefix))
    rows = (page.draw(row, "|") for row in range(page.height))
    marked = ((row, span) for row in rows for span in row.spans if "betimes-mark" in str(span.style) and span.start)
    return [row.plain[span.start : span.end] for row, span in marked]


def test_every_word_of_the_query_is_marked_in_the_whole_note() -> None:
    text = "# Kitchen\n\nThe joiner's quotes.\nAnother joiner, in Café Müller.\n"
    assert marks(text, ("joiner", "quote", "muller")) == ["joiner's", "quotes", "joiner", "Müller"]
    assert marks("a fat crowds at 白米 quoting", ("a", "crowd", "米", "quo"), prefix=True) == [
        "a", "crowds", "米", "quoting",
    ]  # fmt: skip


def test_the_match_shown_is_the_line_with_most_of_the_words() -> None:
    text = "\n".join(["quote"] * 30 + ["the June quote"] + ["quote"] * 30)
    page = lay_out(text, 60, Focus(1, 61, ("june", "quote")))
    assert page.line_at(page.target) == 31


def test_a_very_long_line_is_cut_around_its_match_and_says_how_much_is_left_out() -> None:
    text = "word " * 10_000 + "needle " + "word " * 10_000
    page = lay_out(text, 80, Focus(1, 1, ("needle",)))
    (shown,) = page.lines
    assert shown.startswith("… 49,000 characters … ") and "needle" in shown
    assert shown.endswith(f" … {len(text) - 49_000 - LONGEST:,} more characters")
    assert lay_out("word " * 10_000, 80, Focus()).lines[0].startswith("word word")


def test_a_note_of_long_lines_is_cut_by_its_characters() -> None:
    page = lay_out("\n".join(["word " * 200] * 400), 80, Focus(200, 200))
    assert sum(map(len, page.lines)) < 2 * ROOM + 2 * LONGEST
    assert "more lines above" in page.draw(0, "|").plain and "more lines below" in page.draw(page.height - 1, "|").plain


@pytest.mark.parametrize(
    "text",
    ["a line of some words and [[Link]]\n" * 20_000, "word " * 200_000, ("long paragraph " * 80 + "\n\n") * 800],
    ids=["lines", "one line", "paragraphs"],
)
def test_a_huge_note_is_laid_out_and_drawn_within_the_limit(text: str) -> None:
    def cost() -> float:
        begun = time.thread_time()
        page = lay_out(text, 76, Focus(text.count("\n") // 2, text.count("\n") // 2, ("words", "link")))
        for row in range(page.target, min(page.height, page.target + 45)):
            page.draw(row, "|")
        return time.thread_time() - begun

    assert min(cost() for _ in range(3)) < QUICK * 2, "twice the limit, for a loaded machine"


@given(st.lists(st.text(max_size=30), max_size=30), st.integers(0, 40), st.integers(1, 60))
def test_every_line_is_there_or_counted(lines: list[str], first: int, width: int) -> None:
    text = "\n".join(lines)
    page = lay_out(text, width, Focus(first, first, ("a",)))
    assert len(page.lines) == len(page.kinds) == text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1


async def test_who_leads_here_and_the_properties_stand_below_the_note_and_in_the_border() -> None:
    async with running(FakeWorkspace(), size=(120, 40)) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "june")
        await press(pilot, "enter", "end")
        shown = screen_text(pilot)
        assert "LINKED FROM 2" in shown and "PROPERTIES 4" in shown and "budget" in shown
        assert "The quote came in, see [[Kitchen#Quotes]]." in shown
        assert "linked from 2 · importance: high" in shown
        await press(pilot, "escape", "escape", "escape", "j")
        assert "linked from 2" not in screen_text(pilot)


async def test_a_note_is_shown_when_the_index_cannot_tell_what_belongs_to_it() -> None:
    class Broken(FakeWorkspace):
        def note_margin(self, path: str, most: int) -> NoteView:
            raise StoreError("The index cannot be read")

    async with running(Broken()) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "june")
        await press(pilot, "enter")
        assert "June estimate" in screen_text(pilot)


async def test_a_word_that_is_not_in_the_snippet_is_marked_in_the_note() -> None:
    class Two(FakeWorkspace):
        def _found(self, text: str, rank: RankMode, arm: Arm) -> SearchResults:
            hit = result("A.md", 1, "the quote", "quote", line_end=9, looked_for=("quote", "joiner"))
            return SearchResults(text, text, rank, arm, (hit,))

    async with running(Two(notes={"A.md": "the quote\n\nby a joiner\n"})) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "quote joiner")
        await press(pilot, "enter")
        page = main(pilot).preview.page
        assert page is not None and page.pattern is not None
        assert page.pattern.findall("\n".join(page.lines)) == ["quote", "joiner"]
        assert Wanted.result(main(pilot).results.result).focus.looked_for == ("quote", "joiner")


def test_the_margin_counts_what_it_leaves_out_and_is_safe() -> None:
    hostile = "\x1b]52;c;cGF5\x07[/]\u202e"
    link = NoteLink("A.md", hostile, "B", "", 3, hostile, "note")
    view = NoteView("B.md", "B", (Property(hostile, "text", hostile),), backlinks=(link,) * 3, more=40)
    rows = [row.plain for row in margin_rows(view, 50)]
    assert any("LINKED FROM 43" in row for row in rows) and any("and 40 links more" in row for row in rows)
    for said in (*rows, margin_title(view, 80).plain):
        assert "\x1b" not in said and "\u202e" not in said and len(said) < 90
    assert margin_rows(NoteView("B.md", "B"), 50) == () and margin_title(NoteView("B.md", "B"), 50).plain == ""
    assert margin_title(replace(VIEWS[KITCHEN]), 20).cell_length <= 20
