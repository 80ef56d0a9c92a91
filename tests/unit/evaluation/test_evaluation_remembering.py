from __future__ import annotations

import pytest

from app.embedding.disabled import NoEmbedder
from app.embedding.hashing import HashEmbedder
from app.errors import EmbedderUnavailable
from app.evaluation.remembering import RememberingEmbedder
from app.events import EmbedderState
from app.index.store import IndexStore


def test_each_text_is_made_once_for_each_use():
    embedder = RememberingEmbedder(HashEmbedder())
    first = embedder.encode_query(["a quote", "a roof", "a quote"]).result()
    again = embedder.encode_query(["a quote"]).result()
    assert embedder.made == 2
    assert (first[0] == again[0]).all() and (first[0] == first[2]).all()
    embedder.encode_documents(["a quote"]).result()
    assert embedder.made == 3


def test_the_vectors_are_those_of_the_inner_embedder():
    inner = HashEmbedder()
    embedder = RememberingEmbedder(inner)
    assert (embedder.model, embedder.state) == (inner.model, EmbedderState.READY)
    assert (embedder.encode_documents(["x y"]).result() == inner.encode_documents(["x y"]).result()).all()


def test_a_later_run_finds_what_an_earlier_one_made(tmp_path):
    path = tmp_path / "evaluation" / "vectors.sqlite3"
    told = []
    first = RememberingEmbedder(HashEmbedder(), IndexStore.open(path, "evaluation"))
    first.prepare(["a quote", "a roof", "a quote"], lambda done, count: told.append((done, count)))
    made = first.encode_query(["a roof"]).result()
    first.close()
    second = RememberingEmbedder(HashEmbedder(), IndexStore.open(path, "evaluation"))
    assert (second.encode_query(["a roof"]).result() == made).all()
    assert (first.made, second.made) == (2, 0)
    assert told == [(0, 2)]
    second.close()


def test_without_a_model_the_reason_comes_through():
    embedder = RememberingEmbedder(NoEmbedder("There is none."))
    with pytest.raises(EmbedderUnavailable, match="There is none"):
        embedder.encode_query(["x"]).result()
    with pytest.raises(EmbedderUnavailable):
        embedder.prepare(["x"], lambda done, count: None)
    embedder.close()
