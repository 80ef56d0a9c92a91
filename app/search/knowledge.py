"""What agenda and search need to know of the whole vault, kept ready so that no key waits for it.

Refreshed where the index is written; each attribute is replaced as a whole, so that readers on other threads see the
old or the new one and never half of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from app.errors import VaultError
from app.index.records import Counts
from app.ledger.agenda import commitment_of_entry, commitment_of_task
from app.ledger.background import filled_up, of_notes
from app.ledger.conditions import conditions_of
from app.ledger.entry_vectors import build_entry_vectors, entry_texts
from app.ledger.firing_constants import REFERENCE_CHUNKS
from app.ledger.link_repair import BrokenLink, broken_links, shortest_name
from app.ledger.word_statistics import NO_VAULT, WordStatistics
from app.salience.link_graph import LinkGraph
from app.salience.salience import SalienceComputer, SalienceInputs
from app.salience.uses import Use, read_uses
from app.search.linked import linked_paths
from app.search.moved import MovedNotes, Renames
from app.search.notes import NoteTable
from app.search.text_vectors import TextVectors, as_rows
from app.vault.resolve import LinkResolver, NoteName
from app.vault.rules import DEFAULT_RULES, ReadingRules

if TYPE_CHECKING:
    from app.embedding.protocol import Embedder
    from app.index.reader import IndexReader
    from app.index.records import NoteRow
    from app.index.store import IndexStore
    from app.index.vectors import VectorIndex
    from app.ledger.background import Background
    from app.ledger.entry_vectors import EntryVectors
    from app.ledger.ledger import Ledger
    from app.salience.operations import OperationsLog
    from app.salience.parts import SalienceParts
    from app.vault.note import TaskLine


MANY = 500
"""Changed notes from which on all are read again."""


class Knowledge:
    """The vault at large, as of the last refresh.

    Attributes:
        reading: How the vault's notes are read.
        notes: Every note of the index.
        tasks: Every open task line that has a date, one that could not be read, or an id that others depend on.
        salience: Standing score by path.
        entry_vectors: The vectors of open entries by id.
        word_weight: How telling a word is in this vault.
        problem: Why past use does not count at present; mostly empty.
        counts: How much is in the index.
        is_read: True once notes and tasks have been taken up.
        unreadable: Notes that could not be read as they should, and why.
    """

    def __init__(
        self,
        store: IndexStore,
        ledger: Ledger,
        log: OperationsLog,
        now: Callable[[], datetime],
        reading: ReadingRules = DEFAULT_RULES,
    ) -> None:
        self.reading = reading
        self._texts = TextVectors(store)
        self._reader: IndexReader = store.reader()
        self._matrix = self._reader.chunk_matrix()
        self._ledger = ledger
        self._log = log
        self._now = now
        self._graph = LinkGraph()
        self._relinked: frozenset[str] | None = None
        self._salience = SalienceComputer()
        self._resolver = LinkResolver(())
        self._renames = Renames(store, log, now)
        self._moved = MovedNotes({}, ())
        self._weighed = 0
        self.notes = NoteTable(())
        self.tasks: tuple[TaskLine, ...] = ()
        self.salience: Mapping[str, SalienceParts] = {}
        self._vectors: VectorIndex | None = None
        self.entry_vectors: Mapping[str, EntryVectors] = {}
        self.word_weight = NO_VAULT
        self.problem = ""
        self.counts = Counts(0, 0, 0, 0)
        self.is_read = False
        self.unreadable: tuple[tuple[str, str], ...] = ()

    def close(self) -> None:
        """Close the connection."""
        self._matrix.close()
        self._reader.close()

    def read_words(self, changed: frozenset[str] | None = None) -> None:
        """Take up notes, names and task lines: all, or those of the notes that changed since the last call.

        What notes weigh follows with `weigh_notes`.
        """
        if changed is None or not self.is_read or len(changed) > MANY:
            self._read_all()
        else:
            self._read_changed(changed)
        self._moved = self._renames.take_over(self._ledger.entries, self.notes.rows.keys())
        self.is_read = True

    def _read_all(self) -> None:
        self.tasks = tuple(self._reader.tasks())
        notes = self._reader.notes()
        self.notes = NoteTable(notes, self.reading.daily)
        self.unreadable = tuple((note.path, note.problem) for note in notes if note.problem)
        self._resolver = LinkResolver(map(_name, notes))
        self._relinked = None

    def _read_changed(self, changed: frozenset[str]) -> None:
        before = [row for path in changed if (row := self.notes.rows.get(path))]
        notes = self._reader.notes(changed)
        tasks = self._reader.tasks(paths=changed)
        if tasks != [task for task in self.tasks if task.path in changed]:
            tasks += [task for task in self.tasks if task.path not in changed]
            self.tasks = tuple(sorted(tasks, key=lambda task: (task.path, task.line)))
        self.notes = self.notes.with_notes(changed, notes)
        problems = [(path, problem) for path, problem in self.unreadable if path not in changed]
        problems += [(note.path, note.problem) for note in notes if note.problem]
        self.unreadable = tuple(sorted(problems))
        gone, come = set(map(_name, before)), set(map(_name, notes))
        if gone != come:
            self._resolver = self._resolver.with_notes(gone - come, come - gone)
        if self._relinked is not None:
            self._relinked |= changed

    def weigh_notes(self) -> None:
        """Compute salience again: ledger, links, operations log or day changed."""
        mentions: Mapping[str, Sequence[datetime]] = {}
        try:
            mentions, self.problem = self._log.mentions(), ""
        except VaultError as error:
            self.problem = error.message
        relinked = self._relinked if self._relinked is None or len(self._relinked) <= MANY else None
        self._graph.replace(self._reader.link_pairs(relinked), relinked)
        self._relinked = frozenset()
        items = [commitment_of_entry(entry) for entry in self._ledger.entries]
        items += [commitment_of_task(task) for task in self.tasks if task.is_dated]
        paths = linked_paths(items, self.resolve)
        projects = frozenset(item.project for item in items if item.project)
        rows = tuple(self.notes.rows.values())
        centrality = self._graph.scores(self.notes.rows.keys())
        self.salience = self._salience.compute(
            SalienceInputs(rows, centrality, mentions, paths, projects, self.reading.daily), self._now()
        )

    def weigh_words(self) -> None:
        """Count in how many chunks each word is; again only when the vault has grown or shrunk by a tenth."""
        count = self.counts.chunks
        if abs(count - self._weighed) * 10 > self._weighed:
            self.word_weight = WordStatistics(self._reader.chunk_texts())
            self._weighed = count
        self._ready_conditions()

    def count(self, model: str) -> None:
        """Count notes, chunks and the vectors of a model."""
        self.counts = self._reader.counts(model)

    def read_vectors(self, model: str, changed: frozenset[str] | None = None) -> None:
        """Take up the vectors of all chunks, or of the chunks of the notes that changed since the last call."""
        vectors = self._matrix.read(model, changed)
        if vectors is not None:
            vectors.prepare()
        self._vectors = vectors

    @property
    def vectors(self) -> VectorIndex | None:
        """The vectors of all chunks; None before there are any, and while the file under them is cut off."""
        from app.index.matrix_file import is_backed

        vectors = self._vectors
        return vectors if vectors is not None and is_backed(vectors.matrix) else None

    def prune(self) -> None:
        """Delete the vectors that no chunk and no open entry has any more: what former edits left behind."""
        self._texts.prune(text.text for entry in self._ledger.entries for text in entry_texts(entry))

    def embed_entries(self, embedder: Embedder) -> None:
        """Make vectors of the entries whose texts have none yet, and take all of them up.

        Raises:
            EmbedderUnavailable: There is no model now; entries are matched by words.
        """
        texts = {entry.id: entry_texts(entry) for entry in self._ledger.entries}
        known = self._texts.of((text.text for found in texts.values() for text in found), embedder)
        entries = [(id_, found, as_rows([known[text.text] for text in found])) for id_, found in texts.items() if found]
        self.entry_vectors = build_entry_vectors(entries, self._background(embedder)) if entries else {}
        self._ready_conditions()

    def _background(self, embedder: Embedder) -> Background:
        """Return what the conditions of entries are measured against: this vault, and everyday notes in a small one."""
        vectors = self.vectors
        if vectors is not None and len(vectors) >= REFERENCE_CHUNKS:
            return vectors.background
        everyday = of_notes(self._texts.everyday(embedder))
        return everyday if vectors is None else filled_up(vectors.background, len(vectors), everyday)

    def _ready_conditions(self) -> None:
        """Prepare the matching of all open entries, so that no query has to."""
        conditions_of(self._ledger.entries, self.entry_vectors, self.word_weight)

    def uses_of(self, path: str) -> tuple[Use, ...]:
        """Return what is recorded of a note's use, read anew; raises `VaultError` when that cannot be done."""
        return read_uses(self._log.path, path)

    def resolve(self, target: str) -> str | None:
        """Return the note that a link target without fragment leads to, seen from the root of the vault.

        A note that was renamed outside is still found by its former name, unless another note has that now.
        """
        return self._resolver.resolve(target, "").path or self._moved.resolve(target)

    def broken_links(self) -> tuple[BrokenLink, ...]:
        """Return the links of open entries that lead nowhere, or only by the name that a note had before."""
        resolver = self._resolver

        def name_of(path: str) -> str:
            return shortest_name(path, lambda name: resolver.resolve(name, "").candidates)

        def present(name: str) -> str | None:
            return resolver.resolve(name, "").path

        return tuple(broken_links(self._ledger.entries, present, self._moved.resolve, name_of))


def _name(note: NoteRow) -> NoteName:
    return NoteName(note.path, note.title, note.aliases)
