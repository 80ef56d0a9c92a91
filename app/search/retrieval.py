"""One query from text to answer: search, firing by context, and the band above the results."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from app.config import DatesConfig
from app.errors import EmbedderUnavailable
from app.events import EmbedderState
from app.ledger.condition_dates import in_season
from app.ledger.context_matches import ContextMatches
from app.ledger.entry import UNTIL_FIRED
from app.ledger.firing import match_context
from app.ledger.sentences import context_units
from app.search.alike import Like, read_like
from app.search.blend import BlendWeights
from app.search.days import Calendar
from app.search.explain import ScoreExplanation, explain
from app.search.facts import Facts
from app.search.folders import FolderRules
from app.search.linked import linked_paths
from app.search.query import parse_query
from app.search.result import Arm, Operative, RankMode, SearchResult, SearchResults
from app.search.searcher import Searcher
from app.search.standing import standing_of

if TYPE_CHECKING:
    from app.config import SearchConfig
    from app.embedding.protocol import Embedder, Vectors
    from app.index.reader import IndexReader
    from app.index.store import IndexStore
    from app.ledger.commitment import Agenda, Commitment
    from app.ledger.entry import Entry
    from app.ledger.entry_vectors import EntryVectors
    from app.ledger.word_statistics import WordStatistics
    from app.search.knowledge import Knowledge
    from app.search.notes import NoteTable

WAIT_SECONDS = 120.0
"""How long a command waits for the model to load and answer."""


class Matcher(Protocol):
    """Tells which entries a context meets; see `app.ledger.firing.match_context`."""

    def __call__(
        self,
        units: Sequence[str],
        unit_vectors: Vectors | None,
        entries: Iterable[Entry],
        entry_vectors: Mapping[str, EntryVectors],
        *,
        weight: WordStatistics = ...,
    ) -> ContextMatches:
        """Match."""


class Retrieval:
    """Answers queries; for one thread at a time, which another may interrupt.

    Args:
        store: The index.
        knowledge: The vault at large.
        entries: Gives the open entries.
        matcher: Tells which conditions a context meets; an evaluation puts one in its place that knows the answer.
        dates: How typed dates are read.
    """

    def __init__(
        self,
        store: IndexStore,
        knowledge: Knowledge,
        entries: Callable[[], Iterable[Entry]],
        matcher: Matcher = match_context,
        dates: DatesConfig | None = None,
    ) -> None:
        self._reader = store.reader()
        self._knowledge = knowledge
        self._entries = entries
        self._matcher = matcher
        self._dates = dates or DatesConfig()
        self._open: _Open | None = None

    def close(self) -> None:
        """Close the connection."""
        self._reader.close()

    def interrupt(self) -> None:
        """End the query that another thread is running."""
        self._reader.interrupt()

    def words(self, text: str, agenda: Agenda, settings: SearchConfig, rank: RankMode) -> SearchResults:
        """Search by words, and match conditions by words.

        Args:
            text: As typed.
            agenda: What is open, and what fires by date.
            settings: W, F and how many results.
            rank: The order.
        """
        if (like := self._like(text)) is not None:
            return self._alike(text, like, agenda, settings, rank)
        clock = _StopWatch()
        units = context_units(self._meaning(text, agenda))
        matches = self._matches(units, None, agenda)
        clock.lap("firing")
        searcher = self._searcher(agenda, matches, settings)
        found = searcher.words(text, rank=rank, limit=settings.limit)
        clock.lap("words")
        return self._complete(found, searcher, agenda, matches, clock, None)

    def fused(
        self,
        text: str,
        agenda: Agenda,
        settings: SearchConfig,
        rank: RankMode,
        embedder: Embedder,
        *,
        arm: Arm = Arm.FUSED,
        wait: bool = False,
    ) -> SearchResults:
        """Search by words and meaning, and match conditions by both.

        Args:
            text: As typed.
            agenda: What is open, and what fires by date.
            settings: W, F and how many results.
            rank: The order.
            embedder: Where the query's vector comes from.
            arm: `FUSED`, or `MEANING` to leave words out.
            wait: Wait for a model that is still loading.

        Raises:
            EmbedderUnavailable: There is no model, or (without `wait`) not yet.
        """
        clock = _StopWatch()
        meaning = self._meaning(text, agenda)
        if not meaning or self._like(text) is not None:
            return self.words(text, agenda, settings, rank)
        units = context_units(meaning)
        vectors = _embedded([meaning, *units], embedder, wait)
        self._expect(vectors)
        clock.lap("vector")
        matches = self._matches(units, vectors[1:], agenda)
        clock.lap("firing")
        searcher = self._searcher(agenda, matches, settings)
        found = searcher.fused(text, vectors[0], arm=arm, rank=rank, limit=settings.limit)
        clock.lap("search")
        return self._complete(found, searcher, agenda, matches, clock, vectors[0])

    def _alike(self, text: str, like: Like, agenda: Agenda, settings: SearchConfig, rank: RankMode) -> SearchResults:
        """Search for more like a note. That is no context: nothing comes of it for commitments."""
        clock = _StopWatch()
        searcher = self._searcher(agenda, ContextMatches(), settings)
        found = searcher.alike(text, like, self._knowledge.word_weight, rank=rank, limit=settings.limit)
        clock.lap("search")
        return replace(found, timings_ms=clock.laps, pending=self._knowledge.counts.pending)

    def _expect(self, vectors: Vectors | None) -> None:
        """Refuse vectors of another dimension than those of the vault, which the index is about to have made anew."""
        known = self._knowledge.vectors
        dimensions = {known.dimension} if known is not None else set()
        dimensions |= {entry.matrix.shape[1] for entry in self._knowledge.entry_vectors.values()}
        if vectors is not None and dimensions - {vectors.shape[1]}:
            hint = "`betimes index` makes the vectors anew; until then the list is by words only."
            raise EmbedderUnavailable("The model has changed.", hint)

    def match(self, context: str, agenda: Agenda, embedder: Embedder) -> ContextMatches:
        """Return what a context meets: by meaning when there is a model, else by words."""
        units = context_units(context)
        try:
            vectors = _embedded(units, embedder, wait=True) if units else None
            self._expect(vectors)
        except EmbedderUnavailable:
            vectors = None
        return self._matches(units, vectors, agenda)

    def explain(
        self,
        result: SearchResult,
        found: SearchResults,
        settings: SearchConfig,
        agenda: Agenda,
        reader: IndexReader,
        now: datetime,
    ) -> ScoreExplanation:
        """Return every factor of a result's score as it was in the answer `found`, and what each comes from.

        Args:
            result: A row of the list.
            found: The answer that it is a row of.
            settings: As that search was made with.
            agenda: What is open, and what fires by date.
            reader: The index; not the connection of searches, which one under way may be using.
            now: The present, that uses and changes are told from.
        """
        items = (*agenda.firing, *agenda.upcoming, *agenda.snoozed)
        firing = [*agenda.firing, *self._met(agenda, found.matches)]
        facts = standing_of(result.path, self._knowledge, reader, items, firing, now)
        return explain(result, _weights(settings), arm=found.arm, rank=found.rank, facts=facts)

    def _like(self, text: str) -> Like | None:
        """Return what a query wants more of, if it is such a query; a note's whole path goes before names."""
        rows = self._knowledge.notes.rows

        def resolve(name: str) -> str | None:
            path = next((path for path in (f"{name}.md", name) if path in rows), None)
            return path or (None if "#" in name else self._knowledge.resolve(name))

        return read_like(text, resolve)

    def _calendar(self, agenda: Agenda) -> Calendar:
        return Calendar(agenda.as_of, self._dates.day_first, self._dates.languages)

    def _meaning(self, text: str, agenda: Agenda) -> str:
        calendar = self._calendar(agenda)
        known = self._knowledge.notes
        return parse_query(text, known.properties, tags=known.tags, calendar=calendar).meaning

    def _matches(self, units: Sequence[str], vectors: Vectors | None, agenda: Agenda) -> ContextMatches:
        awake = self._opened(agenda).waiting
        day = agenda.as_of
        entries = [entry for entry in self._entries() if entry.id in awake and in_season(entry, day)]
        known = self._knowledge
        return self._matcher(units, vectors, entries, known.entry_vectors, weight=known.word_weight)

    def _opened(self, agenda: Agenda) -> _Open:
        known, opened = self._knowledge, self._open
        if opened is None or opened.agenda is not agenda or opened.notes is not known.notes:
            paths = linked_paths(agenda.firing, known.resolve, home=False)
            opened = self._open = _Open(agenda, known.notes, _waiting(agenda), paths)
        return opened

    def _met(self, agenda: Agenda, matches: ContextMatches) -> list[Commitment]:
        """Return what fires in the context of a query, and not without it."""
        waiting = self._opened(agenda).waiting
        return [item for id_ in matches.firing if (item := waiting.get(id_)) and item.firing is None]

    def _searcher(self, agenda: Agenda, matches: ContextMatches, settings: SearchConfig) -> Searcher:
        known, met = self._knowledge, self._met(agenda, matches)
        paths = self._opened(agenda).firing_paths | linked_paths(met, known.resolve, home=False)
        facts = Facts(
            self._calendar(agenda),
            (*agenda.firing, *agenda.upcoming, *agenda.snoozed),
            (*agenda.firing, *met),
            known.resolve,
            self._reader,
        )
        return Searcher(
            self._reader,
            known.vectors,
            known.salience,
            paths,
            _weights(settings),
            table=known.notes,
            facts=facts,
            folders=FolderRules(settings.folders, settings.hide),
        )

    def _complete(
        self,
        found: SearchResults,
        searcher: Searcher,
        agenda: Agenda,
        matches: ContextMatches,
        clock: _StopWatch,
        vector: Vectors | None,
    ) -> SearchResults:
        items = self._opened(agenda).waiting
        firing = sorted(matches.firing.items(), key=lambda pair: (-(pair[1].score or 0.0), pair[0]))
        asserted = [replace(items[id_], firing=reason) for id_, reason in firing]
        operative: tuple[Operative, ...] = searcher.operative(asserted, self._knowledge.resolve, found.query, vector)
        clock.lap("band")
        maybe: tuple[Commitment, ...] = tuple(replace(items[id_], firing=reason) for id_, reason in matches.maybe)
        pending = self._knowledge.counts.pending
        return replace(found, operative=operative, maybe=maybe, timings_ms=clock.laps, pending=pending, matches=matches)


@dataclass(frozen=True, slots=True)
class _Open:
    """What every query asks of an agenda: computed once, because there may be thousands of commitments in it.

    Attributes:
        agenda: What it was computed from, as `notes`.
        notes: See `Knowledge`.
        waiting: What a context may meet, by id.
        firing_paths: The notes that firing commitments link to.
    """

    agenda: Agenda
    notes: NoteTable
    waiting: Mapping[str, Commitment]
    firing_paths: frozenset[str]


def _waiting(agenda: Agenda) -> dict[str, Commitment]:
    """Return what a context may meet, by id: all that is not snoozed, and what is snoozed until just that."""
    until_met = (item for item in agenda.snoozed if item.snoozed == UNTIL_FIRED)
    return {item.id: item for item in (*agenda.firing, *agenda.upcoming, *until_met)}


class _StopWatch:
    """Milliseconds by step."""

    def __init__(self) -> None:
        self._last = time.perf_counter()
        self.laps: tuple[tuple[str, float], ...] = ()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps += ((name, round((now - self._last) * 1000, 2)),)
        self._last = now


def _weights(settings: SearchConfig) -> BlendWeights:
    return BlendWeights(settings.weight, settings.firing_weight)


def _embedded(texts: Sequence[str], embedder: Embedder, wait: bool) -> Vectors:
    """Return the vectors of texts, each embedded once however often it occurs; shape (texts, dimension)."""
    if embedder.state is EmbedderState.LOADING and not wait:
        raise EmbedderUnavailable("The model is still loading.", "Until then the list is by words only.")
    unique = list(dict.fromkeys(texts))
    try:
        vectors = embedder.encode_query(unique).result(WAIT_SECONDS)
    except (TimeoutError, CancelledError) as error:
        raise EmbedderUnavailable("The model did not answer.", "The list is by words only.") from error
    return vectors[[unique.index(text) for text in texts]]
