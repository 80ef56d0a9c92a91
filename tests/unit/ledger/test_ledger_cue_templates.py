from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import UsageError
from app.ledger.cue_templates import TEMPLATES, place_template, unfilled
from app.ledger.drafts import Reader, apply_draft, check_draft
from app.ledger.entry import Entry

READER = Reader(date(2026, 11, 30))
FIRST, SECOND, THIRD = TEMPLATES["cues"]


@pytest.mark.parametrize("field", TEMPLATES)
def test_every_template_is_told_from_what_a_person_wrote(field: str) -> None:
    assert 2 <= len(TEMPLATES[field]) <= 3
    assert all(unfilled(template) for template in TEMPLATES[field])


@pytest.mark.parametrize(
    ("text", "blank"),
    [
        ("Lena writes that it is done", ""),
        ("a < b and b > c", ""),
        ("⟨who⟩ writes that ⟨what⟩", "⟨who⟩"),
        ("Lena writes that ⟨what", "⟨what"),
        ("Lena writes that what⟩", "⟩"),
        ("⟨⟩", "⟨⟩"),
        ("⟨" * 10_000, "⟨"),
    ],
)
def test_a_blank_is_found_even_with_a_bracket_gone(text: str, blank: str) -> None:
    assert unfilled(text) == blank


@pytest.mark.parametrize("name", ["cues", "blockers"])
def test_a_draft_with_a_blank_is_refused_and_says_which(name: str) -> None:
    draft = {name: "the price came\n⟨who⟩ writes that it came"}
    with pytest.raises(UsageError, match=f"{name}: fill in ⟨who⟩ or take the line out"):
        apply_draft(Entry("a", "Do it"), draft, READER)
    assert check_draft(draft, READER)[name] == f"! {name}: fill in ⟨who⟩ or take the line out"
    assert apply_draft(Entry("a", "Do it"), {name: "Lena writes that it came"}, READER) != Entry("a", "Do it")


def test_brackets_elsewhere_are_nobodys_business() -> None:
    assert apply_draft(Entry("a", "x"), {"action": "Explain ⟨x⟩"}, READER).action == "Explain ⟨x⟩"


def test_a_template_goes_into_an_empty_line_and_its_blank_is_selected() -> None:
    placed = place_template("cues", [""], 0)
    assert placed.lines == (FIRST,) and FIRST[placed.start : placed.end] == "⟨who⟩"


def test_once_more_gives_the_next_template_and_at_last_the_first_again() -> None:
    lines: tuple[str, ...] = ("",)
    seen = []
    for _ in range(4):
        lines = place_template("cues", lines, 0).lines
        seen += lines
    assert seen == [FIRST, SECOND, THIRD, FIRST]


def test_a_line_that_is_begun_goes_on_to_its_next_blank() -> None:
    placed = place_template("cues", ["Lena writes that ⟨what⟩"], 0)
    assert placed.lines == ("Lena writes that ⟨what⟩",)
    assert placed.lines[0][placed.start : placed.end] == "⟨what⟩"


def test_after_a_filled_line_a_new_one_begins() -> None:
    assert place_template("cues", ["the price came", "more"], 0).lines == ("the price came", FIRST, "more")
    assert place_template("cues", ["the price came", ""], 0).lines == ("the price came", FIRST)
    assert place_template("cues", ["the price came", FIRST], 0).lines == ("the price came", SECOND)


@given(st.lists(st.sampled_from(["", "a", FIRST, SECOND, "x ⟨what⟩"]), min_size=1, max_size=5), st.data())
def test_what_a_person_wrote_is_never_changed(lines: list[str], data: st.DataObject) -> None:
    row = data.draw(st.integers(0, len(lines) - 1))
    placed = place_template("cues", lines, row)
    written = [text for text in lines if text and text not in TEMPLATES["cues"]]
    assert [text for text in placed.lines if text and text not in TEMPLATES["cues"]] == written
    assert unfilled(placed.lines[placed.row][placed.start : placed.end])
