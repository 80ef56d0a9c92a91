from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.embedding.hashing import HashEmbedder
from app.ledger.background import of_notes
from app.ledger.conditions import conditions_of
from app.ledger.entry import Entry
from app.ledger.entry_vectors import EntryText, EntryVectors, build_entry_vectors, entry_texts
from app.ledger.firing import match_context
from app.ledger.firing_constants import (
    LISTED,
    MAYBE_SHOWN,
    MIN_STD,
    WITHOUT_EXAMPLES,
)
from app.ledger.meaning_evidence import MeaningEvidence
from app.ledger.sentences import context_units
from app.ledger.word_statistics import WordStatistics

if TYPE_CHECKING:
    from app.ledger.entry_vectors import Floats

EMBEDDER = HashEmbedder(
    {"cabinets": "cupboards", "price": "quote", "frozen": "frost", "ice": "frost", "puddles": "frost"}, dimension=1024
)
VAULT = [f"note {i} speaks of thing {i * 7} and matter {i * 13} without any point" for i in range(60)]
KITCHEN = Entry(
    "k7q2",
    "Reconcile it",
    when="the kitchen quote arrives",
    cues=("Lena sends her price for cupboards", "we hear the price of the cabinets"),
)
FROST = Entry("f8ro", "Lift the tubers", when="the first hard frost", cues=("ice and frozen puddles",))


def embed(texts: Sequence[str]) -> Floats:
    return EMBEDDER.encode_query(texts).result()


def vectors(*entries: Entry) -> Mapping[str, EntryVectors]:
    return build_entry_vectors([_embedded(entry) for entry in entries], of_notes(embed(VAULT)))


def _embedded(entry: Entry) -> tuple[str, Sequence[EntryText], Floats]:
    texts = entry_texts(entry)
    return entry.id, texts, embed([text.text for text in texts])


def test_the_texts_of_an_entry_are_condition_action_cues_and_blockers() -> None:
    entry = Entry("a", "Do it", when="it rains", cues=("wet", " "), blockers=("rain is forecast",))
    assert entry_texts(entry) == (
        EntryText("it rains", "condition", "it rains"),
        EntryText("Do it: it rains", "condition", "it rains"),
        EntryText("wet", "cue", "wet"),
        EntryText("rain is forecast", "blocker", "rain is forecast"),
    )
    assert entry_texts(Entry("b", "Pay the rent", blockers=("x",))) == ()
    assert [text.shown for text in entry_texts(Entry("c", "Pay the rent", cues=("it rains",)))] == [
        "Pay the rent",
        "it rains",
    ]


def test_another_wording_fires_by_meaning_and_says_why() -> None:
    units = context_units("Lena told us the price of the cabinets")
    found = match_context(units, embed(units), [KITCHEN, FROST], vectors(KITCHEN, FROST))
    assert list(found.firing) == ["k7q2"]
    firing = found.firing["k7q2"]
    assert firing.score is not None
    assert firing.score >= WITHOUT_EXAMPLES == firing.threshold
    assert firing.met is not None
    assert firing.met.text == "we hear the price of the cabinets"
    terms = firing.terms
    assert terms is not None
    assert firing.score == pytest.approx(terms.words + terms.meaning + terms.blockers + terms.not_yet)
    assert (terms.meaning > 0, terms.blockers, terms.not_yet) == (True, 0, 0)
    assert {"pric", "cabinet", "lena"} <= set(terms.shared)


def test_the_sentence_that_met_is_named() -> None:
    units = context_units(
        "Took the children to school today. Ice and frozen puddles everywhere. Then worked until six."
    )
    found = match_context(units, embed(units), [FROST], vectors(FROST))
    assert found.firing["f8ro"].met is not None
    assert found.firing["f8ro"].met.context == "Ice and frozen puddles everywhere."


def test_an_unrelated_context_meets_nothing() -> None:
    units = context_units("Choir practice was long. Wendy spoke about Palm Sunday again.")
    found = match_context(units, embed(units), [KITCHEN, FROST], vectors(KITCHEN, FROST))
    assert (dict(found.firing), found.maybe) == ({}, ())


def test_a_blocker_that_is_nearer_keeps_it_from_firing() -> None:
    said = "the roofer sent his price for cupboards"
    blocked = Entry("k7q2", "Reconcile it", when=KITCHEN.when, cues=KITCHEN.cues, blockers=(said,))
    units = context_units(said)
    assert "k7q2" in match_context(units, embed(units), [KITCHEN], vectors(KITCHEN)).firing
    assert "k7q2" not in match_context(units, embed(units), [blocked], vectors(blocked)).firing


def test_a_confirmed_sentence_fires_when_it_is_met_again() -> None:
    said = "nine thousand pounds for everything, itemised"
    taught = Entry("k7q2", "Reconcile it", when=KITCHEN.when, cues=(*KITCHEN.cues, said))
    units = context_units(said)
    assert "k7q2" not in match_context(units, embed(units), [KITCHEN], vectors(KITCHEN)).firing
    assert "k7q2" in match_context(units, embed(units), [taught], vectors(taught)).firing


def _axis(name: str, axis: int, dimension: int = 8) -> EntryVectors:
    """Vectors of an entry with one cue; its prototype is one axis, with a background of mean 0 and deviation 0.06."""
    rows = np.tile(np.eye(dimension, dtype=np.float32)[axis], (2, 1))
    return EntryVectors(name, ("Do it", f"cue {name}"), ("condition", "cue"), rows, rows[0], 0.0, 0.06)


def test_meaning_counts_in_standard_deviations_of_the_background() -> None:
    found = MeaningEvidence([_axis("a", 0), None, _axis("b", 2)]).of(np.array([[0.5, 0.3, -0.1, 0, 0, 0, 0, 0]], "f4"))
    assert found.tolist() == [pytest.approx([5.0 / 0.6, 0.0, -1.0 / 0.6])]
    assert MeaningEvidence([None]).of(np.zeros((2, 8), np.float32)).tolist() == [[0.0], [0.0]]


def test_weaker_matches_are_offered_strongest_first_and_not_asserted() -> None:
    entries = [Entry(f"e{i}", "Do it", cues=(f"cue e{i}",)) for i in range(6)]
    unit = np.array([[0.9, 0.45, 0.55, 0.5, 0.4, 0.05, 0.0, 0.0]], np.float32)
    known = {f"e{i}": _axis(f"e{i}", i) for i in range(6)}
    found = match_context(["somebody said something"], unit, entries, known)
    assert list(found.firing) == ["e0"]
    assert [id_ for id_, _ in found.maybe] == ["e2", "e3", "e1"]
    assert len(found.maybe) == MAYBE_SHOWN
    assert all(LISTED <= (r.score or 0) < WITHOUT_EXAMPLES == r.threshold for _, r in found.maybe)


def test_one_word_is_a_topic_and_never_asserted_by_meaning() -> None:
    unit = np.eye(8, dtype=np.float32)[:1]
    found = match_context(["something"], unit, [Entry("a", "Do it", cues=("cue a",))], {"a": _axis("a", 0)})
    assert not found.firing
    assert [id_ for id_, _ in found.maybe] == ["a"]


def test_a_changed_entry_is_matched_by_words_until_its_vectors_are_made_anew() -> None:
    changed = Entry("a", "Do it", cues=("another cue",))
    unit = np.eye(8, dtype=np.float32)[:1]
    found = match_context(["somebody said something"], unit, [changed], {"a": _axis("a", 0)})
    assert (dict(found.firing), found.maybe) == ({}, ())


def test_nothing_is_made_twice_while_nothing_changes() -> None:
    statistics, known = WordStatistics(), vectors(KITCHEN, FROST)
    both = conditions_of([KITCHEN, FROST], known, statistics)
    assert conditions_of([FROST], known, statistics) is both
    changed = Entry("f8ro", "Lift the tubers", when="the first hard frost", cues=("white grass",))
    after = conditions_of([KITCHEN, changed], known, statistics)
    assert after.conditions[0] is both.conditions[0]
    assert after.conditions[1].vectors is None
    with_vectors = conditions_of([KITCHEN, changed], vectors(KITCHEN, changed), statistics)
    assert with_vectors.conditions[1].vectors is not None
    assert with_vectors.conditions[1].words is after.conditions[1].words


def test_an_entry_without_vectors_is_matched_by_words() -> None:
    units = ["kitchen quote"]
    assert list(match_context(units, embed(units), [KITCHEN], {}).firing) == ["k7q2"]


def test_a_resolved_entry_contributes_nothing() -> None:
    units = context_units("kitchen quote")
    found = match_context(units, embed(units), [FROST], vectors(KITCHEN, FROST))
    assert not found.firing


@pytest.mark.parametrize("units", [[], ["?"]])
def test_an_empty_context_meets_nothing(units: list[str]) -> None:
    found = match_context(units, embed(units), [KITCHEN], vectors(KITCHEN))
    assert not found.firing


def flat(rows: Floats) -> tuple[Floats, Floats]:
    return np.zeros(len(rows), np.float32), np.zeros(len(rows), np.float32)


def test_a_background_without_spread_never_divides_by_nought() -> None:
    built = build_entry_vectors([_embedded(KITCHEN)], flat)
    assert built[KITCHEN.id].std == pytest.approx(MIN_STD)


def test_the_background_is_asked_once_for_all_entries() -> None:
    asked = []

    def counting(rows: Floats) -> tuple[Floats, Floats]:
        asked.append(len(rows))
        return np.arange(len(rows), dtype=np.float32), np.ones(len(rows), np.float32)

    built = build_entry_vectors([_embedded(KITCHEN), _embedded(FROST)], counting)
    assert asked == [2]
    assert [(id_, one.mean) for id_, one in built.items()] == [("k7q2", 0.0), ("f8ro", 1.0)]


def test_only_blockers_are_nothing_to_match() -> None:
    assert build_entry_vectors([("a", [EntryText("x", "blocker", "x")], embed(["x"]))], flat) == {}
    assert build_entry_vectors([], flat) == {}


def test_cues_and_blockers_that_are_the_same_cancel_without_harm() -> None:
    entry = Entry("a", "b", cues=("same words",), blockers=("same words", "same words"))
    texts = entry_texts(entry)
    built = build_entry_vectors([("a", texts, np.zeros((len(texts), 8), np.float32))], flat)
    assert np.isfinite(built["a"].prototype).all()
