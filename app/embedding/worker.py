"""The embedding worker: `python -m app.embedding.worker LOCATION`. It alone loads torch and sentence-transformers.

Requests come as frames on standard input, answers go as frames to what was standard output (see `wire`). Everything
else that this process says goes to standard error, which the parent has turned into a log file. It ends as soon as
standard input does, whatever it is doing, so it cannot outlive its parent.
"""

from __future__ import annotations

import argparse
import gc
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol

from app.embedding.model_source import HASH_PREFIX
from app.embedding.wire import Frame, FrameDecoder

if TYPE_CHECKING:
    from app.embedding.protocol import Vectors

SHORT_QUERY = 1000
"""Characters."""
_PIECE = 1 << 16


class Encoder(Protocol):
    """A model as the worker sees it."""

    dimension: int
    max_tokens: int

    def encode(self, kind: str, texts: list[str]) -> Vectors:
        """Return one unit vector a text; `kind` is `query` or `document`."""
        ...


class SentenceEncoder:
    """A sentence-transformers model on the processor.

    Args:
        location: A folder, or a name that the library can find in its cache or download.
        threads: How many threads torch may use.
        offline: Never ask the network.
    """

    def __init__(self, location: str, threads: int, offline: bool) -> None:
        gc.disable()
        import torch
        from sentence_transformers import SentenceTransformer

        self._set_threads = torch.set_num_threads
        self._threads = threads
        self._model = SentenceTransformer(location, device="cpu", local_files_only=offline)
        gc.freeze()
        gc.enable()
        self.dimension = self.encode("query", ["ready"]).shape[1]
        self.max_tokens = self._model.max_seq_length or 512

    def encode(self, kind: str, texts: list[str]) -> Vectors:
        """Embed in one batch, with the model's own prompt for this kind of text.

        A short query runs on one thread: two are no faster on an idle machine, and where another process has a core,
        each of the model's many small steps waits for the slower thread (130 ms for 25 ms of work).
        """
        short = kind == "query" and sum(map(len, texts)) <= SHORT_QUERY
        self._set_threads(1 if short else self._threads)
        encode = self._model.encode_query if kind == "query" else self._model.encode_document
        vectors: Vectors = encode(
            texts, batch_size=max(1, len(texts)), show_progress_bar=False, normalize_embeddings=True
        )
        return vectors


class HashEncoder:
    """The model-free vectors of `hashing`, through the same pipes as a real model's."""

    max_tokens = 256

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension

    def encode(self, kind: str, texts: list[str]) -> Vectors:
        """Embed as `HashEmbedder` does."""
        from app.embedding.hashing import hash_vectors

        return hash_vectors(texts, self.dimension, {})


def open_encoder(location: str, threads: int, offline: bool) -> Encoder:
    """Load what a location names: `hash:64`, or a sentence-transformers model."""
    if location.startswith(HASH_PREFIX):
        return HashEncoder(int(location.removeprefix(HASH_PREFIX)))
    return SentenceEncoder(location, threads, offline)


def serve(load: Callable[[], Encoder]) -> None:
    """Load an encoder and answer requests until standard input ends. Does not return.

    Args:
        load: Makes the encoder. What it raises is reported to the parent as one line, and ends the process.
    """
    requests, answers = _take_over_standard_streams()
    waiting: queue.SimpleQueue[Frame] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(requests, waiting), name="requests", daemon=True).start()
    quiet_hook = sys.excepthook
    sys.excepthook = _reporting_hook(answers)
    encoder = load()
    sys.excepthook = quiet_hook
    _send(answers, Frame({"op": "ready", "dimension": encoder.dimension, "max_tokens": encoder.max_tokens}))
    while True:
        _send(answers, _answer(encoder, waiting.get().header))


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(prog="python -m app.embedding.worker")
    parser.add_argument("location")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--online", action="store_true")
    options = parser.parse_args(arguments)
    serve(lambda: open_encoder(options.location, options.threads, offline=not options.online))


def _take_over_standard_streams() -> tuple[int, int]:
    """Keep the pipes to ourselves, so that a stray `print` or read of a library cannot break into them."""
    requests, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return requests, answers


def _read(descriptor: int, waiting: queue.SimpleQueue[Frame]) -> None:
    """Queue requests; at the end of standard input end the process at once, in the middle of its work too."""
    decoder = FrameDecoder()
    try:
        while data := os.read(descriptor, _PIECE):
            for frame in decoder.feed(data):
                waiting.put(frame)
    finally:
        os._exit(0)


def _reporting_hook(answers: int) -> Callable[[type[BaseException], BaseException, TracebackType | None], None]:
    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        traceback.print_exception(kind, error, trace)
        said = (str(error).strip() or kind.__name__).splitlines()[0]
        _send(answers, Frame({"op": "failed", "error": f"{kind.__name__}: {said}"}))

    return report


def _answer(encoder: Encoder, request: dict[str, Any]) -> Frame:
    import numpy as np

    texts = [text.encode("utf-8", "replace").decode("utf-8") for text in request["texts"]]
    vectors = np.array(encoder.encode(request["kind"], texts), dtype="<f4")
    vectors[~np.isfinite(vectors).all(axis=1)] = 0.0
    return Frame({"op": "vectors", "id": request["id"], "rows": len(texts)}, vectors.tobytes())


def _send(descriptor: int, frame: Frame) -> None:
    data = memoryview(frame.pack())
    while data:
        data = data[os.write(descriptor, data) :]


if __name__ == "__main__":
    main()
