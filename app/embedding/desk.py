"""Where callers' threads and the `embed` thread meet: work that waits, the state, and the end."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from app.embedding.channel import Wake
from app.embedding.jobs import Backlog, Batch, Job, Kind
from app.errors import EmbedderUnavailable
from app.events import EmbedderState


class Desk:
    """Takes jobs from any thread and hands batches to one.

    Attributes:
        wake: Set whenever the `embed` thread should look up.
    """

    def __init__(self, on_state: Callable[[EmbedderState, str], None]) -> None:
        self.wake = Wake()
        self._on_state = on_state
        self._lock = threading.Lock()
        self._backlog = Backlog()
        self._state = EmbedderState.LOADING
        self._end: EmbedderUnavailable | None = None
        self._refusal: EmbedderUnavailable | None = None
        self._skipped: list[str] = []

    @property
    def state(self) -> EmbedderState:
        """The last state."""
        return self._state

    @property
    def ended(self) -> EmbedderUnavailable | None:
        """Why no work will ever be taken again; None while there is hope."""
        return self._end

    @property
    def skipped(self) -> tuple[str, ...]:
        """The texts that were left out."""
        with self._lock:
            return tuple(self._skipped)

    def submit(self, job: Job) -> None:
        """Add a job, or fail it when no work is taken now."""
        with self._lock:
            refusal = self._end or self._refusal
            if refusal is None:
                self._backlog.add(job)
        if refusal is None:
            self.wake.set()
        else:
            job.fail(refusal)

    def next_batch(self, max_tokens: int, kinds: Sequence[Kind]) -> Batch | None:
        """Take the next batch of these kinds, the first kind's before any of the second."""
        with self._lock:
            return self._backlog.next_batch(max_tokens, kinds)

    def put_back(self, batches: Sequence[Batch]) -> None:
        """Return batches that were not answered, to be taken again first."""
        with self._lock:
            self._backlog.put_back(batches)

    def leave_out(self, text: str) -> None:
        """Record a text that the model cannot survive."""
        with self._lock:
            if text not in self._skipped:
                self._skipped.append(text)

    def announce(self, state: EmbedderState, detail: str = "") -> None:
        """Set a state and tell it, unless the end has come; while work is refused only that it is ready again."""
        with self._lock:
            if self._end is not None or (self._refusal is not None and state is not EmbedderState.READY):
                return
            self._state, self._refusal = state, None
        self._on_state(state, detail)

    def refuse(self, error: EmbedderUnavailable) -> None:
        """Take no work until it is ready again, and fail what waits; the same reason is told once."""
        with self._lock:
            if self._end is not None:
                return
            is_news = self._refusal is None or self._refusal.message != error.message
            self._state, self._refusal = EmbedderState.FAILED, error
            jobs = self._backlog.drain()
        if is_news:
            self._on_state(EmbedderState.FAILED, f"{error.message} {error.hint}".strip())
        for job in jobs:
            job.fail(error)

    def end(self, state: EmbedderState, error: EmbedderUnavailable) -> None:
        """Take no more work, and fail what waits. The first end stays for `FAILED`; `OFF` always wins."""
        with self._lock:
            if self._state is EmbedderState.OFF:
                return
            self._state, self._end = state, error
            jobs = self._backlog.drain()
        for job in jobs:
            job.fail(error)
        if state is EmbedderState.FAILED:
            self._on_state(state, f"{error.message} {error.hint}".strip())
        self.wake.set()
