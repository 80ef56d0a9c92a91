"""Vectors by content and model: chunks with the same text share one, and vectors of two models never meet."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.index.codec import pack

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

_LISTED = "(SELECT value FROM json_each(?))"
"""A list of any length as one parameter."""

_LITTLE_ENDIAN = "<f4"

_NEW_NAME = "lower(hex(randomblob(8)))"
_DEAD_SHARE = 0.25
"""Share of places without a vector from which on the matrix is made anew without them."""

_WITHOUT_VECTOR = """
    FROM note JOIN chunk ON chunk.note_id = note.id
    WHERE chunk.digest != '' AND chunk.id > ? AND NOT EXISTS (
        SELECT 1 FROM vector
        WHERE vector.model_id = (SELECT id FROM model WHERE name = ?) AND vector.digest = chunk.digest)"""
_NOTES_IN_ORDER = f"""
    WITH waiting AS (SELECT DISTINCT note.id, note.path, note.modified {_WITHOUT_VECTOR}),
    linked AS (
        SELECT resolved AS path, count(DISTINCT note_id) AS links FROM link WHERE resolved IN (SELECT path FROM waiting)
        GROUP BY resolved),
    ranked AS (
        SELECT id, row_number() OVER (ORDER BY modified DESC, id) AS newest,
            iif(links, row_number() OVER (ORDER BY links DESC, modified DESC, id), NULL) AS most_linked
        FROM waiting LEFT JOIN linked USING (path))
    SELECT id FROM ranked ORDER BY min(newest, coalesce(most_linked, newest)), newest"""
_MISSING = f"""
    SELECT chunk.note_id, chunk.digest, chunk.embedding_text {_WITHOUT_VECTOR} AND note.id IN {_LISTED}
    ORDER BY chunk.ordinal"""
_NOTES_AT_ONCE = 100

_OF_CHUNKS = """
    SELECT chunk.id, note.path, vector.data
    FROM chunk JOIN note ON note.id = chunk.note_id
    JOIN model ON model.name = ? JOIN vector ON vector.model_id = model.id AND vector.digest = chunk.digest
    ORDER BY chunk.id"""


@dataclass(frozen=True, slots=True)
class MatrixPlace:
    """Where the matrix of a model belongs.

    Attributes:
        model_id: The model's row.
        dimension: Numbers in a vector.
        places: Rows that the matrix has; those without a vector are gaps.
        name: Of the matrix; another one when vectors have other places.
    """

    model_id: int
    dimension: int
    places: int
    name: str


def store_vectors(
    connection: sqlite3.Connection, model: str, digests: Sequence[str], array: Matrix, of_chunks: bool
) -> None:
    """Store vectors. A model that comes with another dimension than before is another model: its old ones go.

    Raises:
        ValueError: There is not one finite row for each digest; nothing was stored.
    """
    import numpy as np

    if array.ndim != 2 or len(array) != len(digests) or not np.isfinite(array).all():
        raise ValueError(f"{len(digests)} vectors expected, not an array of shape {array.shape} with these values")
    model_id, place = _model(connection, model, array.shape[1])
    connection.executemany(
        """INSERT INTO vector (model_id, digest, of_chunk, data, place) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (model_id, digest) DO UPDATE SET data = excluded.data, place = excluded.place""",
        [
            (model_id, digest, of_chunks, row.astype(_LITTLE_ENDIAN).tobytes(), number)
            for number, (digest, row) in enumerate(zip(digests, array, strict=True), place)
        ],
    )
    connection.execute("UPDATE model SET places = ? WHERE id = ?", (place + len(digests), model_id))


def _model(connection: sqlite3.Connection, model: str, dimension: int) -> tuple[int, int]:
    """Return the row of a model, made if need be, and the next free place of its matrix."""
    row = connection.execute("SELECT id, dimension, places FROM model WHERE name = ?", (model,)).fetchone()
    if row is not None and row[1] == dimension:
        return int(row[0]), int(row[2])
    if row is not None:
        connection.execute("DELETE FROM vector WHERE model_id = ?", (row[0],))
        connection.execute(
            f"UPDATE model SET dimension = ?, places = 0, matrix = {_NEW_NAME} WHERE id = ?", (dimension, row[0])
        )
        return int(row[0]), 0
    made = connection.execute(
        f"INSERT INTO model (name, dimension, matrix) VALUES (?, ?, {_NEW_NAME})", (model, dimension)
    )
    return int(made.lastrowid or 0), 0


def expect_dimension(connection: sqlite3.Connection, model: str, dimension: int) -> bool:
    """Drop the vectors of a model that has another dimension now; return whether it had another."""
    row = connection.execute("SELECT dimension FROM model WHERE name = ?", (model,)).fetchone()
    if row is None or row[0] == dimension:
        return False
    _model(connection, model, dimension)
    return True


def missing_notes(connection: sqlite3.Connection, model: str, after: int) -> list[int]:
    """Return the notes that have a chunk without a vector, in the order in which a person will look for them.

    That is the newest and the most linked in turn: what is being worked on, and what much else leads to.
    """
    return [row[0] for row in connection.execute(_NOTES_IN_ORDER, (after, model))]


def missing_of(connection: sqlite3.Connection, model: str, notes: Sequence[int]) -> list[tuple[str, str]]:
    """Return (digest, text to embed) of chunks of some notes without a vector, each digest once, in their order."""
    found: dict[int, list[tuple[str, str]]] = {}
    for note, *text in connection.execute(_MISSING, (0, model, pack(list(notes)))):
        found.setdefault(note, []).append((text[0], text[1]))
    return list(dict(text for note in notes for text in found.get(note, ())).items())


def missing_digests(connection: sqlite3.Connection, model: str, limit: int | None) -> list[tuple[str, str]]:
    """Return (digest, text to embed) of chunks without a vector, each digest once, in the order of `missing_notes`."""
    notes = missing_notes(connection, model, 0)
    found: dict[str, str] = {}
    for start in range(0, len(notes), _NOTES_AT_ONCE):
        for digest, text in missing_of(connection, model, notes[start : start + _NOTES_AT_ONCE]):
            found.setdefault(digest, text)
        if limit is not None and len(found) >= limit:
            break
    return list(found.items())[:limit]


def count_missing(connection: sqlite3.Connection, model: str, after: int) -> int:
    """Return how many digests of chunks after this one have no vector."""
    sql = f"SELECT count(DISTINCT chunk.digest) {_WITHOUT_VECTOR}"
    return int(connection.execute(sql, (after, model)).fetchone()[0])


def last_chunk(connection: sqlite3.Connection) -> int:
    """Return the newest chunk: what is stored from now on has larger numbers, also when chunks were deleted."""
    row = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'chunk'").fetchone()
    return int(row[0]) if row else 0


def paths_of(connection: sqlite3.Connection, digests: Iterable[str]) -> frozenset[str]:
    """Return the notes that have a chunk with one of these digests."""
    rows = connection.execute(
        f"SELECT DISTINCT note.path FROM chunk JOIN note ON note.id = chunk.note_id WHERE chunk.digest IN {_LISTED}",
        (pack(list(digests)),),
    )
    return frozenset(row[0] for row in rows)


def text_vectors(connection: sqlite3.Connection, model: str, digests: Iterable[str]) -> dict[str, Matrix]:
    """Return the vectors that are stored for these digests, whether of chunks or of other texts."""
    import numpy as np

    rows = connection.execute(
        f"""SELECT vector.digest, vector.data FROM vector JOIN model ON model.id = vector.model_id
        WHERE model.name = ? AND vector.digest IN {_LISTED}""",
        (model, pack(list(digests))),
    )
    return {digest: np.frombuffer(data, _LITTLE_ENDIAN).astype(np.float32, copy=False) for digest, data in rows}


def chunk_vectors(connection: sqlite3.Connection, model: str) -> tuple[list[int], list[str], Matrix]:
    """Return chunk ids, their notes and their vectors as the rows of one matrix."""
    import numpy as np

    row = connection.execute("SELECT dimension FROM model WHERE name = ?", (model,)).fetchone()
    dimension = int(row[0]) if row else 0
    rows = connection.execute(_OF_CHUNKS, (model,)).fetchall()
    flat = np.frombuffer(b"".join(data for _, _, data in rows), _LITTLE_ENDIAN).astype(np.float32, copy=False)
    return [row[0] for row in rows], [row[1] for row in rows], flat.reshape(len(rows), dimension)


def matrix_place(connection: sqlite3.Connection, model: str) -> MatrixPlace | None:
    """Return where the matrix of a model belongs; None before it has any vector."""
    row = connection.execute("SELECT id, dimension, places, matrix FROM model WHERE name = ?", (model,)).fetchone()
    return MatrixPlace(*row) if row else None


def placed_rows(connection: sqlite3.Connection, model_id: int, start: int) -> Iterator[tuple[int, bytes]]:
    """Return place and vector from a place on, as little-endian float32."""
    return connection.execute(
        "SELECT place, data FROM vector WHERE model_id = ? AND place >= ? ORDER BY place", (model_id, start)
    )


def rows_at(connection: sqlite3.Connection, model_id: int, places: Iterable[int]) -> list[tuple[int, bytes]]:
    """Return place and vector of those of some places that have one, as little-endian float32."""
    return connection.execute(
        f"SELECT place, data FROM vector WHERE model_id = ? AND place IN {_LISTED}", (model_id, pack(list(places)))
    ).fetchall()


def placed_chunks(
    connection: sqlite3.Connection, model_id: int, paths: Iterable[str] | None
) -> list[tuple[int, str, int]]:
    """Return chunk, note and place of the vector of all chunks that have one, or of those of some notes; by chunk."""
    where, parameters = ("", ()) if paths is None else (f"WHERE note.path IN {_LISTED}", (pack(list(paths)),))
    return connection.execute(
        f"""SELECT chunk.id, note.path, vector.place
        FROM note CROSS JOIN chunk ON chunk.note_id = note.id
        CROSS JOIN vector ON vector.model_id = ? AND vector.digest = chunk.digest {where} ORDER BY chunk.id""",
        (model_id, *parameters),
    ).fetchall()


def matrices(connection: sqlite3.Connection) -> frozenset[str]:
    """Return the names of the matrices that are in use."""
    return frozenset(row[0] for row in connection.execute("SELECT matrix FROM model"))


_MISFITS = "length(data) != 4 * (SELECT dimension FROM model WHERE id = vector.model_id)"


def count_misfits(connection: sqlite3.Connection) -> int:
    """Return how many vectors are not as long as those of their model, or belong to none."""
    return int(connection.execute(f"SELECT count(*) FROM vector WHERE ({_MISFITS}) IS NOT FALSE").fetchone()[0])


def drop_misfits(connection: sqlite3.Connection) -> None:
    """Delete vectors that are not whole; the matrices get other names, because chunks lack vectors again."""
    connection.execute(f"DELETE FROM vector WHERE ({_MISFITS}) IS NOT FALSE")
    connection.execute(f"UPDATE model SET matrix = {_NEW_NAME}")


def close_up(connection: sqlite3.Connection) -> None:
    """Give the vectors of a model new places without gaps, when too many are gone: its matrix is made anew."""
    rows = connection.execute(
        "SELECT id, places, (SELECT count(*) FROM vector WHERE model_id = model.id) FROM model"
    ).fetchall()
    for model_id, places, count in rows:
        if places - count > places * _DEAD_SHARE:
            living = connection.execute("SELECT place FROM vector WHERE model_id = ? ORDER BY place", (model_id,))
            moved = [(new, model_id, old) for new, (old,) in enumerate(living.fetchall())]
            # Each goes to a place that is free already: no later one is smaller.
            connection.executemany("UPDATE vector SET place = ? WHERE model_id = ? AND place = ?", moved)
            connection.execute(f"UPDATE model SET places = ?, matrix = {_NEW_NAME} WHERE id = ?", (count, model_id))


def prune_vectors(connection: sqlite3.Connection, texts_in_use: Iterable[str] | None) -> int:
    """Delete vectors of chunks that are no more and, when `texts_in_use` is given, those of all other texts.

    Returns:
        How many were deleted.
    """
    count = connection.execute(
        "DELETE FROM vector WHERE of_chunk AND digest NOT IN (SELECT digest FROM chunk)"
    ).rowcount
    if texts_in_use is not None:
        stored = {row[0] for row in connection.execute("SELECT digest FROM vector WHERE NOT of_chunk")}
        unused = [(digest,) for digest in stored - set(texts_in_use)]
        connection.executemany("DELETE FROM vector WHERE NOT of_chunk AND digest = ?", unused)
        count += len(unused)
    close_up(connection)
    return count
