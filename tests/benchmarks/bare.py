"""What the product's search is held against: the same work by the tools it is made of, and by what people use."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Timed = Callable[[str], float]


def seconds_of(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def bare_fts5(index: Path, copy: Path) -> tuple[float, Timed]:
    """Return the seconds of filling a bare FTS5 table with the chunks of an index, and what times a query of it."""
    connection = sqlite3.connect(copy)
    source = sqlite3.connect(f"file:{index}?mode=ro", uri=True)
    rows = source.execute("SELECT id, text FROM chunk").fetchall()
    source.close()
    connection.execute("CREATE VIRTUAL TABLE bare USING fts5 (body, tokenize = 'porter unicode61')")

    def fill() -> None:
        with connection:
            connection.executemany("INSERT INTO bare (rowid, body) VALUES (?, ?)", rows)

    filled = seconds_of(fill)

    def ask(typed: str) -> float:
        words = [f'"{word}"' for word in typed.replace('"', " ").split()]
        if not words:
            return 0.0
        sql = "SELECT rowid, snippet(bare, 0, '[', ']', '…', 12) FROM bare WHERE bare MATCH ? ORDER BY rank LIMIT 50"
        return seconds_of(lambda: connection.execute(sql, (" ".join(words) + "*",)).fetchall())

    return filled, ask


def ripgrep(root: Path) -> Timed | None:
    """Return what times a search of all notes for one text, files only; None when ripgrep is not installed."""
    program = shutil.which("rg")
    if program is None:
        return None
    command = [program, "--files-with-matches", "--ignore-case", "--fixed-strings", "--"]
    return lambda typed: seconds_of(
        lambda: subprocess.run([*command, typed, str(root)], capture_output=True, check=False)
    )


def bare_numpy(matrix: NDArray[np.float32], k: int = 80) -> Callable[[NDArray[np.float32]], float]:
    """Return what times one product with all rows and the choice of the best."""
    held = np.array(matrix)
    return lambda query: seconds_of(lambda: np.argpartition(-(held @ query), k)[:k])
