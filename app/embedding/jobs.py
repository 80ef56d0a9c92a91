"""What waits for the worker: jobs as callers handed them in, and the batches they are cut into."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from app.embedding.batches import TOKEN_BUDGET, cut, estimate_tokens, longest_first, shorten
from app.errors import EmbedderUnavailable

if TYPE_CHECKING:
    from app.embedding.protocol import Vectors

Kind = Literal["query", "document"]
KINDS: tuple[Kind, ...] = ("query", "document")
"""In the order of work."""


class Job:
    """The texts of one call, and the future that the caller holds."""

    def __init__(self, kind: Kind, texts: Sequence[str]) -> None:
        self.kind = kind
        self.texts = list(texts)
        self.future: Future[Vectors] = Future()
        self._rows: dict[int, bytes] = {}

    def batches(self, max_tokens: int, budget: int = TOKEN_BUDGET) -> list[Batch]:
        """Cut the job for a model that reads `max_tokens` of each text."""
        self.texts = [shorten(text, max_tokens) for text in self.texts]
        lengths = [estimate_tokens(text, max_tokens) for text in self.texts]
        return [Batch(self, positions) for positions in cut(longest_first(lengths), lengths, budget)]

    def add(self, positions: Sequence[int], rows: Sequence[bytes]) -> None:
        """Keep the rows of some texts; fail when they are as long as those of another model than the first ones."""
        self._rows.update(zip(positions, rows, strict=True))
        if len({len(row) for row in self._rows.values()}) > 1:
            self.fail(EmbedderUnavailable("The model was changed meanwhile.", "Try again."))

    def finish_if_complete(self, dimension: int) -> None:
        """Give the caller the vectors once every text has its row."""
        if len(self._rows) == len(self.texts) and not self.future.done():
            import numpy as np

            ordered = b"".join(self._rows[position] for position in range(len(self.texts)))
            array = np.frombuffer(bytearray(ordered), dtype="<f4").astype(np.float32, copy=False)
            self.future.set_result(array.reshape(len(self.texts), dimension))

    def fail(self, error: EmbedderUnavailable) -> None:
        """Tell the caller that there will be no vectors."""
        if not self.future.done() and (self.future.running() or self.future.set_running_or_notify_cancel()):
            self.future.set_exception(error)


@dataclass(eq=False)
class Batch:
    """Some texts of a job that go to the worker together.

    Attributes:
        job: Whose they are.
        positions: Which of the job's texts.
        losses: How often the worker was lost over this batch.
        suspect: True for a part of a batch that the worker was lost over too often: one more loss divides it again.
    """

    job: Job
    positions: list[int]
    losses: int = 0
    suspect: bool = False

    @property
    def fragile(self) -> bool:
        """True when the worker was lost over it before."""
        return self.suspect or self.losses > 0

    @property
    def texts(self) -> list[str]:
        """What the worker is to embed."""
        return [self.job.texts[position] for position in self.positions]

    def halves(self) -> list[Batch]:
        """Divide a batch of two texts or more."""
        middle = len(self.positions) // 2
        return [Batch(self.job, part, suspect=True) for part in (self.positions[:middle], self.positions[middle:])]


@dataclass
class Backlog:
    """Jobs and batches in the order of work: queries before documents, each first come, first served.

    Not safe for threads: the owner locks.
    """

    _jobs: dict[Kind, deque[Job]] = field(default_factory=lambda: {"query": deque(), "document": deque()})
    _batches: dict[Kind, deque[Batch]] = field(default_factory=lambda: {"query": deque(), "document": deque()})

    def add(self, job: Job) -> None:
        """Append a job."""
        self._jobs[job.kind].append(job)

    def put_back(self, batches: Sequence[Batch]) -> None:
        """Put batches before all others of their kind, in the order given."""
        for batch in reversed(batches):
            self._batches[batch.job.kind].appendleft(batch)

    def next_batch(self, max_tokens: int, kinds: Sequence[Kind] = KINDS) -> Batch | None:
        """Take the next batch of some kinds; jobs that were cancelled or have failed are passed over."""
        for kind in kinds:
            while batch := self._next_of(kind, max_tokens):
                if not batch.job.future.done():
                    return batch
        return None

    def drain(self) -> list[Job]:
        """Take out every job that is not finished."""
        jobs = [batch.job for batches in self._batches.values() for batch in batches]
        jobs += [job for waiting in self._jobs.values() for job in waiting]
        for kind in KINDS:
            self._batches[kind].clear()
            self._jobs[kind].clear()
        return list(dict.fromkeys(jobs))

    def _next_of(self, kind: Kind, max_tokens: int) -> Batch | None:
        batches, jobs = self._batches[kind], self._jobs[kind]
        while not batches and jobs:
            job = jobs.popleft()
            if job.future.set_running_or_notify_cancel():
                batches.extend(job.batches(max_tokens))
        return batches.popleft() if batches else None
