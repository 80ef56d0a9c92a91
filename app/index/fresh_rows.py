"""What notes say that they did not say before, kept until it has been compared with the conditions of commitments.

Of a note that is new, the row stands for all of it; of one that was known, for the lines that none of its chunks had.
Lines are compared by what they say: ticking a task, or putting it off, changes nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from app.index import meta
from app.index.codec import pack, strings
from app.vault.decoding import split_lines
from app.vault.line_words import line_key

Origin = Literal["first", "new", "changed"]
"""The note was there when the index was made, came later, or was changed."""

GONE_SECONDS = 86_400.0
"""How long lines that were taken out of a note are remembered: text that is moved to another is not news there."""

_MOVED_LENGTH = 12
"""Shorter lines are written again and again; that they were elsewhere before says nothing."""

_LISTED = "(SELECT value FROM json_each(?))"


@dataclass(frozen=True, slots=True)
class FreshRow:
    """A change of a note that has not been compared yet.

    Attributes:
        id: Its row.
        path: The note.
        changed_ns: When its file was changed, in nanoseconds since the epoch.
        origin: What is known of the note's past.
        added: The lines that are new, as written; empty when the whole note is.
        removed: The lines that the same change took out.
        by_words: True when it has been compared by words, and waits for the model.
    """

    id: int
    path: str
    changed_ns: int
    origin: Origin
    added: tuple[str, ...]
    removed: tuple[str, ...]
    by_words: bool


def add_note(connection: sqlite3.Connection, path: str, changed_ns: int) -> None:
    """Record that a note is new to the index."""
    origin: Origin = "new" if is_complete(connection) else "first"
    connection.execute("INSERT INTO fresh (path, changed_ns, origin) VALUES (?, ?, ?)", (path, changed_ns, origin))


def change_note(
    connection: sqlite3.Connection,
    path: str,
    changed_ns: int,
    before: Iterable[str],
    after: Iterable[str],
    now: float,
    to_do: Collection[str] = (),
) -> None:
    """Record which lines of a known note are new.

    Args:
        connection: The index.
        path: The note.
        changed_ns: When its file was changed.
        before: The texts of its chunks as they were.
        after: The same as they are.
        now: Seconds since the epoch.
        to_do: The lines that are open tasks: they say what is to be done, and nothing new.
    """
    old, new = _by_key(before), _by_key(after)
    _trim(connection, path, new)
    removed = {key: line for key, line in old.items() if key not in new}
    added = [line for key, line in new.items() if key not in old and line not in to_do]
    _remember(connection, removed, now)
    if added:
        connection.execute(
            "INSERT INTO fresh (path, changed_ns, origin, added, removed) VALUES (?, ?, 'changed', ?, ?)",
            (path, changed_ns, pack(added), pack(list(removed.values()))),
        )


def move_note(connection: sqlite3.Connection, old: str, new: str) -> None:
    """Follow a note to its new path."""
    connection.execute("UPDATE fresh SET path = ? WHERE path = ?", (new, old))


def remove_note(connection: sqlite3.Connection, path: str, before: Iterable[str], now: float) -> None:
    """Forget a note, and remember what it said for a while."""
    connection.execute("DELETE FROM fresh WHERE path = ?", (path,))
    _remember(connection, _by_key(before), now)


def fresh_rows(connection: sqlite3.Connection) -> list[FreshRow]:
    """Return what has not been compared, the latest change first."""
    rows = connection.execute(
        "SELECT id, path, changed_ns, origin, added, removed, by_words FROM fresh ORDER BY changed_ns DESC, id DESC"
    )
    return [
        FreshRow(id_, path, changed_ns, origin, strings(added), strings(removed), bool(by_words))
        for id_, path, changed_ns, origin, added, removed, by_words in rows
    ]


def has_rows(connection: sqlite3.Connection) -> bool:
    """Return True when something has not been compared."""
    return connection.execute("SELECT 1 FROM fresh LIMIT 1").fetchone() is not None


def drop_rows(connection: sqlite3.Connection, ids: Iterable[int]) -> None:
    """Forget changes that have been compared."""
    connection.execute(f"DELETE FROM fresh WHERE id IN {_LISTED}", (pack(list(ids)),))


def mark_rows(connection: sqlite3.Connection, ids: Iterable[int]) -> None:
    """Take note that changes have been compared by words."""
    connection.execute(f"UPDATE fresh SET by_words = 1 WHERE id IN {_LISTED}", (pack(list(ids)),))


def gone_lines(connection: sqlite3.Connection, keys: Iterable[str], now: float) -> frozenset[str]:
    """Return which of some lines were taken out of a note lately."""
    rows = connection.execute(
        f"SELECT key FROM gone WHERE key IN {_LISTED} AND time > ?", (pack(list(keys)), now - GONE_SECONDS)
    )
    return frozenset(row[0] for row in rows)


def is_complete(connection: sqlite3.Connection) -> bool:
    """Return True once all notes of the vault have been read: what comes later is new."""
    return bool(meta.number(connection, meta.COMPLETE))


def _by_key(texts: Iterable[str]) -> Mapping[str, str]:
    lines = (line for text in texts for line in split_lines(text))
    return {key: line.rstrip("\r\n") for line in lines if (key := line_key(line))}


def _trim(connection: sqlite3.Connection, path: str, present: Mapping[str, str]) -> None:
    """Leave of earlier changes what the note still says: a sentence being typed is saved many times."""
    rows = connection.execute("SELECT id, added FROM fresh WHERE path = ? AND origin = 'changed'", (path,)).fetchall()
    for row_id, packed in rows:
        added = strings(packed)
        kept = [line for line in added if line_key(line) in present]
        if not kept:
            connection.execute("DELETE FROM fresh WHERE id = ?", (row_id,))
        elif len(kept) < len(added):
            connection.execute("UPDATE fresh SET added = ? WHERE id = ?", (pack(kept), row_id))


def _remember(connection: sqlite3.Connection, removed: Iterable[str], now: float) -> None:
    keys = [(key, now) for key in removed if len(key) >= _MOVED_LENGTH]
    connection.execute("DELETE FROM gone WHERE time <= ?", (now - GONE_SECONDS,))
    connection.executemany("INSERT OR REPLACE INTO gone (key, time) VALUES (?, ?)", keys)
