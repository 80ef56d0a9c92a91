"""Candidates: chunks by words and by meaning, before salience and firing have a say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from app.index.lexical import one_of_each_first
from app.index.records import LexicalHit
from app.search.blend import fuse, saturate
from app.search.expression import any_expression, match_expression
from app.search.facts import Facts, has_lines
from app.search.filters import Test, admits_chunk, has_filters, is_only_words, note_test
from app.search.folders import NO_RULES, FolderRules
from app.search.ranking import HEADING_NOTES, ScoredChunk, is_headed
from app.search.result import Arm
from app.search.written import LIFT, is_telling, only_signs, share_written, written_forms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.index.reader import IndexReader
    from app.index.records import ChunkRow, LexicalHit
    from app.index.vectors import VectorIndex
    from app.search.notes import NoteTable
    from app.search.query import Query

    Vector = NDArray[np.float32]

LEXICAL = 100
"""Chunks taken by words."""
DENSE = 80
"""Chunks taken by meaning."""
NEAR = 0.2
"""Cosine from which a chunk is found by meaning alone; unrelated texts of the packaged model lie below. A query that
resembles nothing finds nothing, and what words find is not asked for it."""
UNRANKED = 300
"""Notes taken when filters are all that was asked."""
BATCH = 100
"""Notes read at a time."""
FEW = 5_000
"""Notes let through up to which only their chunks are matched; of more, the best matches are gone through."""
FILTERED = 20_000
"""Chunks looked at by words when filters, or the very form of a word, will leave few of them."""
EVERY = 10_000_000
"""As many as there are: filters may let through only what is beyond the others."""
HEADED = 400
"""Chunks with the words of the query in their headings that are compared with it."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one search found.

    Attributes:
        scored: The candidates with their evidence.
        any_word: True when no chunk has all the words, so that any of them was enough.
    """

    scored: tuple[ScoredChunk, ...] = ()
    any_word: bool = False


@dataclass(slots=True)
class Candidates:
    """Finds and scores the chunks of one query.

    Attributes:
        reader: The index.
        table: Its notes.
        facts: What filters ask for.
        query: What was asked.
        folders: Which folders are left out.
        sees: Which chunks, by row, may be found; None: all.
        few: Notes let through up to which only their chunks are matched.
    """

    reader: IndexReader
    table: NoteTable
    facts: Facts
    query: Query
    folders: FolderRules = NO_RULES
    sees: Callable[[int], bool] | None = None
    few: int = FEW
    _admitted: dict[str, bool] = field(default_factory=dict)
    _test: Test | None = None

    def by_words(self) -> Found:
        """Return chunks that have all the words; when there are none, chunks that have any."""
        expression = match_expression(self.query)
        if not expression:
            return self.by_signs() if only_signs(self.query) else self.by_filters()
        scored = self._score_words(self._by_name(self._match(expression)))
        if scored or len(self.query.words) < 2:
            return Found(scored)
        return Found(self._score_words(self._match(any_expression(self.query))), any_word=True)

    def by_meaning(self, vectors: VectorIndex, vector: Vector, arm: Arm) -> Found:
        """Return the chunks that are best by words or by meaning, each scored by both.

        Args:
            vectors: The vault's chunk vectors.
            vector: The query's, shape (dimension,).
            arm: `FUSED`, or `MEANING` to leave words out.
        """
        if only_signs(self.query):
            return self.by_signs()
        dense = self._close(vectors, vector)
        expression = any_expression(self.query) if arm is Arm.FUSED else ""
        hits = self._by_name(self._match(expression, dense))
        ids = list(dict.fromkeys([*hits, *dense]))
        cosines = vectors.cosines(vector, ids)
        top = max(hits.values(), default=0.0)

        def score(chunk: ChunkRow) -> ScoredChunk:
            words, cosine = saturate(hits.get(chunk.id, 0.0), top), cosines.get(chunk.id)
            relevance = fuse(cosine, words) if arm is Arm.FUSED else max(cosine or 0.0, 0.0)
            return ScoredChunk(chunk, words, cosine, relevance)

        return Found(self._scored(ids, score))

    def _close(self, vectors: VectorIndex, vector: Vector) -> list[int]:
        """Return the chunks that are near by meaning and let through, the nearest first.

        When single chunks are left out, more and more of the nearest are looked at until enough are left.
        """
        looked_at = DENSE
        keep = self._admits if has_filters(self.query) or self.folders.hidden else None
        while True:
            near = [chunk_id for chunk_id, _ in vectors.top_k(vector, looked_at, keep, NEAR)]
            found = near if self.sees is None else list(filter(self.sees, near))
            if len(found) >= DENSE or len(near) < looked_at:
                return found[:DENSE]
            looked_at *= 8

    @property
    def _is_narrowed(self) -> bool:
        return has_filters(self.query) or bool(self.folders.hidden) or self.sees is not None

    def by_filters(self) -> Found:
        """Return the first chunk of each note that the filters let through, the newest notes when there are many.

        Nothing else was asked, so all of them are as relevant: r = 1.
        """
        newest = sorted(self.table.rows.values(), key=lambda note: (-note.modified, note.path))
        admitted = (note.path for note in newest if self._admits(note.path))
        chunks = islice(self._places(admitted), UNRANKED)
        return Found(tuple(ScoredChunk(chunk, 0.0, None, 1.0) for chunk in chunks))

    def _places(self, admitted: Iterable[str]) -> Iterator[ChunkRow]:
        """Yield a chunk of each note: the first that a filter is about, else the first; within one note, all of them.

        Notes are read many at a time, because a filter on chunks may look at all of them.
        """
        about = [self.facts.lines(term) for term in self.query.terms if has_lines(term)]
        paths = iter(admitted)
        while batch := list(islice(paths, BATCH)):
            for path, chunks in self.reader.chunks_by_note(batch).items():
                kept = [chunk for chunk in chunks if self._keeps(chunk)]
                if self.query.is_within:
                    yield from kept
                elif kept:
                    lines = [line for lines_in in about for line in lines_in(path) or ()]
                    meant = (c for c in kept if any(c.line_start <= line <= c.line_end for line in lines))
                    yield next(meant, kept[0])

    def _match(self, expression: str, others: Sequence[int] = ()) -> dict[int, float]:
        """Return bm25 by chunk, of notes that the filters let through; of many, the best of each note first.

        Args:
            expression: What is to be matched; nothing matches an empty one.
            others: Candidates for another reason, whose words count as well if they match, however many match better.
        """
        if not expression:
            return {}
        forms = written_forms(self.query)
        is_wide = has_filters(self.query) or any(map(is_telling, forms))
        few = self._few_admitted()
        if few is None:
            admitted = self._match_all(expression, FILTERED if is_wide else LEXICAL)
        else:
            admitted = self._seen(self.reader.match_within(expression, few))
        admitted = self._as_written_first(admitted, forms)
        if len(admitted) > LEXICAL:
            admitted = (one_of_each_first(admitted) if is_wide else admitted)[:LEXICAL]
        taken = {hit.chunk_id for hit in admitted}
        found = self.reader.chunks(id_ for id_ in others if id_ not in taken)
        known = self.reader.scores(expression, found) if found else {}
        more = [LexicalHit(id_, found[id_].path, bm25) for id_, bm25 in known.items()]
        admitted += self._as_written_first(more, forms)
        exact = self.reader.exact_first(expression, admitted, self.query.words, self._admits)
        return {hit.chunk_id: hit.bm25 for hit in exact}

    def _few_admitted(self) -> list[str] | None:
        """Return the notes that the filters let through; None when there are no filters, or too many such notes."""
        if not has_filters(self.query):
            return None
        paths = [path for path in self.table.rows if self._admits(path)]
        return paths if len(paths) <= self.few else None

    def _match_all(self, expression: str, limit: int) -> list[LexicalHit]:
        """Return the best matches of the vault, looking at more and more until enough of them are let through."""
        most = EVERY if has_filters(self.query) else FILTERED
        while True:
            hits = self.reader.match(expression, limit)
            admitted = self._seen(hit for hit in hits if self._admits(hit.path))
            if len(hits) < limit or len(admitted) >= LEXICAL or limit >= most:
                return admitted
            limit = min(limit * 8, most)

    def _seen(self, hits: Iterable[LexicalHit]) -> list[LexicalHit]:
        return [hit for hit in hits if self.sees is None or self.sees(hit.chunk_id)]

    def by_signs(self) -> Found:
        """Return the chunks in which signs stand that the index does not know, of the newest notes first."""
        sought = [term.value for term in self.query.terms if term.is_text]
        newest = sorted(self.table.rows.values(), key=lambda note: (-note.modified, note.path))
        paths = iter([note.path for note in newest if self._admits(note.path)])
        found: list[ChunkRow] = []
        while len(found) < UNRANKED and (batch := list(islice(paths, BATCH))):
            for chunks in self.reader.chunks_by_note(batch).values():
                found += [c for c in chunks if all(sign in c.text for sign in sought) and self._keeps(c)]
        return Found(tuple(ScoredChunk(chunk, 1.0, None, 1.0) for chunk in found[:UNRANKED]))

    def _as_written_first(self, hits: list[LexicalHit], forms: Sequence[str]) -> list[LexicalHit]:
        """Lift the hits that have words with capitals or signs as they were typed."""
        if not forms:
            return hits
        texts = self.reader.full_texts(hit.chunk_id for hit in hits)
        lifted = (
            replace(hit, bm25=hit.bm25 * (1.0 + LIFT * share_written(texts.get(hit.chunk_id, ""), forms)))
            for hit in hits
        )
        return sorted(lifted, key=lambda hit: -hit.bm25)

    def _by_name(self, hits: Mapping[int, float]) -> dict[int, float]:
        """Add what the query names exactly, whatever its words and meaning: first chunks of notes, and sections."""
        name = self.query.meaning
        named = [path for path in (*self.table.titled(name), *self.table.called(name)) if self._admits(path)]
        added = [chunk.id for path in dict.fromkeys(named) for chunk in self.reader.chunks_of(path)[:1]]
        sections = [
            (id_, path) for id_, path, headings in self.reader.headed(name, HEADED) if is_headed(headings, name)
        ]
        if len({path for _, path in sections}) <= HEADING_NOTES:
            added += [chunk_id for chunk_id, path in sections if self._admits(path)]
        return {**hits, **{chunk_id: 0.0 for chunk_id in added if chunk_id not in hits}}

    def _score_words(self, hits: Mapping[int, float]) -> tuple[ScoredChunk, ...]:
        top = max(hits.values(), default=0.0)

        def score(chunk: ChunkRow) -> ScoredChunk:
            words = saturate(hits[chunk.id], top)
            return ScoredChunk(chunk, words, None, words)

        return self._scored(hits, score)

    def _scored(self, ids: Iterable[int], score: Callable[[ChunkRow], ScoredChunk]) -> tuple[ScoredChunk, ...]:
        chunks = self.reader.chunks(ids)
        return tuple(score(chunk) for chunk in chunks.values() if self._keeps(chunk))

    def _admits(self, path: str) -> bool:
        if path not in self._admitted:
            note = self.table.rows.get(path)
            if self._test is None:
                self._test = self._make_test()
            self._admitted[path] = note is not None and self._test(note)
        return self._admitted[path]

    def _make_test(self) -> Test:
        test, hidden = note_test(self.query, self.facts), self.folders.hidden
        if not hidden:
            return test
        asked = self._asked()
        return lambda note: test(note) and not self.folders.hides(note.path, asked)

    def _asked(self) -> list[str]:
        """Return the folders and notes that the query wants to look into by `path:` and `in:`."""
        wanted = [term for term in self.query.terms if not term.negated]
        notes = (self.facts.note_of(term.value) for term in wanted if term.kind == "in")
        return [*(term.value for term in wanted if term.kind in ("path", "in")), *filter(None, notes)]

    def _keeps(self, chunk: ChunkRow) -> bool:
        note = self.table.rows.get(chunk.path)
        if self.sees is not None and not self.sees(chunk.id):
            return False
        if is_only_words(self.query):
            return note is not None
        return note is not None and admits_chunk(self.query, note, chunk, self.facts)
