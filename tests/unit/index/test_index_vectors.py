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


def test_the_background_is_that_of_all_cosines():
    queries = unit([[1, 0], [0.6, 0.8], [0, 1]])
    expected = queries @ INDEX.matrix.T
    means, deviations = INDEX.background(queries)
    assert means == pytest.approx(expected.mean(axis=1), abs=1e-6)
    assert deviations == pytest.approx(expected.std(axis=1), abs=1e-6)


def test_chunks_of_the_same_text_share_a_row_and_count_each():
    index = VectorIndex([3, 1, 2], ["c.md", "a.md", "b.md"], unit([[1, 0], [9, 9], [0, 1]]), [0, 0, 2])
    query = unit([[1, 0]])[0]
    assert (index.ids, index.paths) == ((1, 2, 3), ("a.md", "b.md", "c.md"))
    assert index.top_k(query, 9) == [(1, 1.0), (3, 1.0), (2, 0.0)]
    assert index.background(unit([[1, 0]]))[0] == pytest.approx([2 / 3])


def test_only_notes_that_count_and_are_close_enough_are_found():
    index = VectorIndex(range(100), [f"{n % 10}.md" for n in range(100)], unit([[1, n / 50] for n in range(100)]))
    query = unit([[1, 0]])[0]
    assert [id_ for id_, _ in index.top_k(query, 3, lambda path: path == "7.md")] == [7, 17, 27]
    assert [id_ for id_, _ in index.top_k(query, 99, lambda path: path == "7.md", 0.8)] == [7, 17, 27, 37]
    assert index.top_k(query, 5, lambda path: False) == []


@given(st.lists(st.lists(st.integers(0, 11), max_size=4), min_size=1, max_size=8), st.integers(0, 2**16))
def test_changing_notes_gives_what_making_the_index_anew_gives(changes, seed):
    chance = np.random.default_rng(seed)
    matrix = unit(chance.normal(size=(12, 3)).tolist())
    notes: dict[str, list[tuple[int, str, int]]] = {}
    index, next_id = VectorIndex([], [], matrix[:0]), 1
    index.background(matrix[:1])
    for number, places in enumerate(changes):
        path = f"{number % 3}.md"
        notes[path] = [(next_id + at, path, place) for at, place in enumerate(places)]
        next_id += len(places)
        index = index.with_notes({path, "never.md"}, notes[path], matrix)
    rows = sorted(row for rows in notes.values() for row in rows)
    anew = VectorIndex([r[0] for r in rows], [r[1] for r in rows], matrix, [r[2] for r in rows])
    assert (index.ids, index.paths) == (anew.ids, anew.paths)
    assert index.top_k(matrix[0], 5) == anew.top_k(matrix[0], 5)
    for found, expected in zip(index.background(matrix), anew.background(matrix), strict=True):
        assert found == pytest.approx(expected, abs=1e-6)


FLOATS = st.floats(-1, 1, width=32)


@given(arrays(np.float32, st.tuples(st.integers(1, 30), st.just(3)), elements=FLOATS), st.integers(1, 40))
def test_top_k_is_the_head_of_the_whole_order(matrix, k):
    index = VectorIndex(range(len(matrix)), [""] * len(matrix), matrix)
    query = np.array([0.5, -0.5, 0.7], np.float32)
    scores = index.scores(query)
    top = index.top_k(query, k)
    assert [score for _, score in top] == sorted((float(score) for score in scores), reverse=True)[:k]
    assert all(scores[chunk_id] == np.float32(score) for chunk_id, score in top)
