"""Where the threads of the system's watching leave what they saw: bounded, whatever happens on the disk."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass

MOST = 2000
"""Different places that are told apart; with more of them in one moment, all is looked at."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A place where something changed: its absolute path, and whether it is a folder."""

    path: str
    is_folder: bool


@dataclass(frozen=True, slots=True)
class Taken:
    """What came in.

    Attributes:
        seen: Where something changed; empty when `is_lost`.
        is_lost: Anything may have changed: too much came in, or the system lost count.
        is_asked: Somebody asked for a look at everything.
        count: How many reports there were.
    """

    seen: frozenset[Seen] = frozenset()
    is_lost: bool = False
    is_asked: bool = False
    count: int = 0


class Inbox:
    """Takes reports from any thread; putting one in takes no time and cannot fail."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._wake = threading.Condition()
        self._seen: set[Seen] = set()
        self._is_lost = self._is_asked = self._is_over = False
        self._count = 0

    def put(self, path: str | bytes, *, is_folder: bool) -> None:
        """Leave a report."""
        with self._wake:
            self._count += 1
            if self._is_lost:
                return
            self._seen.add(Seen(os.fsdecode(path), is_folder))
            if len(self._seen) > self._most:
                self._lose()
            self._wake.notify()

    def lose(self) -> None:
        """Say that reports were lost."""
        with self._wake:
            self._count += 1
            self._lose()
            self._wake.notify()

    def _lose(self) -> None:
        self._is_lost = True
        self._seen.clear()

    def ask(self) -> None:
        """Ask for a look at everything."""
        with self._wake:
            self._is_asked = True
            self._wake.notify()

    def end(self) -> None:
        """Let nobody wait any more."""
        with self._wake:
            self._is_over = True
            self._wake.notify()

    def take(self, timeout: float) -> Taken:
        """Wait until something is there, as long as that, and take it out."""
        with self._wake:
            self._wake.wait_for(lambda: self._count or self._is_asked or self._is_over, timeout)
            taken = Taken(frozenset(self._seen), self._is_lost, self._is_asked, self._count)
            self._seen.clear()
            self._is_lost = self._is_asked = False
            self._count = 0
            return taken
