"""The embedder that the program uses: a worker process, kept alive, asked from one thread."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING

from app.embedding.channel import WorkerChannel
from app.embedding.desk import Desk
from app.embedding.jobs import Job, Kind
from app.embedding.launch import worker_command, worker_environment
from app.embedding.losses import Limits
from app.embedding.model_source import ModelSource
from app.embedding.supervisor import Supervisor
from app.errors import EmbedderUnavailable
from app.events import EmbedderState

if TYPE_CHECKING:
    from app.embedding.protocol import Vectors

THREADS = 2
_CLOSE_SECONDS = 0.9


class EmbedderProcess:
    """An `Embedder` whose model runs in a process of its own.

    Starting returns at once; what is asked while the model loads waits for it. A worker that dies or hangs is started
    again, and what it had not answered is sent again. A text that the model cannot survive is left out: its row is
    zeros, which is close to nothing, and the text stands in `skipped`; a query that is such a text fails instead.

    What cannot be loaded, or is lost again and again, is `FAILED`: asked for vectors it refuses at once, while it looks
    by and by whether the model works after all. Then it is `READY` without anybody's doing.

    Args:
        model: Which model, as far as it is known.
        log_path: Where the worker's own messages go; None throws them away.
        on_state: Called in the `embed` thread with each new state and one line for a person (which may quote a note).
            It must return soon and must not wait for a thread that may be in `close`. Closing is not announced.
        threads: How many batches of documents are embedded at the same time, on one thread each.
        command: What to run instead of the worker.
        limits: How patient to be with the worker.
        locate: Says before each start what the model is now; raises `EmbedderUnavailable`. By default it stays.
    """

    def __init__(
        self,
        model: ModelSource,
        log_path: Path | None,
        on_state: Callable[[EmbedderState, str], None],
        *,
        threads: int = THREADS,
        command: Sequence[str] | None = None,
        limits: Limits | None = None,
        locate: Callable[[], ModelSource] | None = None,
    ) -> None:
        self._desk = Desk(on_state)

        def start(source: ModelSource) -> WorkerChannel:
            argv = list(command or worker_command(source, threads))
            return WorkerChannel(argv, worker_environment(os.environ, source), log_path, self._desk.wake)

        find = locate or (lambda: model)
        self._supervisor = Supervisor(self._desk, model, find, start, limits or Limits(), log_path, threads)
        self._thread = threading.Thread(target=self._supervisor.run, name="embed", daemon=True)
        self._thread.start()

    @property
    def model(self) -> str:
        """Name of the model; another one when other weights took the place of those that were loaded before."""
        return self._supervisor.source.name

    @property
    def dimension(self) -> int:
        """Numbers in a vector; 0 until the model has been loaded."""
        return self._supervisor.dimension

    @property
    def state(self) -> EmbedderState:
        """What it can do at present; `OFF` once closed."""
        return self._desk.state

    @property
    def skipped(self) -> tuple[str, ...]:
        """The texts that were left out because the worker did not survive them."""
        return self._desk.skipped

    @property
    def worker_pid(self) -> int | None:
        """Process id of the worker that runs now."""
        return self._supervisor.pid

    def encode_query(self, texts: Sequence[str]) -> Future[Vectors]:
        """Embed a few texts, ahead of and beside all documents.

        A query that is no longer wanted should be cancelled: while it waits, that drops it.
        """
        return self._submit("query", texts)

    def encode_documents(self, texts: Sequence[str]) -> Future[Vectors]:
        """Embed any number of documents, after any query that waits.

        They are sorted by length and cut into small batches here, so the more texts a call has, the less is wasted.
        """
        return self._submit("document", texts)

    def close(self) -> None:
        """Stop the worker, within a second even while it loads. Futures not yet done end with `EmbedderUnavailable`."""
        self._desk.end(EmbedderState.OFF, EmbedderUnavailable("The embedder was closed."))
        if threading.current_thread() is not self._thread:
            self._thread.join(_CLOSE_SECONDS)

    def _submit(self, kind: Kind, texts: Sequence[str]) -> Future[Vectors]:
        job = Job(kind, texts)
        if texts:
            self._desk.submit(job)
        else:
            job.finish_if_complete(self._supervisor.dimension)
        return job.future
