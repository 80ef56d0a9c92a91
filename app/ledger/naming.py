"""What a context names: texts of entries that all its content words stand in, with or without a model.

A few words typed into a search box tell no situation that evidence could be drawn from; they name one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from app.ledger.condition_dates import situation_of
from app.ledger.firing_constants import NAMED_BY_ONE_WORD, NAMED_BY_WORDS, NAMED_MAYBE, SAME_WORDS
from app.ledger.matching import content_words

if TYPE_CHECKING:
    from app.ledger.entry import Entry
    from app.ledger.word_statistics import WordStatistics

Words = frozenset[str]
Part = Literal["action", "condition", "cue", "blocker"]
_ALL = 1.0 - 1e-6
NEVER = 2.0
"""A threshold out of reach: shares end at 1."""


@dataclass(frozen=True, slots=True)
class Named:
    """A text that all content words of a unit stand in.

    Attributes:
        unit: Number of the unit.
        column: Number of the entry.
        part: What the text is to the entry.
        text: The text.
        share: Share of the text's weight that the words carry, > 0, at most 1.
        needed: Share from which the entry is asserted.
    """

    unit: int
    column: int
    part: Part
    text: str
    share: float
    needed: float

    @property
    def fires(self) -> bool:
        """True when the words are enough to assert the entry."""
        return self.share >= self.needed

    @property
    def score(self) -> float:
        """The share against what is needed: 1 asserts."""
        return self.share / min(self.needed, 1.0) if self.fires or self.needed <= 1.0 else min(self.share, 0.99)


class TextIndex:
    """Finds the texts that contain all of some words.

    Args:
        entries: In the order of the columns.
        statistics: The vault's words.
    """

    def __init__(self, entries: Sequence[Entry], statistics: WordStatistics) -> None:
        self._statistics = statistics
        self._texts = [(column, part, text) for column, entry in enumerate(entries) for part, text in _parts(entry)]
        self._weights = [statistics.weigh(content_words(text)) for _, _, text in self._texts]
        self._having: dict[str, set[int]] = {}
        for number, (_, _, text) in enumerate(self._texts):
            for word in content_words(text):
                self._having.setdefault(word, set()).add(number)

    def named(self, units: Sequence[Words]) -> Iterator[Named]:
        """Yield every text that all words of a unit stand in, for units that have any."""
        for unit, words in enumerate(units):
            numbers = self._containing(words)
            if not numbers:
                continue
            weight = self._statistics.weigh(words)
            for number in sorted(numbers):
                column, part, text = self._texts[number]
                share = min(1.0, weight / self._weights[number])
                yield Named(unit, column, part, text, share, _needed(part, len(words)))

    def _containing(self, words: Words) -> set[int]:
        having = []
        for word in words:
            found = self._having.get(word)
            if found is None:
                return set()
            having.append(found)
        return set.intersection(*sorted(having, key=len)) if having else set()


def is_offered(named: Named) -> bool:
    """Return True for words that carry enough of a text to be offered."""
    return named.part != "blocker" and named.share >= NAMED_MAYBE


def says_the_same(named: Named, words: Words) -> bool:
    """Return True when a unit says a text again: two words or more that are most of it, or the one that it has."""
    return named.share >= (SAME_WORDS if len(words) > 1 else _ALL)


def _parts(entry: Entry) -> Iterator[tuple[Part, str]]:
    yield "action", entry.action
    if situation := situation_of(entry):
        yield "condition", situation
    for cue in entry.cues:
        yield "cue", cue
    for blocker in entry.blockers:
        yield "blocker", blocker


def _needed(part: Part, words: int) -> float:
    if part == "condition":
        return NAMED_BY_ONE_WORD if words == 1 else NAMED_BY_WORDS
    return SAME_WORDS if part == "cue" and words > 1 else NEVER
