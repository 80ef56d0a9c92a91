from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ledger.entry import Entry
from app.ledger.firing import match_context
from app.ledger.matching import WordWeights, content_words, is_function_word, stem, weigh
from app.ledger.sentences import context_units
from app.ledger.word_firing import match_words

KITCHEN = Entry(
    "k7q2",
    "Reconcile the kitchen quote against the June estimate",
    when="the kitchen maker's quote arrives",
    cues=("Lena sends her price for the cabinets",),
)
FROST = Entry("f8ro", "Lift the dahlia tubers", when="the first hard frost", cues=("ice on the water butt",))
DAD = Entry("d3fa", "Ask for a falls assessment", when="Dad has another fall")
DATED = Entry("n147", "Chase invoice 0147")
ENTRIES = (KITCHEN, FROST, DAD, DATED)

TEXTS = ["Lunch with Dad.", "Dad and the piano.", "Dad came.", "first things first", "hard work", "a hard first day"]
WEIGHTS = WordWeights([*TEXTS, *(f"nothing of note {i}" for i in range(20))])


def _fire(text: str) -> list[str]:
    return sorted(match_context(context_units(text), None, ENTRIES, {}, weight=WEIGHTS).firing)


@pytest.mark.parametrize(
    ("query", "fires"),
    [
        ("kitchen quote", ["k7q2"]),
        ("Kitchen Quotes", ["k7q2"]),
        ("has the kitchen quote arrived?", ["k7q2"]),
        ("frost", ["f8ro"]),
        ("hard frost", ["f8ro"]),
        ("dad fall", ["d3fa"]),
        ("Lena sends her price", ["k7q2"]),
        ("Dad", []),
        ("first", []),
        ("quote", []),
        ("roofer's quote", []),
        ("the roofer's quote arrived", []),
        ("the kitchen quote has not arrived", []),
        ("the kitchen quote hasn't arrived", []),
        ("dahlia tubers", []),
        ("invoice 0147", []),
        ("water", []),
        ("the", []),
        ("", []),
    ],
)
def test_words_fire_what_they_name_and_nothing_else(query: str, fires: list[str]) -> None:
    assert _fire(query) == fires


def test_a_sentence_of_a_longer_text_can_fire() -> None:
    assert _fire("Slept badly and rose late. A hard frost! Then porridge with the children.") == ["f8ro"]
    assert _fire("The forecast promised a hard frost. I rose to drizzle and eleven degrees.") == []


def test_a_match_says_what_met_what_and_how_strongly() -> None:
    firing = match_context(["kitchen quote"], None, ENTRIES, {}, weight=WEIGHTS).firing["k7q2"]
    assert firing.reason == "context"
    assert firing.met is not None
    assert (firing.met.context, firing.met.text) == ("kitchen quote", "the kitchen maker's quote arrives")
    assert firing.score is not None
    assert firing.threshold is not None
    assert firing.score >= firing.threshold > 0


def test_what_is_close_may_be_operative() -> None:
    found = match_context(["the kitchen quote has not arrived"], None, ENTRIES, {}, weight=WEIGHTS)
    assert [id_ for id_, _ in found.maybe] == ["k7q2"]
    assert not found.firing
    assert [id_ for id_, _ in match_context(["dahlia tubers"], None, ENTRIES, {}, weight=WEIGHTS).maybe] == ["f8ro"]


def test_a_single_word_never_fires_by_a_cue() -> None:
    entry = Entry("a", "Do it", cues=("scaffolding",))
    found = match_words(["scaffolding"], entry, WEIGHTS)
    assert found is not None
    assert not found.fires


def test_a_blocker_that_says_the_same_keeps_words_from_firing() -> None:
    entry = Entry("a", "Do it", when="the kitchen quote arrives", blockers=("the quote for the kitchen floor",))
    assert match_words(["kitchen quote"], entry, WEIGHTS) is None
    assert match_words(["kitchen quote arrives"], entry, WEIGHTS) is not None


def test_an_entry_that_waits_for_no_situation_is_never_met() -> None:
    assert match_words(["invoice 0147"], DATED, WEIGHTS) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [("quotes", "quote"), ("arrived", "arrives"), ("studies", "study"), ("moving", "move"), ("prices", "price")],
)
def test_inflected_forms_share_a_stem(first: str, second: str) -> None:
    assert stem(first) == stem(second)


@pytest.mark.parametrize("word", ["glass", "bus", "is", "red", "sing"])
def test_short_words_are_left_alone(word: str) -> None:
    assert stem(word) == word


def test_content_words_leave_out_function_words_and_keep_negation() -> None:
    assert content_words("The quote isn't here") == {"quot", "not"}
    assert content_words("Dad’s fall") == {"dad", "fall"}
    assert content_words("見積もり") == {"見", "積", "も", "り"}
    assert is_function_word("The")
    assert is_function_word("not")
    assert not is_function_word("frost")


def test_rare_words_weigh_more_and_unknown_ones_most() -> None:
    assert 0 < WEIGHTS("dad") < WEIGHTS("piano") < WEIGHTS("zebra")
    assert weigh([], WEIGHTS) == 0.0
    assert WordWeights()("anything") == WordWeights()("else") > 0


@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=80), st.text(max_size=80))
def test_any_texts_can_be_matched(text: str, when: str, cue: str, blocker: str) -> None:
    entry = Entry("a", when, when=when, cues=(cue,), blockers=(blocker,))
    found = match_context(context_units(text), None, [entry], {}, weight=WEIGHTS)
    assert set(found.firing) <= {"a"}
    assert len(found.firing) + len(found.maybe) <= 1
