"""From scored chunks to an ordered list of notes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from app.ledger.matching import is_function_word
from app.salience.parts import SalienceParts
from app.search.blend import BlendWeights, blend
from app.search.filters import has_phrase
from app.search.folders import NO_RULES, FolderRules
from app.search.notes import same_name
from app.search.result import RankMode, SearchResult
from app.search.snippet import make_snippet
from app.vault.plain import plain

if TYPE_CHECKING:
    from app.index.records import ChunkRow, NoteRow
    from app.search.notes import NoteTable
    from app.search.query import Query

Pin = Literal["title", "alias", "heading", "phrase"]

HEADING_NOTES = 5
"""Notes that may share a heading for it to be the name of a section; more have it from a template."""
FREE_DAILY = 3
"""Daily notes at the top that count in full."""
CROWDING = 0.95
"""What each further daily note takes of the score of those after it. A matter of months stands in a daily note a day,
each as relevant as the next: the first ones show it, the tenth would push a page about it off the screen."""
MOST_CROWDING = 0.6
"""What is left of the score at the least: much more relevant than all else, a daily note stays first."""

_REMEMBERED = 65_536
_PIN_ORDER: Mapping[Pin | None, int] = {"title": 0, "alias": 1, "heading": 2, "phrase": 3, None: 4}
_NO_SALIENCE = SalienceParts()


@dataclass(frozen=True, slots=True)
class ScoredChunk:
    """A candidate with its evidence: saturated bm25, cosine (None when not compared) and relevance r."""

    chunk: ChunkRow
    words: float
    cosine: float | None
    relevance: float


@dataclass(frozen=True, slots=True)
class Standing:
    """What lifts a note whatever the query: salience by path, notes of firing commitments, W and F, folder weights."""

    salience: Mapping[str, SalienceParts]
    firing_paths: Collection[str]
    weights: BlendWeights
    folders: FolderRules = NO_RULES


@dataclass(frozen=True, slots=True)
class RankedNote:
    """A note of the list before its snippet is cut: its best chunk, and how many others matched."""

    note: NoteRow
    best: ScoredChunk
    score: float
    pinned: Pin | None
    more: int
    folder_weight: float = 1.0
    crowding: float = 1.0


def rank_notes(
    scored: Iterable[ScoredChunk],
    query: Query,
    table: NoteTable,
    standing: Standing,
    rank: RankMode,
    *,
    each_chunk: bool = False,
) -> list[RankedNote]:
    """Return one row for each note, best first; every candidate's note is in it. Within one note, a row for each place.

    Exact title, alias, heading and phrase come first in every mode. Equal scores are ordered by relevance, then by
    path, so that the order is that of relevance wherever salience, firing and folders are equal.

    Args:
        scored: The candidates.
        query: What was asked.
        table: The vault's notes.
        standing: What lifts notes.
        rank: The order.
        each_chunk: True for one row a chunk.
    """
    exact = _exact(query, table, candidates := list(scored))
    rows: dict[tuple[str, int], list[ScoredChunk]] = {}
    for candidate in candidates:
        place = candidate.chunk.id if each_chunk or query.is_within else 0
        rows.setdefault((candidate.chunk.path, place), []).append(candidate)
    ranked = [_row(chunks, exact, table, standing, rank) for chunks in rows.values()]
    ranked.sort(key=lambda row: _order(row, rank))
    is_lifting = standing.weights.salience > 0.0 or standing.weights.firing > 0.0
    return _uncrowded(ranked, table) if rank is RankMode.BLEND and is_lifting else ranked


@dataclass(frozen=True, slots=True)
class _Exact:
    """What the query names exactly: notes by title and alias, sections by heading, and the phrase that it is."""

    titled: Collection[str]
    called: Collection[str]
    heading: str
    phrase: str

    def of_chunk(self, candidate: ScoredChunk) -> Pin | None:
        if self.heading and is_headed(candidate.chunk.headings, self.heading):
            return "heading"
        said = self.phrase and candidate.words > 0.0 and has_phrase(candidate.chunk.text, self.phrase)
        return "phrase" if said else None


def _exact(query: Query, table: NoteTable, candidates: Iterable[ScoredChunk]) -> _Exact:
    name = query.meaning
    headed = {c.chunk.path for c in candidates if is_headed(c.chunk.headings, name)}
    heading = name if len(headed) <= HEADING_NOTES else ""
    return _Exact(set(table.titled(name)), set(table.called(name)), heading, pinned_phrase(query))


def is_headed(headings: Sequence[str], name: str) -> bool:
    """Return True when a name is that of the section itself: its last heading."""
    return bool(headings) and _heading_name(headings[-1]) == same_name(name) != ""


@lru_cache(_REMEMBERED)
def _heading_name(heading: str) -> str:
    return same_name(plain(heading))


def _row(
    chunks: Sequence[ScoredChunk], exact: _Exact, table: NoteTable, standing: Standing, rank: RankMode
) -> RankedNote:
    path = chunks[0].chunk.path
    pins = {candidate.chunk.id: exact.of_chunk(candidate) for candidate in chunks}
    pinned: Pin | None = "title" if path in exact.titled else "alias" if path in exact.called else None
    if pinned is None:
        pinned = min(pins.values(), key=lambda pin: _PIN_ORDER[pin])
        chunks = [candidate for candidate in chunks if pins[candidate.chunk.id] == pinned]
    best = max(chunks, key=lambda c: (c.relevance, -c.chunk.ordinal))
    weight = standing.folders.weight(path) if rank is RankMode.BLEND else 1.0
    score = _score(best.relevance, path, standing, rank) * weight
    return RankedNote(table.rows[path], best, score, pinned, len(pins) - 1, weight)


def _uncrowded(ranked: Sequence[RankedNote], table: NoteTable) -> list[RankedNote]:
    """Let daily notes after the first few count less and less, as long as there is something else to be seen.

    Not when W and F are 0: then a score is the relevance. The daily notes keep their order, and so do the others;
    nothing is left out.
    """
    daily = [not row.pinned and table.is_daily(row.note.path) for row in ranked]
    if not any(daily) or all(daily):
        return list(ranked)
    rows, before = [], 0
    for row, is_daily in zip(ranked, daily, strict=True):
        factor = max(CROWDING ** max(before - FREE_DAILY + 1, 0), MOST_CROWDING) if is_daily else 1.0
        rows.append(replace(row, score=row.score * factor, crowding=factor))
        before += is_daily
    return sorted(rows, key=lambda row: _order(row, RankMode.BLEND))


def pinned_phrase(query: Query) -> str:
    """Return the words whose exact run puts a note first: a quoted phrase, else the whole of a plain query.

    A plain query needs two words that tell something: "of the" stands in every note.
    """
    if len(query.phrases) == 1 and not query.words:
        return query.phrases[0]
    plain = query.words and not query.phrases and all(len(group) == 1 for group in query.groups)
    telling = [word for word in query.words if not is_function_word(word)]
    return query.meaning if plain and len(telling) > 1 else ""


def lines_about(row: RankedNote, about: Iterable[Callable[[str], Sequence[int] | None]]) -> str:
    """Return the lines of a row's chunk that filters are about, empty when there are none."""
    chunk = row.best.chunk
    text = chunk.text.split("\n")
    numbers = sorted({line for lines in about for line in lines(chunk.path) or () if line >= chunk.line_start})
    return "\n".join(text[n - chunk.line_start] for n in numbers if n - chunk.line_start < len(text))


def make_result(row: RankedNote, query: Query, standing: Standing, about: str = "") -> SearchResult:
    """Return a row of the list as it is shown: with snippet, marks and every factor of its score.

    Args:
        row: The row.
        query: What was asked.
        standing: What lifts a note.
        about: The lines of the chunk that filters are about: where no word was asked for, the snippet is one of them.
    """
    chunk = row.best.chunk
    words = snippet_words(query)
    snippet = make_snippet(chunk.text if words or not about else about, words, prefix=query.prefix)
    return SearchResult(
        path=chunk.path,
        title=row.note.title,
        heading=" › ".join(chunk.headings),
        line_start=chunk.line_start,
        line_end=chunk.line_end,
        snippet=snippet.text,
        marks=snippet.marks,
        score=row.score,
        relevance=row.best.relevance,
        words=row.best.words,
        cosine=row.best.cosine,
        pinned=row.pinned,
        firing=chunk.path in standing.firing_paths,
        salience=standing.salience.get(chunk.path, _NO_SALIENCE),
        modified=row.note.modified,
        chunk_id=chunk.id,
        more=row.more,
        looked_for=tuple(snippet_words(query)),
        prefix=query.prefix,
        folder_weight=row.folder_weight,
        crowding=row.crowding,
        problem=row.note.problem,
    )


def snippet_words(query: Query) -> Sequence[str]:
    """Return what is marked in a snippet; the last may be unfinished."""
    return [term.value for term in query.terms if term.is_text]


def _score(relevance: float, path: str, standing: Standing, rank: RankMode) -> float:
    if rank is not RankMode.BLEND:
        return relevance
    salience = standing.salience.get(path, _NO_SALIENCE).value
    weights = standing.weights
    return blend(relevance, salience, path in standing.firing_paths, weights.salience, weights.firing)


def _order(row: RankedNote, rank: RankMode) -> tuple[float | str, ...]:
    first = -row.note.modified if rank is RankMode.NEWEST else -row.score
    return (_PIN_ORDER[row.pinned], first, -row.best.relevance, row.note.path, row.best.chunk.ordinal)
