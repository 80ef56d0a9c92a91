"""Notes that have another path now: told by the indexer as they are seen, kept until somebody has taken note of them.

A rename may be seen in one piece, or as a note that comes and one that goes, in either order: what tells that they are
the same is that their bytes are.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping

from app.index import meta

_NOTHING = frozenset({"", hashlib.sha256(b"").hexdigest()})
"""Digests of notes that could not be read and of empty ones: these are not the same note."""


def add_rename(connection: sqlite3.Connection, old: str, new: str) -> None:
    """Note that a note has another path."""
    meta.put(connection, f"{meta.RENAMED}{old}", new)


def add_note(connection: sqlite3.Connection, path: str, digest: str) -> None:
    """Note that a note has come; one with the same bytes may just have gone."""
    gone = None if digest in _NOTHING else meta.get(connection, f"{meta.GONE}{digest}")
    if gone is not None and gone != path:
        add_rename(connection, str(gone), path)
        meta.drop(connection, f"{meta.GONE}{digest}")


def remove_note(connection: sqlite3.Connection, path: str, digest: str) -> None:
    """Note that a note has gone, whose row is no longer there; one with the same bytes may have come before."""
    if digest in _NOTHING:
        return
    twin = connection.execute("SELECT path FROM note WHERE digest = ? ORDER BY id DESC LIMIT 1", (digest,)).fetchone()
    if twin is not None:
        add_rename(connection, path, twin[0])
    else:
        meta.put(connection, f"{meta.GONE}{digest}", path)


def forget_gone(connection: sqlite3.Connection) -> None:
    """Forget what has gone: the whole vault was looked at, and it is nowhere."""
    for key in meta.beginning(connection, meta.GONE):
        meta.drop(connection, f"{meta.GONE}{key}")


def has_gone(connection: sqlite3.Connection) -> bool:
    """Return True when there is something to forget."""
    return bool(meta.beginning(connection, meta.GONE))


def renames(connection: sqlite3.Connection) -> dict[str, str]:
    """Return what was noted and not settled: former path and present one, as each rename said."""
    return {old: str(new) for old, new in meta.beginning(connection, meta.RENAMED).items()}


def settle(connection: sqlite3.Connection, settled: Mapping[str, str]) -> None:
    """Forget renames that were taken note of; one that is another by now stays."""
    for old, new in settled.items():
        if meta.get(connection, f"{meta.RENAMED}{old}") == new:
            meta.drop(connection, f"{meta.RENAMED}{old}")
