"""The `index` thread: the only writer of the store.

Work comes in as paths to look at again, or as calls to run between two passes. Words always go first: embedding gives
way as soon as something else is asked for, and goes on afterwards where it stopped.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.errors import BetimesError
from app.events import Event, IndexChanged, IndexProgress, Notice

if TYPE_CHECKING:
    from app.embedding.protocol import Embedder
    from app.index.indexer import Indexer

_JOIN_SECONDS = 2.0
"""How long closing waits for the batch under way; what it loses is done again at the next start."""

LATER_SECONDS = 0.25
"""How long `call_later` waits: a person who saves twice is to have the second save read first."""


@dataclass(frozen=True, slots=True)
class _Work:
    calls: tuple[Callable[[], object], ...] = ()
    later: tuple[Callable[[], object], ...] = ()
    scan_all: bool = False
    paths: frozenset[str] = frozenset()
    embed: bool = False

    @property
    def reads(self) -> bool:
        return self.scan_all or bool(self.paths)


class IndexService:
    """Runs an indexer on a thread of its own.

    Args:
        indexer: Gives what does the work; asked on this thread.
        embedder: Where vectors come from, None for words only.
        emit: Told of every event, on this thread.
        refresh: Called after words or vectors changed, with the event that tells of it, before that goes out.
        follow_up: Called when notes have been read or `embed` was asked for, before embedding. It is given what tells
            that something else is to be done first, and returns False when it ended because of that.
    """

    def __init__(
        self,
        indexer: Callable[[], Indexer],
        embedder: Embedder | None,
        emit: Callable[[Event], None],
        refresh: Callable[[IndexChanged], None],
        follow_up: Callable[[Callable[[], bool]], bool] = lambda gives_way: True,
    ) -> None:
        self._indexer = indexer
        self._embedder = embedder
        self._emit = emit
        self._refresh = refresh
        self._follow_up = follow_up
        self._wake = threading.Condition()
        self._scan_all = False
        self._paths: set[str] = set()
        self._calls: deque[Callable[[], object]] = deque()
        self._later: dict[Callable[[], object], None] = {}
        self._later_due = 0.0
        self._stop_reading = threading.Event()
        self._give_way = threading.Event()
        self._paused = False
        self._closed = False
        self._embedding_due = False
        self._thread = threading.Thread(target=self._run, name="index", daemon=True)
        self.progress: IndexProgress | None = None

    def start(self) -> None:
        """Start the thread; it begins with a look at the whole vault."""
        self.request(None)
        self._thread.start()

    def request(self, paths: frozenset[str] | None) -> None:
        """Ask for these notes to be looked at again; None means all."""
        with self._wake:
            if paths is None:
                self._scan_all = True
            else:
                self._paths |= paths
            self._nudge()

    def call(self, function: Callable[[], object]) -> None:
        """Run a function on the thread, soon."""
        with self._wake:
            self._calls.append(function)
            self._nudge()

    def call_later(self, function: Callable[[], object]) -> None:
        """Run a function on the thread soon, after what is to be read by then; once, however often it is asked for."""
        with self._wake:
            if not self._later:
                self._later_due = time.monotonic() + LATER_SECONDS
            self._later[function] = None
            self._wake.notify()

    def embed(self) -> None:
        """Go on embedding what has no vector yet: the embedder came up, or a pause ended."""
        with self._wake:
            self._embedding_due = True
            self._wake.notify()

    def pause(self) -> None:
        """Stop after the batch under way, until `resume`."""
        with self._wake:
            self._paused = True
            self._stop_reading.set()
            self._give_way.set()

    def resume(self) -> None:
        """Go on where a pause stopped."""
        with self._wake:
            self._paused = False
            self._scan_all = True
            self._stop_reading.clear()
            self._nudge()

    @property
    def paused(self) -> bool:
        """True between `pause` and `resume`."""
        return self._paused

    def close(self) -> None:
        """Stop the thread; what was not finished is found again at the next start."""
        with self._wake:
            self._closed = True
            self._stop_reading.set()
            self._nudge()
        if self._thread.is_alive():
            self._thread.join(_JOIN_SECONDS)

    def _nudge(self) -> None:
        self._give_way.set()
        self._wake.notify()

    def _run(self) -> None:
        while not self._closed:
            work = self._next()
            try:
                self._carry_out(work)
            except BetimesError as error:
                self._emit(Notice(error.message, error.hint, "warning"))
            except (sqlite3.Error, OSError) as error:
                self._emit(Notice(f"The index stopped: {error}", "Run `betimes doctor`.", "error"))
            finally:
                self.progress = None

    def _carry_out(self, work: _Work) -> None:
        for function in work.calls:
            function()
        if work.scan_all or work.paths:
            self._consume(self._indexer().reconcile(None if work.scan_all else work.paths, self._stop_reading))
        for function in work.later:
            function()
        if work.reads or work.embed:
            self._embedding_due |= not (self._paused or self._closed or self._follow_up(self._give_way.is_set))
            self._embed()

    def _embed(self) -> None:
        if self._embedder is None or self._paused or self._closed:
            return
        self._consume(self._indexer().embed_pending(self._embedder, self._give_way))
        if self._give_way.is_set():
            self._embedding_due = True

    def _next(self) -> _Work:
        """Wait for work and take it; while paused only calls are taken, the rest waits for `resume`."""
        with self._wake:
            while not self._has_work():
                self._wake.wait(max(0.0, self._later_due - time.monotonic()) if self._later else None)
            self._give_way.clear()
            calls, later = tuple(self._calls), tuple(self._later) if self._is_later_due() else ()
            self._calls.clear()
            for function in later:
                del self._later[function]
            if self._paused or self._closed:
                return _Work(calls, later)
            work = _Work(calls, later, self._scan_all, frozenset(self._paths), self._embedding_due)
            self._scan_all = self._embedding_due = False
            self._paths.clear()
            return work

    def _has_work(self) -> bool:
        due = self._scan_all or self._paths or self._embedding_due
        return bool(self._calls or self._is_later_due() or self._closed or (due and not self._paused))

    def _is_later_due(self) -> bool:
        return bool(self._later) and time.monotonic() >= self._later_due

    def _consume(self, events: Iterator[IndexProgress | IndexChanged]) -> None:
        for event in events:
            if isinstance(event, IndexProgress):
                self.progress = event
            else:
                self._refresh(event)
            self._emit(event)
            if self._is_later_due():
                self._give_way.set()
