"""From scored chunks to an ordered list of notes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from app.ledger.matching import is_function_word
from app.salience.parts import SalienceParts
from app.search.blend import BlendWeights, blend
from app.search.filters import has_phrase
from app.search.result import RankMode, SearchResult
from app.search.snippet import make_snippet

if TYPE_CHECKING:
    from app.index.records import ChunkRow, NoteRow
    from app.search.notes import NoteTable
    from app.search.query import Query

Pin = Literal["title", "alias", "phrase"]

_PIN_ORDER: Mapping[Pin | None, int] = {"title": 0, "alias": 1, "phrase": 2, None: 3}
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
    """What lifts a note whatever the query: salience by path, the notes of firing commitments, W and F."""

    salience: Mapping[str, SalienceParts]
    firing_paths: Collection[str]
    weights: BlendWeights


@dataclass(frozen=True, slots=True)
class RankedNote:
    """A note of the list before its snippet is cut: its best chunk, and how many others matched."""

    note: NoteRow
    best: ScoredChunk
    score: float
    pinned: Pin | None
    more: int


def rank_notes(
    scored: Iterable[ScoredChunk], query: Query, table: NoteTable, standing: Standing, rank: RankMode
) -> list[RankedNote]:
    """Return one row for each note, best first; every candidate's note is in it. Within one note, a row for each place.

    Exact title, alias and phrase come first in every mode. Equal scores are ordered by relevance, then by path, so that
    the order is that of relevance wherever salience and firing are equal.
    """
    phrase = pinned_phrase(query)
    titled, called = set(table.titled(query.meaning)), set(table.called(query.meaning))
    rows: dict[tuple[str, int], list[ScoredChunk]] = {}
    for candidate in scored:
        place = candidate.chunk.id if query.is_within else 0
        rows.setdefault((candidate.chunk.path, place), []).append(candidate)
    ranked = []
    for (path, _), chunks in rows.items():
        named: Pin | None = "title" if path in titled else "alias" if path in called else None
        exact = [c for c in chunks if phrase and c.words > 0.0 and has_phrase(c.chunk.text, phrase)]
        best = max(exact if exact and not named else chunks, key=lambda c: (c.relevance, -c.chunk.ordinal))
        pinned: Pin | None = named or ("phrase" if exact else None)
        score = _score(best.relevance, path, standing, rank)
        ranked.append(RankedNote(table.rows[path], best, score, pinned, len(chunks) - 1))
    return sorted(ranked, key=lambda row: _order(row, rank))


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
