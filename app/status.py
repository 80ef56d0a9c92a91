"""How a vault is doing, as values."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.events import EmbedderState, IndexProgress
    from app.index.records import Counts


@dataclass(frozen=True, slots=True)
class Status:
    """What the status line says.

    Attributes:
        notes: Notes in the index.
        chunks: Chunks in the index.
        pending: Chunks without a vector; 0 when meaning is switched off.
        embedder: What meaning can do at present.
        embedder_detail: One line about it; may be empty.
        ledger_problem: Why the ledger cannot be used; empty when it can.
        watch_notice: What to know about how changes are noticed; mostly empty.
        is_away: True while the vault is not where it was, as `watch_notice` says then.
        indexing: How far the pass under way has come, None when there is none.
        paused: True while the person has stopped indexing.
        problems: Notes and folders that could not be read as they should.
        index_problem: What went wrong with the index last, until something succeeds; mostly empty.
    """

    notes: int
    chunks: int
    pending: int
    embedder: EmbedderState
    embedder_detail: str
    ledger_problem: str
    watch_notice: str
    indexing: IndexProgress | None
    paused: bool
    problems: int
    index_problem: str = ""
    is_away: bool = False


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What `betimes index` says."""

    notes: int
    chunks: int
    embedded: int
    pending: int
    model: str
    dimension: int
    seconds: float


def index_report(counts: Counts, model: str, dimension: int, began: float) -> IndexReport:
    """Return the report of an update that began at `began`, by `time.perf_counter`."""
    seconds = round(time.perf_counter() - began, 3)
    return IndexReport(counts.notes, counts.chunks, counts.embedded, counts.pending, model, dimension, seconds)
