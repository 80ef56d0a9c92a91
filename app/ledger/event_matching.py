"""Which entries a note's new passages fire: asserted matches only, and of these only what tells of something."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.ledger.condition_dates import situation_of
from app.ledger.firing import match_context
from app.ledger.firing_constants import SAME_WORDS
from app.ledger.matching import content_words
from app.ledger.word_statistics import NO_VAULT, WordStatistics

if TYPE_CHECKING:
    from app.ledger.commitment import Firing
    from app.ledger.entry import Entry
    from app.ledger.entry_vectors import EntryVectors, Floats
    from app.ledger.fresh_text import Passage, Sentence

_TRIES = 8
"""How many units of a note are looked at for one entry when the best ones do not count."""

_QUESTIONS = ("?", "？")
_WAITING = re.compile(r"(?:and |but |then |so )?(?:if|once|as soon as|until|unless|in case|whenever)\b", re.IGNORECASE)
_WHEN = re.compile(r"(?:and |but |then |so )?when\b", re.IGNORECASE)
_TALE = re.compile(
    r"\b(?<!has )(?<!have )(?:was|were|had|did|got|came|went|said|told|sent|found|saw|rang|\w{2,}ed)\b", re.IGNORECASE
)
"""A form of the past: "when I came home" tells what was."""


@dataclass(frozen=True, slots=True)
class EventMatch:
    """An entry that a passage fires: why, and by which of its sentences."""

    entry: Entry
    firing: Firing
    sentence: Sentence


def match_events(
    found: Sequence[Passage],
    vectors: Mapping[str, Floats] | None,
    entries: Sequence[Entry],
    entry_vectors: Mapping[str, EntryVectors],
    *,
    weight: WordStatistics = NO_VAULT,
    is_old: Callable[[Sentence], bool] = lambda sentence: False,
) -> Iterator[EventMatch]:
    """Yield the entries that a note's new passages fire, each once, by the unit with most evidence that counts.

    What does not count: a sentence that states the commitment (it says most of the action again) and its neighbours; a
    question; a sentence that begins with "if", "once" or "when" and waits itself (in English); a few words that name a
    topic of the condition and no situation; what is not new (`is_old`).

    Args:
        found: The passages, all of one note.
        vectors: The unit vectors of their units; None to match by words.
        entries: Those that these passages may fire.
        entry_vectors: Their vectors by id.
        weight: Word statistics of the vault.
        is_old: Tells whether a sentence that would fire an entry was there before.
    """
    of_unit = {unit: passage for passage in found for unit in passage.units}
    first = _match(list(of_unit), vectors, entries, entry_vectors, weight)
    for entry in entries:
        firing = first.get(entry.id)
        if firing is None:
            continue
        judge = _Judge(entry, of_unit, weight, is_old)
        left = list(of_unit)
        for _ in range(_TRIES):
            sentence = judge.sentence_of(firing)
            refused = judge.refuses(firing, sentence)
            if not refused:
                yield EventMatch(entry, firing, sentence)
                break
            left = [unit for unit in left if not any(text in unit for text in refused)]
            again = _match(left, vectors, [entry], entry_vectors, weight).get(entry.id)
            if again is None:
                break
            firing = again


class _Judge:
    """Decides for one entry whether a match counts."""

    def __init__(
        self,
        entry: Entry,
        of_unit: Mapping[str, Passage],
        weight: WordStatistics,
        is_old: Callable[[Sentence], bool],
    ) -> None:
        self._of_unit = of_unit
        self._weight = weight
        self._is_old = is_old
        self._condition = content_words(situation_of(entry))
        self._texts = [self._condition, *map(content_words, entry.cues)]
        situation = self._condition.union(*self._texts)
        action = content_words(entry.action)
        self._action, self._own = action, (action - situation) or action

    def sentence_of(self, firing: Firing) -> Sentence:
        """Return the sentence that tells most of what met the condition."""
        assert firing.met is not None
        shared = set(firing.terms.shared) if firing.terms else set()
        shared |= content_words(firing.met.context) & content_words(firing.met.text)
        told = self._of_unit[firing.met.context].within(firing.met.context)
        return max(told, key=lambda one: (not one.is_heading, self._weight.weigh(content_words(one.text) & shared)))

    def refuses(self, firing: Firing, sentence: Sentence) -> set[str]:
        """Return what in a unit keeps it from counting: no unit that has it counts; empty when all is well."""
        assert firing.met is not None
        unit = firing.met.context
        told = self._of_unit[unit].within(unit)
        refused = {one.text for one in told if self._states(one) or _tells_nothing(one.text)}
        if refused:
            return refused
        if self._names_a_topic(firing) or self._says_action(unit):
            return {unit}
        return {sentence.text} if self._is_old(sentence) else set()

    def _states(self, sentence: Sentence) -> bool:
        """Return True for what says the action, and for the other half of that: a neighbour with no condition in it."""
        half = (text for text in sentence.neighbours if not self._is_most(content_words(text), self._condition))
        return any(map(self._says_action, (sentence.text, *half)))

    def _says_action(self, text: str) -> bool:
        """Return True for most of the action, and most of what in it is not the situation's."""
        words = content_words(text)
        return self._is_most(words, self._action) and self._is_most(words, self._own)

    def _is_most(self, words: frozenset[str], of: frozenset[str]) -> bool:
        return bool(of) and self._weight.weigh(words & of) >= SAME_WORDS * self._weight.weigh(of)

    def _names_a_topic(self, firing: Firing) -> bool:
        """Return True for words of the condition that are less than most of it: enough for a query, not for news."""
        assert firing.met is not None
        if firing.terms is None or not firing.terms.named:
            return False
        words = content_words(firing.met.context)
        return len(words) < 2 or not any(words <= text and self._is_most(words, text) for text in self._texts)


def _tells_nothing(text: str) -> bool:
    """Return True for a question, and for a sentence that is a condition itself."""
    if text.rstrip("\"'”’)]*_ ").endswith(_QUESTIONS) or _WAITING.match(text):
        return True
    return bool(_WHEN.match(text)) and not _TALE.search(text)


def _match(
    units: Sequence[str],
    vectors: Mapping[str, Floats] | None,
    entries: Sequence[Entry],
    entry_vectors: Mapping[str, EntryVectors],
    weight: WordStatistics,
) -> Mapping[str, Firing]:
    if not units:
        return {}
    rows = None
    if vectors is not None:
        import numpy as np

        rows = np.stack([vectors[unit] for unit in units])
    return match_context(units, rows, entries, entry_vectors, weight=weight).firing
