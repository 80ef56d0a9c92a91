"""Vectors of texts that stand in no note, kept in the index by content: those of entries and of everyday notes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from app.ledger.everyday_notes import everyday_notes

if TYPE_CHECKING:
    from app.embedding.protocol import Embedder, Vectors
    from app.index.store import IndexStore

_SECONDS = 60.0
"""How long a batch is waited for; without vectors an entry is matched by words."""
_AT_ONCE = 64
"""Texts that are made, and then stored, at a time: a slow model loses little when it is interrupted."""


class TextVectors:
    """Makes each vector once.

    Args:
        store: Where they are kept.
    """

    def __init__(self, store: IndexStore) -> None:
        self._store = store
        self._everyday: tuple[str, Vectors] | None = None

    def of(self, texts: Iterable[str], embedder: Embedder) -> dict[str, Vectors]:
        """Return the vector of each text, shape (dimension,), made where there is none yet.

        Raises:
            EmbedderUnavailable: There is no model now; what was made until then is kept.
        """
        wanted = {_digest(text): text for text in texts}
        known = self._store.text_vectors(embedder.model, wanted)
        missing = [digest for digest in wanted if digest not in known]
        for start in range(0, len(missing), _AT_ONCE):
            digests = missing[start : start + _AT_ONCE]
            made = embedder.encode_documents([wanted[digest] for digest in digests]).result(_SECONDS)
            self._store.store_vectors(embedder.model, digests, made, of_chunks=False)
            known = {**known, **dict(zip(digests, made, strict=True))}
        return {text: known[digest] for digest, text in wanted.items()}

    def everyday(self, embedder: Embedder) -> Vectors:
        """Return the vectors of everyday notes, shape (notes, dimension): a second's work, once for a model and vault.

        Raises:
            EmbedderUnavailable: There is no model now.
        """
        if self._everyday is None or self._everyday[0] != embedder.model:
            made = self.of(everyday_notes(), embedder)
            self._everyday = embedder.model, as_rows([made[note] for note in everyday_notes()])
        return self._everyday[1]

    def prune(self, texts: Iterable[str]) -> None:
        """Delete the vectors that no chunk, none of these texts and no everyday note has any more."""
        self._store.prune_vectors({_digest(text) for text in [*texts, *everyday_notes()]})


def as_rows(vectors: Sequence[Vectors]) -> Vectors:
    """Return vectors as the rows of one array."""
    import numpy as np

    return np.array(vectors, dtype=np.float32)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
