"""Comparing what is new in notes with the conditions of commitments: how Betimes speaks first.

Newest change first, note by note: a firing is recorded before the change is forgotten, so that a pass that is stopped
or killed loses nothing and repeats nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import CancelledError, wait
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from app.errors import EmbedderUnavailable
from app.index.fresh_rows import FreshRow
from app.ledger.condition_dates import in_season, season_of
from app.ledger.entry import UNTIL_FIRED
from app.ledger.event_matching import EventMatch, match_events
from app.ledger.event_times import Written, by_program, own_day
from app.ledger.firing_log import FiredEvent
from app.ledger.fresh_text import passages
from app.vault.line_words import line_key, line_words

if TYPE_CHECKING:
    from app.embedding.protocol import Embedder
    from app.index.reader import IndexReader
    from app.index.store import IndexStore
    from app.ledger.entry import Entry
    from app.ledger.entry_vectors import Floats
    from app.ledger.firing_log import FiringLog
    from app.ledger.fresh_text import Passage, Sentence
    from app.search.knowledge import Knowledge

BATCH = 16
"""Sentences that are embedded at a time: a query waits for one batch at most."""
_LOOK_SECONDS = 0.05
_MOST_WAITING = 5_000
"""Changes that wait for the model at most; beyond them the oldest are given up."""
_MOST_KEPT = 4_096
"""Vectors of sentences that are kept for a pass that had to give way."""
_COPY_WORDS = 8
"""A sentence of so many words that stands in another note too was copied, or is part of a form."""


class _GaveWay(Exception):
    """Something else is to be done first."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of a pass: the events that are new, each recorded, and whether something else had to be done first."""

    events: tuple[FiredEvent, ...] = ()
    gave_way: bool = False


@dataclass(frozen=True, slots=True)
class Times:
    """What is known of times.

    Attributes:
        made: Gives when an entry was made, exactly enough to compare with a moment; None when that is unknown.
        oldest: Gives the time of the vault's oldest file.
        now: Gives the local time.
        changed: Tells when a file was changed on that clock, from seconds since the epoch.
    """

    made: Callable[[Entry, datetime], datetime | None]
    oldest: Callable[[], datetime]
    now: Callable[[], datetime]
    changed: Callable[[float], datetime]


class EventPass:
    """Compares the changes that wait; for one thread at a time.

    Args:
        store: The index.
        knowledge: The vault at large.
        log: Where firings are recorded.
        entries: Gives the open entries.
        times: What is known of times.
    """

    def __init__(
        self,
        store: IndexStore,
        knowledge: Knowledge,
        log: FiringLog,
        entries: Callable[[], Sequence[Entry]],
        times: Times,
    ) -> None:
        self._store = store
        self._reader: IndexReader = store.reader()
        self._knowledge = knowledge
        self._log = log
        self._entries = entries
        self._times = times
        self._vectors: dict[tuple[str, str], Floats] = {}

    def close(self) -> None:
        """Close the connection."""
        self._reader.close()

    def run(self, embedder: Embedder | None, *, keep: bool, gives_way: Callable[[], bool]) -> Compared:
        """Compare all that waits, as long as there is an embedder that works.

        Args:
            embedder: Where the vectors of sentences come from; None to match by words.
            keep: Leave the changes for a later pass, which will have vectors.
            gives_way: Asked often; True ends the pass: what was not compared is compared later.

        Raises:
            BetimesError: Index or log cannot be read or written.
        """
        rows = self._store.fresh()
        if not any(entry.when or entry.cues for entry in self._entries()):
            self._forget(row.id for row in rows)
            return Compared()
        events: list[FiredEvent] = []
        done: list[int] = []
        marked: list[int] = []
        gave_way = False
        try:
            for row, entries in self._chosen([row for row in rows if not (keep and row.by_words)], done):
                if gives_way():
                    raise _GaveWay
                events += self._log.add_events(self._found(row, entries, embedder, gives_way))
                (marked if keep else done).append(row.id)
        except _GaveWay:
            gave_way = True
        except EmbedderUnavailable:
            pass
        finally:
            self._forget([*done, *(row.id for row in rows[_MOST_WAITING:])])
            if marked:
                self._store.mark_fresh(marked)
        return Compared(tuple(events), gave_way)

    def _forget(self, rows: Iterable[int]) -> None:
        ids = list(rows)
        if ids:
            self._store.drop_fresh(ids)

    def _chosen(self, rows: Sequence[FreshRow], done: list[int]) -> list[tuple[FreshRow, list[Entry]]]:
        """Return the changes that can count for some entry, with these; the others are done."""
        now, oldest, programs = self._times.now(), self._times.oldest(), by_program(rows)
        waiting = [entry for entry in self._entries() if _waits(entry, now)]
        chosen = []
        for row in rows:
            written = self._written(row, row.id in programs)
            if written.is_to_come(now):
                continue
            entries = [entry for entry in waiting if self._counts(entry, written, oldest, now)]
            if entries:
                chosen.append((row, entries))
            else:
                done.append(row.id)
        return chosen

    def _counts(self, entry: Entry, written: Written, oldest: datetime, now: datetime) -> bool:
        made = self._times.made(entry, written.moment)
        return made is not None and written.is_after(made, oldest, now) and _may_count(entry, written)

    def _written(self, row: FreshRow, program: bool) -> Written:
        is_first = row.origin == "first"
        note = self._knowledge.notes.rows.get(row.path) or self._reader.note(row.path)
        day = own_day(row.path, note.properties if note else {})
        seconds = row.changed_ns / 1e9
        zone = self._times.now().tzinfo
        moment = datetime.fromtimestamp(seconds, zone) if is_first else self._times.changed(seconds)
        return Written(moment, day, is_first, program)

    def _found(
        self,
        row: FreshRow,
        entries: Sequence[Entry],
        embedder: Embedder | None,
        gives_way: Callable[[], bool],
    ) -> list[FiredEvent]:
        chunks = self._reader.chunks_of(row.path)
        added = row.added if row.origin == "changed" else None
        found = passages(chunks, added, row.removed, self._knowledge.reading.statuses)
        vectors = None if embedder is None else self._embedded(found, embedder, gives_way)
        known = self._knowledge
        matches = match_events(
            found,
            vectors,
            entries,
            known.entry_vectors,
            weight=known.word_weight,
            is_old=lambda sentence: self._is_old(sentence, row.path),
        )
        return [_event(match, row.path, self._times.now()) for match in matches]

    def _embedded(
        self, found: Sequence[Passage], embedder: Embedder, gives_way: Callable[[], bool]
    ) -> Mapping[str, Floats]:
        """Return the vectors of all units, those of an earlier pass that gave way included."""
        model = f"{embedder.model} of {embedder.dimension}"
        units = list(dict.fromkeys(unit for passage in found for unit in passage.units))
        missing = [unit for unit in units if (model, unit) not in self._vectors]
        if len(self._vectors) > _MOST_KEPT:
            self._vectors.clear()
            missing = units
        for start in range(0, len(missing), BATCH):
            batch = missing[start : start + BATCH]
            future = embedder.encode_documents(batch)
            while not wait([future], timeout=_LOOK_SECONDS).done:
                if gives_way():
                    future.cancel()
                    raise _GaveWay
            try:
                self._vectors.update(((model, unit), row) for unit, row in zip(batch, future.result(), strict=True))
            except CancelledError as error:
                raise _GaveWay from error
        return {unit: self._vectors[model, unit] for unit in units}

    def _is_old(self, sentence: Sentence, path: str) -> bool:
        """Return True for what was taken out of a note lately, or stands in another one too: it was moved or copied."""
        if self._store.gone([line_key(sentence.raw)], time.time()):
            return True
        words = sentence.text.split()
        if len(words) < _COPY_WORDS:
            return False
        waiting = {row.path for row in self._store.fresh()}
        quoted = " ".join(word.replace('"', "") for word in words)
        hits = self._reader.match(f'body : "{quoted}"', 20)
        others = [hit.chunk_id for hit in hits if hit.path != path and hit.path not in waiting]
        key = line_key(sentence.text)
        lines = (line for chunk in self._reader.chunks(others).values() for line in chunk.text.splitlines())
        return any(key in line_key(line_words(line)) for line in lines)


def _waits(entry: Entry, now: datetime) -> bool:
    """Return True for an entry with a condition that is awake, or hidden until just that."""
    if not (entry.when or entry.cues):
        return False
    return entry.snoozed is None or entry.snoozed == UNTIL_FIRED or entry.snoozed <= now.date()


def _may_count(entry: Entry, written: Written) -> bool:
    """Return True when the condition's dates allow it: on that day, or from a later one on, when it needs both.

    "After the 15th, when the quote is in": the quote may come before; the entry is silent until then.
    """
    if in_season(entry, written.told_on):
        return True
    season = season_of(entry)
    return season is not None and season.last is None and not season.fires and not season.is_empty


def _event(match: EventMatch, path: str, now: datetime) -> FiredEvent:
    firing, place = match.firing, match.sentence
    assert firing.met is not None
    said, met = firing.met.context, firing.met.text
    score, threshold = firing.score or 0.0, firing.threshold or 0.0
    return FiredEvent(now, match.entry.id, path, place.line, said, place.text, met, score, threshold, firing.terms)
