from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.color import Color

from app.ledger.commitment import Commitment, Firing, Met, Place
from widgets.agenda_rows import CommitmentRow
from widgets.drawing import Part, fit, line, marked, spread, worded
from widgets.glyphs import UNICODE
from widgets.note_page import WINDOW, Focus, lay_out
from widgets.note_styles import kinds
from widgets.preview_flow import Wanted, focus_in
from widgets.status_line import time_left
from widgets.theming import PACKAGED, VARIABLES, ThemeProblem, load_themes, read_theme
from widgets.wrapping import wrap


@given(st.text(), st.integers(2, 60))
def test_wrapping_loses_nothing_but_the_blanks_it_breaks_at(text: str, width: int) -> None:
    rows = wrap(text, width)
    rest = list(text)
    for start, end in rows:
        assert cell_len(text[start:end]) <= width or end - start == 1
        rest[start:end] = [""] * (end - start)
    assert set("".join(rest)) <= {" "}


@given(st.text(), st.integers(1, 40))
def test_a_fitted_line_is_never_too_wide(text: str, width: int) -> None:
    assert fit(line(text), width).cell_length <= max(width, 1)


def test_marks_stand_out_and_overlaps_are_drawn_once() -> None:
    content = marked("the quote came", ((4, 9), (6, 12)))
    assert content.plain == "the quote came"
    assert [(span.start, span.end) for span in content.spans if "betimes-mark" in str(span.style)] == [(4, 9)]


def test_the_right_end_stays_when_there_is_room() -> None:
    assert spread(line("a long title that goes on"), line("0.71"), 20).plain == "a long title t… 0.71"
    assert spread(line("title"), line("a very long state"), 20).plain == "title"


def test_signs_of_task_lines_become_words() -> None:
    assert worded("pay 📅 2026-12-01 ⏫") == "pay due 2026-12-01 high"
    assert worded("pay📅2021-08-22") == "pay due 2021-08-22"
    assert worded("pay 📅\ufe0f2021-08-22⏫🔁every day") == "pay due 2021-08-22 high repeat every day"
    assert worded("📅📅 ☀\ufe0f") == "due due ☀" and worded("") == ""


def test_names_show_what_cannot_be_seen() -> None:
    assert line(Part("a\u200bb", name=True)).plain == "a<U+200B>b"


def test_a_page_starts_at_the_match_and_marks_it() -> None:
    text = "\n".join(["# Title", *(f"line {number}" for number in range(2, 60)), "the Quote"])
    page = lay_out(text, 40, Focus(50, 60, ("quote",)))
    assert page.draw(page.target, "|").plain == "|the Quote"
    assert page.line_at(page.target) == 60
    assert page.height == 60


def test_a_huge_note_is_cut_and_says_so() -> None:
    page = lay_out("word\n" * (WINDOW * 3), 40, Focus(WINDOW + 100, WINDOW + 101), "Read to 2 MB.")
    assert page.draw(0, "|").plain.startswith("… 99 more lines above")
    assert page.draw(1, "|").plain == "Read to 2 MB."
    assert "more lines below" in page.draw(page.height - 1, "|").plain
    assert page.line_at(page.target) == WINDOW + 100


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_editors_count_them(end: str) -> None:
    text = end.join(["a\x0bb\u2028c", "## Quotes", "x ^rail"])
    assert focus_in(Wanted("n.md", fragment="Quotes"), text) == Focus(2, 2)
    assert focus_in(Wanted("n.md", fragment="^rail"), text) == Focus(3, 3)
    assert focus_in(Wanted("n.md", fragment="nowhere"), "a") == Focus()


def test_kinds_of_lines() -> None:
    source = ["---", "a: 1", "---", "# H", "```", "# code", "```", "> q", "- [x] t", "plain"]
    expected = ["matter", "matter", "matter", "heading", "code", "code", "code", "quote", "closed", "text"]
    assert list(kinds(source)) == expected


LINES = st.lists(st.sampled_from(["---", "...", "```", "~~~", "# H", "text", " ```x", "> q", "- [x] t"]), max_size=14)


@given(LINES, st.integers(0, 14), st.integers(0, 14))
def test_some_lines_are_what_they_are_among_all(source: list[str], first: int, last: int) -> None:
    assert list(kinds(source, first, last)) == list(kinds(source))[first:last]


@given(st.text(), st.integers(1, 80))
def test_any_note_can_be_laid_out_and_drawn(text: str, width: int) -> None:
    page = lay_out(text, width, Focus(1, 3, ("a",)))
    for row in range(page.height):
        assert "\x1b" not in page.draw(row, "|").plain


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.2, "1 s left"), (59, "59 s left"), (130, "2 min left"), (5400, "1.5 h left")]
)
def test_time_left(seconds: float, said: str) -> None:
    assert time_left(seconds) == said


def test_packaged_themes_can_be_used() -> None:
    themes, problems = load_themes([PACKAGED])
    assert {theme.name: theme.dark for theme in themes} == {"betimes-dark": True, "betimes-light": False}
    assert problems == []
    assert all(set(VARIABLES) <= set(theme.variables) for theme in themes)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dark = true", "name is missing"),
        ('name = "x"', "colours.primary is missing"),
        ('name = "x"\n[colours]\nprimary = "#123456"\nprimry = "#123456"', "unknown key primry"),
        ('name = "x"\n[colours]\nprimary = "mauvish"', "mauvish is not a colour"),
        ('name = "x"\ncolours = 3', "must be tables"),
        ("name = ", "bad.toml"),
    ],
)
def test_a_bad_theme_says_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(ThemeProblem, match=said):
        read_theme(path)
    assert load_themes([tmp_path, tmp_path / "missing"])[1]


def luminance(colour: Color) -> float:
    """Relative luminance as WCAG 2.1 defines it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.normalized]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("name", ["betimes-dark", "betimes-light"])
@pytest.mark.parametrize(
    "ground", ["background", "panel", "block-cursor-background", "block-cursor-blurred-background"]
)
def test_text_can_be_read_on_every_ground(name: str, ground: str) -> None:
    theme = read_theme(PACKAGED / f"{name}.toml")
    back = luminance(Color.parse(theme.variables.get(ground) or getattr(theme, ground)))
    for variable in VARIABLES:
        text = luminance(Color.parse(theme.variables[variable]))
        assert (max(text, back) + 0.05) / (min(text, back) + 0.05) >= 4.5, (variable, ground)


def test_a_long_action_takes_the_line_of_its_place():
    item = Commitment(
        "Home.md:4", "note", "Renew the passport of the youngest", due=date(2026, 11, 28), note=Place("Home.md", 4)
    )
    row = CommitmentRow(replace(item, firing=Firing("date", days_late=2)), "now", date(2026, 11, 30), 8)

    def drawn(width):
        return [part.plain.rstrip() for part in row.draw(width, UNICODE)]

    assert drawn(30) == ["● 2 d late Renew the passport", "  of the youngest"]
    assert drawn(80)[1] == "  Home.md, line 4"
    met = replace(item, firing=Firing("context", met=Met("the photo came", "x")))
    assert "the photo" in CommitmentRow(met, "now", date(2026, 11, 30), 8).draw(30, UNICODE)[1].plain
