"""A mean with its 95 % interval by the bootstrap, whole blueprints drawn at a time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROUNDS = 2000
"""Samples drawn for one interval."""
SEED = 20_260_922
"""Where drawing starts, so that the same outcomes give the same interval."""
_LOW, _HIGH = 2.5, 97.5


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over items.

    Attributes:
        n: How many items; with 0 of them nothing can be said.
        value: Their mean; None without any.
        low: Lower end of the 95 % interval; None without any.
        high: Upper end.
    """

    n: int = 0
    value: float | None = None
    low: float | None = None
    high: float | None = None


def estimate(items: Iterable[tuple[str, float]], *, rounds: int = ROUNDS, seed: int = SEED) -> Estimate:
    """Return the mean of values with a percentile interval by the cluster bootstrap (Davison and Hinkley 1997, 3.8).

    Items of one cluster stand and fall together (the variants of one blueprint do), so that clusters are drawn with
    replacement, as many as there are, and the mean is taken over all items of those drawn.

    Args:
        items: Cluster and value of each.
        rounds: How many samples are drawn.
        seed: Where drawing starts.
    """
    import numpy as np

    sums: dict[str, float] = {}
    counts: dict[str, int] = {}
    for cluster, value in items:
        sums[cluster] = sums.get(cluster, 0.0) + value
        counts[cluster] = counts.get(cluster, 0) + 1
    total = sum(counts.values())
    if not total:
        return Estimate()
    drawn = _draws(len(sums), rounds, seed)
    means = drawn @ np.array(list(sums.values())) / (drawn @ np.array(list(counts.values()), dtype=float))
    low, high = np.percentile(means, (_LOW, _HIGH))
    return Estimate(total, sum(sums.values()) / total, float(low), float(high))


@lru_cache(maxsize=16)
def _draws(clusters: int, rounds: int, seed: int) -> NDArray[np.float64]:
    """Return how often each cluster is in each sample, shape (rounds, clusters)."""
    import numpy as np

    drawn = np.random.default_rng(seed).multinomial(clusters, np.full(clusters, 1.0 / clusters), size=rounds)
    return drawn.astype(np.float64)
