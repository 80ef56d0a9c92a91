"""An embedder that makes each vector once, in this run and, where a store is given, in later ones."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from app.embedding.protocol import Embedder, Vectors
    from app.events import EmbedderState
    from app.index.store import IndexStore

_Kind = Literal["query", "document"]
_AT_ONCE = 128
"""Texts that are made, and then stored, at a time: what is done so far survives an interruption."""


class RememberingEmbedder:
    """An `Embedder` that asks another one only for what it has not seen. It waits in the caller's thread.

    Queries and documents are kept apart, because there are models that treat them differently.

    Args:
        inner: What makes the vectors; closed with this one.
        store: Where vectors are kept between runs; None keeps them for this one.
        seconds: How long a batch is waited for.
    """

    def __init__(self, inner: Embedder, store: IndexStore | None = None, seconds: float = 300.0) -> None:
        self._inner = inner
        self._store = store
        self._seconds = seconds
        self._known: dict[str, Vectors] = {}
        self.made = 0
        """How many texts the inner embedder was asked for."""

    @property
    def model(self) -> str:
        """Name of the inner embedder's model."""
        return self._inner.model

    @property
    def dimension(self) -> int:
        """Numbers in a vector; 0 until that is known."""
        return self._inner.dimension

    @property
    def state(self) -> EmbedderState:
        """What the inner embedder can do at present."""
        return self._inner.state

    def encode_query(self, texts: Sequence[str]) -> Future[Vectors]:
        """Return a future that is done."""
        return self._encode("query", texts, self._inner.encode_query)

    def encode_documents(self, texts: Sequence[str]) -> Future[Vectors]:
        """Return a future that is done."""
        return self._encode("document", texts, self._inner.encode_documents)

    def prepare(self, texts: Sequence[str], told: Callable[[int, int], None]) -> None:
        """Make the vectors of many queries in large batches; `told` hears how many of how many are done.

        Raises:
            EmbedderUnavailable: There is no model.
        """
        unique = list(dict.fromkeys(texts))
        for start in range(0, len(unique), _AT_ONCE):
            told(start, len(unique))
            self.encode_query(unique[start : start + _AT_ONCE]).result()

    def close(self) -> None:
        """Close the inner embedder and the store."""
        self._inner.close()
        if self._store is not None:
            self._store.close()

    def _encode(
        self, kind: _Kind, texts: Sequence[str], make: Callable[[Sequence[str]], Future[Vectors]]
    ) -> Future[Vectors]:
        import numpy as np

        from app.errors import EmbedderUnavailable

        done: Future[Vectors] = Future()
        digests = [_digest(kind, text) for text in texts]
        try:
            self._learn(dict(zip(digests, texts, strict=True)), make)
        except (EmbedderUnavailable, TimeoutError) as error:
            done.set_exception(error)
            return done
        done.set_result(np.array([self._known[digest] for digest in digests], dtype=np.float32))
        return done

    def _learn(self, wanted: dict[str, str], make: Callable[[Sequence[str]], Future[Vectors]]) -> None:
        missing = [digest for digest in wanted if digest not in self._known]
        if self._store is not None and missing:
            self._known |= self._store.text_vectors(self.model, missing)
            missing = [digest for digest in missing if digest not in self._known]
        if not missing:
            return
        made = make([wanted[digest] for digest in missing]).result(self._seconds)
        self.made += len(missing)
        if self._store is not None:
            self._store.store_vectors(self.model, missing, made, of_chunks=False)
        self._known |= dict(zip(missing, made, strict=True))


def _digest(kind: _Kind, text: str) -> str:
    return hashlib.sha256(f"{kind}\0{text}".encode("utf-8", "replace")).hexdigest()
