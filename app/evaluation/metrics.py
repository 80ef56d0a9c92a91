"""Metrics of one note's place in lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.evaluation.bootstrap import Estimate, estimate

Rank = int | None
"""A place in a list, 1 for the first; None for what is not in it."""


@dataclass(frozen=True, slots=True)
class Placing:
    """How high a note stands: recall at 1 and 5, and the mean reciprocal rank."""

    recall_1: Estimate
    recall_5: Estimate
    mrr: Estimate


def recall_at(k: int, rank: Rank) -> float:
    """Return 1 when the one relevant item is among the first k, else 0."""
    return float(rank is not None and rank <= k)


def reciprocal(rank: Rank) -> float:
    """Return 1 / rank, 0 for what is not in the list."""
    return 1.0 / rank if rank else 0.0


def placing(ranks: Iterable[tuple[str, Rank]]) -> Placing:
    """Return the three metrics over (cluster, rank) pairs."""
    found = list(ranks)
    return Placing(
        estimate((cluster, recall_at(1, rank)) for cluster, rank in found),
        estimate((cluster, recall_at(5, rank)) for cluster, rank in found),
        estimate((cluster, reciprocal(rank)) for cluster, rank in found),
    )


def rank_of(wanted: str, listed: Sequence[str]) -> Rank:
    """Return the place of an item in a list, its first one; None when it is not there."""
    return listed.index(wanted) + 1 if wanted in listed else None


def is_hard(rank: Rank, candidates: int) -> bool:
    """Return True when a rank is in the bottom half of its candidates: the paper's relative gate (section 4.1)."""
    return rank is None or rank > candidates / 2
