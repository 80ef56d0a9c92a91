from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.embedding.hashing import HashEmbedder
from app.embedding.protocol import Embedder
from app.errors import EmbedderUnavailable
from app.events import EmbedderState


def test_texts_that_share_words_are_closer_than_texts_that_do_not() -> None:
    embedder: Embedder = HashEmbedder()
    query = embedder.encode_query(["kitchen quote"]).result()[0]
    near, far = embedder.encode_documents(["The kitchen quote came today", "Feed the cat"]).result()
    assert query @ near > query @ far


def test_synonyms_count_as_the_same_word() -> None:
    quote, price = HashEmbedder(synonyms={"Quote": "price"}).encode_query(["a quote", "a price"]).result()
    assert quote @ price == pytest.approx(1.0)


def test_vectors_do_not_depend_on_the_process() -> None:
    vector = HashEmbedder(dimension=8).encode_query(["when the vendor quote arrives"]).result()[0]
    assert np.flatnonzero(vector).tolist() == [0, 3, 7]


@given(st.lists(st.text(), max_size=5))
def test_every_row_has_length_one_or_zero(texts: list[str]) -> None:
    vectors = HashEmbedder().encode_documents(texts).result()
    assert vectors.shape == (len(texts), 64)
    assert vectors.dtype == np.float32
    lengths = np.linalg.norm(vectors, axis=1)
    assert np.all(np.isclose(lengths, 1.0, atol=1e-5) | (lengths == 0.0))


def test_a_lone_surrogate_is_embedded() -> None:
    assert HashEmbedder().encode_query(["bad \ud800 byte"]).result().shape == (1, 64)


def test_it_is_ready_until_closed() -> None:
    embedder = HashEmbedder()
    assert (embedder.state, embedder.model) == (EmbedderState.READY, "hash-64")
    embedder.close()
    assert embedder.state is EmbedderState.OFF
    with pytest.raises(EmbedderUnavailable, match="closed"):
        embedder.encode_query(["x"]).result()
