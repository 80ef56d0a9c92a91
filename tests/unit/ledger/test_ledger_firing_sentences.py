from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ledger.sentences import MAX_SENTENCES, WHOLE_CHARACTERS, context_units, sentences


@pytest.mark.parametrize("query", ["frost", "kitchen quote", "who has not paid me", "has the quote arrived?"])
def test_a_short_query_is_one_unit(query: str) -> None:
    assert context_units(query) == [query]


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "?!", "- [ ] ", "---"])
def test_a_text_without_words_has_no_unit(text: str) -> None:
    assert context_units(text) == []


def test_sentences_pairs_and_the_whole_are_units() -> None:
    assert context_units("It froze last night. The car was white. All done?") == [
        "It froze last night.",
        "The car was white.",
        "It froze last night. The car was white.",
        "The car was white. All done?",
        "It froze last night. The car was white. All done?",
    ]


def test_two_sentences_have_no_unit_twice() -> None:
    units = context_units("It froze last night. The car was white.")
    assert len(units) == len(set(units)) == 3


def test_figures_do_not_end_a_sentence() -> None:
    assert sentences("It cost £9,310.50 at 7.30 today. Good") == ["It cost £9,310.50 at 7.30 today.", "Good"]


def test_markup_is_left_out_and_lines_end_sentences() -> None:
    text = "# Quotes\n\n> - [ ] Ask [[Lena Marsh|Lena]] about ![[x]]\n1. first step\n> [!warning] The drain\n\ttext"
    assert sentences(text) == ["Quotes", "Ask Lena about x", "first step", "The drain", "text"]


def test_unspaced_scripts_have_sentences_too() -> None:
    assert sentences("見積もりが届いた。台所の件。") == ["見積もりが届いた。", "台所の件。"]


def test_a_long_text_has_a_bounded_number_of_units() -> None:
    units = context_units(
        "This is one of many sentences. " * 10 + " ".join(f"Number {i} is here." for i in range(5000))
    )
    assert len(units) <= 2 * MAX_SENTENCES
    assert max(map(len, units)) <= WHOLE_CHARACTERS


@given(st.text(max_size=400))
def test_any_text_has_units_with_words_each_once(text: str) -> None:
    units = context_units(text)
    assert len(units) == len(set(units))
    assert all(any(c.isalnum() or c == "_" for c in unit) for unit in units)
