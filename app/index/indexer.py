"""Bringing the index in line with the vault, in steps that can be stopped between."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from itertools import islice
from threading import Event
from typing import TYPE_CHECKING

from app.events import IndexChanged, IndexProgress
from app.index.doubts import Doubts
from app.index.embedding_pass import EmbeddingPass
from app.index.linking import Linker
from app.index.pace import Pace
from app.index.reading import Reading, read_note, write_reading
from app.index.store import IndexStore
from app.index.survey import Survey, survey_all, survey_some
from app.index.transaction import IndexRemade
from app.vault.files import Vault
from app.vault.ignore import IGNORE_FILE
from app.vault.note import FileStamp

if TYPE_CHECKING:
    from app.embedding.protocol import Embedder

BATCH_SECONDS = 0.15
"""How long notes are read before what was read is written: queries see it then, and stopping takes effect."""

ANNOUNCE_SECONDS = 1.0
"""How often what was read is announced while there is more to read: agenda and search are read anew each time."""

BATCH_BYTES = 8 * 1024 * 1024
"""How much is read before it is written, whatever the time."""

BATCH_NOTES = 200
"""How many notes are removed at a time."""

SMALL = 300
"""Notes that are read within about a second."""

Progress = Iterator[IndexProgress | IndexChanged]


class Indexer:
    """The one writer of a store. Its passes are generators: all work happens between two events.

    Args:
        vault: The notes.
        store: The index.
        doubts: Takes the notes that are missed, so that a later pass decides; None to decide in the same pass, as
            commands do, which have no later one.
    """

    def __init__(self, vault: Vault, store: IndexStore, doubts: Doubts | None = None) -> None:
        self._vault = vault
        self._doubts = doubts
        self._store = store
        self._linker = Linker(store)
        self._embedded = (store.epoch, "", 0)  # of which matrix all chunks up to which one have their vectors
        self._version = self._version_of_vectors = self._present_version()

    def reconcile(self, paths: frozenset[str] | None, cancelled: Event) -> Progress:
        """Take over what changed on disk.

        A pass that was stopped or killed loses nothing: what is not done is found again by the next.

        Args:
            paths: Where something may have changed: notes, or folders that went away. None for the whole vault.
            cancelled: Ends the pass at the next note.

        Raises:
            VaultError: The vault itself cannot be listed; nothing was forgotten.
            StoreError: The index cannot be written.
        """
        try:
            self._store.heal()
            yield from self._reconcile(paths, cancelled)
        except IndexRemade:
            yield from self._reconcile(None, cancelled)

    def is_soon_read(self) -> bool:
        """Return True for a vault that was never read as a whole and is so small that a command can do it in passing.

        Only what is known can be seen to change.
        """
        return not self._store.is_complete and sum(1 for _ in islice(self._vault.scan(), SMALL + 1)) <= SMALL

    def _reconcile(self, paths: frozenset[str] | None, cancelled: Event) -> Progress:
        if paths is None or IGNORE_FILE in paths:
            survey = survey_all(self._vault, self._store)
        else:
            survey = survey_some(self._vault, self._store, paths)
        touched = yield from self._read(survey, cancelled)
        if not cancelled.is_set():
            touched |= self._forget(survey, paths, cancelled) | self._linker.relink()
        if paths is None and not cancelled.is_set():
            self._store.settle()
        elsewhere = self._was_written_elsewhere()
        if elsewhere or touched:
            yield IndexChanged(touched, elsewhere=elsewhere)
        if paths is None and not cancelled.is_set():
            self._store.verify_daily(time.time())

    def _present_version(self) -> tuple[int, int]:
        return self._store.epoch, self._store.data_version()

    def _was_written_elsewhere(self) -> bool:
        """Return True when another program wrote the index since this was asked last.

        A command that changes a note takes it up itself: its stamp is known then, and this program, which was told of
        the note by the watcher, would find nothing to do.
        """
        before, self._version = self._version, self._present_version()
        self._version_of_vectors = self._version
        return before != self._version

    def _was_embedded_elsewhere(self) -> bool:
        """Return True when another program wrote the index since its vectors were announced last.

        Words are announced by the next look at notes: what was written may have been either.
        """
        before, self._version_of_vectors = self._version_of_vectors, self._present_version()
        return before != self._version_of_vectors

    def _read(self, survey: Survey, cancelled: Event) -> Generator[IndexProgress | IndexChanged, None, frozenset[str]]:
        """Read and store what changed, batch by batch; return the paths that are not announced yet."""
        pace = Pace("reading", len(survey.changed))
        waiting = iter(survey.changed)
        touched: set[str] = set()
        announce = time.monotonic()
        if survey.changed:
            yield pace.advance(0)
        while batch := self._read_batch(survey, waiting, cancelled):
            if touched and time.monotonic() >= announce:
                yield IndexChanged(frozenset(touched))
                touched, announce = set(), time.monotonic() + ANNOUNCE_SECONDS
            with self._store.batch():
                for reading in batch:
                    write_reading(self._store, reading)
            touched.update(*(reading.touched for reading in batch))
            yield pace.advance(len(batch), batch[-1].stamp.path)
        return frozenset(touched)

    def _read_batch(self, survey: Survey, waiting: Iterator[FileStamp], cancelled: Event) -> list[Reading]:
        batch: list[Reading] = []
        size, deadline = 0, time.monotonic() + BATCH_SECONDS
        for stamp in waiting:
            if cancelled.is_set():
                break
            batch.append(read_note(self._vault, self._store, survey.known, stamp))
            size += stamp.size
            if size > BATCH_BYTES or time.monotonic() > deadline:
                break
        return batch

    def _forget(self, survey: Survey, looked_at: frozenset[str] | None, cancelled: Event) -> frozenset[str]:
        """Remove the notes that a second look does not find either."""
        gone = sorted(path for path in survey.missing if self._is_gone(path, survey))
        if gone:
            self._vault.check_present()
        if self._doubts is not None:
            gone = self._doubts.decide(gone, None if looked_at is None else looked_at | survey.known.keys())
        removed: frozenset[str] = frozenset()
        for start in range(0, len(gone), BATCH_NOTES):
            if not cancelled.is_set():
                removed |= self._store.remove_notes(gone[start : start + BATCH_NOTES])
        return removed

    def _is_gone(self, path: str, survey: Survey) -> bool:
        """Return True unless there is a note; one that was seen under another spelling of its name does not count."""
        stamp = self._vault.stat(path)
        return stamp is None or (stamp.inode != 0 and stamp.inode in survey.inodes)

    def embed_pending(self, embedder: Embedder, cancelled: Event) -> Progress:
        """Embed the chunks that have no vector of this model, newest notes first.

        What another program embedded meanwhile is announced too: nothing is left to do here then.

        Args:
            embedder: Where vectors come from; the pass ends when it has none to give.
            cancelled: Ends the pass; batches under way are dropped and made again by the next.

        Raises:
            StoreError: The index cannot be written.
        """
        try:
            if embedder.dimension and self._store.expect_dimension(embedder.model, embedder.dimension):
                yield IndexChanged(frozenset(), meaning=True, elsewhere=True)
            matrix, newest = self._store.embedded_state(embedder.model)
            epoch, known, last = self._embedded
            after = last if (epoch, known) == (self._store.epoch, matrix) else 0
            work = EmbeddingPass(self._store, embedder, cancelled, after)
            yield from work.run()
            if work.is_complete:
                matrix, _ = self._store.embedded_state(embedder.model)
                self._embedded = self._store.epoch, matrix, newest
            if self._was_embedded_elsewhere():
                yield IndexChanged(frozenset(), meaning=True, elsewhere=True)
        except IndexRemade:
            yield from self._reconcile(None, cancelled)
