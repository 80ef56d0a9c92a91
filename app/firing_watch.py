"""What fires because of notes that changed: compared in the background, recorded, announced once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.clock import Clock
from app.errors import BetimesError
from app.events import EmbedderState, EntriesFired, Event, Fired, LedgerChanged, Notice
from app.ledger.condition_dates import span_of
from app.paths import Locations, betimes_folder
from app.vault.presence import VaultAway

if TYPE_CHECKING:
    from app.embedding.protocol import Embedder
    from app.index.reader import IndexReader
    from app.index.store import IndexStore
    from app.ledger.commitment import Agenda, Commitment, Firing
    from app.ledger.entry import Entry
    from app.ledger.event_firings import EventFirings
    from app.ledger.firing_log import FiredEvent, FiringLog
    from app.ledger.ledger import Ledger
    from app.search.event_pass import EventPass
    from app.search.knowledge import Knowledge

_QUICKLY_READ = 1024 * 1024
"""Log and journal up to this size are read on the spot, before the first paint: what somebody does in a year or two."""
_SECOND = timedelta(seconds=1)
_ANOTHER_DAY = timedelta(minutes=1)
"""A clock that differs by more from the system's stands on another day."""

_EVENT = b'"reason": "event"'


class FiringWatch:
    """Owns the record of firings, and the pass that adds to it.

    `current` may be asked on any thread; the pass runs where the index is written.

    Args:
        root: The vault.
        ledger: The commitments.
        locations: Where the lock of the record is.
        clock: What "now" is.
        emit: Tells of new events.
        later: Has something done where nobody waits for it; False when it cannot be yet.
    """

    def __init__(
        self,
        root: Path,
        ledger: Ledger,
        locations: Locations,
        clock: Clock,
        emit: Callable[[Event], None],
        later: Callable[[Callable[[], None]], bool],
    ) -> None:
        folder = betimes_folder(root)
        self._log_path, self._journal_path = folder / "operations.jsonl", folder / "journal.jsonl"
        self._lock_path = locations.ledger_lock(root).with_name("firing.lock")
        self._ledger_path = folder / "ledger.toml"
        self._ledger, self._clock, self._emit, self._later = ledger, clock, emit, later
        self._opened = datetime.now().timestamp()
        self._lock = threading.RLock()
        self._made_log: FiringLog | None = None
        self._made_firings: EventFirings | None = None
        self._made_pass: EventPass | None = None
        self._store: IndexStore | None = None
        self._reader: IndexReader | None = None
        self._noted: set[tuple[str, str, date]] = set()
        self._standing: Mapping[str, FiredEvent] = {}
        self._current: Mapping[str, Firing] | None = None
        self._told = ""
        self._seen: dict[str, datetime] = {}

    @property
    def current(self) -> Mapping[str, Firing]:
        """The events that stand, by entry, as of the last refresh; immediate, but for the first time."""
        if self._current is None:
            self._current = {}
            if self._is_quickly_read():
                self.refresh()
        return self._current

    def refresh(self) -> bool:
        """Read log and journal as far as they are new; for any thread but the event loop.

        Returns:
            True when other events stand than before.
        """
        with self._lock:
            try:
                standing = self._read()
            except VaultAway:
                return False  # what is known stands; that the vault is away is said elsewhere
            except BetimesError as error:
                self._tell(error)
                return False
            before, self._standing = self._standing, standing
            self._current = {entry_id: self._firing(event) for entry_id, event in standing.items()}
            return {event.key for event in before.values()} != {event.key for event in standing.values()}

    def compare(
        self,
        store: IndexStore,
        knowledge: Knowledge,
        embed_entries: Callable[[], None],
        embedder: Embedder | None,
        *,
        waits: bool,
        gives_way: Callable[[], bool],
    ) -> bool:
        """Compare what is new in notes with the conditions of open entries; on the thread that writes the index.

        Args:
            store: The index.
            knowledge: The vault at large.
            embed_entries: Makes the vectors of entries that have none.
            embedder: Where vectors come from; None when meaning is switched off: then words decide.
            waits: Compare nothing while the model is loading; else by words, and once more when it is there.
            gives_way: True when something else is to be done first.

        Returns:
            False when it gave way.
        """
        self._take_store(store)
        state = EmbedderState.OFF if embedder is None else embedder.state
        if self._ledger.past_day is not None or not store.has_fresh() or (waits and state is EmbedderState.LOADING):
            return True
        if self._ledger.problem is not None and not self._open:
            return True  # what the conditions are is not known: what is new waits until the ledger can be read
        ready = state is EmbedderState.READY
        if ready and any(
            (entry.when or entry.cues) and entry.id not in knowledge.entry_vectors for entry in self._open
        ):
            embed_entries()
        knowledge.weigh_words()
        try:
            made = self._pass_over(store, knowledge)
            done = made.run(embedder if ready else None, keep=embedder is not None and not ready, gives_way=gives_way)
        except BetimesError as error:
            self._tell(error)
            return True
        if done.events:
            self.refresh()
            self._announce(done.events)
        return not done.gave_way

    def note_dates(self, agenda: Agenda) -> None:
        """Have it recorded which entries of an agenda fire by date, each once for each date; immediate."""
        found = {("date", item.id, day) for item in agenda.firing if (day := _day_fired(item)) is not None}
        self._note(found)

    def note_contexts(self, ids: Iterable[str]) -> None:
        """Have it recorded which entries fire by context, each once a day; immediate."""
        today = self._clock().date()
        self._note({("context", entry_id, today) for entry_id in ids})

    def _note(self, found: set[tuple[str, str, date]]) -> None:
        new = found - self._noted
        if new and self._ledger.past_day is None and self._later(partial(self._record, new)):
            self._noted |= new

    def _record(self, found: Iterable[tuple[str, str, date]]) -> None:
        now = self._clock()
        try:
            self._log.refresh()
            for reason, entry_id, day in sorted(found):
                if reason == "date":
                    self._log.add_date(entry_id, day, now)
                else:
                    self._log.add_context(entry_id, now)
        except BetimesError as error:
            self._tell(error)

    def close(self) -> None:
        """Close the connections."""
        with self._lock:
            if self._made_pass is not None:
                self._made_pass.close()
            if self._reader is not None:
                self._reader.close()
            self._store = None

    @property
    def _log(self) -> FiringLog:
        with self._lock:
            if self._made_log is None:
                from app.ledger.firing_log import FiringLog
                from app.ledger.locking import WriterLock

                self._made_log = FiringLog(self._log_path, WriterLock(self._lock_path).held)
            return self._made_log

    @property
    def _firings(self) -> EventFirings:
        if self._made_firings is None:
            from app.ledger.event_firings import EventFirings

            self._made_firings = EventFirings(self._journal_path)
        return self._made_firings

    @property
    def _open(self) -> tuple[Entry, ...]:
        return self._ledger.entries

    def _take_store(self, store: IndexStore) -> None:
        with self._lock:
            if self._store is None:
                self._store, self._reader = store, store.reader()

    def _pass_over(self, store: IndexStore, knowledge: Knowledge) -> EventPass:
        if self._made_pass is None:
            from app.search.event_pass import EventPass, Times

            times = Times(self._made_at, self._oldest, self._clock, self._moment)
            self._made_pass = EventPass(store, knowledge, self._log, lambda: self._open, times)
        return self._made_pass

    def _read(self) -> Mapping[str, FiredEvent]:
        self._log.refresh()
        events = self._log.events
        if not events:
            return {}
        open_ids = {entry.id for entry in self._ledger.entries}
        return self._firings.current(events, open_ids, self._ledger.past_day)

    def _is_quickly_read(self) -> bool:
        """Return True when there is an event and finding out whether it still stands takes no time."""
        try:
            if max(path.stat().st_size for path in (self._log_path, self._journal_path)) > _QUICKLY_READ:
                return False
            return _EVENT in self._log_path.read_bytes()
        except OSError:
            return False

    def _firing(self, event: FiredEvent) -> Firing:
        """Return an event as a reason, with the place where its sentence stands now."""
        firing = event.firing()
        if self._reader is None:
            return firing
        from app.ledger.fresh_text import place_of

        place = place_of(self._reader, event.path, event.line, event.sentence)
        return firing if place is None else replace(firing, evidence=place)

    def _announce(self, events: Collection[FiredEvent]) -> None:
        actions = {entry.id: entry.action for entry in self._ledger.entries}
        fired = (Fired(event.id, actions.get(event.id, ""), event.path, event.line) for event in events)
        self._emit(LedgerChanged())
        self._emit(EntriesFired(tuple(fired)))

    def _made_at(self, entry: Entry, moment: datetime) -> datetime | None:
        """Return when an entry was made: as it says itself, else when it was first seen, else no later than its file.

        It says so to the second; within that second the journal, which is read then, knows it exactly.
        """
        from app.ledger.event_times import moment_of

        created = None if entry.created is None else moment_of(entry.created, self._clock())
        if created is not None and not created - _SECOND <= moment < created + _SECOND:
            return created
        if entry.id not in self._seen:
            history = self._ledger.history(entry.id)
            if not history:
                return created or self._time_of_ledger()
            self._seen[entry.id] = history[0].time
        seen = self._seen[entry.id]
        return seen if created is None or created <= seen < created + _SECOND else created

    def _time_of_ledger(self) -> datetime | None:
        try:
            return datetime.fromtimestamp(self._ledger_path.stat().st_mtime).astimezone()
        except OSError:
            return None

    def _oldest(self) -> datetime:
        """Return the time of the oldest file of the vault."""
        ledger = self._time_of_ledger()
        oldest_ns = None if self._store is None else self._store.oldest_ns()
        notes = () if oldest_ns is None else (datetime.fromtimestamp(oldest_ns / 1e9).astimezone(),)
        return min((*notes, *(() if ledger is None else (ledger,))), default=self._clock())

    def _moment(self, seconds: float) -> datetime:
        """Return when a file was changed. On a clock that stands on another day, what happens meanwhile happens now."""
        now, changed = self._clock(), datetime.fromtimestamp(seconds).astimezone()
        is_elsewhere = abs(now - datetime.now().astimezone()) > _ANOTHER_DAY
        return now if is_elsewhere and (seconds >= self._opened or changed < now) else changed

    def _tell(self, error: BetimesError) -> None:
        """Say once what is wrong with the record."""
        if error.message != self._told:
            self._told = error.message
            self._emit(Notice(error.message, error.hint, "warning"))


def _day_fired(item: Commitment) -> date | None:
    """Return the day by which an entry fires by date; None when it does not."""
    if item.home != "ledger" or item.firing is None or item.firing.reason != "date":
        return None
    if item.due is not None:
        return item.due.date() if isinstance(item.due, datetime) else item.due
    span = span_of(item)
    return span.first if span is not None else None
