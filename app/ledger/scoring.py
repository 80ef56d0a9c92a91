"""From evidence to one score: what speaks for a condition over what asserts it, less what speaks against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from app.ledger.firing_constants import (
    ASSERTING_SHARED,
    ASSERTING_WORDS,
    BLOCKER_MARGIN,
    BLOCKER_MARGIN_WORDS,
    BLOCKER_STEEPNESS,
    FIRE_POWER,
    MANY_CUES,
    OUT_OF_REACH,
    SHIPPED,
    WITHOUT_EXAMPLES,
    WRONG_AMOUNT,
    WRONG_AMOUNT_LEAVES,
    FiringConstants,
)

if TYPE_CHECKING:
    from app.ledger.conditions import Condition, Example
    from app.ledger.entry_vectors import Floats

Words = frozenset[str]


def meaning_weight(cues: int, constants: FiringConstants = SHIPPED) -> float:
    """Return m(n) = 1.2 (0.3 / 1.2)^(min(n, 8) / 8): how much meaning counts beside words for an entry with n cues."""
    none, many = constants.meaning_without_cues, constants.meaning_with_many
    return float(none * (many / none) ** (min(cues, MANY_CUES) / MANY_CUES))


def needed_evidence(cues: int, constants: FiringConstants = SHIPPED) -> float:
    """Return F(n) = 8 / (1 + 0.0411 min(n, 8)^1.856): the evidence that asserts an entry with n cues and blockers."""
    return float(constants.fire / (1 + constants.fire_cues * min(cues, MANY_CUES) ** FIRE_POWER))


def needed_score(condition: Condition, words: Words, by_words: bool) -> float:
    """Return the score that asserts an entry: 1 with cues and blockers, 1.6 when it lacks either; else out of reach.

    Args:
        condition: The entry.
        words: Content words of the unit that meets it.
        by_words: True when words are all the evidence.
    """
    complete = bool(condition.cues and condition.blockers)
    if len(words) < ASSERTING_WORDS:
        return OUT_OF_REACH
    if by_words and (not complete or len(words & condition.situation) < ASSERTING_SHARED):
        return OUT_OF_REACH
    return 1.0 if complete else WITHOUT_EXAMPLES


def likeness(
    squares: Mapping[str, float], norm: float, cosines: Sequence[float] | None, examples: Sequence[Example]
) -> list[float]:
    """Return how like a unit is to each example: cosine of the vectors plus cosine of the weighed words.

    Args:
        squares: The unit's content words with the squares of their weights.
        norm: The length of the vector of their weights.
        cosines: The unit's cosine with every row of the entry's matrix; None without vectors.
        examples: What it is compared with.
    """
    found = []
    for example in examples:
        common = sum([squares[word] for word in example.words if word in squares])
        cosine = 0.0 if cosines is None else cosines[example.row]
        found.append(cosine + common / max(norm * example.norm, 1e-9))
    return found


def blocker_term(like_examples: Sequence[float], like_blockers: Sequence[float], *, by_words: bool) -> float:
    """Return what blockers take off: 6.25 max(0, nearest blocker - nearest example + 0.1); 0 without blockers.

    By words alone the margin of 0.1 is left out.
    """
    if not like_blockers:
        return 0.0
    margin = BLOCKER_MARGIN_WORDS if by_words else BLOCKER_MARGIN
    return BLOCKER_STEEPNESS * max(0.0, max(like_blockers) - max(like_examples) + margin)


def amount_term(score: float, needed: float) -> float:
    """Return what an amount that contradicts the condition takes off: 0.625, or all above 0.95 of what asserts."""
    return max(WRONG_AMOUNT, score - WRONG_AMOUNT_LEAVES * needed)


def cosines_with(condition: Condition, vector: Floats | None) -> list[float] | None:
    """Return the cosine of a unit with every text of an entry, None when one of them has no vector."""
    if vector is None or condition.vectors is None:
        return None
    return [float(cosine) for cosine in (condition.vectors.matrix @ vector).tolist()]
