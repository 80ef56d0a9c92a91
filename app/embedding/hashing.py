"""An embedder without a model: texts that share words, or declared synonyms, have close vectors."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING

from app.errors import EmbedderUnavailable
from app.events import EmbedderState

if TYPE_CHECKING:
    from app.embedding.protocol import Vectors

DIMENSION = 64
_WORD = re.compile(r"\w+")


def hash_vectors(texts: Sequence[str], dimension: int, synonyms: Mapping[str, str]) -> Vectors:
    """Return signed hashed bags of words, each of length 1.

    Each word adds +1 or -1 to one of `dimension` places, both chosen by its hash (feature hashing: Weinberger et al.,
    "Feature Hashing for Large Scale Multitask Learning", ICML 2009), so that unrelated texts are orthogonal on average.

    Args:
        texts: What to embed.
        dimension: Length of each vector.
        synonyms: Words that count as another word, in lower case.

    Returns:
        An array of shape (texts, dimension). A text without words has a row of zeros.
    """
    import numpy as np

    vectors = np.zeros((len(texts), dimension), dtype=np.float32)
    for row, text in zip(vectors, texts, strict=True):
        for word in _WORD.findall(text.casefold()):
            known = synonyms.get(word, word).encode("utf-8", "replace")
            bits = int.from_bytes(hashlib.blake2b(known, digest_size=8).digest(), "big")
            row[(bits >> 1) % dimension] += 1.0 if bits & 1 else -1.0
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    lengths[lengths == 0.0] = 1.0
    return np.asarray(vectors / lengths, dtype=np.float32)


class HashEmbedder:
    """An `Embedder` that answers at once, in the caller's thread, the same on every machine."""

    def __init__(self, synonyms: Mapping[str, str] | None = None, dimension: int = DIMENSION) -> None:
        self.dimension = dimension
        self._synonyms = {word.casefold(): meant.casefold() for word, meant in (synonyms or {}).items()}
        self._state = EmbedderState.READY

    @property
    def model(self) -> str:
        """Name of the model; different for each dimension."""
        return f"hash-{self.dimension}"

    @property
    def state(self) -> EmbedderState:
        """`READY` until closed."""
        return self._state

    def encode_query(self, texts: Sequence[str]) -> Future[Vectors]:
        """Return a future that is done."""
        return self._encode(texts)

    def encode_documents(self, texts: Sequence[str]) -> Future[Vectors]:
        """Return a future that is done."""
        return self._encode(texts)

    def close(self) -> None:
        """Answer with `EmbedderUnavailable` from now on."""
        self._state = EmbedderState.OFF

    def _encode(self, texts: Sequence[str]) -> Future[Vectors]:
        future: Future[Vectors] = Future()
        if self._state is EmbedderState.OFF:
            future.set_exception(EmbedderUnavailable("The embedder was closed."))
        else:
            future.set_result(hash_vectors(texts, self.dimension, self._synonyms))
        return future
