"""The embedding worker: `python -m app.embedding.worker LOCATION`.

With `encoders`, which only it imports, it alone loads torch and sentence-transformers. Requests come as frames on
standard input, answers go as frames to what was standard output (see `wire`). Everything else that this process says
goes to standard error, which the parent has turned into a log file. It ends as soon as standard input does, whatever it
is doing, so it cannot outlive its parent.
"""

from __future__ import annotations

import argparse
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

from app.embedding.encoders import Encoder, open_encoder
from app.embedding.wire import Frame, FrameDecoder

_PIECE = 1 << 16
_STEP_BACK = 5
"""Steps of `nice`."""


class Lanes:
    """Threads with an encoder each: one for queries, so that they wait for no document, the others for documents.

    What is raised in a lane ends the process, and the parent starts another.
    """

    def __init__(self, answers: int) -> None:
        self._answers = answers
        self._sending = threading.Lock()
        self._waiting: dict[str, queue.SimpleQueue[Frame]] = {
            "query": queue.SimpleQueue(),
            "document": queue.SimpleQueue(),
        }

    def put(self, request: Frame) -> None:
        """Queue a request for the first lane of its kind that is free."""
        self._waiting[request.header["kind"]].put(request)

    def send(self, frame: Frame) -> None:
        """Write a whole frame, from any thread."""
        data = memoryview(frame.pack())
        with self._sending:
            while data:
                data = data[os.write(self._answers, data) :]

    def run(self, encoder: Encoder, documents: int) -> None:
        """Open the lanes and say that the model is ready. Does not return."""
        encoders = [encoder.another() for _ in range(documents)]
        threading.excepthook = _end_with_trace
        for own in encoders:
            threading.Thread(target=self._work_behind_queries, args=(own,), daemon=True).start()
        self.send(Frame({"op": "ready", "dimension": encoder.dimension, "max_tokens": encoder.max_tokens}))
        self._work(encoder, "query")

    def _work_behind_queries(self, encoder: Encoder) -> None:
        """Work with a lower priority than the query lane has, where a thread can have its own.

        On two cores a query beside two busy lanes then takes what it takes alone (31 ms, not 61), at no
        cost to the documents.
        """
        if sys.platform == "linux":
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _STEP_BACK)
        self._work(encoder, "document")

    def _work(self, encoder: Encoder, kind: str) -> None:
        while True:
            self.send(_answer(encoder, self._waiting[kind].get().header))


def serve(load: Callable[[], Encoder], lanes: int) -> None:
    """Load an encoder and answer requests until standard input ends. Does not return.

    Args:
        load: Makes the encoder. What it raises is reported to the parent as one line, and ends the process.
        lanes: How many batches of documents are embedded at the same time.
    """
    requests, answers = _take_over_standard_streams()
    work = Lanes(answers)
    threading.Thread(target=_read, args=(requests, work), name="requests", daemon=True).start()
    quiet_hook = sys.excepthook
    sys.excepthook = _reporting_hook(work)
    encoder = load()
    sys.excepthook = quiet_hook
    work.run(encoder, lanes)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(prog="python -m app.embedding.worker")
    parser.add_argument("location")
    parser.add_argument("--lanes", type=int, default=2)
    parser.add_argument("--online", action="store_true")
    options = parser.parse_args(arguments)
    serve(lambda: open_encoder(options.location, offline=not options.online), options.lanes)


def _take_over_standard_streams() -> tuple[int, int]:
    """Keep the pipes to ourselves, so that a stray `print` or read of a library cannot break into them."""
    requests, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return requests, answers


def _read(descriptor: int, lanes: Lanes) -> None:
    """Queue requests; at the end of standard input end the process at once, in the middle of its work too."""
    decoder = FrameDecoder()
    try:
        while data := os.read(descriptor, _PIECE):
            for frame in decoder.feed(data):
                lanes.put(frame)
    finally:
        os._exit(0)


def _reporting_hook(lanes: Lanes) -> Callable[[type[BaseException], BaseException, TracebackType | None], None]:
    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        traceback.print_exception(kind, error, trace)
        said = (str(error).strip() or kind.__name__).splitlines()[0]
        lanes.send(Frame({"op": "failed", "error": f"{kind.__name__}: {said}"}))

    return report


def _answer(encoder: Encoder, request: dict[str, Any]) -> Frame:
    import numpy as np

    texts = [text.encode("utf-8", "replace").decode("utf-8") for text in request["texts"]]
    vectors = np.array(encoder.encode(request["kind"], texts), dtype="<f4")
    vectors[~np.isfinite(vectors).all(axis=1)] = 0.0
    return Frame({"op": "vectors", "id": request["id"], "rows": len(texts)}, vectors.tobytes())


def _end_with_trace(raised: threading.ExceptHookArgs) -> None:
    """Log where it happened and what kind of error it was; what the error says may quote a note, and is kept out."""
    print(*traceback.format_tb(raised.exc_traceback), raised.exc_type.__name__, sep="", file=sys.stderr, flush=True)
    os._exit(1)


if __name__ == "__main__":
    main()
