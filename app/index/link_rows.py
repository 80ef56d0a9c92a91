"""Where links lead: kept apart from the notes, since a note that comes or goes can change any other's links."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from app.index import meta
from app.index.codec import pack, strings
from app.index.records import UnresolvedLink
from app.vault.resolve import NoteName, Resolution


def names_version(connection: sqlite3.Connection) -> int:
    """Return a number that grows whenever a note comes, goes or changes its names."""
    return meta.number(connection, meta.NAMES)


def links_to_resolve(connection: sqlite3.Connection) -> list[UnresolvedLink]:
    """Return the links that have to be looked up: all once names have changed, else those of changed notes."""
    stale = names_version(connection) != meta.number(connection, meta.LINKED_NAMES)
    rows = connection.execute(
        f"""SELECT link.id, link.target, note.path, link.pending, link.resolved, link.candidates
        FROM link JOIN note ON note.id = link.note_id {"" if stale else "WHERE link.pending"}"""
    )
    return [
        UnresolvedLink(link_id, target, source, None if pending else (resolved, strings(candidates)))
        for link_id, target, source, pending, resolved, candidates in rows
    ]


def note_names(connection: sqlite3.Connection) -> list[NoteName]:
    """Return what all notes can be called by."""
    rows = connection.execute("SELECT path, title, aliases FROM note ORDER BY path")
    return [NoteName(path, title, strings(aliases)) for path, title, aliases in rows]


def set_links(
    connection: sqlite3.Connection, resolved: Iterable[tuple[int, Resolution]], names: int | None = None
) -> None:
    """Store where links lead.

    Args:
        connection: In a transaction.
        resolved: Rows of links and what was found for them.
        names: The version of the names that all links agree with from now on, None when only some were looked up.
    """
    connection.executemany(
        "UPDATE link SET resolved = ?, candidates = ?, pending = 0 WHERE id = ?",
        [(found.path, pack(found.candidates), link_id) for link_id, found in resolved],
    )
    if names is not None:
        meta.put(connection, meta.LINKED_NAMES, names)
