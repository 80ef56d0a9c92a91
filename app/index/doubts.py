"""Notes that were not found where they were: a second look, a moment later, decides whether they are gone."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

SECOND_LOOK = 0.5
"""Seconds after which a note that is still not there is gone: programs that save by deleting are done by then."""


class Doubts:
    """What was missed, and since when; for one thread."""

    def __init__(self, wait: float = SECOND_LOOK, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without any.

        Args:
            wait: Seconds between the looks.
            clock: Any steady clock, in seconds.
        """
        self._wait = wait
        self._clock = clock
        self._since: dict[str, float] = {}

    @property
    def paths(self) -> frozenset[str]:
        """What was missed once."""
        return frozenset(self._since)

    @property
    def is_due(self) -> bool:
        """True when there is something that can be decided."""
        return bool(self._since) and min(self._since.values()) + self._wait <= self._clock()

    def decide(self, missing: Collection[str], looked_at: Collection[str] | None) -> list[str]:
        """Return which notes are gone.

        Args:
            missing: Those that were not there this time.
            looked_at: Those that were looked for; None for all. What was looked for and is not missing is there again.
        """
        now = self._clock()
        seen = self.paths if looked_at is None else self.paths & set(looked_at)
        for path in seen.difference(missing):
            del self._since[path]
        gone = [path for path in missing if self._since.setdefault(path, now) + self._wait <= now]
        for path in gone:
            del self._since[path]
        return gone
