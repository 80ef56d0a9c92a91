"""How far a pass has come, and how long it will take."""

from __future__ import annotations

import time
from collections.abc import Callable

from app.events import IndexProgress


class Pace:
    """Counts the units of one pass.

    Args:
        stage: See `IndexProgress`.
        total: Units in the pass.
        clock: Seconds that never go back.
    """

    def __init__(self, stage: str, total: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._stage = stage
        self._total = total
        self._clock = clock
        self._started = clock()
        self._done = 0

    def advance(self, units: int, current: str = "") -> IndexProgress:
        """Count finished units; the time left assumes that the rest goes at the pace so far."""
        self._done = min(self._done + units, self._total)
        left = self._total - self._done
        seconds = (self._clock() - self._started) / self._done * left if self._done else None
        return IndexProgress(self._stage, self._done, self._total, seconds, current)
