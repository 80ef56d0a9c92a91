"""The work of the `embed` thread: keeps one worker alive and gives it one batch at a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.embedding.channel import WorkerChannel, WorkerLost
from app.embedding.default_model import verify
from app.embedding.desk import Desk
from app.embedding.hand import Hand
from app.embedding.jobs import Batch, Job
from app.embedding.losses import Limits, Losses, to_try_again
from app.embedding.model_source import ModelSource
from app.embedding.wire import Frame
from app.errors import EmbedderUnavailable
from app.events import EmbedderState

_LARGEST = 1 << 20
"""More numbers in a vector, or more tokens of a text, than any model has."""


class Supervisor:
    """Runs in the `embed` thread, the only owner of the pipes.

    Args:
        desk: Where work comes from and news goes to.
        source: The model, until it is looked for.
        locate: Finds the model, before each start; raises `EmbedderUnavailable`.
        start: Starts a worker; raises `WorkerLost` when it cannot.
        limits: When a worker counts as hung.
        log_path: Named in messages, so that a person finds the whole story.
        lanes: How many batches of documents the worker takes at the same time.

    Attributes:
        source: The model that is, or will be, loaded.
        dimension: Numbers in its vectors, once known.
        pid: The worker that runs.
    """

    def __init__(
        self,
        desk: Desk,
        source: ModelSource,
        locate: Callable[[], ModelSource],
        start: Callable[[ModelSource], WorkerChannel],
        limits: Limits,
        log_path: Path | None,
        lanes: int,
    ) -> None:
        self._desk = desk
        self.source = source
        self._locate = locate
        self._start = start
        self._limits = limits
        self._see_log = f"The log is {log_path}." if log_path else ""
        self._losses = Losses(limits)
        self._hand = Hand(lanes)
        self._ready = False
        self.dimension = 0
        self._max_tokens = 0
        self.pid: int | None = None

    def run(self) -> None:
        """Work until the desk ends. Whatever happens, no future stays open."""
        try:
            self._desk.announce(EmbedderState.LOADING)
            while not self._desk.ended:
                try:
                    self._one_worker()
                except EmbedderUnavailable as error:
                    self._rest(error)
        finally:
            self._fail(EmbedderUnavailable("The embedding thread ended unexpectedly.", self._see_log))
            self._desk.wake.close()

    def _one_worker(self) -> None:
        self._ready = False
        self.source = self._locate()
        verify(self.source)
        try:
            channel = self._start(self.source)
            self.pid = channel.pid
            try:
                self._converse(channel)
            finally:
                self.pid = None
                channel.stop()
        except WorkerLost as loss:
            if not self._desk.ended:
                self._recover(loss)

    def _converse(self, channel: WorkerChannel) -> None:
        """Talk to a worker until the desk ends or the worker is lost."""
        loaded_by = time.monotonic() + self._limits.loading if self.source.offline else None
        while not self._desk.ended:
            due = self._hand.next_due() if self._ready else loaded_by
            frames = channel.poll(None if due is None else due - time.monotonic())
            for frame in frames:
                self._take(frame)
            if due is not None and not frames and time.monotonic() >= due:
                raise WorkerLost("did not answer in time")
            if self._ready:
                self._give(channel)

    def _give(self, channel: WorkerChannel) -> None:
        """Send what the worker has room for, queries first."""
        while kinds := self._hand.free_kinds():
            batch = self._desk.next_batch(self._max_tokens, kinds)
            if batch is None:
                return
            if not self._hand.admits(batch):
                self._desk.put_back([batch])
                return
            if not self._drop_known(batch):
                continue
            number = self._hand.add(batch, time.monotonic() + self._limits.batch)
            channel.send(Frame({"op": "encode", "id": number, "kind": batch.job.kind, "texts": batch.texts}))

    def _drop_known(self, batch: Batch) -> bool:
        """Take out what a worker did not survive before; return whether something is left to embed."""
        known = self._desk.skipped
        for position in [position for position in batch.positions if batch.job.texts[position] in known]:
            batch.positions.remove(position)
            self._do_without(batch.job, position)
        return bool(batch.positions)

    def _take(self, frame: Frame) -> None:
        header = frame.header
        if header["op"] == "ready" and not self._ready:
            self.dimension, self._max_tokens = _whole(header, "dimension"), _whole(header, "max_tokens")
            self._ready = True
            self._desk.announce(EmbedderState.READY)
        elif header["op"] == "failed":
            raise self._cannot_load(str(header.get("error", "")))
        elif header["op"] == "vectors" and (batch := self._hand.answered(header.get("id"))):
            self._finish(batch, frame.payload)
        else:
            raise WorkerLost("sent an answer that nobody asked for")

    def _finish(self, batch: Batch, payload: bytes) -> None:
        width = 4 * self.dimension
        if len(payload) != width * len(batch.positions) or not _are_numbers(payload):
            self._hand.add(batch, 0.0)
            raise WorkerLost("sent vectors of another shape")
        self._losses.answered()
        rows = [payload[start : start + width] for start in range(0, len(payload), width)]
        batch.job.add(batch.positions, rows)
        batch.job.finish_if_complete(self.dimension)

    def _recover(self, loss: WorkerLost) -> None:
        """Decide what becomes of the batches in hand, and wait before the next start."""
        self._losses.record(was_loading=not self._ready)
        said = f"The embedding process {loss}"
        if self._losses.hopeless:
            raise EmbedderUnavailable(f"{said}, again and again.", self._see_log)
        again: list[Batch] = []
        for batch in self._hand.empty():
            retries = to_try_again(batch)
            again += retries
            if not retries:
                self._leave_out(batch)
        self._desk.put_back(again)
        self._desk.announce(EmbedderState.LOADING, f"{said}; starting it again in {self._losses.wait:g} s.")
        self._wait(self._losses.wait)

    def _leave_out(self, batch: Batch) -> None:
        """Give up one text: a query fails, a document's row is zeros."""
        (position,) = batch.positions
        self._desk.leave_out(batch.job.texts[position])
        self._desk.announce(EmbedderState.LOADING, self._do_without(batch.job, position))

    def _do_without(self, job: Job, position: int) -> str:
        said = f"The embedding process could not survive a text, so it was left out: {job.texts[position][:60]!r}"
        if job.kind == "query":
            job.fail(EmbedderUnavailable(said, self._see_log))
        else:
            job.add([position], [bytes(4 * self.dimension)])
            job.finish_if_complete(self.dimension)
        return said

    def _rest(self, error: EmbedderUnavailable) -> None:
        """Refuse all work for a while: only time, or a person, can help now."""
        batches = self._hand.empty()
        self._desk.refuse(error)
        for batch in batches:
            batch.job.fail(error)
        self._wait(self._losses.give_up())

    def _wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._desk.ended and (left := until - time.monotonic()) > 0:
            self._desk.wake.wait(left)

    def _fail(self, error: EmbedderUnavailable) -> None:
        """End the desk, if it has not ended already, and the batches in hand with it."""
        error = self._desk.ended or error
        for batch in self._hand.empty():
            batch.job.fail(error)
        if not self._desk.ended:
            self._desk.end(EmbedderState.FAILED, error)

    def _cannot_load(self, error: str) -> EmbedderUnavailable:
        if error.startswith(("ModuleNotFoundError", "ImportError")):
            hint = "Install what the model needs: pip install sentence-transformers"
        elif self.source.offline and self.source.location == self.source.name:
            hint = "Allow the download in the configuration, or name a folder that holds the model."
        else:
            hint = self._see_log
        return EmbedderUnavailable(f"The model {self.source.name} cannot be loaded ({error[:200]}).", hint)


def _are_numbers(payload: bytes) -> bool:
    """Return False when some float32 is none: such a vector is as near to everything as to nothing."""
    import numpy as np

    return bool(np.isfinite(np.frombuffer(payload, "<f4")).all())


def _whole(header: dict[str, Any], key: str) -> int:
    value = header.get(key)
    if not isinstance(value, int) or not 0 < value <= _LARGEST:
        raise WorkerLost(f"sent no usable {key}")
    return value
