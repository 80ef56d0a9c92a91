"""Writing the chunks of a note and their words, and only what changed of them."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from pathlib import PurePosixPath

from app.index.codec import pack
from app.index.folding import fold, terms
from app.vault.note import Chunk, Note

_Words = tuple[str, str, str]
_Key = tuple[str, str]

COMPLETED_LETTERS = range(4, 41)
"""Lengths of the words that a prefix is completed to: shorter ones have no stem, longer ones are not words."""


def sync_chunks(connection: sqlite3.Connection, note_id: int, note: Note) -> None:
    """Make the stored chunks of a note those of `note`. A chunk whose text is the same keeps its row.

    What is embedded of it may change all the same: with the note's title, or the text before a short part.
    """
    stored = _stored(connection, note_id)
    for chunk in note.chunks or (_empty_chunk(note),):
        key = _key(chunk)
        if stored[key]:
            _keep(connection, stored[key].pop(0), chunk, _words(note, chunk))
        else:
            _add(connection, note_id, chunk, _words(note, chunk))
    _delete(connection, [chunk_id for ids in stored.values() for chunk_id in ids])


def chunk_texts(connection: sqlite3.Connection, note_id: int) -> list[str]:
    """Return the texts of a note's chunks as they are stored, in order."""
    rows = connection.execute("SELECT text FROM chunk WHERE note_id = ? ORDER BY ordinal", (note_id,))
    return [row[0] for row in rows]


def rename_words(connection: sqlite3.Connection, note_id: int, note: Note) -> None:
    """Take over a note's new names into the words of its chunks, whose content stays."""
    names = _names(note)
    connection.execute(
        "UPDATE words SET title = ? WHERE rowid IN (SELECT id FROM chunk WHERE note_id = ?)", (fold(names), note_id)
    )
    _learn(connection, terms(names))


def delete_chunks(connection: sqlite3.Connection, note_id: int) -> None:
    """Delete all chunks of a note."""
    _delete(connection, [row[0] for row in connection.execute("SELECT id FROM chunk WHERE note_id = ?", (note_id,))])


def _stored(connection: sqlite3.Connection, note_id: int) -> dict[_Key, list[int]]:
    stored: dict[_Key, list[int]] = defaultdict(list)
    rows = connection.execute("SELECT id, headings, text FROM chunk WHERE note_id = ? ORDER BY ordinal", (note_id,))
    for chunk_id, headings, text in rows:
        stored[headings, text].append(chunk_id)
    return stored


def _key(chunk: Chunk) -> _Key:
    return pack(chunk.headings), chunk.text


def _empty_chunk(note: Note) -> Chunk:
    """Return what stands for a note without chunks (it could not be read), so that its name can be found."""
    return Chunk(0, (), 1, 1, "", "", "")


def _keep(connection: sqlite3.Connection, chunk_id: int, chunk: Chunk, words: _Words) -> None:
    connection.execute(
        "UPDATE chunk SET ordinal = ?, line_start = ?, line_end = ? WHERE id = ?",
        (chunk.ordinal, chunk.line_start, chunk.line_end, chunk_id),
    )
    connection.execute(
        "UPDATE chunk SET digest = ?, embedding_text = ? WHERE id = ? AND digest != ?",
        (chunk.digest, chunk.embedding_text, chunk_id, chunk.digest),
    )
    row = connection.execute("SELECT title, headings, body FROM words WHERE rowid = ?", (chunk_id,)).fetchone()
    if row != words:
        connection.execute("UPDATE words SET title = ?, headings = ?, body = ? WHERE rowid = ?", (*words, chunk_id))
        _learn(connection, terms(" ".join(words)))


def _add(connection: sqlite3.Connection, note_id: int, chunk: Chunk, words: _Words) -> None:
    headings, text = _key(chunk)
    cursor = connection.execute(
        """INSERT INTO chunk (note_id, ordinal, line_start, line_end, digest, headings, text, embedding_text)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
        (note_id, chunk.ordinal, chunk.line_start, chunk.line_end, chunk.digest, headings, text, chunk.embedding_text),
    )
    connection.execute(
        "INSERT INTO words (rowid, title, headings, body) VALUES (?, ?, ?, ?)", (cursor.lastrowid, *words)
    )
    _learn(connection, terms(" ".join(words)))


def _delete(connection: sqlite3.Connection, chunk_ids: list[int]) -> None:
    connection.executemany("DELETE FROM words WHERE rowid = ?", [(chunk_id,) for chunk_id in chunk_ids])
    connection.executemany("DELETE FROM chunk WHERE id = ?", [(chunk_id,) for chunk_id in chunk_ids])


def _words(note: Note, chunk: Chunk) -> _Words:
    """Return what the full-text index is given: names, heading path (and the note's tags, once), text."""
    headings = " ".join([*chunk.headings, *(note.tags if chunk.ordinal == 0 else ())])
    return fold(_names(note)), fold(headings), fold(chunk.text)


def _names(note: Note) -> str:
    """Return title, aliases and file name: a note is found by any of them."""
    return " ".join(dict.fromkeys([note.title, *note.aliases, PurePosixPath(note.path).stem]))


def _learn(connection: sqlite3.Connection, words: Iterable[str]) -> None:
    """Remember words that a prefix can be completed to. None is ever forgotten: one that is gone finds nothing."""
    known = {word for word in words if len(word) in COMPLETED_LETTERS and word.isalpha()}
    connection.executemany("INSERT OR IGNORE INTO word (term) VALUES (?)", [(word,) for word in known])
