"""How telling a word is in a vault, on one scale for vaults of all sizes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping

from app.ledger.firing_constants import OWN_LANGUAGE, REFERENCE_CHUNKS
from app.ledger.matching import content_words
from app.ledger.word_prior import PRIOR_LENGTH, prior_shares


class WordStatistics:
    """In how many of 1,000 chunks each content word is; never changed.

    A larger vault is scaled down; a smaller one is filled up with other people's notes, in which the words that it has
    more than once are at least as frequent as here: the names of a person's own people and things tell them little.

    Args:
        texts: The vault's chunks.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        found: Counter[str] = Counter()
        listed = 0
        for text in texts:
            listed += 1
            found.update(content_words.__wrapped__(text))
        missing = max(0, REFERENCE_CHUNKS - listed)
        filling, length = _filling(found, listed)
        scale = REFERENCE_CHUNKS / (listed + missing)
        self._frequency = {
            word: scale * (found[word] + missing * filling.get(word, 0.0)) for word in found.keys() | filling.keys()
        }
        self._words = scale * (found.total() + missing * length)
        self._weights: dict[str, float] = {}

    def __call__(self, word: str) -> float:
        """Return the inverse document frequency of a content word, > 0; a word that no text has weighs most.

        As in BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009):
        ln(1 + (N - df + 0.5) / (df + 0.5)).
        """
        known = self._weights.get(word)
        if known is None:
            df = self._frequency.get(word, 0.0)
            known = self._weights[word] = math.log1p((REFERENCE_CHUNKS - df + 0.5) / (df + 0.5))
        return known

    def share(self, word: str) -> float:
        """Return the chance that a content word of the vault is this one, > 0."""
        return (self._frequency.get(word, 0.0) + 0.5) / (self._words + 1.0)

    def weigh(self, words: Iterable[str]) -> float:
        """Return the sum of the words' weights."""
        return math.fsum(map(self, words))

    def norm(self, words: Iterable[str]) -> float:
        """Return the length of the vector of the words' weights."""
        return math.sqrt(math.fsum(self(word) ** 2 for word in words))


def _filling(found: Mapping[str, int], listed: int) -> tuple[Mapping[str, float], float]:
    """Return the share of the chunks that a vault lacks in which each word is, and their length."""
    own = {word: (count - 1) / listed for word, count in found.items() if count > 1}
    prior, total = prior_shares(), sum(found.values())
    if sum(count for word, count in found.items() if word in prior) < OWN_LANGUAGE * total:
        return own, total / listed
    return {word: max(prior.get(word, 0.0), own.get(word, 0.0)) for word in prior.keys() | own.keys()}, PRIOR_LENGTH


NO_VAULT = WordStatistics()
"""Of other people's notes alone."""
