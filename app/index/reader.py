"""The reading side of the index."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from app.errors import QueryInterrupted
from app.index import meta, vector_rows
from app.index.chunk_matrix import ChunkMatrix
from app.index.codec import mapping, pack, read_task, strings
from app.index.condition import read_only_uri
from app.index.glance import TASKS
from app.index.lexical import completions, exact_first, headed, match_within, match_words, scores
from app.index.opening import BUSY_SECONDS
from app.index.place import Place
from app.index.records import ChunkRow, Counts, LexicalHit, LinkRow, NoteRow
from app.index.suggestion_rows import SUGGESTIONS, SuggestionRow, read_suggestion
from app.index.transaction import is_damage, is_interrupt, store_error
from app.vault.note import TaskLine
from app.vault.resolve import comparable

if TYPE_CHECKING:
    from app.index.vector_rows import Matrix

_CHUNK = """
    SELECT chunk.id, note.path, chunk.ordinal, chunk.headings, chunk.line_start, chunk.line_end, chunk.text,
        chunk.digest
    FROM chunk JOIN note ON note.id = chunk.note_id"""
_NOTE = "SELECT path, title, aliases, tags, properties, digest, modified, size, problem FROM note"
_LINK = """
    SELECT note.path, link.target, link.fragment, link.line, link.resolved, link.candidates, link.embed
    FROM link JOIN note ON note.id = link.note_id"""
_COUNTS = """
    SELECT (SELECT count(*) FROM note), count(*), count(vector.digest)
    FROM chunk LEFT JOIN vector ON vector.digest = chunk.digest
        AND vector.model_id = (SELECT id FROM model WHERE name = ?)
    WHERE chunk.digest != ''"""
_LIST = "(SELECT value FROM json_each(?))"
"""A list of any length as one parameter."""

CACHE_KIB = 8192
"""Pages kept by a connection: those that every search reads, of a vault of some thousand notes."""


class IndexReader:
    """A connection that cannot write, for any one thread.

    Every method may raise `StoreError`, and `QueryInterrupted` after `interrupt`. A list is in the order of the notes'
    paths, then of lines, unless it says otherwise.
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self._guard = threading.Lock()
        self._closed = False
        self._connection, self._epoch = self._connect()

    def _connect(self) -> tuple[sqlite3.Connection, int]:
        epoch = self._place.epoch
        try:
            connection = sqlite3.connect(
                read_only_uri(self._place.path),
                uri=True,
                timeout=BUSY_SECONDS,
                isolation_level=None,
                check_same_thread=False,
            )
            connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        except sqlite3.Error as error:
            raise store_error(error) from error
        return connection, epoch

    @contextmanager
    def _asking(self) -> Iterator[sqlite3.Connection]:
        """Give the connection, to the new file when another took the old one's place, and translate errors."""
        if self._epoch != self._place.epoch:
            with self._guard:
                self._connection.close()
                self._connection, self._epoch = self._connect()
        try:
            yield self._connection
        except sqlite3.Error as error:
            if is_interrupt(error):
                raise QueryInterrupted("The query was interrupted.") from error
            if is_damage(error):
                self._place.report(str(error), self._epoch)
            raise store_error(error) from error

    def _rows(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        with self._asking() as connection:
            return connection.execute(sql, parameters).fetchall()

    def interrupt(self) -> None:
        """Stop the query that another thread is running, if any."""
        with self._guard:
            if not self._closed:
                self._connection.interrupt()

    def close(self) -> None:
        """Close the connection."""
        with self._guard:
            self._closed = True
            self._connection.close()

    def match(self, expression: str, limit: int, words: Sequence[str] = ()) -> list[LexicalHit]:
        """Find chunks by words, best first.

        Args:
            expression: FTS5 syntax with every word in double quotes; columns are `title`, `headings` and `body`.
                Need not be folded. A prefix (`"quo" *`) also finds words whose stem is shorter than it.
            limit: How many at the most.
            words: The words as typed; chunks that have them in this very form come before those with another form.

        Raises:
            StoreError: The expression does not parse.
        """
        with self._asking() as connection:
            return match_words(connection, expression, limit, words)

    def match_within(self, expression: str, paths: Iterable[str]) -> list[LexicalHit]:
        """Return every chunk of some notes that matches an expression, best first; comparable with those of `match`."""
        with self._asking() as connection:
            return match_within(connection, expression, paths)

    def scores(self, expression: str, ids: Iterable[int]) -> dict[int, float]:
        """Return bm25 of those of some chunks that match an expression; comparable with that of `match`."""
        with self._asking() as connection:
            return scores(connection, expression, ids)

    def exact_first(
        self, expression: str, hits: Sequence[LexicalHit], words: Sequence[str], admits: Callable[[str], bool]
    ) -> list[LexicalHit]:
        """Put the hits that have words in the very form in which they were typed before those with another form.

        Args:
            expression: What the hits match.
            hits: Some of the chunks that match it, best first.
            words: The words as typed. A form that the vault has and no hit is looked for among all that match, so that
                its other forms, however many, do not hide it.
            admits: Which notes are let through.
        """
        with self._asking() as connection:
            return exact_first(connection, expression, hits, words, admits)

    def completions(self, prefix: str) -> list[str]:
        """Return words of the vault that begin with a prefix, shortest first."""
        with self._asking() as connection:
            return completions(connection, prefix)

    def headed(self, name: str, limit: int) -> list[tuple[int, str, tuple[str, ...]]]:
        """Return (row, note, heading path) of chunks with the words of a name side by side in a heading, in no order.

        Args:
            name: What a person may have typed; stems count as the same word.
            limit: How many at the most.
        """
        with self._asking() as connection:
            return [(id_, path, strings(packed)) for id_, path, packed in headed(connection, name, limit)]

    def chunks(self, ids: Iterable[int]) -> dict[int, ChunkRow]:
        """Return chunks by row; rows that are no more are left out."""
        rows = self._rows(f"{_CHUNK} WHERE chunk.id IN (SELECT value FROM json_each(?))", pack(list(ids)))
        return {row[0]: _chunk(row) for row in rows}

    def chunks_of(self, path: str) -> list[ChunkRow]:
        """Return the chunks of a note in order."""
        return [_chunk(row) for row in self._rows(f"{_CHUNK} WHERE note.path = ? ORDER BY chunk.ordinal", path)]

    def chunks_by_note(self, paths: Sequence[str]) -> dict[str, list[ChunkRow]]:
        """Return the chunks of some notes, each note's in order; the notes as they were asked for."""
        found: dict[str, list[ChunkRow]] = {path: [] for path in paths}
        rows = self._rows(f"{_CHUNK} WHERE note.path IN (SELECT value FROM json_each(?)) ORDER BY ordinal", pack(paths))
        for row in rows:
            found[row[1]].append(_chunk(row))
        return found

    def full_texts(self, ids: Iterable[int]) -> dict[int, str]:
        """Return title, headings and text of chunks, as the index of words has them: folded, in their own case."""
        rows = self._rows(
            "SELECT id, c0, c1, c2 FROM words_content WHERE id IN (SELECT value FROM json_each(?))", pack(list(ids))
        )
        return {chunk_id: "\n".join(parts) for chunk_id, *parts in rows}

    def unresolved(self, name: str) -> list[LinkRow]:
        """Return the links that name a note that there is not."""
        rows = self._rows(f"{_LINK} WHERE link.name = ? AND link.resolved IS NULL ORDER BY note.path", comparable(name))
        return [_link(row) for row in rows]

    def note(self, path: str) -> NoteRow | None:
        """Return a note, None when it is not known."""
        rows = self._rows(f"{_NOTE} WHERE path = ?", path)
        return _note(rows[0]) if rows else None

    def chunk_texts(self) -> list[str]:
        """Return the text of every chunk, in no order."""
        return [row[0] for row in self._rows("SELECT text FROM chunk")]

    def notes(self, paths: Iterable[str] | None = None) -> list[NoteRow]:
        """Return all notes, or those of these that there are."""
        return [_note(row) for row in self._rows(f"{_NOTE} {_among('path', paths)} ORDER BY path", *_listed(paths))]

    def suggestions(self) -> list[SuggestionRow]:
        """Return the sentences that look like commitments, where they stand now."""
        return [read_suggestion(row) for row in self._rows(SUGGESTIONS)]

    def tasks(
        self, open_only: bool = True, *, dated_only: bool = True, paths: Iterable[str] | None = None
    ) -> list[TaskLine]:
        """Return task lines.

        Args:
            open_only: Leave out what is ticked or cancelled.
            dated_only: Leave out what has no date, none that could not be read either, and no id to depend on.
            paths: Only those of these notes.
        """
        if paths is None:
            return [read_task(*row) for row in self._rows(TASKS, dated_only, open_only)]
        sql = TASKS.replace("ORDER BY", f"AND note.path IN {_LIST} ORDER BY")
        return [read_task(*row) for row in self._rows(sql, dated_only, open_only, *_listed(paths))]

    def links(self) -> list[LinkRow]:
        """Return all links."""
        return [_link(row) for row in self._rows(f"{_LINK} ORDER BY note.path, link.line, link.id")]

    def link_pairs(self, sources: Iterable[str] | None = None) -> list[tuple[str, str]]:
        """Return source and target of each link that leads somewhere, in no order: of all notes, or of these."""
        where = f"AND note.path IN {_LIST}" if sources is not None else ""
        return self._rows(
            f"""SELECT note.path, link.resolved FROM link JOIN note ON note.id = link.note_id
            WHERE link.resolved IS NOT NULL {where}""",
            *_listed(sources),
        )

    def backlinks(self, path: str) -> list[LinkRow]:
        """Return the links that lead to a note."""
        rows = self._rows(f"{_LINK} WHERE link.resolved = ? ORDER BY note.path, link.line, link.id", path)
        return [_link(row) for row in rows]

    def outgoing(self, path: str) -> list[LinkRow]:
        """Return the links of a note."""
        return [_link(row) for row in self._rows(f"{_LINK} WHERE note.path = ? ORDER BY link.line, link.id", path)]

    def vectors(self, model: str) -> tuple[list[int], list[str], Matrix]:
        """Return chunk ids, their notes, and a float32 matrix with the vector of each as a row."""
        with self._asking() as connection:
            return vector_rows.chunk_vectors(connection, model)

    def chunk_matrix(self) -> ChunkMatrix:
        """Return what keeps the vectors of all chunks ready for search, on this connection and its thread."""
        return ChunkMatrix(self._asking, lambda: self._place.path)

    def text_vectors(self, model: str, digests: Iterable[str]) -> dict[str, Matrix]:
        """Return the stored vectors of these digests, each of shape (dimension,)."""
        with self._asking() as connection:
            return vector_rows.text_vectors(connection, model, digests)

    def counts(self, model: str = "") -> Counts:
        """Count notes and chunks, and how many of these have a vector of this model."""
        notes, chunks, embedded = self._rows(_COUNTS, model)[0]
        return Counts(notes, chunks, embedded, chunks - embedded)

    def generation(self) -> int:
        """Return a number that grows with each write; it starts anew when the index is made anew."""
        with self._asking() as connection:
            return meta.number(connection, meta.GENERATION)


def _among(column: str, values: Iterable[str] | None) -> str:
    return "" if values is None else f"WHERE {column} IN {_LIST}"


def _listed(values: Iterable[str] | None) -> tuple[str, ...]:
    return () if values is None else (pack(list(values)),)


def _chunk(row: tuple[Any, ...]) -> ChunkRow:
    chunk_id, path, ordinal, headings, *rest = row
    return ChunkRow(chunk_id, path, ordinal, strings(headings), *rest)


def _note(row: tuple[Any, ...]) -> NoteRow:
    path, title, aliases, tags, properties, *rest = row
    return NoteRow(path, title, strings(aliases), strings(tags), mapping(properties), *rest)


def _link(row: tuple[Any, ...]) -> LinkRow:
    source, target, fragment, line, resolved, candidates, embed = row
    return LinkRow(source, target, fragment, line, resolved, strings(candidates), bool(embed))
