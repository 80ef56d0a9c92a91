"""Search: words within milliseconds, then words and meaning. No threads and no clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from app.search.alike import Like, words_query
from app.search.blend import BlendWeights
from app.search.candidates import Candidates, Found
from app.search.facts import Facts, has_lines
from app.search.folders import NO_RULES, FolderRules
from app.search.linked import Resolve, Target, targets
from app.search.notes import NoteTable
from app.search.query import Query
from app.search.ranking import RankedNote, ScoredChunk, Standing, lines_about, make_result, rank_notes
from app.search.reading import read_as, read_chips
from app.search.result import Arm, Chip, Operative, RankMode, SearchResult, SearchResults
from app.search.written import only_signs

if TYPE_CHECKING:
    from app.index.reader import IndexReader
    from app.index.vectors import VectorIndex
    from app.ledger.commitment import Commitment
    from app.salience.parts import SalienceParts
    from app.search.candidates import Vector

LIMIT = 50
"""Notes in a list."""
BAND = 3
"""Commitments in the band above the results."""
BAND_RESULTS = 3
"""Places shown of one commitment."""


class Searcher:
    """Answers queries over one state of the index, of salience and of firing.

    Args:
        reader: The index, read on the caller's thread.
        vectors: The vectors of its chunks; None while there is no model.
        salience: Standing scores by path.
        firing_paths: Notes that firing unresolved commitments link to or stand in.
        weights: W and F.
        table: The index's notes, when the caller keeps them between searches; read when None.
        facts: What filters ask about commitments, links and days.
        folders: How much the notes of folders count, and which are left out.
        sees: Which chunks, by row, may be found; None: all.
        each_chunk: True for a row for each chunk instead of one for each note.
    """

    def __init__(
        self,
        reader: IndexReader,
        vectors: VectorIndex | None,
        salience: Mapping[str, SalienceParts],
        firing_paths: frozenset[str],
        weights: BlendWeights | None = None,
        *,
        table: NoteTable | None = None,
        facts: Facts | None = None,
        folders: FolderRules = NO_RULES,
        sees: Callable[[int], bool] | None = None,
        each_chunk: bool = False,
    ) -> None:
        self._reader = reader
        self._vectors = vectors
        self._standing = Standing(salience, firing_paths, weights or BlendWeights(), folders)
        self._sees = sees
        self._each_chunk = each_chunk
        self._table = table if table is not None else NoteTable(reader.notes())
        self._facts = facts or Facts(reader=reader)

    def words(self, text: str, *, rank: RankMode = RankMode.BLEND, limit: int = LIMIT) -> SearchResults:
        """Return what has the words of a query: all of them, or any when nothing has all."""
        return self._answer(text, Arm.WORDS, rank, limit, Candidates.by_words)

    def fused(
        self,
        text: str,
        query_vector: Vector,
        *,
        arm: Arm = Arm.FUSED,
        rank: RankMode = RankMode.BLEND,
        limit: int = LIMIT,
    ) -> SearchResults:
        """Return what is near a query by words or meaning; by words alone while no chunk has a vector.

        Args:
            text: As typed.
            query_vector: The unit vector of `parse_query(text).meaning`, shape (dimension,).
            arm: `FUSED`, or `MEANING` to leave words out.
            rank: The order.
            limit: Notes at the most.
        """
        vectors = self._vectors
        if vectors is None or not len(vectors):
            return self.words(text, rank=rank, limit=limit)
        return self._answer(text, arm, rank, limit, lambda found: found.by_meaning(vectors, query_vector, arm))

    def alike(
        self, text: str, like: Like, weigh: Callable[[str], float], *, rank: RankMode, limit: int = LIMIT
    ) -> SearchResults:
        """Return the notes that are most like a note, or like a section of one; that note is not among them.

        By the vector of the section, with the words typed beside it if there are any; by its most telling words while
        it has no vector.

        Args:
            text: As typed.
            like: What was asked for.
            weigh: How telling the stem of a word is.
            rank: The order.
            limit: Notes at the most.
        """
        rest = self._facts.read(like.rest, self._table)
        chunks = like.chunks(self._reader.chunks_of(like.path))
        vector = self._vectors.mean_of(chunk.id for chunk in chunks) if self._vectors is not None else None
        if self._vectors is not None and vector is not None:
            query, arm = rest, Arm.FUSED if rest.meaning else Arm.MEANING
            found = self._candidates(query).by_meaning(self._vectors, vector, arm)
            arm = Arm.WORDS if only_signs(query) else arm
        else:
            query, arm = words_query(text, chunks, rest, weigh), Arm.WORDS
            candidates = self._candidates(query)
            found = Found() if query.is_empty else candidates.by_words()
        others = (candidate for candidate in found.scored if candidate.chunk.path != like.path)
        rows = rank_notes(others, query, self._table, self._standing, rank)
        results = tuple(make_result(row, query, self._standing) for row in rows[:limit])
        said = " · ".join(filter(None, (f"like: {self._name_of(like)}", read_as(rest))))
        chips = (Chip("like", self._name_of(like)), *read_chips(rest))
        return SearchResults(text, said, rank, arm, results, reading=chips)

    def _name_of(self, like: Like) -> str:
        note = self._table.rows.get(like.path)
        title = note.title if note else like.path
        repeats = like.headings[:1] == (title,)
        return " › ".join((title, *like.headings[repeats:]))

    def under(
        self, text: str, query_vector: Vector, saliences: Sequence[Mapping[str, SalienceParts]]
    ) -> list[list[RankedNote]]:
        """Return the rows of a fused search in blended order under other standing scores; the candidates are the same.

        Args:
            text: As typed.
            query_vector: The unit vector of what it means.
            saliences: Standing scores by path.
        """
        query = self._facts.read(text, self._table)
        if self._vectors is None or not query.meaning:
            return [[] for _ in saliences]
        scored = self._candidates(query).by_meaning(self._vectors, query_vector, Arm.FUSED).scored
        standings = [replace(self._standing, salience=salience) for salience in saliences]
        return [
            rank_notes(scored, query, self._table, standing, RankMode.BLEND, each_chunk=self._each_chunk)
            for standing in standings
        ]

    def operative(
        self,
        commitments: Sequence[Commitment],
        resolve: Resolve,
        text: str = "",
        query_vector: Vector | None = None,
    ) -> tuple[Operative, ...]:
        """Return the band above the results: where the commitments that fire in this context point.

        Args:
            commitments: Those that fire in this context, strongest first; at most three are shown.
            resolve: The note that a link target leads to.
            text: The query, for the snippets' marks.
            query_vector: Its vector, which chooses among the chunks of a note; None without one.

        Returns:
            One row for each commitment, without places when its links lead nowhere.
        """
        query = self._facts.read(text, self._table)
        return tuple(
            Operative(commitment, tuple(self._places(targets(commitment, resolve), query, query_vector)))
            for commitment in commitments[:BAND]
        )

    def _answer(
        self, text: str, arm: Arm, rank: RankMode, limit: int, find: Callable[[Candidates], Found]
    ) -> SearchResults:
        query = self._facts.read(text, self._table)
        arm = Arm.WORDS if only_signs(query) else arm
        if query.is_empty:
            return SearchResults(text, read_as(query), rank, arm, reading=read_chips(query))
        candidates = self._candidates(query)
        found = find(candidates) if query.meaning else candidates.by_filters()
        rows = rank_notes(found.scored, query, self._table, self._standing, rank, each_chunk=self._each_chunk)
        about = [self._facts.lines(term) for term in query.terms if has_lines(term)]
        results = tuple(make_result(row, query, self._standing, lines_about(row, about)) for row in rows[:limit])
        said, chips = read_as(query, any_word=found.any_word), read_chips(query, any_word=found.any_word)
        return SearchResults(text, said, rank, arm, results, reading=chips)

    def _candidates(self, query: Query) -> Candidates:
        return Candidates(self._reader, self._table, self._facts, query, self._standing.folders, self._sees)

    def _places(self, found: Sequence[Target], query: Query, vector: Vector | None) -> list[SearchResult]:
        places = []
        for target in [target for target in found if target.path in self._table.rows][:BAND_RESULTS]:
            chunks = self._reader.chunks_of(target.path)
            meant = [chunk for chunk in chunks if target.names(chunk)] or chunks
            cosines = self._cosines([chunk.id for chunk in meant], vector)
            scored = [ScoredChunk(chunk, 0.0, c := cosines.get(chunk.id), max(c or 0.0, 0.0)) for chunk in meant]
            if scored:
                best = max(scored, key=lambda candidate: (candidate.relevance, -candidate.chunk.ordinal))
                row = RankedNote(self._table.rows[target.path], best, best.relevance, None, 0)
                places.append(make_result(row, query, self._standing))
        return places

    def _cosines(self, ids: Sequence[int], vector: Vector | None) -> Mapping[int, float]:
        return {} if self._vectors is None or vector is None else self._vectors.cosines(vector, ids)
