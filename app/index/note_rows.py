"""Writing notes: each call changes one note, inside the caller's transaction."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable

from app.index import fresh_rows, rename_rows
from app.index.chunk_rows import chunk_texts, delete_chunks, rename_words, sync_chunks
from app.index.codec import note_columns, read_stamp, stamp_columns, strings, task_columns
from app.index.link_rows import add_links, change_names
from app.vault.decoding import clean
from app.vault.note import FileStamp, Note

Known = tuple[FileStamp, str]
"""What is known of a file: its stamp when it was read, and the sha256 of its bytes."""

_STAMP = "path, size, mtime_ns, ctime_ns, inode, digest"
NEVER = -1
"""A ctime that no file has: such a stamp never equals the file's, so the file is read again."""


def replace_note(connection: sqlite3.Connection, note: Note, stamp: FileStamp) -> None:
    """Store a note in place of what was known under its path."""
    before = connection.execute("SELECT title, aliases FROM note WHERE path = ?", (note.path,)).fetchone()
    columns = note_columns(note, stamp)
    note_id = _upsert(connection, columns)
    if before is None:
        rename_rows.add_note(connection, note.path, note.digest)
        fresh_rows.add_note(connection, note.path, stamp.mtime_ns)
    else:
        old, new = chunk_texts(connection, note_id), [chunk.text for chunk in note.chunks]
        to_do = {clean(task.raw.partition("\n")[0]) for task in note.tasks if task.is_open}
        fresh_rows.change_note(connection, note.path, stamp.mtime_ns, old, new, time.time(), to_do)
    sync_chunks(connection, note_id, note)
    _replace_details(connection, note_id, note)
    if before != (columns["title"], columns["aliases"]):
        change_names(connection, note.path, [*_stored_names(before), note.title, *note.aliases])


def rename_note(connection: sqlite3.Connection, old: str, note: Note, stamp: FileStamp) -> None:
    """Give a note whose bytes did not change another path; its chunks, and so their vectors, stay.

    A path that is not known (any more) is no error: the note is then stored like a new one.
    """
    row = connection.execute("SELECT id, title, aliases FROM note WHERE path = ?", (old,)).fetchone()
    if row is None or _id_of(connection, note.path) is not None:
        remove_notes(connection, [old])
        replace_note(connection, note, stamp)
        return
    connection.execute("UPDATE note SET path = ? WHERE id = ?", (note.path, row[0]))
    fresh_rows.move_note(connection, old, note.path)
    _upsert(connection, note_columns(note, stamp))
    rename_words(connection, row[0], note)
    _replace_details(connection, row[0], note)
    change_names(connection, old, _stored_names(row[1:]))
    change_names(connection, note.path, [note.title, *note.aliases])
    rename_rows.add_rename(connection, old, note.path)


def remove_notes(connection: sqlite3.Connection, paths: Iterable[str]) -> frozenset[str]:
    """Forget notes. Vectors stay until they are pruned: a note that comes back costs nothing.

    Returns:
        Those that were known.
    """
    removed = set()
    for path in paths:
        row = connection.execute("SELECT id, title, aliases, digest FROM note WHERE path = ?", (path,)).fetchone()
        if row is None:
            continue
        note_id, digest = row[0], row[3]
        fresh_rows.remove_note(connection, path, chunk_texts(connection, note_id), time.time())
        delete_chunks(connection, note_id)
        for table in ("task", "link"):
            connection.execute(f"DELETE FROM {table} WHERE note_id = ?", (note_id,))
        connection.execute("DELETE FROM note WHERE id = ?", (note_id,))
        rename_rows.remove_note(connection, path, digest)
        change_names(connection, path, _stored_names(row[1:3]))
        removed.add(path)
    return frozenset(removed)


def restamp_note(connection: sqlite3.Connection, stamp: FileStamp) -> None:
    """Store a new stamp for a note whose bytes are the same."""
    columns = stamp_columns(stamp)
    assignments = ", ".join(f"{name} = :{name}" for name in columns)
    connection.execute(f"UPDATE note SET {assignments} WHERE path = :path", {**columns, "path": stamp.path})


def flag_note(connection: sqlite3.Connection, path: str, problem: str) -> bool:
    """Say why a note could not be read, and have it read again; what was read before stays.

    Returns:
        False when nothing is known of the note.
    """
    cursor = connection.execute(
        "UPDATE note SET problem = ?, ctime_ns = ?, digest = '' WHERE path = ?", (problem, NEVER, path)
    )
    return cursor.rowcount > 0


def forget_stamps(connection: sqlite3.Connection) -> None:
    """Have every note read and stored again, whether or not its file has changed."""
    connection.execute("UPDATE note SET ctime_ns = ?, digest = ''", (NEVER,))


def stamps(connection: sqlite3.Connection, paths: Iterable[str] | None) -> dict[str, Known]:
    """Return what is known of all files, or of some and of those below them."""
    if paths is None:
        rows = connection.execute(f"SELECT {_STAMP} FROM note").fetchall()
    else:
        rows = []
        for path in paths:
            rows += connection.execute(
                f"SELECT {_STAMP} FROM note WHERE path = ? OR (path > ? AND path < ?)", (path, f"{path}/", f"{path}0")
            )
    return {row[0]: (read_stamp(*row[:5]), row[5]) for row in rows}


def paths_with_digest(connection: sqlite3.Connection, digest: str) -> list[str]:
    """Return the notes whose bytes have this sha256."""
    return [row[0] for row in connection.execute("SELECT path FROM note WHERE digest = ? ORDER BY path", (digest,))]


def oldest_ns(connection: sqlite3.Connection) -> int | None:
    """Return the modification time of the note that was not changed for longest; None without notes."""
    found = connection.execute("SELECT min(mtime_ns) FROM note").fetchone()[0]
    return None if found is None else int(found)


def _stored_names(columns: tuple[str, str] | None) -> tuple[str, ...]:
    """Return title and aliases as they were stored."""
    return (columns[0], *strings(columns[1])) if columns else ()


def _id_of(connection: sqlite3.Connection, path: str) -> int | None:
    row = connection.execute("SELECT id FROM note WHERE path = ?", (path,)).fetchone()
    return row[0] if row else None


def _upsert(connection: sqlite3.Connection, columns: dict[str, object]) -> int:
    names = ", ".join(columns)
    values = ", ".join(f":{name}" for name in columns)
    updates = ", ".join(f"{name} = excluded.{name}" for name in columns if name != "path")
    connection.execute(
        f"INSERT INTO note ({names}) VALUES ({values}) ON CONFLICT (path) DO UPDATE SET {updates}", columns
    )
    return int(connection.execute("SELECT id FROM note WHERE path = ?", (columns["path"],)).fetchone()[0])


def _replace_details(connection: sqlite3.Connection, note_id: int, note: Note) -> None:
    connection.execute("DELETE FROM task WHERE note_id = ?", (note_id,))
    connection.executemany(
        "INSERT INTO task (note_id, line, raw, status, dated, fields) VALUES (?, ?, ?, ?, ?, ?)",
        [task_columns(note_id, task) for task in note.tasks],
    )
    connection.execute("DELETE FROM link WHERE note_id = ?", (note_id,))
    add_links(connection, note_id, note.links)
