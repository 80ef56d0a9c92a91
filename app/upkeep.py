"""Keeping index, vectors, salience and ledger in line with the vault.

For a screen that happens in the background, for a command on the spot.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from app.announcing import Announcer
from app.clock import Clock
from app.config import Config
from app.errors import BetimesError, said
from app.events import Event, IndexChanged, LedgerChanged, Notice
from app.firing_watch import FiringWatch
from app.line_watch import LineWatch
from app.meaning import EmbedderFactory, Meaning
from app.paths import Locations
from app.private import narrow
from app.status import IndexReport, Status, index_report
from app.suggesting import Suggestions
from app.vault.atomic import remove_leftovers
from app.vault_parts import VaultParts

if TYPE_CHECKING:
    from app.index.service import IndexService
    from app.vault.watcher import Watcher

OWN_FOLDER = ".betimes/"
_ENTRIES_SECONDS = 2.0
"""How often entries are measured against new vectors while many are being made."""


class Upkeep(VaultParts):
    """Owns what a vault's other parts share, and keeps it up to date.

    Attributes:
        meaning: Where vectors come from.
        firings: What fires because of notes that changed.
        suggestions: Sentences of notes that look like commitments.
        lines: What is done to the task lines of entries.
    """

    def __init__(
        self, root: Path, config: Config, locations: Locations, clock: Clock, make_embedder: EmbedderFactory | None
    ) -> None:
        super().__init__(root, config, locations, clock)
        self._service: IndexService | None = None
        self._watcher: Watcher | None = None
        self._announcer = Announcer()
        self._emit: Callable[[Event], None] = self._announcer.emit
        self._entries_embedded = 0.0
        self._copies: list[str] = []
        self.lines = LineWatch(self.vault, self.ledger, self.resolve, self._emit)
        self.meaning = Meaning(config, locations, make_embedder, self._emit, self._model_ready)
        self.firings = FiringWatch(self.vault.root, self.ledger, locations, clock, self._emit, self._later)
        daily = self.vault.reading.daily
        self.suggestions = Suggestions(self.vault.root, config.dates, daily, clock, self._emit)

    def prepare_meaning(self) -> None:
        """Have the model started and, in a command, wait until entries have their vectors; a screen never waits."""
        self.meaning.start()
        if not (self._service or self.knowledge.entry_vectors):
            self._embed_entries()

    def start(self, warm_up: Callable[[], object]) -> None:
        """Start the index thread, which calls `warm_up` before anything else, and the watcher."""
        from app.index.doubts import Doubts
        from app.index.service import IndexService

        self.meaning.start()
        self._doubts = Doubts()
        embedder, news = self.meaning.wanted, self._look_at_news
        self._service = IndexService(lambda: self._indexer, embedder, self._emit, self._refresh, news)
        tidying = self._look_over, lambda: self.knowledge.prune(), lambda: remove_leftovers(self.vault.root)
        for step in (warm_up, self._take_up_first, self._catch_up, *tidying):
            self._service.call(step)
        from app.vault.watcher import start_watcher

        self._watcher = start_watcher(self.vault, self._config.watch, self._files_changed, self._woke)
        self._service.start()  # its first look at everything comes after the first moment that is watched

    def close(self) -> None:
        """Stop everything; what was not finished is found again at the next start."""
        if self._watcher is not None:
            self._watcher.stop()
        self.meaning.embedder.close()
        if self._service is not None:
            self._service.close()
        for part in (self.firings, self.suggestions, self._made_knowledge, self._made_store):
            if part is not None:
                part.close()

    def subscribe(self, callback: Callable[[Event], None]) -> None:
        """Have a function called with every event, on whatever thread it happens."""
        self._announcer.subscribe(callback)

    def look_again(self) -> None:
        """Look at everything, soon: the person comes back from elsewhere. Immediate, on any thread."""
        if self._watcher is not None:
            self._watcher.look_again()
        elif self._service is not None:
            self._files_changed(None)

    def pause(self) -> None:
        """Stop reading and embedding after the batch under way."""
        if self._service is not None:
            self._service.pause()

    def resume(self) -> None:
        """Go on where `pause` stopped."""
        if self._service is not None:
            self._service.resume()

    def status(self) -> Status:
        """Return what the status line says, from memory."""
        known, service = self._made_knowledge, self._service
        counts = known.counts if known and known.is_read else None
        return Status(
            notes=counts.notes if counts else self._first.notes,
            chunks=counts.chunks if counts else 0,
            pending=counts.pending if counts and self.meaning.is_wanted else 0,
            embedder=self.meaning.embedder.state,
            embedder_detail=self.meaning.detail,
            ledger_problem=said(self.ledger.problem),
            watch_notice=self._watcher.notice if self._watcher else "",
            is_away=self._watcher.is_away if self._watcher else False,
            indexing=service.progress if service else None,
            paused=service.paused if service else False,
            problems=len(self.unreadable()),
            index_problem=service.problem if service else "",
        )

    def update(self, *, meaning: bool) -> IndexReport:
        """Bring everything up to date in the caller's thread: words always, vectors too when `meaning`.

        Raises:
            VaultError: The vault cannot be listed.
            StoreError: The index cannot be written.
            EmbedderUnavailable: Vectors were asked for and there is no model.
        """
        began, never = time.perf_counter(), threading.Event()
        for _ in self._indexer.reconcile(None, never):
            pass
        self.ledger.reload()
        if meaning:
            self.meaning.await_model()
            for _ in self._indexer.embed_pending(self.meaning.embedder, never):
                pass
        self.take_up()
        self._look_at_news(lambda: False)
        self.refresh_events()
        counts, vectors = self.knowledge.counts, self.knowledge.vectors
        return index_report(counts, self.meaning.model, vectors.dimension if vectors else 0, began)

    def take_up(self) -> None:
        """Read from the index all that agenda and search need of the whole vault."""
        self.knowledge.read_words()
        self.knowledge.weigh_notes()
        self._follow_lines()
        self.knowledge.count(self.meaning.model)
        if self.meaning.is_wanted:
            self.knowledge.read_vectors(self.meaning.model)
        self._embed_entries()

    def changed(self, path: str | None) -> None:
        """Follow up a change that Betimes made itself: of a note, or (None) of the ledger alone."""
        self.refresh_events()
        if self._service is None:
            self._take_over(frozenset({path}) if path else frozenset())
            return
        if path:
            self._service.request(frozenset({path}))
        self._service.call(self._ledger_refreshed)

    def refresh_events(self) -> bool:
        """Look what events still stand; quick, in the caller's thread. Returns True when these are others."""
        return self.firings.refresh()

    def record(self, kind: str, path: str, query: str = "") -> None:
        """Add to the operations log; a vault that cannot be written is said once, and nothing else stops."""
        try:
            self._log.append(kind, path, self._clock(), query or None)
        except BetimesError as error:
            self._emit(Notice(error.message, error.hint, "warning"))
            return
        if self._service is not None:
            self._service.call_later(self._weigh)

    # What follows runs on the index thread, the embedder's or the watcher's.

    def _refresh(self, changed: IndexChanged) -> None:
        """Take over what changed: words at once, what they weigh when nothing else is to be read."""
        self._announcer.tell_of_index(self.store.notice)
        if changed.meaning:
            self.knowledge.count(self.meaning.model)
            self._take_up_vectors(None if changed.elsewhere else changed.paths)
            return
        paths = None if changed.elsewhere else changed.paths
        self.knowledge.read_words(paths)
        if self._follow_lines():
            self._ledger_refreshed()
        if self._service is not None:
            self._service.call_later(self._count_again)
            self._service.call_later(self._weigh)
        if self.knowledge.vectors is not None:
            self.knowledge.read_vectors(self.meaning.model, paths)

    def _follow_lines(self) -> bool:
        """Let entries follow what was done to their lines in notes; True when that changed some."""
        is_other = self.lines.follow()
        return self.refresh_events() or is_other

    def _take_up_vectors(self, paths: frozenset[str] | None) -> None:
        """Take up the vectors of these notes, or of all; entries are compared with them now and then, and at the end.

        Vectors are never put off: the pass that announced them may have been the last for long.
        """
        self.knowledge.read_vectors(self.meaning.model, paths if self.knowledge.vectors else None)
        if self.knowledge.counts.pending == 0 or time.monotonic() - self._entries_embedded > _ENTRIES_SECONDS:
            self._embed_entries()
            self._entries_embedded = time.monotonic()

    def _take_up_first(self) -> None:
        """Read the index as the last run left it, and have it shown: nothing else tells of unchanged notes."""
        self.take_up()
        self.refresh_events()
        self._emit(IndexChanged(frozenset()))

    def _look_over(self) -> None:
        """See that the index is sound, now and whenever a reader doubts it, and that others read nothing of ours."""
        narrow(self._locations.cache, self._locations.state)
        if self._service is not None:
            request = self._service.request
            self.store.on_damage(lambda: request(None))
        self._announcer.tell_of_index(self.store.notice)
        self.store.verify_when_touched()
        self._announcer.tell_of_index(self.store.notice)

    def _embed_entries(self) -> None:
        """Give entries their vectors; only a command waits for the model."""
        self.meaning.embed_entries(self.knowledge, may_wait=self._service is None)

    def _look_at_news(self, gives_way: Callable[[], bool]) -> bool:
        """Take up what is new in notes, suggestions first; False when something else had to be done before."""
        self._look_twice()
        if not self.suggestions.look_through(self.store, gives_way):
            return False
        parts = self.store, self.knowledge, self._embed_entries, self.meaning.wanted
        return self.firings.compare(*parts, waits=self._service is not None, gives_way=gives_way)

    def _look_twice(self) -> None:
        """See to it that notes that were missed are looked for once more."""
        if self._service is None or self._doubts is None or not self._doubts.paths:
            return
        if self._doubts.is_due:
            self._service.request(self._doubts.paths)
        else:
            self._service.call_later(self._look_twice)

    def _later(self, function: Callable[[], None]) -> bool:
        """Run a function on the index thread, or at once in a command; False before either has begun."""
        if self._service is not None:
            self._service.call(function)
        elif self._made_indexer is not None:
            function()
        return self._service is not None or self._made_indexer is not None

    def _take_over(self, paths: frozenset[str]) -> None:
        everything = self._indexer.is_soon_read()
        if paths or everything:
            for _ in self._indexer.reconcile(None if everything else paths, threading.Event()):
                pass
        self.knowledge.read_words()
        self.knowledge.weigh_notes()
        self.knowledge.count(self.meaning.model)

    def _count_again(self) -> None:
        """Count notes and chunks after words were announced: in a large vault that takes as long as all else."""
        before = self.knowledge.counts
        self.knowledge.count(self.meaning.model)
        if self.knowledge.counts != before:
            self._emit(IndexChanged(frozenset()))

    def _weigh(self) -> None:
        self.knowledge.weigh_notes()

    def _ledger_refreshed(self) -> None:
        self._weigh()
        self._ledger_embedded()

    def _ledger_embedded(self) -> None:
        self._embed_entries()
        self._emit(LedgerChanged())

    def _files_changed(self, paths: frozenset[str] | None) -> None:
        assert self._service is not None
        own = frozenset(path for path in paths or () if path.startswith(OWN_FOLDER))
        if paths is None or own:
            self._service.call(self._look_at_ledger)
        self._service.request(paths and paths - own)

    def _woke(self) -> None:
        """It may be another day by now, and the agenda another one."""
        self._emit(LedgerChanged())

    def _look_at_ledger(self) -> None:
        copies = self.ledger.copy_names()
        if self.ledger.reload() | (copies != self._copies) | self.refresh_events():
            self._copies = copies
            self._follow_lines()
            self._ledger_refreshed()
            if self._service is not None:
                self._service.embed()  # changes of notes may have waited for a ledger that can be read
        self._announcer.tell_of_ledger(self.ledger)

    def _catch_up(self) -> None:
        """Record what was done to the ledger by hand while nothing was running."""
        self.ledger.catch_up()
        self._announcer.tell_of_ledger(self.ledger)

    def _model_ready(self) -> None:
        if self._service is not None:
            self._service.call(self.take_up)
            self._service.embed()
