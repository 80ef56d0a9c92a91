"""Where links lead: kept apart from the notes, since a note that comes or goes can change any other's links."""

from __future__ import annotations

import posixpath
import sqlite3
from collections.abc import Iterable

from app.index import meta
from app.index.codec import pack, strings
from app.index.records import UnresolvedLink
from app.vault.note import Link
from app.vault.resolve import NoteName, Resolution, comparable, page_name


def add_links(connection: sqlite3.Connection, note_id: int, links: Iterable[Link]) -> None:
    """Store the links of a note; they wait to be looked up."""
    connection.executemany(
        """INSERT INTO link (note_id, target, fragment, line, embed, name, last_name)
        VALUES (?, ?, ?, ?, ?, ?, ?)""",
        [(note_id, *_columns(link)) for link in links],
    )


def _columns(link: Link) -> tuple[object, ...]:
    name = comparable(link.target.partition("#")[0])
    return link.target, link.fragment, link.line, link.embed, name, posixpath.basename(name)


def change_names(connection: sqlite3.Connection, path: str, names: Iterable[str]) -> None:
    """Note that a note has, or no longer has, a path and names: links that name one of them may lead elsewhere now."""
    changed = {posixpath.basename(comparable(path)), *map(comparable, (*names, page_name(path)))} - {""}
    connection.executemany("INSERT OR IGNORE INTO changed_name (name) VALUES (?)", [(name,) for name in changed])
    meta.increase(connection, meta.NAMES)


def names_version(connection: sqlite3.Connection) -> int:
    """Return a number that grows whenever a note comes, goes or changes its names."""
    return meta.number(connection, meta.NAMES)


def links_to_resolve(connection: sqlite3.Connection) -> list[UnresolvedLink]:
    """Return the links of notes that were stored, and those that name a note that came, went or was renamed."""
    rows = connection.execute(
        """SELECT link.id, link.target, note.path, link.pending, link.resolved, link.candidates
        FROM link JOIN note ON note.id = link.note_id
        WHERE link.pending OR link.name IN (SELECT name FROM changed_name)
            OR link.last_name IN (SELECT name FROM changed_name)"""
    )
    return [
        UnresolvedLink(link_id, target, source, None if pending else (resolved, strings(candidates)))
        for link_id, target, source, pending, resolved, candidates in rows
    ]


def note_names(connection: sqlite3.Connection) -> list[NoteName]:
    """Return what all notes can be called by."""
    rows = connection.execute("SELECT path, title, aliases FROM note ORDER BY path")
    return [NoteName(path, title, strings(aliases)) for path, title, aliases in rows]


def set_links(connection: sqlite3.Connection, resolved: Iterable[tuple[int, Resolution]]) -> None:
    """Store where links lead; the others of `links_to_resolve` lead where they did.

    Args:
        connection: In the transaction in which these were asked for.
        resolved: Rows of links and what was found for them.
    """
    connection.executemany(
        "UPDATE link SET resolved = ?, candidates = ?, pending = 0 WHERE id = ?",
        [(found.path, pack(found.candidates), link_id) for link_id, found in resolved],
    )
    connection.execute("DELETE FROM changed_name")
