"""The tables, as steps from one version of them to the next.

A step is never edited once released: a change of the tables is a new step. `PRAGMA user_version` counts those taken.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from app.errors import StoreError
from app.index.transaction import immediate

APPLICATION_ID = 0x42455449
"""`BETI`: tells our files from those of other programs."""

TOKENIZER = "porter unicode61 remove_diacritics 2"


def m001_initial(connection: sqlite3.Connection) -> None:
    """Notes, chunks and their words, task lines, links, vectors."""
    for statement in _INITIAL:
        connection.execute(statement)


_INITIAL = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID",
    """CREATE TABLE note (
        id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, title TEXT NOT NULL, digest TEXT NOT NULL,
        aliases TEXT NOT NULL, tags TEXT NOT NULL, properties TEXT NOT NULL, problem TEXT NOT NULL,
        modified REAL NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, ctime_ns INTEGER NOT NULL,
        inode TEXT NOT NULL)""",
    "CREATE INDEX note_digest ON note (digest)",
    "CREATE INDEX note_modified ON note (modified)",
    """CREATE TABLE chunk (
        id INTEGER PRIMARY KEY AUTOINCREMENT, note_id INTEGER NOT NULL, ordinal INTEGER NOT NULL,
        line_start INTEGER NOT NULL, line_end INTEGER NOT NULL, digest TEXT NOT NULL, headings TEXT NOT NULL,
        text TEXT NOT NULL, embedding_text TEXT NOT NULL)""",
    "CREATE INDEX chunk_note ON chunk (note_id, ordinal)",
    "CREATE INDEX chunk_digest ON chunk (digest)",
    f"""CREATE VIRTUAL TABLE words USING fts5 (
        title, headings, body, tokenize = '{TOKENIZER}', prefix = '2 3')""",
    "CREATE TABLE word (term TEXT PRIMARY KEY) WITHOUT ROWID",
    """CREATE TABLE task (
        id INTEGER PRIMARY KEY, note_id INTEGER NOT NULL, line INTEGER NOT NULL, raw BLOB NOT NULL,
        status TEXT NOT NULL, dated INTEGER NOT NULL, fields TEXT NOT NULL)""",
    "CREATE INDEX task_note ON task (note_id, line)",
    """CREATE TABLE link (
        id INTEGER PRIMARY KEY, note_id INTEGER NOT NULL, target TEXT NOT NULL, fragment TEXT NOT NULL,
        line INTEGER NOT NULL, embed INTEGER NOT NULL, name TEXT NOT NULL, last_name TEXT NOT NULL,
        resolved TEXT, candidates TEXT NOT NULL DEFAULT '[]',
        pending INTEGER NOT NULL DEFAULT 1)""",
    "CREATE INDEX link_note ON link (note_id, line)",
    "CREATE INDEX link_resolved ON link (resolved) WHERE resolved IS NOT NULL",
    "CREATE INDEX link_name ON link (name)",
    "CREATE INDEX link_last_name ON link (last_name)",
    "CREATE TABLE changed_name (name TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE INDEX link_pending ON link (pending) WHERE pending",
    "CREATE TABLE model (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, dimension INTEGER NOT NULL)",
    """CREATE TABLE vector (
        model_id INTEGER NOT NULL, digest TEXT NOT NULL, of_chunk INTEGER NOT NULL, data BLOB NOT NULL,
        UNIQUE (model_id, digest))""",
)


def m002_fresh(connection: sqlite3.Connection) -> None:
    """What is new in notes and not compared yet, and what was taken out of them lately."""
    for statement in _FRESH:
        connection.execute(statement)


_FRESH = (
    """CREATE TABLE fresh (
        id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL, changed_ns INTEGER NOT NULL, origin TEXT NOT NULL,
        added TEXT NOT NULL DEFAULT '[]', removed TEXT NOT NULL DEFAULT '[]', by_words INTEGER NOT NULL DEFAULT 0)""",
    "CREATE INDEX fresh_path ON fresh (path)",
    "CREATE TABLE gone (key TEXT PRIMARY KEY, time REAL NOT NULL) WITHOUT ROWID",
    "INSERT INTO meta (key, value) SELECT 'complete', 1 WHERE EXISTS (SELECT 1 FROM note)",
)


def m003_suggestions(connection: sqlite3.Connection) -> None:
    """Sentences of notes that look like commitments, by the chunk that they stand in."""
    connection.execute(
        """CREATE TABLE suggestion (
        chunk_id INTEGER NOT NULL, line INTEGER NOT NULL, key TEXT NOT NULL, path TEXT NOT NULL, day TEXT NOT NULL,
        sentence TEXT NOT NULL, block TEXT NOT NULL, draft TEXT NOT NULL,
        PRIMARY KEY (chunk_id, key)) WITHOUT ROWID"""
    )


def m004_places(connection: sqlite3.Connection) -> None:
    """Where each vector stands in the file that search maps into memory."""
    for statement in _PLACES:
        connection.execute(statement)


_PLACES = (
    "ALTER TABLE vector ADD COLUMN place INTEGER",
    "ALTER TABLE model ADD COLUMN places INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE model ADD COLUMN matrix TEXT NOT NULL DEFAULT ''",
    "UPDATE vector SET place = rowid",
    """UPDATE model SET matrix = lower(hex(randomblob(8))),
        places = (SELECT coalesce(max(place) + 1, 0) FROM vector WHERE model_id = model.id)""",
    "CREATE UNIQUE INDEX vector_place ON vector (model_id, place)",
    "CREATE INDEX vector_digest_place ON vector (model_id, digest, place)",
)


def m005_first_letters(connection: sqlite3.Connection) -> None:
    """An index of first letters too: without it the first key of a query looks up every word that begins with it."""
    for statement in _FIRST_LETTERS:
        connection.execute(statement)


_FIRST_LETTERS = (
    "CREATE TABLE words_kept AS SELECT rowid AS id, title, headings, body FROM words",
    "DROP TABLE words",
    f"""CREATE VIRTUAL TABLE words USING fts5 (
        title, headings, body, tokenize = '{TOKENIZER}', prefix = '1 2 3')""",
    "INSERT INTO words (rowid, title, headings, body) SELECT id, title, headings, body FROM words_kept",
    "DROP TABLE words_kept",
)


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    m001_initial,
    m002_fresh,
    m003_suggestions,
    m004_places,
    m005_first_letters,
)
SCHEMA_VERSION = len(MIGRATIONS)


def schema_version(connection: sqlite3.Connection) -> int:
    """Return the number of steps that a database has been through."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables up to date, all steps or none.

    Raises:
        StoreError: A newer version of the program made them; nothing was changed.
    """
    if schema_version(connection) == SCHEMA_VERSION:
        return
    with immediate(connection):
        version = schema_version(connection)  # another process may have been faster
        if version > SCHEMA_VERSION:
            raise StoreError(
                f"The index has version {version}, this program knows versions up to {SCHEMA_VERSION}.",
                "Update Betimes.",
            )
        for step in MIGRATIONS[version:]:
            step(connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
