"""The real model in the real worker, without any network: loaded, killed mid-way, and every vector there in the end."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import numpy as np

from app.config import Config
from app.embedding.choosing import start_embedder
from app.embedding.process import EmbedderProcess
from app.paths import Locations
from tests.support import wait_until


def main(places: Path) -> None:
    states: list[str] = []
    embedder = start_embedder(Config(), Locations.below(places), lambda state, _: states.append(state.value))
    assert isinstance(embedder, EmbedderProcess)
    texts = [f"note {number}: the quote for the kitchen is {number}" for number in range(48)]
    expected = embedder.encode_documents(texts[:8]).result(100)
    print("ready", embedder.model, embedder.dimension)
    waiting = embedder.encode_documents(texts)
    first = embedder.encode_documents(["a small one"])
    os.kill(embedder.worker_pid or 0, signal.SIGKILL)
    vectors = waiting.result(100)
    print("killed", vectors.shape, bool(np.allclose(vectors[:8], expected, atol=1e-4)), bool(first.result(100).any()))
    print(states, embedder.skipped)
    embedder.close()
    print("gone", wait_until(lambda: embedder.worker_pid is None))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
