from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.embedding.hashing import HashEmbedder
from app.errors import EmbedderUnavailable
from app.index.store import IndexStore
from app.ledger.everyday_notes import everyday_notes
from app.search.text_vectors import TextVectors

if TYPE_CHECKING:
    from app.embedding.protocol import Vectors


class Counting(HashEmbedder):
    """Remembers how many texts it was asked for, batch by batch; the batch numbered `fails` has no answer."""

    def __init__(self, fails: int = -1) -> None:
        super().__init__()
        self.asked: list[int] = []
        self.fails = fails

    def encode_documents(self, texts: Sequence[str]) -> Future[Vectors]:
        if len(self.asked) == self.fails:
            self.close()
        self.asked.append(len(texts))
        return super().encode_documents(texts)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[IndexStore]:
    with closing(IndexStore.open(tmp_path / "index.sqlite", "vault")) as opened:
        yield opened


def test_each_vector_is_made_once(store: IndexStore) -> None:
    embedder = Counting()
    first = TextVectors(store).of(["one", "two", "one"], embedder)
    assert list(first) == ["one", "two"]
    again = TextVectors(store).of(["two", "three"], embedder)
    assert embedder.asked == [2, 1]
    assert np.array_equal(again["two"], first["two"])


def test_a_long_list_is_made_in_batches_and_what_is_made_is_kept(store: IndexStore) -> None:
    texts = [f"text {i}" for i in range(150)]
    broken = Counting(fails=1)
    with pytest.raises(EmbedderUnavailable):
        TextVectors(store).of(texts, broken)
    whole = Counting()
    assert len(TextVectors(store).of(texts, whole)) == 150
    assert sum(whole.asked) == 150 - broken.asked[0] < 150


def test_everyday_notes_are_embedded_once_for_each_model(store: IndexStore) -> None:
    embedder, vectors = Counting(), TextVectors(store)
    made = vectors.everyday(embedder)
    assert made.shape == (len(everyday_notes()), embedder.dimension)
    assert vectors.everyday(embedder) is made
    assert np.array_equal(TextVectors(store).everyday(embedder), made)
    assert sum(embedder.asked) == len(everyday_notes())
    other = HashEmbedder(dimension=32)
    assert vectors.everyday(other).shape[1] == 32


def test_pruning_spares_everyday_notes_and_the_texts_in_use(store: IndexStore) -> None:
    embedder, vectors = Counting(), TextVectors(store)
    vectors.everyday(embedder)
    vectors.of(["used", "left over"], embedder)
    vectors.prune(["used"])
    embedder.asked.clear()
    TextVectors(store).everyday(embedder)
    TextVectors(store).of(["used", "left over"], embedder)
    assert embedder.asked == [1]
