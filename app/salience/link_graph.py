"""Which notes link to which, and the PageRank that follows from it: computed again only when a link is another.

The arithmetic is that of `networkx.pagerank` (personalisation, weights and start left at their defaults), over arrays:
a graph of objects takes longer to build than the ranks to compute.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Indices = NDArray[np.int64]

DAMPING = 0.85
"""Probability that the random reader of PageRank follows a link (Page et al. 1999)."""
_TOLERANCE = 1e-6
_MOST_ROUNDS = 100


class LinkGraph:
    """The resolved links of a vault, kept from one change to the next; for one thread at a time."""

    def __init__(self) -> None:
        self._targets: dict[str, frozenset[str]] = {}
        self._paths: frozenset[str] = frozenset()
        self._scores: Mapping[str, float] | None = None

    def replace(self, links: Iterable[tuple[str, str]], sources: Collection[str] | None = None) -> None:
        """Take over links.

        Args:
            links: (source, target) of each.
            sources: The notes whose links these are, those without any included; None when they are all there are.
        """
        found: dict[str, set[str]] = {}
        for source, target in links:
            found.setdefault(source, set()).add(target)
        for source in self._targets.keys() | found.keys() if sources is None else sources:
            targets = frozenset(found.get(source, ()))
            if targets != self._targets.get(source, frozenset()):
                self._scores = None
                self._targets[source] = targets

    def scores(self, paths: Collection[str]) -> Mapping[str, float]:
        """Return the PageRank of each note; the very mapping of the last call when notes and links are the same."""
        notes = frozenset(paths)
        if self._scores is None or notes != self._paths:
            pairs = ((source, target) for source, targets in self._targets.items() for target in targets)
            self._scores, self._paths = page_rank(notes, pairs), notes
        return self._scores


def page_rank(paths: Collection[str], links: Iterable[tuple[str, str]]) -> dict[str, float]:
    """Return the PageRank of each note over resolved links.

    Links from a note to itself, and links from or to what is not a note, are left out. Every note gets a value; without
    links all are the same.

    Args:
        paths: The vault's notes.
        links: (source, target) of each resolved link; a repeated link counts once.
    """
    import numpy as np

    names = sorted(set(paths))
    number = {path: at for at, path in enumerate(names)}
    pairs = {(number[a], number[b]) for a, b in links if a != b and a in number and b in number}
    if not names:
        return {}
    ends = np.array(sorted(pairs), np.int64).reshape(-1, 2)
    return dict(zip(names, _iterated(len(names), ends[:, 0], ends[:, 1]).tolist(), strict=True))


def _iterated(count: int, sources: Indices, targets: Indices) -> Numbers:
    """Return the ranks of `count` nodes by power iteration; all the same when it does not settle."""
    import numpy as np

    out = np.bincount(sources, minlength=count)
    shares, dangling = 1.0 / np.maximum(out, 1), out == 0
    ranks: Numbers = np.full(count, 1.0 / count)
    for _ in range(_MOST_ROUNDS):
        passed = np.bincount(targets, weights=(ranks * shares)[sources], minlength=count)
        following: Numbers = DAMPING * (passed + ranks[dangling].sum() / count) + (1.0 - DAMPING) / count
        if np.abs(following - ranks).sum() < count * _TOLERANCE:
            return following
        ranks = following
    return np.full(count, 1.0 / count)
