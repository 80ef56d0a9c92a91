"""The conditions of all open entries, made ready for matching and kept until an entry or the vault's words change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.ledger.amounts import Comparison, comparisons_in
from app.ledger.aspect import not_yet
from app.ledger.condition_dates import situation_of
from app.ledger.entry_vectors import EntryVectors, Kind, entry_texts
from app.ledger.firing_constants import FIRE_WORDS, SHIPPED, FiringConstants
from app.ledger.matching import content_words
from app.ledger.meaning_evidence import MeaningEvidence
from app.ledger.naming import TextIndex
from app.ledger.scoring import meaning_weight, needed_evidence
from app.ledger.word_evidence import EntryWords, WordEvidence, entry_words

if TYPE_CHECKING:
    from app.ledger.entry import Entry
    from app.ledger.entry_vectors import Floats
    from app.ledger.word_statistics import WordStatistics


@dataclass(frozen=True, slots=True)
class Example:
    """A text that a unit is compared with: its row of the entry's matrix, its words, and the length of their vector."""

    row: int
    text: str
    words: frozenset[str]
    norm: float


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """One entry's condition, ready for matching.

    Attributes:
        entry: The entry.
        words: Its words as evidence.
        situation: Content words of condition and cues.
        vectors: Its vectors, None when there are none of its present texts.
        examples: Its cues, or the texts of its condition when it has none.
        blockers: Its blockers.
        cues: How many cues it has.
        not_yet: Share of the examples that say themselves that something has not come about.
        comparisons: What amounts it asks for.
    """

    entry: Entry
    words: EntryWords
    situation: frozenset[str]
    vectors: EntryVectors | None
    examples: tuple[Example, ...]
    blockers: tuple[Example, ...]
    cues: int
    not_yet: float
    comparisons: tuple[Comparison, ...] = ()


def make_condition(entry: Entry, vectors: EntryVectors | None, statistics: WordStatistics) -> Condition | None:
    """Return an entry's condition; None for an entry that waits for no situation."""
    texts = entry_texts(entry)

    def of(kind: Kind) -> tuple[Example, ...]:
        rows = ((row, text) for row, text in enumerate(texts) if text.kind == kind)
        bags = ((row, text.shown, content_words(text.text)) for row, text in rows)
        return tuple(Example(row, shown, words, statistics.norm(words)) for row, shown, words in bags)

    cues = of("cue")
    examples = cues or of("condition")
    if not examples:
        return None
    said = [cue.text for cue in cues] or [situation_of(entry) or entry.action]
    share = sum(bool(not_yet(text)) for text in said) / len(said)
    words = entry_words(entry, statistics)
    situation = content_words(situation_of(entry)).union(*(cue.words for cue in cues))
    comparisons = comparisons_in(situation_of(entry))
    vectors = _fitting(vectors, entry)
    return Condition(entry, words, situation, vectors, examples, of("blocker"), len(cues), share, comparisons)


def _fitting(vectors: EntryVectors | None, entry: Entry) -> EntryVectors | None:
    """Return the vectors unless they are of other texts than the entry has now: it has just been changed."""
    shown = tuple(text.shown for text in entry_texts(entry))
    return vectors if vectors is not None and vectors.texts == shown else None


class Conditions:
    """All conditions side by side: column i of every array is that of `conditions[i]`.

    Args:
        conditions: In any order, ids unique.
        statistics: The vault's words.
    """

    def __init__(self, conditions: Sequence[Condition], statistics: WordStatistics) -> None:
        self.conditions = conditions
        self.columns = {condition.entry.id: column for column, condition in enumerate(conditions)}
        self.statistics = statistics
        self.words = WordEvidence([condition.words for condition in conditions])
        self.meaning = MeaningEvidence([condition.vectors for condition in conditions])
        self.texts = TextIndex([condition.entry for condition in conditions], statistics)
        self._scales: tuple[FiringConstants, Floats, Floats] = (SHIPPED, *self._scaled(SHIPPED))

    def evidence(
        self, units: Sequence[frozenset[str]], vectors: Floats | None, constants: FiringConstants = SHIPPED
    ) -> tuple[Floats, Floats]:
        """Return what words and what meaning say for each entry, in units of what asserts it.

        Args:
            units: Content words of each unit.
            vectors: Their vectors, shape (units, dimension); None while there is no model.
            constants: What evidence is measured by.

        Returns:
            Two arrays of shape (units, entries); meaning is 0 where one side has no vectors.
        """
        words = self.words.of(units)
        if vectors is None:
            return words / FIRE_WORDS, 0.0 * words
        scales = self._scales
        if scales[0] != constants:
            scales = self._scales = (constants, *self._scaled(constants))
        _, needed, weight = scales
        return words / needed, self.meaning.of(vectors) * (weight / needed)

    def _scaled(self, constants: FiringConstants) -> tuple[Floats, Floats]:
        """Return the evidence that asserts each entry, and the weight of its meaning; without vectors words are all."""
        import numpy as np

        count = len(self.conditions)
        needed, weight = np.full(count, FIRE_WORDS, np.float32), np.zeros(count, np.float32)
        for column in self.meaning.columns:
            needed[column] = needed_evidence(self.conditions[column].cues, constants)
            weight[column] = meaning_weight(self.conditions[column].cues, constants)
        return needed, weight


@dataclass(frozen=True, slots=True, eq=False)
class _One:
    """What was made of one entry; no condition when it waits for no situation."""

    entry: Entry
    vectors: EntryVectors | None
    condition: Condition | None

    def is_of(self, entry: Entry, vectors: EntryVectors | None) -> bool:
        return self.vectors is vectors and self.says(entry)

    def says(self, entry: Entry) -> bool:
        return self.entry is entry or self.entry == entry


_KEPT = 2
"""Statistics whose conditions are kept: those of before are still asked for while new ones are made."""

_MADE: dict[WordStatistics, tuple[Mapping[str, _One], Conditions]] = {}


def conditions_of(
    entries: Sequence[Entry], vectors: Mapping[str, EntryVectors], statistics: WordStatistics
) -> Conditions:
    """Return the conditions of the entries, of more than these when more were asked for before.

    The last answer for the same statistics is kept: asking again costs next to nothing while no entry and no vectors
    have changed, and only the changed ones are made anew. `Knowledge` asks for all open entries whenever the ledger or
    the vault's words change, so that no query has to.
    """
    known, made = _MADE.get(statistics, ({}, None))
    if made and all((one := known.get(e.id)) and one.is_of(e, vectors.get(e.id)) for e in entries):
        return made
    of = {entry.id: _one(entry, vectors.get(entry.id), statistics, known.get(entry.id)) for entry in entries}
    conditions = Conditions([one.condition for one in of.values() if one.condition is not None], statistics)
    _MADE[statistics] = of, conditions
    for former in list(_MADE)[:-_KEPT]:
        _MADE.pop(former, None)  # conditions hold their statistics: no weak reference would let them go
    return conditions


def _one(entry: Entry, vectors: EntryVectors | None, statistics: WordStatistics, known: _One | None) -> _One:
    if known is None or not known.says(entry):
        return _One(entry, vectors, make_condition(entry, vectors, statistics))
    if known.vectors is vectors or known.condition is None:
        return _One(entry, vectors, known.condition)
    return _One(entry, vectors, replace(known.condition, vectors=_fitting(vectors, entry)))
