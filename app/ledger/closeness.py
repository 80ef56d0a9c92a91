"""A close look at the few entries that a context comes near: blockers, "not yet", and which words met which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.ledger.aspect import not_yet
from app.ledger.commitment import Met, Terms
from app.ledger.firing_constants import NOT_YET
from app.ledger.scoring import blocker_term, cosines_with, likeness, needed_score

if TYPE_CHECKING:
    from app.ledger.conditions import Condition, Conditions
    from app.ledger.entry_vectors import Floats
    from app.ledger.word_statistics import WordStatistics

_SHARED_SHOWN = 5
"""Words in common that a reason names."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry with evidence, and all that speaks for and against it.

    Attributes:
        column: Number of the entry.
        unit: Number of the unit with most evidence.
        evidence: What speaks for it; what asserts is 1.
        score: The same less what speaks against it.
        needed: The score that asserts: 1, or more, see `needed_score`.
        met: Which words of the context met which words of the entry.
        terms: What the score is the sum of.
    """

    column: int
    unit: int
    evidence: float
    score: float
    needed: float
    met: Met
    terms: Terms


def look_closely(
    units: Sequence[str],
    vectors: Floats | None,
    words: Sequence[frozenset[str]],
    conditions: Conditions,
    columns: Sequence[int],
    by_words: Floats,
    by_meaning: Floats,
    evidence: Floats,
) -> list[Candidate]:
    """Return the score of some entries, each at its unit with most evidence.

    Args:
        units: What the context says.
        vectors: Their vectors, None without a model.
        words: Their content words.
        conditions: All entries.
        columns: Those to look at.
        by_words: What words say for each, shape (units, entries).
        by_meaning: What meaning says.
        evidence: Both together, -inf for units that do not count.
    """
    inside: dict[int, list[int]] = {}
    found = []
    for column in columns:
        unit = int(evidence[:, column].argmax())
        if unit not in inside:
            inside[unit] = sentences_in(units, unit)
        told = max(inside[unit], key=lambda i: float(by_words[i, column] + by_meaning[i, column]))
        for_it = float(by_words[unit, column]), float(by_meaning[unit, column])
        vector = None if vectors is None else vectors[unit]
        condition = conditions.conditions[column]
        met, terms = _judge(condition, units[unit], words[unit], vector, units[told], for_it, conditions.statistics)
        alone = vector is None or condition.vectors is None
        needed = needed_score(condition, words[unit], by_words=alone)
        score = terms.words + terms.meaning + terms.blockers + terms.not_yet
        found.append(Candidate(column, unit, sum(for_it), score, needed, met, terms))
    return found


def _judge(
    condition: Condition,
    unit: str,
    words: frozenset[str],
    vector: Floats | None,
    sentence: str,
    for_it: tuple[float, float],
    statistics: WordStatistics,
) -> tuple[Met, Terms]:
    cosines = cosines_with(condition, vector)
    near = likeness(words, cosines, condition.examples, statistics)
    against = likeness(words, cosines, condition.blockers, statistics)
    blocked = blocker_term(near, against, by_words=cosines is None)
    denied = not_yet(sentence)
    weights = condition.words.weights
    shared = sorted(words & weights.keys(), key=lambda word: (-weights[word], word))[:_SHARED_SHOWN]
    terms = Terms(
        words=for_it[0],
        meaning=for_it[1],
        blockers=-blocked,
        not_yet=-NOT_YET * (1 - condition.not_yet) if denied else 0.0,
        shared=tuple(shared),
        denied=denied,
        blocker=condition.blockers[against.index(max(against))].text if blocked else "",
    )
    return Met(unit, condition.examples[near.index(max(near))].text), terms


def sentences_in(units: Sequence[str], number: int) -> list[int]:
    """Return the shortest units that a unit contains: the sentences of a pair or of the whole."""
    inside = sorted((i for i, unit in enumerate(units) if unit in units[number]), key=lambda i: len(units[i]))
    shortest: list[int] = []
    for i in inside:
        if not any(units[k] in units[i] for k in shortest):
            shortest.append(i)
    return shortest
