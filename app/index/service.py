"""The `index` thread: the only writer of the store.

Work comes in as paths to look at again, or as calls to run between two passes. Words always go first: embedding gives
way as soon as something else is asked for, and goes on afterwards where it stopped.

What fails is said once until something succeeds, and a look at notes that failed is taken again by and by. One failure
costs nothing but itself. An error that nobody foresaw ends the thread, with its trace where traces of threads go;
another thread goes on with what is left.
"""

from __future__ import annotations

import sqlite3
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.errors import BetimesError
from app.events import Event, IndexChanged, IndexProgress, Notice
from app.index.transaction import IndexDamaged, IndexRemade

if TYPE_CHECKING:
    from app.embedding.protocol import Embedder
    from app.index.indexer import Indexer

_JOIN_SECONDS = 2.0
"""How long closing waits for the batch under way; what it loses is done again at the next start."""

AGAIN_SECONDS = 30.0
"""How long after a look at notes that failed another is taken: the disk may have room again by then."""

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

    Attributes:
        progress: How far the pass under way has come.
        problem: What went wrong last, until something succeeds; "" when nothing did.
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
        self._again_due: float | None = None
        self._thread = self._new_thread()
        self.progress: IndexProgress | None = None
        self.problem = ""

    def _new_thread(self) -> threading.Thread:
        return threading.Thread(target=self._live, name="index", daemon=True)

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

    def _live(self) -> None:
        """Work until `close`; an error that nobody foresaw goes on its way, and another thread takes over."""
        is_over = False
        try:
            self._run()
            is_over = True
        finally:
            self.progress = None
            if not (is_over or self._closed):
                self._take_over_from(sys.exc_info()[1])

    def _take_over_from(self, error: BaseException | None) -> None:
        """Say that the thread ended, and start the next: it has what was not begun, and not what was at fault."""
        self._thread = self._new_thread()
        self._thread.start()
        reason = f"A part of the upkeep of the index failed by a fault of the program ({type(error).__name__})"
        self._say(Notice(reason, "All else goes on. `betimes index` reads everything again.", "error"))

    def _run(self) -> None:
        while not self._closed:
            work = self._next()
            try:
                self._carry_out(work)
            finally:
                self.progress = None

    def _carry_out(self, work: _Work) -> None:
        steps: deque[Callable[[], object]] = deque(work.calls)
        if work.scan_all or work.paths:
            steps.append(lambda: self._look(None if work.scan_all else work.paths))
        steps += work.later
        if work.reads or work.embed:
            steps.append(self._follow)
        try:
            while steps:
                self._attempt(steps.popleft())
        finally:
            if steps:  # what was not begun is not lost with the thread
                with self._wake:
                    self._calls.extendleft(reversed(steps))

    def _attempt(self, step: Callable[[], object]) -> None:
        """Do something; what is wrong with disk, index or vault is said and costs nothing else."""
        try:
            step()
        except (IndexDamaged, IndexRemade):
            self.request(None)  # there it is made anew, filled, and said
        except BetimesError as error:
            self._say(Notice(error.message, error.hint, "warning"))
        except (sqlite3.Error, OSError) as error:
            self._say(Notice(f"The index stopped: {error}", "Run `betimes doctor`.", "error"))

    def _say(self, notice: Notice) -> None:
        """Tell what went wrong, once until something succeeds: the next try may well fail in the same way."""
        if notice.message != self.problem:
            self.problem = notice.message
            self._emit(notice)

    def _look(self, paths: frozenset[str] | None) -> None:
        """Look at notes; all of them again after a while when that fails."""
        looked = False
        try:
            self._consume(self._indexer().reconcile(paths, self._stop_reading))
            looked = True
            self.problem = ""
        finally:
            with self._wake:
                self._again_due = None if looked else time.monotonic() + AGAIN_SECONDS

    def _follow(self) -> None:
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
                self._wake.wait(self._patience())
            if self._is_again_due():
                self._scan_all, self._again_due = True, None
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
        due = due or self._is_again_due()
        return bool(self._calls or self._is_later_due() or self._closed or (due and not self._paused))

    def _patience(self) -> float | None:
        """Return how long to wait for work that is asked for; None for ever."""
        times = [self._later_due] if self._later else []
        if self._again_due is not None and not self._paused:
            times.append(self._again_due)
        return max(0.0, min(times) - time.monotonic()) if times else None

    def _is_again_due(self) -> bool:
        return self._again_due is not None and not self._paused and time.monotonic() >= self._again_due

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
