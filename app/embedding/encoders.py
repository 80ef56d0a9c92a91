"""The models as the worker sees them. Only the worker imports this module."""

from __future__ import annotations

import copy
import gc
import itertools
from typing import TYPE_CHECKING, Protocol

from app.embedding.model_source import HASH_PREFIX

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

    from app.embedding.protocol import Vectors


class Encoder(Protocol):
    """A model as the worker sees it."""

    dimension: int
    max_tokens: int

    def encode(self, kind: str, texts: list[str]) -> Vectors:
        """Return one unit vector a text; `kind` is `query` or `document`."""
        ...

    def another(self) -> Encoder:
        """Return an encoder of the same weights that another thread can use at the same time."""
        ...


class SentenceEncoder:
    """A sentence-transformers model on the processor."""

    def __init__(self, model: SentenceTransformer) -> None:
        self._model = model
        self.dimension = self.encode("query", ["ready"]).shape[1]
        self.max_tokens = model.max_seq_length or 512

    @classmethod
    def load(cls, location: str, offline: bool) -> SentenceEncoder:
        """Load a model from a folder, or by a name that the library can find in its cache or download.

        The garbage collector is off meanwhile: it has nothing to find, and would take a tenth of the time.
        """
        gc.disable()
        from sentence_transformers import SentenceTransformer

        encoder = cls(SentenceTransformer(location, device="cpu", local_files_only=offline))
        gc.freeze()
        gc.enable()
        return encoder

    def another(self) -> SentenceEncoder:
        """Copy all but the weights: a tokeniser cannot be used by two threads."""
        weights = itertools.chain(self._model.parameters(), self._model.buffers())
        return SentenceEncoder(copy.deepcopy(self._model, {id(tensor): tensor for tensor in weights}))

    def encode(self, kind: str, texts: list[str]) -> Vectors:
        """Embed in one batch, with the model's own prompt for this kind of text."""
        encode = self._model.encode_query if kind == "query" else self._model.encode_document
        vectors: Vectors = encode(
            texts, batch_size=max(1, len(texts)), show_progress_bar=False, normalize_embeddings=True
        )
        return vectors


class HashEncoder:
    """The model-free vectors of `hashing`, through the same pipes as a real model's."""

    max_tokens = 256

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension

    def another(self) -> HashEncoder:
        """Return itself: it has no state."""
        return self

    def encode(self, kind: str, texts: list[str]) -> Vectors:
        """Embed as `HashEmbedder` does."""
        from app.embedding.hashing import hash_vectors

        return hash_vectors(texts, self.dimension, {})


def open_encoder(location: str, offline: bool) -> Encoder:
    """Load what a location names: `hash:64`, or a sentence-transformers model."""
    if location.startswith(HASH_PREFIX):
        return HashEncoder(int(location.removeprefix(HASH_PREFIX)))
    return SentenceEncoder.load(location, offline)
