"""Gathers changes until they have settled."""

from __future__ import annotations

_MOST = 2000


class ChangeBuffer:
    """Paths that changed, given out together once nothing more comes, or after the longest wait.

    A flood, as of unpacking an archive, is waited out: looking at everything takes as long as it takes, and once is
    enough. It keeps no clock: times are seconds of any steady clock, passed in.
    """

    def __init__(
        self, settle: float = 0.1, longest: float = 1.0, flood_settle: float = 0.5, flood_longest: float = 10.0
    ) -> None:
        """Make an empty buffer.

        Args:
            settle: Quiet time after the last change.
            longest: Time after the first change when they are given out even if more keep coming.
            flood_settle: The same for a flood.
            flood_longest: The same for a flood.
        """
        self._calm = settle, longest
        self._flood = flood_settle, flood_longest
        self._paths: set[str] = set()
        self._everything = False
        self._count = 0
        self._first: float | None = None
        self._last = 0.0

    def add(self, path: str | None, now: float, count: int = 1) -> None:
        """Take note of a change; None, or more paths than can be told apart usefully, means that anything may have.

        Args:
            path: What changed.
            now: When.
            count: How many reports it stands for.
        """
        self._count += count
        if path is None or len(self._paths) >= _MOST:
            self._everything = True
            self._paths.clear()
        elif not self._everything:
            self._paths.add(path)
        self._first = now if self._first is None else self._first
        self._last = now

    @property
    def is_everything(self) -> bool:
        """True when anything may have changed: which paths are added makes no difference then."""
        return self._everything

    def due(self) -> float | None:
        """Return when the changes are to be taken; None when there are none."""
        if self._first is None:
            return None
        settle, longest = self._flood if self._everything and self._count > _MOST else self._calm
        return min(self._last + settle, self._first + longest)

    def take(self) -> frozenset[str] | None:
        """Empty the buffer and return what was in it; None means that anything may have changed."""
        changes = None if self._everything else frozenset(self._paths)
        self._paths, self._everything, self._count, self._first = set(), False, 0, None
        return changes
