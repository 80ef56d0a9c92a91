"""Gathers changes until they have settled."""

from __future__ import annotations

_MOST = 2000


class ChangeBuffer:
    """Paths that changed, given out together once nothing more comes, or after the longest wait.

    It keeps no clock: times are seconds of any steady clock, passed in.
    """

    def __init__(self, settle: float = 0.1, longest: float = 1.0) -> None:
        """Make an empty buffer.

        Args:
            settle: Quiet time after the last change.
            longest: Time after the first change when they are given out even if more keep coming.
        """
        self._settle = settle
        self._longest = longest
        self._paths: set[str] = set()
        self._everything = False
        self._first: float | None = None
        self._last = 0.0

    def add(self, path: str | None, now: float) -> None:
        """Take note of a change; None, or more paths than can be told apart usefully, means that anything may have."""
        if path is None or len(self._paths) >= _MOST:
            self._everything = True
            self._paths.clear()
        elif not self._everything:
            self._paths.add(path)
        self._first = now if self._first is None else self._first
        self._last = now

    def due(self) -> float | None:
        """Return when the changes are to be taken; None when there are none."""
        if self._first is None:
            return None
        return min(self._last + self._settle, self._first + self._longest)

    def take(self) -> frozenset[str] | None:
        """Empty the buffer and return what was in it; None means that anything may have changed."""
        changes = None if self._everything else frozenset(self._paths)
        self._paths, self._everything, self._first = set(), False, None
        return changes
