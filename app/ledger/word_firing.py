"""Firing by words alone: what a search box can tell while there is no model, or none is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.ledger.commitment import Firing, Met
from app.ledger.matching import Weight, content_words, weigh

if TYPE_CHECKING:
    from app.ledger.entry import Entry

FIRE_ONE_WORD = 0.38
"""Share of a condition's weight that a single word must carry: "frost" of "the first hard frost", not "Dad"."""
FIRE_SEVERAL_WORDS = 0.1
"""The same for two words and more, all of which stand in the condition."""
FIRE_CUE = 0.65
"""Share of a cue's weight that two words and more must carry: a cue names things that other situations have too."""
MAYBE = 0.2
"""Share of a text's weight from which a commitment may be operative."""
MAYBE_CONTEXT = 0.6
"""Share of the context's weight that must stand in the text for the same."""
NEVER = 2.0
"""A threshold out of reach: shares end at 1."""


@dataclass(frozen=True, slots=True)
class WordMatch:
    """How far a unit of the context and a text of an entry share words.

    Attributes:
        firing: The reason, with the share of the text's weight as its score.
        fires: True when the score reaches the threshold.
    """

    firing: Firing
    fires: bool


def match_words(units: Sequence[str], entry: Entry, weight: Weight) -> WordMatch | None:
    """Return the strongest match by words between a context and an entry, or None.

    A unit meets a text when all its content words stand in it and they carry enough of the text's weight: "kitchen
    quote" meets "the kitchen maker's quote arrives"; "the roofer's quote" does not, because of the roofer.

    Args:
        units: What `context_units` returned.
        entry: An open entry.
        weight: Inverse document frequency of a word.
    """
    best: WordMatch | None = None
    for unit in units:
        words = content_words(unit)
        if not words or any(words <= content_words(blocker) for blocker in entry.blockers):
            continue
        for match in _unit_matches(unit, words, entry, weight):
            if best is None or _strength(match) > _strength(best):
                best = match
    return best


def _unit_matches(unit: str, words: frozenset[str], entry: Entry, weight: Weight) -> Iterable[WordMatch]:
    alone = len(words) == 1
    if entry.when:
        yield from _compare(unit, words, entry.when, FIRE_ONE_WORD if alone else FIRE_SEVERAL_WORDS, weight)
    for cue in entry.cues:
        yield from _compare(unit, words, cue, NEVER if alone else FIRE_CUE, weight)
    if entry.when or entry.cues:
        yield from _compare(unit, words, entry.action, NEVER, weight)


def _compare(unit: str, words: frozenset[str], text: str, threshold: float, weight: Weight) -> Iterable[WordMatch]:
    there = content_words(text)
    common = words & there
    if not common:
        return
    met = weigh(common, weight)
    score = met / weigh(there, weight)
    fires = common == words and score >= threshold
    if fires or (score >= MAYBE and met >= MAYBE_CONTEXT * weigh(words, weight)):
        needed = min(threshold, 1.0)
        yield WordMatch(Firing("context", score=score, threshold=needed, met=Met(unit, text)), fires)


def _strength(match: WordMatch) -> tuple[bool, float]:
    return match.fires, match.firing.score or 0.0
