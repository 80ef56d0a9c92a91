"""Sentences that look like commitments: kept with the chunk they stand in, so that they move and go with it.

A chunk keeps its row as long as its content is the same. So what is new or changed are the chunks behind the last one
that was looked through.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from app.index import meta
from app.index.codec import pack

SUGGESTIONS = """
    SELECT note.path, chunk.line_start + suggestion.line, key, day, sentence, block, draft
    FROM suggestion JOIN chunk ON chunk.id = suggestion.chunk_id JOIN note ON note.id = chunk.note_id"""


@dataclass(frozen=True, slots=True)
class SuggestionRow:
    """A sentence as stored.

    Attributes:
        path: Its note.
        line: Where it stands: in the file; while it is written, counted from the beginning of its chunk.
        key: Names the sentence, whatever note it stands in.
        day: The day on which it was written.
        sentence: As written.
        block: The block id of its paragraph; may be empty.
        draft: The entry that it would make.
    """

    path: str
    line: int
    key: str
    day: date
    sentence: str
    block: str
    draft: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Unscanned:
    """The chunks of a note that are new."""

    path: str
    chunks: tuple[int, ...]


def unscanned(connection: sqlite3.Connection) -> list[Unscanned]:
    """Return the chunks that have not been looked through, by note."""
    rows = connection.execute(
        "SELECT note.path, chunk.id FROM chunk JOIN note ON note.id = chunk.note_id WHERE chunk.id > ? ORDER BY 1, 2",
        (meta.number(connection, meta.SCANNED),),
    ).fetchall()
    groups = groupby(rows, key=lambda row: str(row[0]))
    return [Unscanned(path, tuple(row[1] for row in found)) for path, found in groups]


def earlier(connection: sqlite3.Connection, path: str) -> dict[str, SuggestionRow]:
    """Return what was found in a note before, by key."""
    rows = connection.execute(
        "SELECT path, line, key, day, sentence, block, draft FROM suggestion WHERE path = ?", (path,)
    )
    return {row.key: row for row in map(read_suggestion, rows)}


def put(connection: sqlite3.Connection, rows: Iterable[tuple[int, SuggestionRow]], scanned: int) -> None:
    """Store what was found, by chunk, and forget what no chunk says any more."""
    connection.executemany(
        "INSERT OR REPLACE INTO suggestion (chunk_id, line, key, path, day, sentence, block, draft) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (chunk, row.line, row.key, row.path, row.day.isoformat(), row.sentence, row.block, pack(dict(row.draft)))
            for chunk, row in rows
        ],
    )
    connection.execute(
        "DELETE FROM suggestion WHERE chunk_id <= ? AND chunk_id NOT IN (SELECT id FROM chunk)", (scanned,)
    )
    meta.put(connection, meta.SCANNED, scanned)


def read_suggestion(row: tuple[Any, ...]) -> SuggestionRow:
    """Read a row."""
    path, line, key, day, sentence, block, draft = row
    return SuggestionRow(path, line, key, date.fromisoformat(day), sentence, block, json.loads(draft))
