"""Single values of the index."""

from __future__ import annotations

import sqlite3

GENERATION = "generation"
"""Grows with each write."""

VAULT = "vault"
"""The folder that was indexed."""

CONTENT = "content"
"""Version of the code that made the rows out of notes."""

READING = "reading"
"""Names the settings by which the notes were read."""

VERIFIED = "verified"
"""The day, since the epoch, on which the whole file was last looked over."""

COMPLETE = "complete"
"""1 once every note of the vault has been read."""

SCANNED = "scanned"
"""The last chunk whose sentences have been looked through for commitments."""

NAMES = "names"
"""Grows whenever a note is added, removed or renamed."""

RENAMED = "renamed:"
"""Before the former path of a note: the path that it has now, until somebody has taken note of that."""

GONE = "gone:"
"""Before the sha256 of a note that is no longer there: the path that it had."""


def get(connection: sqlite3.Connection, key: str) -> str | int | None:
    """Return a value, None when it was never set."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return row[0] if row else None


def number(connection: sqlite3.Connection, key: str) -> int:
    """Return a number, 0 when it was never set."""
    return int(get(connection, key) or 0)


def put(connection: sqlite3.Connection, key: str, value: str | int) -> None:
    """Set a value."""
    connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, value))


def drop(connection: sqlite3.Connection, key: str) -> None:
    """Forget a value."""
    connection.execute("DELETE FROM meta WHERE key = ?", (key,))


def beginning(connection: sqlite3.Connection, prefix: str) -> dict[str, str | int]:
    """Return the values whose keys begin so, by what follows in the key."""
    rows = connection.execute("SELECT key, value FROM meta WHERE key >= ? AND key < ?", (prefix, f"{prefix[:-1]};"))
    return {key.removeprefix(prefix): value for key, value in rows}


def increase(connection: sqlite3.Connection, key: str) -> None:
    """Add 1 to a value."""
    connection.execute(
        "INSERT INTO meta (key, value) VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET value = value + 1", (key,)
    )
