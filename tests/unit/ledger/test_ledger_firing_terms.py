from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ledger.aspect import not_yet
from app.ledger.closeness import sentences_in
from app.ledger.conditions import Condition, Example, make_condition
from app.ledger.entry import Entry
from app.ledger.firing import match_context
from app.ledger.firing_constants import (
    BLOCKER_MARGIN,
    BLOCKER_STEEPNESS,
    FIRE,
    MANY_CUES,
    MEANING_WITH_MANY,
    MEANING_WITHOUT_CUES,
    NOT_YET,
    OUT_OF_REACH,
    WITHOUT_EXAMPLES,
    FiringConstants,
)
from app.ledger.matching import content_words
from app.ledger.naming import TextIndex, is_offered, says_the_same
from app.ledger.scoring import blocker_term, likeness, meaning_weight, needed_evidence, needed_score
from app.ledger.sentences import context_units
from app.ledger.word_statistics import NO_VAULT

QUOTE = Entry(
    "q",
    "Compare the two offers",
    when="the joiner's quote arrives",
    cues=("the joiner sends his price for the wardrobe", "an envelope from the joiner with a figure for the wardrobe"),
    blockers=("the plumber sends his price for the boiler", "the joiner measures the wardrobe"),
)


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("The results haven't come.", "haven't"),
        ("The results have NOT come.", "NOT"),
        ("Still waiting for the parcel", "Still"),
        ("They’ve put back the date: it’s been postponed", "put back"),
        ("No word from the clinic", "No word"),
        ("We can't go", "can't"),
        ("Cancelled again", "Cancelled"),
        ("It won’t be here before Monday", "won’t"),
        ("The results came this morning.", ""),
        ("Knotted the yeti's notebook", ""),
        ("", ""),
    ],
)
def test_negation_and_aspect_are_recognised(text: str, denied: str) -> None:
    assert not_yet(text) == denied


def test_a_long_text_is_looked_through_at_once() -> None:
    began = time.process_time()
    assert not_yet("no can put slippery " * 5_000 + "no" * 10_000) == ""
    assert time.process_time() - began < 1.0


def test_meaning_counts_less_and_less_is_needed_the_more_cues_there_are() -> None:
    assert meaning_weight(0) == MEANING_WITHOUT_CUES
    assert meaning_weight(MANY_CUES) == pytest.approx(MEANING_WITH_MANY)
    assert meaning_weight(4) == pytest.approx((MEANING_WITHOUT_CUES * MEANING_WITH_MANY) ** 0.5)
    assert needed_evidence(0) == FIRE
    assert needed_evidence(MANY_CUES) == pytest.approx(2.7, abs=0.05)
    needed = [needed_evidence(n) for n in range(12)]
    assert needed == sorted(needed, reverse=True)
    assert needed[8] == needed[11]


def test_blockers_take_off_by_how_much_nearer_they_are() -> None:
    assert blocker_term([0.4, 0.6], [], by_words=False) == 0.0
    assert blocker_term([0.4, 0.6], [0.45], by_words=False) == 0.0
    assert blocker_term([0.4, 0.6], [0.7, 0.1], by_words=False) == pytest.approx(
        BLOCKER_STEEPNESS * (0.1 + BLOCKER_MARGIN)
    )
    assert blocker_term([0.5], [0.6], by_words=True) == pytest.approx(BLOCKER_STEEPNESS * 0.1)


def test_likeness_is_the_sum_of_two_cosines() -> None:
    words = frozenset({"first-rarity", "second-rarity"})
    squares, norm = {word: NO_VAULT(word) ** 2 for word in words}, NO_VAULT.norm(words)
    same, half, none = Example(1, "", words, norm), _example({"first-rarity", "third-rarity"}), _example({"y", "z"})
    found = likeness(squares, norm, [0.9, 0.25], (same, half, none))
    assert found == pytest.approx([1.25, 1.4, 0.9])
    assert likeness(squares, norm, None, (same, half, none)) == pytest.approx([1.0, 0.5, 0.0])
    assert likeness({}, 0.0, None, (same,)) == [0.0]


def _example(words: set[str]) -> Example:
    return Example(0, "", frozenset(words), NO_VAULT.norm(words))


def _condition(entry: Entry) -> Condition:
    condition = make_condition(entry, None, NO_VAULT)
    assert condition is not None
    return condition


def test_what_lacks_cues_or_blockers_needs_more() -> None:
    words = content_words("the joiner sends a price")
    without_blockers = _condition(Entry("a", "b", when=QUOTE.when, cues=QUOTE.cues))
    without_cues = _condition(Entry("a", "b", when=QUOTE.when, blockers=QUOTE.blockers))
    assert needed_score(_condition(QUOTE), words, by_words=False) == 1.0
    assert needed_score(_condition(QUOTE), words, by_words=True) == 1.0
    assert needed_score(without_blockers, words, by_words=False) == WITHOUT_EXAMPLES
    assert needed_score(without_cues, words, by_words=False) == WITHOUT_EXAMPLES
    assert needed_score(without_cues, words, by_words=True) == OUT_OF_REACH
    assert needed_score(_condition(QUOTE), frozenset({"joiner"}), by_words=False) == OUT_OF_REACH
    assert needed_score(_condition(QUOTE), content_words("the joiner compares offers"), by_words=True) == OUT_OF_REACH


def _terms(text: str, entry: Entry = QUOTE):  # type: ignore[no-untyped-def]
    found = match_context(context_units(text), None, [entry], {})
    reasons = [*found.firing.values(), *(reason for _, reason in found.maybe)]
    return (bool(found.firing), reasons[0].score or 0.0, reasons[0].terms) if reasons else (False, 0.0, None)


def test_not_yet_lowers_the_score_by_its_term() -> None:
    fires, score, terms = _terms("The envelope from the joiner came, with his price for the wardrobe.")
    assert fires
    assert terms.not_yet == 0.0
    _, lower, denied = _terms("The envelope from the joiner never came, with his price for the wardrobe.")
    assert denied.denied == "never"
    assert denied.not_yet == -NOT_YET
    assert lower < score - 0.5
    assert lower == pytest.approx(denied.words + denied.blockers + denied.not_yet)


def test_a_fit_matches_with_constants_of_its_own() -> None:
    said = context_units("The envelope from the joiner never came, with his price for the wardrobe.")
    usual, lenient, silent = (
        match_context(said, None, [QUOTE], {}, constants=constants)
        for constants in (FiringConstants(), FiringConstants(not_yet=0.0), FiringConstants(listed=9.0))
    )
    assert usual == match_context(said, None, [QUOTE], {})
    assert lenient.firing["q"].terms.not_yet == 0.0
    assert not silent.maybe
    assert needed_evidence(MANY_CUES, FiringConstants(fire=2 * FIRE)) == pytest.approx(2 * needed_evidence(MANY_CUES))
    assert meaning_weight(MANY_CUES, FiringConstants(meaning_with_many=0.5)) == pytest.approx(0.5)


def test_not_yet_counts_less_for_an_entry_that_waits_for_it() -> None:
    late = Entry("l", "Ring them", when="it is late", cues=("the parcel has not come", "the parcel lies on the step"))
    _, _, terms = _terms("The parcel still has not come, nothing on the step.", late)
    assert terms.not_yet == pytest.approx(-NOT_YET / 2)


def test_the_sentence_that_meets_it_is_the_one_that_must_say_not_yet() -> None:
    _, _, terms = _terms("The cake did not rise. The joiner sent his price for the wardrobe in an envelope.")
    assert (terms.denied, terms.not_yet) == ("", 0.0)


def test_a_near_miss_is_not_asserted_and_says_which_blocker_is_near() -> None:
    fires, score, terms = _terms("The plumber has sent his price for the new boiler and the joiner waved.")
    assert not fires
    assert terms is None or (terms.blockers < 0 and terms.blocker == QUOTE.blockers[0])
    taught = Entry("q", QUOTE.action, when=QUOTE.when, cues=QUOTE.cues, blockers=QUOTE.blockers[:1])
    assert _terms("The joiner came and measures the wardrobe again", taught)[1] > score


def test_a_false_alarm_never_comes_twice_for_the_same_words() -> None:
    said = "An envelope from the joiner for the neighbours, with a figure for their wardrobe."
    assert _terms(said)[0]
    taught = Entry("q", QUOTE.action, when=QUOTE.when, cues=QUOTE.cues, blockers=(*QUOTE.blockers, said))
    assert not _terms(said, taught)[0]
    assert not _terms(f"Rain all day. {said} Then soup.", taught)[0]
    later = match_context(context_units(f"Rain all day. {said} Then soup."), None, [taught], {})
    assert not later.maybe


def test_what_was_confirmed_fires_when_it_is_said_again() -> None:
    said = "Nine thousand and fifty, itemised to the hinges"
    assert not _terms(said)[0]
    assert _terms(said, Entry("q", QUOTE.action, when=QUOTE.when, cues=(*QUOTE.cues, said), blockers=QUOTE.blockers))[0]


def test_names_are_found_by_all_their_words() -> None:
    index = TextIndex([QUOTE, Entry("r", "Write to the joiner", when="spring")], NO_VAULT)
    found = list(index.named([content_words("joiner's quote"), content_words("joiner"), content_words("the of")]))
    assert [(n.unit, n.column, n.part) for n in found] == [
        (0, 0, "condition"),
        (1, 0, "condition"),
        (1, 0, "cue"),
        (1, 0, "cue"),
        (1, 0, "blocker"),
        (1, 1, "action"),
    ]
    assert found[0].fires
    assert found[0].score > 1
    assert not any(named.fires for named in found[2:])
    assert [is_offered(named) for named in found[4:]] == [False, True]
    assert says_the_same(found[0], content_words("joiner's quote"))
    assert all(0 < named.share <= 1 and (named.score >= 1) == named.fires for named in found)


def test_a_pair_and_the_whole_are_made_of_sentences() -> None:
    units = context_units("It froze last night. The car was white. Nobody came by.")
    assert [units[i] for i in sorted(sentences_in(units, len(units) - 1))] == units[:3]
    assert sentences_in(units, 0) == [0]


@given(st.text(max_size=120), st.lists(st.text(max_size=40), max_size=3), st.lists(st.text(max_size=40), max_size=3))
def test_any_match_is_the_sum_of_its_terms(text: str, cues: list[str], blockers: list[str]) -> None:
    entry = Entry("a", "Do it", when="it rains", cues=tuple(cues), blockers=tuple(blockers))
    found = match_context(context_units(text), None, [entry], {})
    for reason in [*found.firing.values(), *(reason for _, reason in found.maybe)]:
        terms = reason.terms
        assert terms is not None
        assert reason.score == pytest.approx(terms.words + terms.meaning + terms.blockers + terms.not_yet)
        assert terms.blockers <= 0.0 >= terms.not_yet
        assert (reason.score >= (reason.threshold or 0.0)) == bool(found.firing)
