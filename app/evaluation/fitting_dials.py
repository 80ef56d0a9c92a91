"""What is fitted, the values that are tried, and the constants of the matcher that they stand for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from app.ledger.firing_constants import FIRE_POWER, MANY_CUES, SHIPPED, FiringConstants
from app.ledger.scoring import needed_evidence

if TYPE_CHECKING:
    from app.evaluation.outcomes import Cues

NAMES = ("asserting", "meaning", "not_yet")
"""The dials: the evidence that asserts, the weight of the meaning, what "not yet" takes off."""
STEP = 2.0 ** (1 / 16)
"""From one asserting evidence to the next."""
_STEPS = 32
_MEANINGS = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0)
_NOT_YETS = (0.0, 0.4, 0.6, 0.8, 1.0, 1.2, 1.6, 2.0)


@dataclass(frozen=True, slots=True)
class Dials:
    """One setting of what is fitted.

    Attributes:
        asserting: The evidence that asserts an entry with blockers: with eight cues, or with none (there
            `WITHOUT_EXAMPLES` times as much is needed, for want of both).
        meaning: The weight of the meaning beside the words, with eight cues or none.
        not_yet: What a "not yet" takes off, in units of what asserts.
    """

    asserting: float
    meaning: float
    not_yet: float

    def constants(self, cues: Cues) -> FiringConstants:
        """Return the constants of the matcher: shipped, but for what is fitted with or without cues."""
        if cues == "none":
            return replace(SHIPPED, fire=self.asserting, meaning_without_cues=self.meaning, not_yet=self.not_yet)
        per_cue = (SHIPPED.fire / self.asserting - 1) / MANY_CUES**FIRE_POWER
        return replace(SHIPPED, fire_cues=per_cue, meaning_with_many=self.meaning, not_yet=self.not_yet)


def shipped(cues: Cues) -> Dials:
    """Return the setting that the program has."""
    meaning = SHIPPED.meaning_with_many if cues == "given" else SHIPPED.meaning_without_cues
    return Dials(needed_evidence(MANY_CUES if cues == "given" else 0), meaning, SHIPPED.not_yet)


def grid(cues: Cues) -> tuple[Dials, ...]:
    """Return the settings that are tried: the shipped one and its neighbours, asserting evidence turning fastest."""
    start = shipped(cues)
    assertings = [start.asserting * STEP**step for step in range(-_STEPS, _STEPS + 1)]
    meanings = [start.meaning * factor for factor in _MEANINGS]
    not_yets = [start.not_yet * factor for factor in _NOT_YETS]
    return tuple(Dials(asserting, meaning, off) for meaning, off, asserting in product(meanings, not_yets, assertings))
