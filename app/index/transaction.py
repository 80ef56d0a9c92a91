"""Transactions and what SQLite's errors mean."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from app.errors import StoreError

_PRIMARY = 0xFF
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_REFUSED = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}


class IndexDamaged(StoreError):
    """A reader met damage; the writing side makes the index anew."""


class IndexRemade(StoreError):
    """The index was found damaged in use and an empty one took its place: all notes have to be read again."""


@contextmanager
def immediate(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the body as one write: all of it is kept, or, when it raises, nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def is_damage(error: sqlite3.Error) -> bool:
    """Return True when the file is not, or no longer, a sound database."""
    return _code(error) in _DAMAGE


def is_of_other_tables(error: sqlite3.Error) -> bool:
    """Return True when a table or column of ours is not there; a query that a person typed may cause that too."""
    said = str(error)
    return type(error) is sqlite3.OperationalError and ("no such" in said or "has no column" in said)


def is_refusal(error: sqlite3.Error) -> bool:
    """Return True when the system does not let us write there."""
    return _code(error) in _REFUSED


def is_interrupt(error: sqlite3.Error) -> bool:
    """Return True when another thread interrupted the query."""
    return _code(error) == sqlite3.SQLITE_INTERRUPT


def store_error(error: sqlite3.Error) -> StoreError:
    """Say for a person what went wrong and what to do."""
    code = _code(error)
    if is_damage(error):
        return IndexDamaged(
            f"The index is damaged ({error}).", "It is made anew from the notes: try again in a moment."
        )
    if code in _LOCKED:
        return StoreError("Another program is writing to the index.", "Try again in a moment.")
    if code == sqlite3.SQLITE_FULL:
        return StoreError("The disk with the index is full.", "Make room on it; notes are not touched.")
    return StoreError(f"The index cannot be used ({error}).", "Run `betimes doctor`.")


def _code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & _PRIMARY
