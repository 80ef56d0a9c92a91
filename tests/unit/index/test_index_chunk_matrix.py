from __future__ import annotations

import os
import sqlite3

import numpy as np
import pytest

from app.index.matrix_file import MatrixFile, is_backed
from app.index.store import IndexStore
from app.vault.markdown import parse_note


def unit_rows(count: int, seed: int = 1) -> np.ndarray:
    rows = np.random.default_rng(seed).normal(size=(count, 5)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def embed(store, seed: int = 1) -> None:
    digests = [digest for digest, _ in store.missing_digests("m")]
    store.store_vectors("m", digests, unit_rows(len(digests), seed))


@pytest.fixture
def matrix(store):
    reader = store.reader()
    matrix = reader.chunk_matrix()
    yield matrix
    matrix.close()
    reader.close()


def in_database(store) -> dict[int, list[float]]:
    reader = store.reader()
    ids, _, rows = reader.vectors("m")
    reader.close()
    return dict(zip(ids, rows.tolist(), strict=True))


def in_index(index) -> dict[int, list[float]]:
    return dict(zip(index.ids, index.matrix[index._places].tolist(), strict=True))


def files(database) -> list[str]:
    return sorted(path.name for path in database.parent.glob("*.vectors"))


def test_the_matrix_says_what_the_database_says(put, store, matrix, database):
    assert matrix.read("m") is None
    put("a.md", "# A\none\n## B\ntwo\n")
    put("b.md", "three")
    assert matrix.read("m") is None
    embed(store)
    index = matrix.read("m")
    assert in_index(index) == in_database(store) and len(index) == 3
    assert len(files(database)) == 1


def test_a_change_is_taken_over_without_another_mapping(put, store, matrix):
    put("a.md", "# A\none\n## B\ntwo\n")
    put("b.md", "three")
    embed(store)
    before = matrix.read("m")
    put("a.md", "# A\none\n## B\nother\n")
    embed(store, 2)
    after = matrix.read("m", frozenset({"a.md"}))
    assert in_index(after) == in_database(store)
    assert np.shares_memory(before.matrix, after.matrix)
    store.remove_notes(["a.md"])
    assert matrix.read("m", frozenset({"a.md"})).paths == ("b.md",)


def test_the_next_start_and_another_process_use_the_same_file(put, store, matrix, database):
    put("a.md", "one")
    embed(store)
    matrix.read("m")
    name, size = files(database)[0], (database.parent / files(database)[0]).stat().st_size
    other = IndexStore.open(database, "/notes")
    reader = other.reader()
    theirs = reader.chunk_matrix()
    put("b.md", "two")
    embed(store, 2)
    assert in_index(theirs.read("m")) == in_index(matrix.read("m")) == in_database(store)
    assert files(database) == [name] and (database.parent / name).stat().st_size == size
    theirs.close()
    reader.close()
    other.close()


@pytest.mark.parametrize("harm", ["cut", "foreign", "gone", "other rows"])
def test_a_file_that_was_harmed_is_written_again(put, store, database, harm):
    put("a.md", "# A\none\n## B\ntwo\n")
    embed(store)
    reader = store.reader()
    first = reader.chunk_matrix()
    expected = in_index(first.read("m"))
    first.close()
    path = database.parent / files(database)[0]
    if harm == "cut":
        os.truncate(path, 4100)
    elif harm == "foreign":
        path.write_bytes(b"something else" * 500)
    elif harm == "other rows":
        path.write_bytes(path.read_bytes()[:4096] + unit_rows(2, 7).tobytes())
    else:
        path.unlink()
    second = reader.chunk_matrix()
    assert in_index(second.read("m")) == expected
    second.close()
    reader.close()


def test_a_disk_that_takes_no_file_leaves_the_vectors_in_memory(put, store, matrix, database, monkeypatch):
    put("a.md", "one")
    embed(store)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("app.index.matrix_file.os.pwrite", full)
    assert in_index(matrix.read("m")) == in_database(store)
    put("b.md", "two")
    embed(store, 2)
    assert in_index(matrix.read("m", frozenset({"b.md"}))) == in_database(store)


def test_gaps_are_closed_up_and_the_old_file_goes(put, store, matrix, database):
    for number in range(6):
        put(f"{number}.md", f"text {number}")
    embed(store)
    matrix.read("m")
    first = files(database)
    store.remove_notes([f"{number}.md" for number in range(4)])
    store.prune_vectors()
    index = matrix.read("m", frozenset())
    assert in_index(index) == in_database(store) and len(index.matrix) == 2
    assert len(files(database)) == 1 and files(database) != first


def test_an_index_made_anew_has_a_matrix_of_its_own(put, store, matrix):
    put("a.md", "one")
    embed(store)
    matrix.read("m")
    store.clear()
    assert matrix.read("m") is None
    put("b.md", "two")
    embed(store, 3)
    assert in_index(matrix.read("m")) == in_database(store)


def test_rows_that_did_not_reach_the_disk_do_not_count(tmp_path):
    row = np.ones(2, "<f4").tobytes()
    file = MatrixFile(tmp_path / "x.vectors", 2)
    file.extend([(0, row), (2, row)])
    assert file.rows(9).tolist() == [[1, 1], [0, 0], [1, 1]]

    def broken():
        yield 3, row
        raise OSError

    with pytest.raises(OSError):
        file.extend(broken())
    assert len(file.rows(9)) == MatrixFile(tmp_path / "x.vectors", 2).whole == 3
    with pytest.raises(ValueError, match="read-only"):
        file.rows(1)[0, 0] = 5.0
    file.close()


def test_a_file_that_is_ahead_of_the_database_gives_no_row_for_another(put, store, database, stamp):
    """The database may lose its last transactions when the computer ends suddenly; their places are given anew."""
    put("a.md", "one")
    embed(store)
    before = database.parent / "before.db"
    with sqlite3.connect(database) as source, sqlite3.connect(before) as copy:
        source.backup(copy)
    put("b.md", "two")
    embed(store, 2)
    first = store.reader()
    first.chunk_matrix().read("m")
    first.close()
    store.close()
    for path in (database, *database.parent.glob(f"{database.name}-*")):
        path.unlink()
    before.rename(database)
    again = IndexStore.open(database, "/notes")
    reader = again.reader()
    matrix = reader.chunk_matrix()
    matrix.read("m")
    again.replace_note(parse_note("c.md", b"three"), stamp("c.md"))
    embed(again, 3)
    assert in_index(matrix.read("m", frozenset({"c.md"}))) == in_database(again)
    matrix.close()
    reader.close()
    again.close()


def test_a_file_that_is_cut_off_in_use_is_not_looked_at_and_made_again(put, store, matrix, database):
    put("a.md", "# A\none\n## B\ntwo\n")
    embed(store)
    index = matrix.read("m")
    path = database.parent / files(database)[0]
    assert is_backed(index.matrix)
    os.truncate(path, 100)
    assert not is_backed(index.matrix)
    put("b.md", "three")
    embed(store, 2)
    assert in_index(matrix.read("m", frozenset({"b.md"}))) == in_database(store)


def test_a_file_that_is_deleted_or_replaced_in_use_stays_as_it_is(put, store, matrix, database):
    put("a.md", "one")
    embed(store)
    index = matrix.read("m")
    path = database.parent / files(database)[0]
    path.with_suffix(".new").write_bytes(b"other")
    path.with_suffix(".new").rename(path)
    assert is_backed(index.matrix) and in_index(index) == in_database(store)
    assert is_backed(np.zeros((2, 5), np.float32))
