"""Vectors by content and model: chunks with the same text share one, and vectors of two models never meet."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from app.index.codec import pack

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

_LISTED = "(SELECT value FROM json_each(?))"
"""A list of any length as one parameter."""

_LITTLE_ENDIAN = "<f4"

_WITHOUT_VECTOR = """
    FROM note JOIN chunk ON chunk.note_id = note.id
    WHERE chunk.digest != '' AND NOT EXISTS (
        SELECT 1 FROM vector
        WHERE vector.model_id = (SELECT id FROM model WHERE name = ?) AND vector.digest = chunk.digest)"""
_MISSING = f"""
    SELECT chunk.digest, chunk.embedding_text {_WITHOUT_VECTOR}
    ORDER BY note.modified DESC, note.id, chunk.ordinal"""

_OF_CHUNKS = """
    SELECT chunk.id, note.path, vector.data
    FROM chunk JOIN note ON note.id = chunk.note_id
    JOIN model ON model.name = ? JOIN vector ON vector.model_id = model.id AND vector.digest = chunk.digest
    ORDER BY chunk.id"""


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
    model_id = _model_id(connection, model, array.shape[1])
    connection.executemany(
        """INSERT INTO vector (model_id, digest, of_chunk, data) VALUES (?, ?, ?, ?)
        ON CONFLICT (model_id, digest) DO UPDATE SET data = excluded.data""",
        [
            (model_id, digest, of_chunks, row.astype(_LITTLE_ENDIAN).tobytes())
            for digest, row in zip(digests, array, strict=True)
        ],
    )


def _model_id(connection: sqlite3.Connection, model: str, dimension: int) -> int:
    row = connection.execute("SELECT id, dimension FROM model WHERE name = ?", (model,)).fetchone()
    if row is not None and row[1] == dimension:
        return int(row[0])
    if row is not None:
        connection.execute("DELETE FROM vector WHERE model_id = ?", (row[0],))
        connection.execute("UPDATE model SET dimension = ? WHERE id = ?", (dimension, row[0]))
        return int(row[0])
    return int(
        connection.execute("INSERT INTO model (name, dimension) VALUES (?, ?)", (model, dimension)).lastrowid or 0
    )


def missing_digests(connection: sqlite3.Connection, model: str, limit: int | None) -> list[tuple[str, str]]:
    """Return (digest, text to embed) of chunks without a vector, each digest once, newest notes first."""
    rows = connection.execute(_MISSING, (model,))
    found: dict[str, str] = {}
    for digest, text in rows:
        found.setdefault(digest, text)
        if limit is not None and len(found) >= limit:
            break
    rows.close()
    return list(found.items())


def count_missing(connection: sqlite3.Connection, model: str) -> int:
    """Return how many digests have no vector."""
    return int(connection.execute(f"SELECT count(DISTINCT chunk.digest) {_WITHOUT_VECTOR}", (model,)).fetchone()[0])


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
    return count
