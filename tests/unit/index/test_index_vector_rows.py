from __future__ import annotations

import os

import numpy as np
import pytest


@pytest.fixture
def reader(store):
    reader = store.reader()
    yield reader
    reader.close()


def rows(count: int, dimension: int, value: float = 1.0) -> np.ndarray:
    return np.full((count, dimension), value, np.float32)


def embed_all(store, model: str, dimension: int, value: float = 1.0) -> int:
    digests = [digest for digest, _ in store.missing_digests(model)]
    store.store_vectors(model, digests, rows(len(digests), dimension, value))
    return len(digests)


def test_vectors_come_back_with_their_chunks(put, store, reader):
    put("a.md", "# A\none\n## B\ntwo\n")
    digests = [digest for digest, _ in store.missing_digests("m")]
    array = np.random.default_rng(1).normal(size=(2, 5)).astype(np.float32)
    store.store_vectors("m", digests, array)
    ids, paths, matrix = reader.vectors("m")
    assert paths == ["a.md", "a.md"]
    assert [reader.chunks([chunk_id])[chunk_id].digest for chunk_id in ids] == digests
    assert matrix.dtype == np.float32 and (matrix == array).all()
    assert store.missing_digests("m") == [] and store.count_missing("m") == 0


def test_no_vectors_are_an_empty_matrix(reader):
    ids, paths, matrix = reader.vectors("m")
    assert (ids, paths, matrix.shape) == ([], [], (0, 0))


def test_models_are_never_mixed(put, store, reader):
    put("a.md", "# A\none\n## B\ntwo\n")
    assert embed_all(store, "small", 3, 1.0) == 2
    assert store.count_missing("large") == 2
    assert embed_all(store, "large", 4, 2.0) == 2
    assert reader.vectors("small")[2].tolist() == [[1.0] * 3] * 2
    assert reader.vectors("large")[2].tolist() == [[2.0] * 4] * 2


def test_a_model_that_changes_its_dimension_loses_its_old_vectors(put, store, reader):
    put("a.md", "# A\none\n## B\ntwo\n")
    embed_all(store, "m", 3)
    digest = reader.chunks_of("a.md")[0].digest
    store.store_vectors("m", [digest], rows(1, 4))
    assert reader.vectors("m")[2].shape == (1, 4)
    assert store.count_missing("m") == 1


def test_chunks_with_the_same_text_share_a_vector(put, store, reader):
    put("a/Same.md", "text")
    put("b/Same.md", "text")
    assert embed_all(store, "m", 2) == 1
    assert reader.vectors("m")[1] == ["a/Same.md", "b/Same.md"]


def test_new_notes_are_embedded_first(put, store):
    put("old.md", "old text", mtime=10)
    put("new.md", "# New\nnew text\n## Part\nsecond\n", mtime=30)
    put("middle.md", "middle text", mtime=20)
    texts = [text for _, text in store.missing_digests("m")]
    assert [text.split("\n")[0] for text in texts] == ["New", "New › Part", "middle", "old"]
    assert store.missing_digests("m", 2) == store.missing_digests("m")[:2]


def test_the_newest_and_the_most_linked_notes_are_embedded_in_turn(world):
    names = [f"n{number}" for number in range(6)]
    for age, name in enumerate(names):
        links = "[[n5]] [[n4]]" if name in ("n0", "n1") else "[[n5]]" if name == "n2" else ""
        file = world.write(f"{name}.md", f"{name} {links}")
        os.utime(file, (1_000_000 - age, 1_000_000 - age))
    world.reconcile()
    texts = [text.split("\n")[0] for _, text in world.store.missing_digests("m")]
    assert texts == ["n0", "n5", "n1", "n4", "n2", "n3"]


@pytest.mark.parametrize("array", [rows(1, 3), rows(2, 3, float("nan")), np.ones(2, np.float32)])
def test_what_is_not_a_vector_for_each_is_refused(put, store, reader, array):
    put("a.md", "# A\none\n## B\ntwo\n")
    digests = [digest for digest, _ in store.missing_digests("m")]
    with pytest.raises(ValueError, match="2 vectors expected"):
        store.store_vectors("m", digests, array)
    assert store.count_missing("m") == 2


def test_a_note_that_comes_back_needs_no_vectors(put, store):
    put("a.md", "text")
    embed_all(store, "m", 2)
    store.remove_notes(["a.md"])
    put("a.md", "text")
    assert store.count_missing("m") == 0


def test_pruning_keeps_what_is_in_use(put, store, reader):
    put("a.md", "text")
    embed_all(store, "m", 2)
    put("a.md", "other text")
    embed_all(store, "m", 2)
    store.store_vectors("m", ["t1", "t2"], rows(2, 2), of_chunks=False)
    assert store.prune_vectors() == 1
    assert len(reader.vectors("m")[0]) == 1
    assert set(store.text_vectors("m", ["t1", "t2", "t3"])) == {"t1", "t2"}
    assert store.prune_vectors(texts_in_use=["t2"]) == 1
    assert set(reader.text_vectors("m", ["t1", "t2"])) == {"t2"}


def test_vectors_of_texts_are_found_by_digest(store):
    digests = [f"{number:064}" for number in range(1200)]
    array = np.arange(2400, dtype=np.float32).reshape(1200, 2)
    store.store_vectors("m", digests, array, of_chunks=False)
    found = store.text_vectors("m", digests)
    assert len(found) == 1200 and found[digests[1199]].tolist() == [2398.0, 2399.0]
    assert store.text_vectors("other", digests) == {}


def test_the_notes_of_digests(put, store):
    put("a.md", "text")
    put("b.md", "other")
    digest = store.missing_digests("m", 1)[0][0]
    assert store.paths_of([digest]) in ({"a.md"}, {"b.md"})
    assert store.paths_of([]) == frozenset()
