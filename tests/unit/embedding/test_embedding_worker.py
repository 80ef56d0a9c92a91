from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from embedding_support import FAULTY_WORKER

from app.embedding.encoders import HashEncoder, open_encoder
from app.embedding.launch import ROOT, worker_command, worker_environment
from app.embedding.model_source import ModelSource, hash_source
from app.embedding.wire import Frame, FrameDecoder

PARENT = """
import sys, time
from pathlib import Path
from app.embedding.model_source import hash_source
from app.embedding.process import EmbedderProcess
command = [sys.executable, sys.argv[1], *sys.argv[2:]]
embedder = EmbedderProcess(hash_source(), None, lambda *_: None, command=command)
embedder.encode_documents(["HANG"])
time.sleep(0.7)
print(embedder.worker_pid or 0, flush=True)
time.sleep(600)
"""


def runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
@pytest.mark.parametrize("order", [[], ["HANG"]], ids=["while it works", "while it loads"])
def test_the_worker_does_not_outlive_a_parent_that_is_killed(order: list[str]) -> None:
    environment = worker_environment(os.environ, hash_source())
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(FAULTY_WORKER), *order], stdout=subprocess.PIPE, env=environment
    ) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        started = runs(worker)
        os.kill(parent.pid, signal.SIGKILL)
    assert started
    until = time.monotonic() + 5
    while runs(worker) and time.monotonic() < until:
        time.sleep(0.02)
    assert not runs(worker)


def test_the_worker_speaks_frames_and_ends_with_its_input(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('imported from the working folder')")
    source = hash_source(8)
    request = Frame({"op": "encode", "id": 5, "kind": "document", "texts": ["a note", "", "\ud800"]})
    with subprocess.Popen(
        worker_command(source, 1),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env=worker_environment(os.environ, source),
    ) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write(request.pack())
        worker.stdin.flush()
        decoder, frames = FrameDecoder(), list[Frame]()
        while len(frames) < 2:
            frames += decoder.feed(os.read(worker.stdout.fileno(), 4096))
        worker.stdin.close()
        assert worker.wait(timeout=5) == 0
    ready, vectors = frames
    assert ready.header == {"op": "ready", "dimension": 8, "max_tokens": 256}
    assert vectors.header == {"op": "vectors", "id": 5, "rows": 3}
    assert np.frombuffer(vectors.payload, dtype="<f4").reshape(3, 8)[0].any()


def test_a_location_chooses_the_encoder() -> None:
    encoder = open_encoder("hash:16", True)
    assert isinstance(encoder, HashEncoder)
    assert encoder.encode("query", ["a"]).shape == (1, 16)


def test_the_network_is_off_unless_it_is_allowed() -> None:
    inherited = {"HF_HUB_OFFLINE": "0", "PYTHONWARNINGS": "error", "PYTHONPATH": "/elsewhere", "HOME": "/home/me"}
    closed = worker_environment(inherited, ModelSource("m", "m"))
    assert (closed["HF_HUB_OFFLINE"], closed["TRANSFORMERS_OFFLINE"]) == ("1", "1")
    assert (closed["OMP_NUM_THREADS"], closed["TOKENIZERS_PARALLELISM"]) == ("1", "false")
    assert closed["HOME"] == "/home/me"
    assert "PYTHONWARNINGS" not in closed
    assert closed["PYTHONPATH"].split(":")[-1] == "/elsewhere"
    opened = ModelSource("m", "m", offline=False)
    assert "HF_HUB_OFFLINE" not in worker_environment(inherited, opened)
    assert worker_command(opened, 2)[-3:] == ["--online", "--", "m"]


def test_the_worker_can_import_the_program_from_anywhere() -> None:
    assert (ROOT / "app" / "embedding" / "worker.py").is_file()
