from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ledger.entry import Entry
from app.ledger.firing import match_context
from app.ledger.firing_constants import EXTRA_WORDS, OUT_OF_REACH, REFERENCE_CHUNKS
from app.ledger.matching import content_words, is_function_word, stem
from app.ledger.sentences import context_units
from app.ledger.word_evidence import EntryWords, WordEvidence, entry_words
from app.ledger.word_prior import prior_shares
from app.ledger.word_statistics import NO_VAULT, WordStatistics

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
WEIGHTS = WordStatistics([*TEXTS, *(f"nothing of note {i}" for i in range(20))])


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
    assert firing.threshold == 1.0
    assert firing.score >= firing.threshold
    assert firing.terms is not None
    assert firing.terms.named


def test_what_is_close_may_be_operative() -> None:
    found = match_context(["the kitchen quote has not arrived"], None, ENTRIES, {}, weight=WEIGHTS)
    assert [id_ for id_, _ in found.maybe] == ["k7q2"]
    assert not found.firing
    assert [id_ for id_, _ in match_context(["dahlia tubers"], None, ENTRIES, {}, weight=WEIGHTS).maybe] == ["f8ro"]


def test_a_single_word_never_fires_by_a_cue() -> None:
    entry = Entry("a", "Do it", cues=("scaffolding",), blockers=("no scaffolding today",))
    found = match_context(["scaffolding"], None, [entry], {}, weight=WEIGHTS)
    assert not found.firing


def test_a_blocker_that_says_the_same_keeps_words_from_firing() -> None:
    entry = Entry("a", "Do it", when="the kitchen quote arrives", blockers=("the quote for the kitchen floor",))
    assert not match_context(["kitchen quote"], None, [entry], {}, weight=WEIGHTS).firing
    assert match_context(["kitchen quote arrives"], None, [entry], {}, weight=WEIGHTS).firing


def test_an_entry_that_waits_for_no_situation_is_never_met() -> None:
    found = match_context(["invoice 0147"], None, [DATED], {}, weight=WEIGHTS)
    assert (dict(found.firing), found.maybe) == ({}, ())


def test_several_telling_words_assert_without_a_model_and_fewer_offer() -> None:
    entry = Entry(
        "s",
        "Swap the alarm battery",
        when="scaffolding stands at the front wall",
        cues=("the scaffolders put poles and boards up at the chimney", "scaffold boards reach the front gable"),
        blockers=("the scaffolders named a day for the poles",),
    )
    asserted = match_context(["Poles and boards all over the front of the chimney at last."], None, [entry], {})
    assert list(asserted.firing) == ["s"]
    terms = asserted.firing["s"].terms
    assert terms is not None
    assert {"chimney", "pol", "board"} <= set(terms.shared)
    assert terms.meaning == 0.0
    lacking = Entry("s", entry.action, when=entry.when, cues=entry.cues)
    offered = match_context(["Poles and boards for the chimney at last, said mum."], None, [lacking], {})
    assert [id_ for id_, _ in offered.maybe] == ["s"]
    assert offered.maybe[0][1].threshold == OUT_OF_REACH


def test_words_of_the_action_alone_are_a_topic() -> None:
    entry = Entry(
        "f8ro", "Lift the dahlia tubers", when="a frost", cues=("ice on the butt",), blockers=("a mild night",)
    )
    found = match_context(["dahlia tubers"], None, [entry], {})
    assert not found.firing
    assert [id_ for id_, _ in found.maybe] == ["f8ro"]


def test_words_in_common_count_above_chance() -> None:
    evidence = WordEvidence([EntryWords({"a": 3.0, "b": 4.0}, mean=0.5, std=0.25), EntryWords({"b": 2.0}, 0.1, 1.0)])
    found = evidence.of([frozenset("ab"), frozenset("xyz"), frozenset()])
    two, three = math.sqrt(2 + EXTRA_WORDS), math.sqrt(3 + EXTRA_WORDS)
    assert found.tolist() == [
        pytest.approx([(7.0 - 1.0) / (0.25 * two), (2.0 - 0.2) / two]),
        pytest.approx([-1.5 / (0.25 * three), -0.3 / three]),
        pytest.approx([0.0, 0.0]),
    ]


def test_an_entrys_words_weigh_by_texts_and_rarity() -> None:
    entry = Entry("a", "ring Lena", when="Lena calls", cues=("Lena is here",))
    words = entry_words(entry, WEIGHTS)
    lena, ring = WEIGHTS("lena"), WEIGHTS("ring")
    assert words.weights["lena"] == pytest.approx(math.sqrt(2.5) * lena**2)
    assert words.weights["ring"] == pytest.approx(math.sqrt(0.5) * ring**2)
    assert words.mean == pytest.approx(sum(w * WEIGHTS.share(word) for word, w in words.weights.items()))
    assert words.std**2 == pytest.approx(sum(w * w * WEIGHTS.share(word) for word, w in words.weights.items()))


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


@given(st.lists(st.text(st.sampled_from("aAınNtT's’ 見\u00a0\t.-e"), max_size=12), max_size=4))
def test_no_word_reaches_over_a_space(parts: list[str]) -> None:
    assert content_words(" ".join(parts)) == frozenset().union(*map(content_words, parts))
    assert is_function_word("The")
    assert is_function_word("not")
    assert not is_function_word("frost")


def test_rare_words_weigh_more_and_unknown_ones_most() -> None:
    assert 0 < WEIGHTS("dad") < WEIGHTS("piano") < WEIGHTS("zebra")
    assert WEIGHTS.weigh([]) == WEIGHTS.norm([]) == 0.0
    assert WEIGHTS.norm(["dad", "zebra"]) == pytest.approx(math.hypot(WEIGHTS("dad"), WEIGHTS("zebra")))


def test_without_a_vault_other_peoples_notes_tell_what_is_common() -> None:
    assert 0 < NO_VAULT("day") < NO_VAULT("mortar") < NO_VAULT("unwritten") == NO_VAULT("anything unheard of")
    df = REFERENCE_CHUNKS * prior_shares()["day"]
    assert NO_VAULT("day") == pytest.approx(math.log1p((REFERENCE_CHUNKS - df + 0.5) / (df + 0.5)))


def test_a_vault_of_a_thousand_chunks_speaks_for_itself_and_a_larger_one_is_scaled() -> None:
    texts = [f"tale number{i}" for i in range(1000)]
    assert WordStatistics(texts)("tal") == pytest.approx(WordStatistics(texts * 3)("tal"), rel=0.1)
    assert WordStatistics(texts)("tal") < 0.01 < NO_VAULT("tal")
    assert WordStatistics(texts)("day") == WordStatistics(texts)("never heard of")


def test_a_vault_in_another_language_is_its_own_measure() -> None:
    german = WordStatistics([f"der Brief und die Nachricht {i}x von Haus{i}" for i in range(40)])
    assert german("und") < 1.0 < german("haus3")
    assert german("day") == german("unbekannt")


def test_unspaced_scripts_are_matched_by_characters() -> None:
    entry = Entry(
        "j", "返事をする", when="台所の見積もりが届く", cues=("工務店から台所の見積書が来た",), blockers=("雨が降る",)
    )
    weights = WordStatistics([f"今日は{i}日、天気が良い。" for i in range(30)])
    found = match_context(context_units("今日、工務店から台所の見積書が来た。"), None, [entry], {}, weight=weights)
    assert list(found.firing) == ["j"]
    assert not match_context(context_units("今日は天気が良い。"), None, [entry], {}, weight=weights).firing


@given(st.lists(st.text(max_size=60), max_size=5), st.text(max_size=20))
def test_any_texts_give_weights_and_shares_in_range(texts: list[str], word: str) -> None:
    statistics = WordStatistics(texts)
    assert 0 < statistics(word) < 8
    assert 0 < statistics.share(word) <= 1


@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=80), st.text(max_size=80))
def test_any_texts_can_be_matched(text: str, when: str, cue: str, blocker: str) -> None:
    entry = Entry("a", when, when=when, cues=(cue,), blockers=(blocker,))
    found = match_context(context_units(text), None, [entry], {}, weight=WEIGHTS)
    assert set(found.firing) <= {"a"}
    assert len(found.firing) + len(found.maybe) <= 1


@given(st.text(max_size=60), st.lists(st.text(max_size=60), min_size=2, max_size=4))
def test_the_order_of_entries_and_of_cues_changes_nothing(text: str, cues: list[str]) -> None:
    there = Entry("a", "Do it", when="it rains", cues=tuple(cues), blockers=("snow",))
    back = Entry("a", "Do it", when="it rains", cues=tuple(reversed(cues)), blockers=("snow",))
    one = match_context(context_units(text), None, [there, FROST], {})
    other = match_context(context_units(text), None, [FROST, back], {})
    assert one.firing.keys() == other.firing.keys()
    assert all(reason.score == pytest.approx(other.firing[id_].score) for id_, reason in one.firing.items())


@given(st.text(min_size=1, max_size=60))
def test_what_says_a_blocker_again_is_never_asserted_or_offered(text: str) -> None:
    entry = Entry("a", text, when=text, cues=(text,), blockers=(text,))
    found = match_context([text], None, [entry], {})
    assert not found.firing
    assert len(content_words(text)) < 2 or not found.maybe
