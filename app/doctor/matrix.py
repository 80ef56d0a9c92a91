"""The files of vectors beside the index, which can be made from it at any time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from app.doctor.check import Check, megabytes
from app.index.matrix_file import SUFFIX, header_problem

_HINT = "The next search makes it again from the index; `betimes doctor --fix` deletes it before."


def examine_matrices(connection: sqlite3.Connection, database: Path) -> Iterator[tuple[Path, Check]]:
    """Look at the file of each model's vectors, and yield each with what was found.

    Args:
        connection: To the index.
        database: Its file.
    """
    for name, dimension, places in connection.execute("SELECT matrix, dimension, places FROM model ORDER BY id"):
        path = database.with_name(f"{database.stem}-{name}{SUFFIX}")
        if not path.exists():
            continue
        problem = header_problem(path, dimension) if path.is_file() else "is not a file"
        if problem:
            yield path, Check("matrix.damaged", "note", f"{path} {problem}", _HINT, True)
        else:
            size = megabytes(path.stat().st_blocks * 512)
            yield path, Check("matrix.file", "ok", f"{places:,} vectors of {dimension} numbers, {size}")
