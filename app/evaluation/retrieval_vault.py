"""A labelled corpus as the program has a vault: stored, cut, linked, embedded, weighed and searched by its own code.

A document is a note, read and cut as any note is, and is found as one. Documents that share a session are parts of one
note, a chunk each, and are found one by one: so a conversation is a note whose turns are chunks, which is what a label
that names a turn asks about. A scope is a vault of its own: nobody searches in two vaults at once.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from app.evaluation.corpus import Document, LabelledQuery, is_visible
from app.index.embedding_pass import EmbeddingPass
from app.index.linking import Linker
from app.index.store import IndexStore
from app.index.vectors import VectorIndex
from app.salience.link_graph import page_rank
from app.salience.salience import SalienceInputs, compute_salience
from app.search.notes import NoteTable
from app.search.searcher import Searcher
from app.vault.chunks import chunk_passages
from app.vault.markdown import parse_note
from app.vault.note import FileStamp, Note

if TYPE_CHECKING:
    from app.embedding.protocol import Embedder
    from app.salience.parts import SalienceParts

_AT_ONCE = 256
"""Notes that are stored in one transaction."""


class RetrievalVault:
    """The documents of one scope, ready to be searched.

    Args:
        folder: An empty folder for the index.
        documents: What is in it.
        embedder: Where vectors come from; not closed with this.
    """

    def __init__(self, folder: Path, documents: Sequence[Document], embedder: Embedder) -> None:
        self._parts: dict[str, Sequence[Document]] = {}
        self._salience: dict[date, Mapping[str, SalienceParts]] = {}
        self._store = IndexStore.open(folder / "index.sqlite3", str(folder))
        self._write(_sessions(documents))
        Linker(self._store).relink()
        for _ in EmbeddingPass(self._store, embedder, Event()).run():
            pass
        self._reader = self._store.reader()
        self._table = NoteTable(self._reader.notes())
        ids, paths, matrix = self._reader.vectors(embedder.model)
        self._vectors = VectorIndex(ids, paths, matrix) if ids else None
        links = ((link.source, link.resolved) for link in self._reader.links() if link.resolved)
        self._centrality = page_rank(self._table.rows.keys(), links)
        self._of_chunk: Mapping[int, Document] = {
            chunk.id: parts[chunk.ordinal] if len(parts) > 1 else parts[0]
            for path, parts in self._parts.items()
            for chunk in self._reader.chunks_of(path)
        }

    def close(self) -> None:
        """Close the index."""
        self._reader.close()
        self._store.close()

    @property
    def paths(self) -> tuple[str, ...]:
        """The notes, in the order of the documents."""
        return tuple(self._parts)

    @property
    def chunk_count(self) -> int:
        """How many chunks the documents are cut into."""
        return len(self._of_chunk)

    def salience(self, now: datetime) -> Mapping[str, SalienceParts]:
        """Return the standing scores of the notes as the program weighs them; nothing is open and nothing was used."""
        if now.date() not in self._salience:
            inputs = SalienceInputs(tuple(self._table.rows.values()), self._centrality)
            self._salience[now.date()] = compute_salience(inputs, now)
        return self._salience[now.date()]

    def searcher(self, query: LabelledQuery, salience: Mapping[str, SalienceParts]) -> Searcher:
        """Return what answers a query, without the documents that it cannot see."""

        def sees(chunk_id: int) -> bool:
            return is_visible(query, self._of_chunk[chunk_id])

        return Searcher(
            self._reader, self._vectors, salience, frozenset(), table=self._table, sees=sees, each_chunk=True
        )

    def ids(self, chunks: Iterable[int]) -> list[str]:
        """Return the documents of chunks, each once and in order."""
        return list(dict.fromkeys(self._of_chunk[chunk_id].id for chunk_id in chunks))

    def _write(self, sessions: Iterable[Sequence[Document]]) -> None:
        waiting: list[tuple[Note, FileStamp]] = []
        for session in sessions:
            note = _note_of_parts(session) if len(session) > 1 else _note(session[0])
            self._parts[note.path] = session
            waiting.append((note, _stamp(note, session[-1].date)))
        for start in range(0, len(waiting), _AT_ONCE):
            with self._store.batch():
                for note, stamp in waiting[start : start + _AT_ONCE]:
                    self._store.replace_note(note, stamp)


def _sessions(documents: Iterable[Document]) -> Iterable[Sequence[Document]]:
    """Return the documents of each note."""
    found: dict[str, list[Document]] = defaultdict(list)
    for document in documents:
        found[f"s:{document.session}" if document.session else f"d:{document.id}"].append(document)
    return found.values()


def _note(document: Document) -> Note:
    """Return a document as the note that its text is; a title that the text begins with is not said twice."""
    path = document.id if document.id.endswith(".md") else f"{_safe(document.id)}.md"
    text = document.text
    if document.title and text.startswith(f"{document.title}\n"):
        text = text[len(document.title) + 1 :]
    front = f"---\ntitle: {_quoted(document.title)}\n---\n" if document.title else ""
    return parse_note(path, f"{front}{text}".encode("utf-8", "replace"))


def _note_of_parts(session: Sequence[Document]) -> Note:
    path = f"{_safe(session[0].session)}.md"
    digest = hashlib.sha256(path.encode("utf-8", "replace")).hexdigest()
    return Note(path, "", digest, chunks=chunk_passages("", [document.text for document in session]))


def _stamp(note: Note, written: datetime | None) -> FileStamp:
    nanoseconds = int(written.timestamp()) * 1_000_000_000 if written else 0
    return FileStamp(note.path, 0, nanoseconds, nanoseconds, 0)


def _safe(name: str) -> str:
    return name.replace("\0", " ").strip("/") or "unnamed"


def _quoted(title: str) -> str:
    inside = " ".join(title.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{inside}"'
