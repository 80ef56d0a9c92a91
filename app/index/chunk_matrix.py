"""Keeps the vectors of all chunks ready for search, and takes over what changed without reading the rest again."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from app.index import vector_rows
from app.index.matrix_file import SUFFIX, MatrixFile, is_backed
from app.index.vectors import VectorIndex

if TYPE_CHECKING:
    from app.index.vector_rows import Matrix, MatrixPlace

MANY = 2_000
"""Changed notes from which on it is quicker to ask for all chunks."""

_COMPARED = 50
"""Rows at the end of a file that are compared with the database when it is opened, and as many of the others."""


class ChunkMatrix:
    """The matrix of one model at a time; for one thread at a time.

    Args:
        asking: Gives a connection for reading.
        database: Where the index is; the matrix lies beside it.
    """

    def __init__(
        self, asking: Callable[[], AbstractContextManager[sqlite3.Connection]], database: Callable[[], Path]
    ) -> None:
        self._asking = asking
        self._database = database
        self._file: MatrixFile | None = None
        self._in_memory: tuple[str, Matrix] | None = None
        self._index: VectorIndex | None = None
        self._known: tuple[Path, str] | None = None

    def read(self, model: str, changed: frozenset[str] | None = None) -> VectorIndex | None:
        """Return the vectors of all chunks; None before there are any.

        Args:
            model: Whose vectors.
            changed: The notes whose chunks are not what they were at the last call; None when that is not known.
        """
        with self._asking() as connection, _snapshot(connection):
            place = vector_rows.matrix_place(connection, model)
            if place is None:
                self._index = None
                return None
            known = (self._database(), place.name)
            if known != self._known:
                self._forget()
                self._tidy(known[0], vector_rows.matrices(connection))
                changed = None
            matrix = self._matrix(connection, place, known[0])
            few = self._index is not None and changed is not None and len(changed) < MANY
            rows = vector_rows.placed_chunks(connection, place.model_id, changed if few else None)
            rows = [row for row in rows if row[2] < len(matrix)]
        if few and self._index is not None and changed is not None:
            self._index = self._index.with_notes(changed, rows, matrix)
        else:
            self._index = VectorIndex([row[0] for row in rows], [row[1] for row in rows], matrix, [r[2] for r in rows])
        self._known = known
        return self._index if len(self._index) else None

    def close(self) -> None:
        """Close the file; indexes that were given out stay good."""
        self._forget()

    def _forget(self) -> None:
        if self._file is not None:
            self._file.close()
        self._file = self._index = self._known = self._in_memory = None

    def _matrix(self, connection: sqlite3.Connection, place: MatrixPlace, database: Path) -> Matrix:
        """Return the rows of all places, those that are missing written first; in memory when the disk takes none."""
        if self._index is not None and not is_backed(self._index.matrix):
            self._forget()
        try:
            if self._in_memory is None:
                if self._file is None:
                    self._file = MatrixFile(_beside(database, place.name), place.dimension)
                    if not _agrees(self._file, connection, place):
                        self._file.keep(0)
                self._file.check()
                self._file.keep(place.places)
                self._file.extend(vector_rows.placed_rows(connection, place.model_id, self._file.whole))
                return self._file.rows(place.places)
        except OSError:
            self._forget()
        return self._read_into_memory(connection, place)

    def _read_into_memory(self, connection: sqlite3.Connection, place: MatrixPlace) -> Matrix:
        import numpy as np

        before = self._in_memory[1] if self._in_memory is not None else np.zeros((0, place.dimension), np.float32)
        matrix = np.zeros((place.places, place.dimension), np.float32)
        matrix[: len(before)] = before
        for number, data in vector_rows.placed_rows(connection, place.model_id, len(before)):
            if number < place.places:
                matrix[number] = np.frombuffer(data, "<f4")
        self._in_memory = place.name, matrix
        return matrix

    def _tidy(self, database: Path, in_use: Iterable[str]) -> None:
        """Delete the matrices that nothing leads to any more; a process that still has one mapped keeps it."""
        kept = {_beside(database, name).name for name in in_use}
        for path in database.parent.glob(f"{database.stem}-*{SUFFIX}"):
            if path.name not in kept:
                with suppress(OSError):
                    path.unlink()


def _agrees(file: MatrixFile, connection: sqlite3.Connection, place: MatrixPlace) -> bool:
    """Return False when the file is not of the vectors of the database.

    A sudden end of the computer, or a copy put back, may leave a file that is newer than the database, in which other
    vectors have got the same places since. So the last rows are compared, and some of the others.
    """
    whole = min(file.whole, place.places)
    looked_at = {*range(max(0, whole - _COMPARED), whole), *range(0, whole, 1 + whole // _COMPARED)}
    rows = file.rows(whole)
    stored = vector_rows.rows_at(connection, place.model_id, looked_at)
    return all(rows[number].tobytes() == data for number, data in stored)


@contextmanager
def _snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """Let all statements of the body see one state of the index, whatever another process writes."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        if connection.in_transaction:
            connection.execute("COMMIT")


def _beside(database: Path, name: str) -> Path:
    return database.with_name(f"{database.stem}-{name}{SUFFIX}")
