"""The systems that tell of changes below a folder: the kernel's, or looking again every few seconds."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.polling import PollingObserver

if TYPE_CHECKING:
    from watchdog.observers.api import BaseObserver

_FDINFO = "/proc/self/fdinfo"
_SECOND_LOOK = 0.05
_STOPPING = 2.0
_NOISE = frozenset({"opened", "closed_no_write"})


class EventSink(FileSystemEventHandler):
    """Passes on what may be a change, and does nothing else: it runs in a thread that must not fail."""

    def __init__(self, put: Callable[[FileSystemEvent], None]) -> None:
        self._put = put

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Pass on an event."""
        if event.event_type not in _NOISE and not (event.is_directory and event.event_type == "modified"):
            self._put(event)


class LostEvents(logging.Handler):
    """Hears of events that were lost, of which the library tells only in its log."""

    def __init__(self, lost: Callable[[], None]) -> None:
        super().__init__(logging.WARNING)
        self._lost = lost

    def attach(self) -> None:
        """Begin to listen."""
        logging.getLogger("watchdog").addHandler(self)

    def detach(self) -> None:
        """Listen no more."""
        logging.getLogger("watchdog").removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Look at a line of the log."""
        if "overflow" in str(record.msg):
            self._lost()


class Subscription:
    """News of changes below a folder, from the kernel or from looking again.

    Attributes:
        notice: Why it is not the kernel, in a sentence for people; empty when it is, or when that was asked for.
    """

    def __init__(self, root: Path, sink: FileSystemEventHandler, *, polling: bool, interval: float) -> None:
        """Begin; takes as long as it takes to list the folders.

        Raises:
            OSError: The folder cannot be watched in any way, as a rule because it is gone.
        """
        self._root = root
        self._sink = sink
        self._interval = interval
        self._before = watches_held()
        self._is_told = not polling
        self.notice = ""
        try:
            self._observer = self._begin(PollingObserver(timeout=interval) if polling else Observer())
        except OSError as error:
            if polling or not root.is_dir():
                raise
            self._look(error.strerror or str(error))
        self.verify()

    def _begin(self, observer: BaseObserver) -> BaseObserver:
        observer.schedule(self._sink, str(self._root), recursive=True)
        observer.start()
        return observer

    def _look(self, reason: str) -> None:
        self._is_told = False
        self.notice = f"The system cannot watch every folder ({reason}): looking every {self._interval:g} s instead"
        self._observer = self._begin(PollingObserver(timeout=self._interval))

    def verify(self) -> None:
        """Look whether every folder is watched, and look for changes ourselves when not."""
        if self._is_told and (missing := unwatched(self._root, self._before)):
            self.stop()
            self._look(f"its limit leaves {missing} unwatched")

    @property
    def alive(self) -> bool:
        """True while news can arrive; an observer outlives the threads that feed it."""
        return self._observer.is_alive() and all(emitter.is_alive() for emitter in self._observer.emitters)

    def stop(self) -> None:
        """End, and wait a moment for the threads."""
        self._observer.stop()
        self._observer.join(_STOPPING)


def watches_held() -> int:
    """Return how many folders the kernel watches for this process; 0 where it cannot tell."""
    if sys.platform != "linux":
        return 0
    return sum(_watches_of(name) for name in os.listdir(_FDINFO))


def _watches_of(descriptor: str) -> int:
    try:
        with open(f"{_FDINFO}/{descriptor}", encoding="ascii") as file:
            return sum(line.startswith("inotify ") for line in file)
    except OSError:
        return 0


def unwatched(root: Path, before: int) -> int:
    """Return how many folders below a root are not watched: the library is silent about those.

    Args:
        root: The folder that is watched.
        before: Watches that this process held for other reasons.
    """
    if sys.platform != "linux":
        return 0
    missing = _folders(root) - (watches_held() - before)
    if missing > 0:
        time.sleep(_SECOND_LOOK)
        missing = min(missing, _folders(root) - (watches_held() - before))
    return max(missing, 0)


def _folders(root: Path) -> int:
    return sum(os.access(folder, os.R_OK) for folder, _, _ in os.walk(root))
