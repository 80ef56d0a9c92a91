"""What a search returns, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from app.ledger.commitment import Commitment
from app.ledger.context_matches import ContextMatches
from app.salience.parts import SalienceParts


class RankMode(StrEnum):
    """How results are ordered; one key cycles them."""

    BLEND = "blend"
    PLAIN = "plain"
    NEWEST = "newest"


class Arm(StrEnum):
    """Which evidence makes the relevance."""

    WORDS = "words"
    MEANING = "meaning"
    FUSED = "fused"


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One note in the list, shown by its best chunk.

    Attributes:
        path: The note.
        title: Its title.
        heading: The heading path of the chunk, joined by " › "; empty above the first heading.
        line_start: First line of the chunk.
        line_end: Last line of the chunk, included.
        snippet: One line around the first match.
        marks: (start, end) ranges of matched words in `snippet`.
        score: What the order depends on: relevance x (1 + W s) x (1 + F b) in blend mode.
        relevance: r: fused lexical and dense relevance, >= 0.
        words: The lexical part of r, in [0, 1].
        cosine: The dense part of r, in [-1, 1]; None when no vector was compared.
        pinned: Which exact name or phrase put it first, or None.
        firing: True when the note is linked from a firing unresolved commitment: b = 1.
        salience: s and its components.
        modified: Last modification, seconds since the epoch.
        chunk_id: The chunk's row in the index.
        more: Further chunks of the same note that matched.
        folder_weight: What the settings multiply the score of notes of its folder by.
        crowding: What the score of a daily note is multiplied by, because of those that stand before it.
        looked_for: The words and phrases of the query, to be marked in the whole note.
        prefix: True when the last of them may be unfinished.
        problem: What of the note was not read; empty when all was.
    """

    path: str
    title: str
    heading: str
    line_start: int
    line_end: int
    snippet: str
    marks: tuple[tuple[int, int], ...]
    score: float
    relevance: float
    words: float
    cosine: float | None
    pinned: Literal["title", "alias", "heading", "phrase"] | None
    firing: bool
    salience: SalienceParts
    modified: float
    chunk_id: int
    more: int = 0
    folder_weight: float = 1.0
    crowding: float = 1.0
    looked_for: tuple[str, ...] = ()
    prefix: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Operative:
    """A commitment that fires in this context, and where it points: one row of the band above the results."""

    commitment: Commitment
    results: tuple[SearchResult, ...]


@dataclass(frozen=True, slots=True)
class Chip:
    """How one part of a query was understood.

    Attributes:
        name: What it is: "tag", "without", "words"; empty for one that is only a remark.
        value: What is asked for.
        remark: What else there is to say, such as that an operator was taken as words.
        is_without: True for what is not wanted.
    """

    name: str
    value: str
    remark: str = ""
    is_without: bool = False


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The answer to one query.

    Attributes:
        query: As typed: what a stale answer is told by.
        read_as: How it was understood, for people.
        rank: The order used.
        arm: The evidence used; `WORDS` while the model loads.
        results: Best first.
        operative: The band, at most three.
        maybe: Commitments that may be operative; never asserted, at most three.
        timings_ms: Milliseconds by step.
        pending: Chunks that have no vector yet.
        reading: How each part of the query was understood, in order.
        matches: All that the query met, in the band or not: what the agenda shows as long as the query stands.
    """

    query: str
    read_as: str
    rank: RankMode
    arm: Arm
    results: tuple[SearchResult, ...] = ()
    operative: tuple[Operative, ...] = ()
    maybe: tuple[Commitment, ...] = ()
    timings_ms: tuple[tuple[str, float], ...] = ()
    pending: int = 0
    matches: ContextMatches = ContextMatches()
    reading: tuple[Chip, ...] = ()
