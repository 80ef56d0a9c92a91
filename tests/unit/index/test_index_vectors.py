from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from app.index.vectors import VectorIndex


def unit(rows: list[list[float]]) -> np.ndarray:
    array = np.array(rows, dtype=np.float32)
    return array / np.linalg.norm(array, axis=1, keepdims=True)


INDEX = VectorIndex([7, 8, 9], ["a.md", "a.md", "b.md"], unit([[1, 0], [1, 1], [0, 1]]))
EMPTY = VectorIndex([], [], np.zeros((0, 2), np.float32))


def test_the_closest_come_first():
    assert INDEX.top_k(unit([[1, 0]])[0], 2) == [(7, pytest.approx(1.0)), (8, pytest.approx(0.7071, abs=1e-4))]
    assert [chunk_id for chunk_id, _ in INDEX.top_k(unit([[0, 1]])[0], 99)] == [9, 8, 7]
    assert INDEX.top_k(unit([[1, 0]])[0], 0) == []


def test_cosines_of_some_chunks():
    cosines = INDEX.cosines(unit([[1, 0]])[0], [9, 7, 1234])
    assert cosines == {9: pytest.approx(0.0), 7: pytest.approx(1.0)}
    assert INDEX.cosines(unit([[1, 0]])[0], []) == {}


def test_nothing_is_found_in_nothing():
    query = unit([[1, 0]])[0]
    assert (len(EMPTY), EMPTY.top_k(query, 3), EMPTY.cosines(query, [1])) == (0, [], {})
    assert EMPTY.scores(query).shape == (0,)
    means, deviations = EMPTY.background(unit([[1, 0]]))
    assert means.tolist() == deviations.tolist() == [0.0]


def test_vectors_of_another_dimension_are_refused():
    with pytest.raises(ValueError, match="3 numbers"):
        INDEX.top_k(np.ones(3, np.float32), 1)
    with pytest.raises(ValueError, match="belong together"):
        VectorIndex([1], ["a.md", "b.md"], np.zeros((1, 2), np.float32))


def test_the_background_is_that_of_all_cosines(monkeypatch):
    queries = unit([[1, 0], [0.6, 0.8], [0, 1]])
    expected = queries @ INDEX.matrix.T
    for at_once in (1, 4, 1_000_000):
        monkeypatch.setattr("app.index.vectors._SCORES_AT_ONCE", at_once)
        means, deviations = INDEX.background(queries)
        assert means == pytest.approx(expected.mean(axis=1), abs=1e-6)
        assert deviations == pytest.approx(expected.std(axis=1), abs=1e-6)


FLOATS = st.floats(-1, 1, width=32)


@given(arrays(np.float32, st.tuples(st.integers(1, 30), st.just(3)), elements=FLOATS), st.integers(1, 40))
def test_top_k_is_the_head_of_the_whole_order(matrix, k):
    index = VectorIndex(range(len(matrix)), [""] * len(matrix), matrix)
    query = np.array([0.5, -0.5, 0.7], np.float32)
    scores = index.scores(query)
    top = index.top_k(query, k)
    assert [score for _, score in top] == sorted((float(score) for score in scores), reverse=True)[:k]
    assert all(scores[chunk_id] == np.float32(score) for chunk_id, score in top)
