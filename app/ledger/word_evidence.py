"""How many telling words a context and an entry have in common, less what chance alone would give."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from app.ledger.condition_dates import situation_of
from app.ledger.firing_constants import ACTION_WORDS, BLOCKED_WORDS, EXTRA_WORDS
from app.ledger.matching import content_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.ledger.entry import Entry
    from app.ledger.entry_vectors import Floats
    from app.ledger.word_statistics import WordStatistics

Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class EntryWords:
    """The words of one entry as evidence.

    Attributes:
        weights: sqrt(c) idf^2 of each content word, where c counts the texts that have it: condition and cues once
            each, the action half. Half of that for a word that a blocker has too: it tells the topic alone.
        mean: What one content word of the vault adds on average.
        std: Standard deviation of the same, > 0.
    """

    weights: Mapping[str, float]
    mean: float
    std: float


def entry_words(entry: Entry, statistics: WordStatistics) -> EntryWords:
    """Return the words of an entry, weighed by a vault's statistics."""
    counts: dict[str, float] = {}
    texts = [(entry.action, ACTION_WORDS), (situation_of(entry), 1.0), *((cue, 1.0) for cue in entry.cues)]
    for text, share in texts:
        for word in content_words(text):
            counts[word] = counts.get(word, 0.0) + share
    blocked = frozenset().union(*map(content_words, entry.blockers))
    weights = {
        word: math.sqrt(count) * statistics(word) ** 2 * (BLOCKED_WORDS if word in blocked else 1.0)
        for word, count in counts.items()
    }
    mean = math.fsum(weight * statistics.share(word) for word, weight in weights.items())
    square = math.fsum(weight**2 * statistics.share(word) for word, weight in weights.items())
    return EntryWords(weights, mean, math.sqrt(square) or 1.0)


class WordEvidence:
    """The words of all entries, so that a context is compared with them at once.

    Args:
        entries: In the order of the columns.
    """

    def __init__(self, entries: Sequence[EntryWords]) -> None:
        import numpy as np

        found: dict[str, tuple[list[int], list[float]]] = {}
        for column, entry in enumerate(entries):
            for word, weight in entry.weights.items():
                columns, weights = found.setdefault(word, ([], []))
                columns.append(column)
                weights.append(weight)
        self._of_word = {word: (np.array(c), np.array(w, np.float32)) for word, (c, w) in found.items()}
        self._mean = np.array([entry.mean for entry in entries], np.float32)
        self._std = np.array([entry.std for entry in entries], np.float32)

    def of(self, units: Sequence[Words]) -> Floats:
        """Return the evidence of each unit for each entry, shape (units, entries).

        (sum of the weights of the words in common - L mean) / (std sqrt(L + 60)) for a unit of L content words: about
        how many standard deviations it is above a text of the vault's words drawn at random. The 60 keep a short unit
        from proving much by one rare word.
        """
        import numpy as np

        lengths = np.array([[len(words)] for words in units], np.float32)
        shared = self._shared(units)
        evidence = (shared - lengths * self._mean) / (self._std * np.sqrt(lengths + EXTRA_WORDS))
        return np.asarray(evidence, np.float32)

    def _shared(self, units: Sequence[Words]) -> Floats:
        """Return the sum of the weights of the words in common, shape (units, entries)."""
        import numpy as np

        known = {word: row for row, word in enumerate(set().union(*units) & self._of_word.keys())}
        rows = np.zeros((len(known), len(self._mean)), np.float32)
        has = np.zeros((len(units), len(known)), np.float32)
        if known:
            columns, weights = zip(*(self._of_word[word] for word in known), strict=True)
            rows[_repeated(map(len, columns)), np.concatenate(columns)] = np.concatenate(weights)
            said = [[known[word] for word in words if word in known] for words in units]
            has[_repeated(map(len, said)), list(chain.from_iterable(said))] = 1.0
        return np.asarray(has @ rows, np.float32)


def _repeated(times: Iterable[int]) -> NDArray[np.intp]:
    """Return each place of a list as often as the list says: [2, 0, 1] gives [0, 0, 2]."""
    import numpy as np

    counts = list(times)
    return np.repeat(np.arange(len(counts)), counts)
