from __future__ import annotations

import numpy as np
import pytest

from app.index import prefilter, vectors
from app.index.moments import Moments
from app.index.prefilter import Prefilter
from app.index.vectors import VectorIndex


def like_a_model(count: int, seed: int = 1) -> np.ndarray:
    """Rows whose variance falls off quickly over the components, as that of sentence vectors does."""
    chance = np.random.default_rng(seed)
    rows = chance.normal(size=(count, 160)) / np.arange(1, 161)
    rows = rows @ np.linalg.qr(np.random.default_rng(0).normal(size=(160, 160)))[0]
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def moments(matrix: np.ndarray) -> Moments:
    return Moments.of(matrix, np.arange(len(matrix)))


def test_it_finds_what_a_full_comparison_finds():
    matrix = like_a_model(5_000)
    made = Prefilter.measured(matrix, moments(matrix))
    assert made is not None
    assert made.recall(like_a_model(50, 2), 50) >= 0.999
    more = np.concatenate([matrix, like_a_model(500, 3)])
    assert made.extended(more).recall(like_a_model(50, 2), 50) >= 0.999


def test_vectors_that_have_no_principal_components_get_none():
    rows = np.random.default_rng(1).normal(size=(5_000, 384)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    assert Prefilter.measured(rows, moments(rows)) is None


def test_a_large_index_answers_as_a_small_one_does(monkeypatch):
    matrix = like_a_model(3_000)
    plain = VectorIndex(range(3_000), [f"{n % 9}.md" for n in range(3_000)], matrix)
    monkeypatch.setattr(vectors, "FROM_ROWS", 1_000)
    monkeypatch.setattr(prefilter, "SHORT_LIST", 200)
    large = VectorIndex(range(3_000), [f"{n % 9}.md" for n in range(3_000)], matrix)
    large.prepare()
    grown = large.with_notes(["0.md"], [(n, "0.md", n) for n in range(0, 3_000, 9)], matrix)
    for query in like_a_model(20, 5):
        expected = plain.top_k(query, 40)
        for index in (large, grown):
            found = index.top_k(query, 40)
            assert [id_ for id_, _ in found] == [id_ for id_, _ in expected]
            assert [score for _, score in found] == pytest.approx([score for _, score in expected], abs=1e-6)
