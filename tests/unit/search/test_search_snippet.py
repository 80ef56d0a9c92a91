from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.search.snippet import WIDTH, Snippet, even, make_snippet


def _marked(snippet: Snippet) -> list[str]:
    return [snippet.text[start:end] for start, end in snippet.marks]


def test_the_line_with_most_words_is_shown_and_marked() -> None:
    text = "# Kitchen\n\nThe kitchen is small.\nThe kitchen quotes arrived, one quote late.\n"
    snippet = make_snippet(text, ["kitchen", "quote"])
    assert snippet.text == "The kitchen quotes arrived, one quote late."
    assert _marked(snippet) == ["kitchen", "quotes", "quote"]


@pytest.mark.parametrize(
    ("word", "marked"),
    [("arrive", ["arrives"]), ("kit", []), ("KITCHEN", ["kitchen"]), ("maker", ["maker's"]), ("’", []), ("", [])],
)
def test_inflected_forms_are_marked_and_parts_of_words_are_not(word: str, marked: list[str]) -> None:
    assert _marked(make_snippet("the kitchen maker's quote arrives", [word])) == marked


def test_an_unfinished_word_is_marked_whole() -> None:
    assert _marked(make_snippet("the kitchen quote", ["the", "kit"], prefix=True)) == ["the", "kitchen"]


def test_a_phrase_is_marked_as_one_whatever_is_between_its_words() -> None:
    assert _marked(make_snippet("an old *clay* drain runs", ["clay drain"])) == ["clay* drain"]


def test_characters_of_unspaced_scripts_are_marked_within_a_run() -> None:
    assert _marked(make_snippet("台所の見積もりが届いた", ["見積もり"])) == ["見積もり"]


def test_without_a_match_the_first_line_of_text_is_shown() -> None:
    assert make_snippet("## Quotes\n\n---\n| --- | --- |\nAsh fronts.\nMore.", ["frost"]) == Snippet("Ash fronts.")
    assert make_snippet("# Only a heading", ["frost"]) == Snippet("# Only a heading")
    assert make_snippet("", ["frost"]) == Snippet("")


def test_a_long_line_is_cut_around_the_first_match_at_a_word() -> None:
    snippet = make_snippet("word " * 100 + "frost here " + "tail " * 100, ["frost"])
    assert len(snippet.text) <= WIDTH
    assert _marked(snippet) == ["frost"]
    assert snippet.text.startswith("word ")


def test_a_long_line_without_spaces_is_cut_too() -> None:
    snippet = make_snippet("漢" * 500 + "見積" + "字" * 500, ["見積"])
    assert _marked(snippet) == ["見積"]
    assert len(snippet.text) <= WIDTH


@given(st.text(max_size=500), st.lists(st.text(max_size=8), max_size=4), st.booleans(), st.integers(1, 200))
def test_marks_always_lie_within_the_text(text: str, words: list[str], prefix: bool, width: int) -> None:
    snippet = make_snippet(text, words, prefix=prefix, width=width)
    assert len(snippet.text) <= width
    assert all(0 <= start < end <= len(snippet.text) for start, end in snippet.marks)
    assert list(snippet.marks) == sorted(snippet.marks)


@pytest.mark.parametrize(
    ("text", "word", "marked"),
    [
        ("Всё ещё ёлка", "еще", ["ещё"]),
        ("le café crème", "cafe", ["café"]),
        ("ein Überblick", "uberblick", ["Überblick"]),
        ("ｗｉｄｅ letters", "wide", ["ｗｉｄｅ"]),
        ("мой май", "мои", []),
        ("naïve and naive", "naïve", ["naïve", "naive"]),
    ],
)
def test_words_are_marked_as_the_index_finds_them(text: str, word: str, marked: list[str]) -> None:
    assert _marked(make_snippet(text, [word])) == marked


@given(st.text())
def test_evened_text_keeps_every_place(text: str) -> None:
    assert len(even(text)) == len(text) and even(even(text)) == even(text)
