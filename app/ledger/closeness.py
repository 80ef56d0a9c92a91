"""A close look at the few entries that a context comes near: blockers, "not yet", and which words met which."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.ledger.amounts import contradicted
from app.ledger.aspect import not_yet, taken_back
from app.ledger.commitment import Met, Terms
from app.ledger.firing_constants import SHIPPED, FiringConstants
from app.ledger.scoring import amount_term, blocker_term, cosines_with, likeness, needed_score

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
    constants: FiringConstants = SHIPPED,
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
        constants: What a "not yet" takes off.
    """
    seen: dict[int, _Unit] = {}
    found = []
    told_by = by_words + by_meaning
    for column in columns:
        number = int(evidence[:, column].argmax())
        if number not in seen:
            seen[number] = _unit(units, vectors, words, number, conditions.statistics)
        unit = seen[number]
        told = unit.sentences[int(told_by[unit.sentences, column].argmax())]
        for_it = float(by_words[number, column]), float(by_meaning[number, column])
        condition = conditions.conditions[column]
        denied = not_yet(units[told]) or taken_back(_after(units, told))
        met, terms = _judge(condition, unit, denied, for_it, constants.not_yet)
        needed = needed_score(condition, unit.words, unit.vector is None or condition.vectors is None)
        if condition.comparisons:
            terms = _with_amounts(terms, condition, unit.text, needed)
        found.append(Candidate(column, number, sum(for_it), terms.total, needed, met, terms))
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Unit:
    """A unit of the context, and the units that are its sentences."""

    text: str
    words: frozenset[str]
    squares: Mapping[str, float]
    norm: float
    vector: Floats | None
    sentences: list[int]


def _unit(
    units: Sequence[str],
    vectors: Floats | None,
    words: Sequence[frozenset[str]],
    number: int,
    statistics: WordStatistics,
) -> _Unit:
    vector = None if vectors is None else vectors[number]
    squares = {word: statistics(word) ** 2 for word in words[number]}
    norm = math.sqrt(math.fsum(squares.values()))
    return _Unit(units[number], words[number], squares, norm, vector, sentences_in(units, number))


def _judge(
    condition: Condition, unit: _Unit, denied: str, for_it: tuple[float, float], off: float
) -> tuple[Met, Terms]:
    cosines = cosines_with(condition, unit.vector)
    near = likeness(unit.squares, unit.norm, cosines, condition.examples)
    against = likeness(unit.squares, unit.norm, cosines, condition.blockers)
    blocked = blocker_term(near, against, by_words=cosines is None)
    weights = condition.words.weights
    shared = sorted(unit.words & weights.keys(), key=lambda word: (-weights[word], word))[:_SHARED_SHOWN]
    terms = Terms(
        words=for_it[0],
        meaning=for_it[1],
        blockers=-blocked or 0.0,
        not_yet=-off * (1 - condition.not_yet) if denied else 0.0,
        shared=tuple(shared),
        denied=denied,
        blocker=condition.blockers[against.index(max(against))].text if blocked else "",
    )
    return Met(unit.text, condition.examples[near.index(max(near))].text), terms


def _with_amounts(terms: Terms, condition: Condition, text: str, needed: float) -> Terms:
    """Return the terms with what an amount of the unit takes off, if none is what the condition asks for."""
    words = contradicted(condition.comparisons, text)
    return replace(terms, amounts=-amount_term(terms.total, needed), amount=words) if words else terms


def _after(units: Sequence[str], told: int) -> str:
    """Return the sentence after one, as the pair of both tells; "" for the last."""
    sentence = f"{units[told]} "
    return next((unit.removeprefix(sentence) for unit in units if unit.startswith(sentence)), "")


def sentences_in(units: Sequence[str], number: int) -> list[int]:
    """Return the shortest units that a unit contains: the sentences of a pair or of the whole."""
    inside = sorted((i for i, unit in enumerate(units) if unit in units[number]), key=lambda i: len(units[i]))
    shortest: list[int] = []
    for i in inside:
        if not any(units[k] in units[i] for k in shortest):
            shortest.append(i)
    return shortest
