"""Vectors of texts that stand in no note, kept in the index by content: those of entries and of everyday notes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from app.errors import EmbedderUnavailable
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
        self._everyday: tuple[tuple[str, int], Vectors] | None = None

    def of(self, texts: Iterable[str], embedder: Embedder) -> dict[str, Vectors]:
        """Return the vector of each text, shape (dimension,), made where there is none yet.

        Raises:
            EmbedderUnavailable: There is no model now; what was made until then is kept.
        """
        wanted, model = {_digest(text): text for text in texts}, embedder.model
        known = self._store.text_vectors(model, wanted)
        missing = [digest for digest in wanted if digest not in known]
        for start in range(0, len(missing), _AT_ONCE):
            digests = missing[start : start + _AT_ONCE]
            made = _made(embedder, [wanted[digest] for digest in digests])
            if embedder.model != model or any(len(row) != made.shape[1] for row in known.values()):
                self._store.expect_dimension(embedder.model, made.shape[1])
                raise EmbedderUnavailable("The model was changed meanwhile.", "Its vectors are made anew.")
            self._store.store_vectors(model, digests, made, of_chunks=False)
            known = {**known, **dict(zip(digests, made, strict=True))}
        return {text: known[digest] for digest, text in wanted.items()}

    def everyday(self, embedder: Embedder) -> Vectors:
        """Return the vectors of everyday notes, shape (notes, dimension): a second's work, once for a model and vault.

        Raises:
            EmbedderUnavailable: There is no model now.
        """
        model = embedder.model, embedder.dimension
        if self._everyday is None or self._everyday[0] != model:
            made = self.of(everyday_notes(), embedder)
            self._everyday = model, as_rows([made[note] for note in everyday_notes()])
        return self._everyday[1]

    def prune(self, texts: Iterable[str]) -> None:
        """Delete the vectors that no chunk, none of these texts and no everyday note has any more."""
        self._store.prune_vectors({_digest(text) for text in [*texts, *everyday_notes()]})


def _made(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    try:
        return embedder.encode_documents(texts).result(_SECONDS)
    except TimeoutError as error:
        raise EmbedderUnavailable("The model did not answer.", "Entries are matched by words.") from error


def as_rows(vectors: Sequence[Vectors]) -> Vectors:
    """Return vectors as the rows of one array."""
    import numpy as np

    return np.array(vectors, dtype=np.float32)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
