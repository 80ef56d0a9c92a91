"""Tasks for threads: those of one group run one after another, in the order in which they were asked for."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

Task = Callable[[], object]


class Lanes:
    """Which tasks wait, by group. May be used from any thread."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Task]] = {}
        self._running: set[str] = set()
        self._lock = threading.Lock()

    def add(self, group: str, task: Task) -> bool:
        """Let a task wait; returns True when nothing takes tasks of its group yet, so that somebody must `run` it."""
        with self._lock:
            self._waiting.setdefault(group, deque()).append(task)
            starts = group not in self._running
            self._running.add(group)
        return starts

    def is_busy(self, group: str) -> bool:
        """Return True while a task of the group runs or waits."""
        with self._lock:
            return group in self._running

    def run(self, group: str) -> None:
        """Run the tasks of a group until none waits; an error ends it, and `resume` tells whether any is left."""
        while (task := self._take(group)) is not None:
            task()

    def resume(self, group: str) -> bool:
        """Return True when tasks wait behind one that failed, so that somebody must `run` them."""
        with self._lock:
            if not self._waiting.get(group):
                self._running.discard(group)
            return group in self._running

    def _take(self, group: str) -> Task | None:
        with self._lock:
            if self._waiting.get(group):
                return self._waiting[group].popleft()
            self._running.discard(group)
        return None
