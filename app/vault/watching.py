"""The kernel's news of changes below a folder, by way of a library that is not told of all that goes wrong with it."""

from __future__ import annotations

import errno
import logging
import os
import sys
import threading
import time
import warnings
from pathlib import Path

from watchdog import events
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from app.vault.watcher_inbox import Inbox

warnings.filterwarnings("ignore", message="Callback with id", category=RuntimeWarning)
"""Of the library, when folders come and go quickly: it would be written across the screen."""

_FDINFO = "/proc/self/fdinfo"
_SECOND_LOOK = 0.05
_STOPPING = 2.0
_LIMITS = frozenset({errno.ENOSPC, errno.EMFILE, errno.ENFILE})
_WANTED: list[type[FileSystemEvent]] = [
    events.FileCreatedEvent, events.FileModifiedEvent, events.FileAttribEvent, events.FileClosedEvent,
    events.FileMovedEvent, events.FileDeletedEvent, events.DirCreatedEvent, events.DirMovedEvent,
    events.DirDeletedEvent,
]  # fmt: skip
"""All but what is only read: of 50,000 new files the kernel then tells half as much."""


class EventSink(FileSystemEventHandler):
    """Passes on where something happened, and does nothing else: it runs in a thread that must not fail."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Pass on an event."""
        for place in (event.src_path, event.dest_path):
            if place:
                self._inbox.put(place, is_folder=event.is_directory)


class LostEvents(logging.Handler):
    """Hears of events that were lost, of which the library tells only in its log."""

    def __init__(self, inbox: Inbox) -> None:
        super().__init__(logging.WARNING)
        self._inbox = inbox

    def attach(self) -> None:
        """Begin to listen."""
        logging.getLogger("watchdog").addHandler(self)

    def detach(self) -> None:
        """Listen no more."""
        logging.getLogger("watchdog").removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Look at a line of the log."""
        if "overflow" in str(record.msg):
            self._inbox.lose()


class LimitReached(OSError):
    """The system does not let this program watch that many folders."""


class Subscription:
    """News of changes below a folder, from the kernel."""

    def __init__(self, root: Path, inbox: Inbox) -> None:
        """Begin; takes as long as it takes to list the folders.

        Raises:
            LimitReached: The system has no watch left, not for any folder or not for all.
            OSError: The folder cannot be watched, as a rule because it is gone.
        """
        self._root = root
        self._before = watches_held()
        others = _threads()
        self._observer = Observer()
        try:
            self._observer.schedule(EventSink(inbox), str(root), recursive=True, event_filter=_WANTED)
            self._observer.start()
        except OSError as error:
            self.stop()
            raise LimitReached(*error.args) if error.errno in _LIMITS else error from None
        self._threads = _threads() - others

    def check(self) -> None:
        """Look whether every folder is watched; raises `LimitReached` when not: the library is silent about that."""
        if unwatched(self._root, self._before):
            raise LimitReached(errno.ENOSPC, os.strerror(errno.ENOSPC))

    @property
    def alive(self) -> bool:
        """True while news can arrive: an observer outlives the threads that feed it, and its emitter the reader."""
        return bool(self._observer.emitters) and all(thread.is_alive() for thread in self._threads)

    def stop(self) -> None:
        """End, and wait a moment for the threads."""
        self._observer.stop()
        if self._observer.ident is not None:
            self._observer.join(_STOPPING)


def _threads() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if type(thread).__module__.startswith("watchdog.")}


def watches_held() -> int:
    """Return how many folders the kernel watches for this process; 0 where it cannot tell."""
    if sys.platform != "linux":
        return 0
    try:
        return sum(_watches_of(name) for name in os.listdir(_FDINFO))
    except OSError:
        return 0


def _watches_of(descriptor: str) -> int:
    try:
        with open(f"{_FDINFO}/{descriptor}", encoding="ascii") as file:
            return sum(line.startswith("inotify ") for line in file)
    except OSError:
        return 0


def unwatched(root: Path, before: int) -> int:
    """Return how many folders below a root are not watched.

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
