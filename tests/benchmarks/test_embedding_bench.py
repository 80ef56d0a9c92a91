"""Throughput of the embedder as the indexer uses it, against the bare library on the same chunks in the same run."""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event

import pytest

from app.embedding.default_model import locate
from app.embedding.launch import worker_environment
from app.embedding.process import THREADS, EmbedderProcess
from app.index.indexer import Indexer
from app.index.store import IndexStore
from app.vault.files import Vault
from app.vault.markdown import parse_note
from tests.benchmarks.conftest import Report

pytestmark = [pytest.mark.bench, pytest.mark.timeout(600)]

BARE = Path(__file__).with_name("bare_encode.py")
TIL = Path(__file__).resolve().parents[3] / "shared" / "data" / "vaults" / "jbranchaud-til"
DEMO = Path(__file__).resolve().parents[2] / "app" / "demo" / "vault"
ROUNDS = 5
CHUNKS = 48
"""In each round."""


def chunk_texts() -> list[str]:
    """Return the texts that the model is given, of notes in a random order that is the same every time."""
    root = TIL if TIL.is_dir() else DEMO
    notes = sorted(root.rglob("*.md"))
    random.Random(1).shuffle(notes)
    texts = [
        chunk.embedding_text
        for note in notes[: ROUNDS * CHUNKS]
        for chunk in parse_note(note.relative_to(root).as_posix(), note.read_bytes()).chunks
    ]
    return texts[: ROUNDS * CHUNKS]


@contextmanager
def bare_library() -> Iterator[Callable[[list[str]], float]]:
    """Start the library in a process of its own; gives the function that has it embed and returns the seconds."""
    source = locate("", False)
    with subprocess.Popen(
        [sys.executable, str(BARE), source.location, str(THREADS)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=worker_environment(os.environ, source) | {"OMP_NUM_THREADS": str(THREADS), "MKL_NUM_THREADS": str(THREADS)},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        requests, answers = process.stdin, process.stdout

        def encode(texts: list[str]) -> float:
            requests.write(json.dumps(texts) + "\n")
            requests.flush()
            return float(answers.readline())

        yield encode


def index_of(texts: list[str], folder: Path) -> Indexer:
    """Return an index that has the words of these texts, a note each, and waits for their vectors."""
    for number, text in enumerate(texts):
        (folder / "notes").mkdir(parents=True, exist_ok=True)
        (folder / "notes" / f"{number}.md").write_text(text, "utf-8")
    vault = Vault(folder / "notes")
    indexer = Indexer(vault, IndexStore.open(folder / "index.sqlite3", str(vault.root)))
    for _ in indexer.reconcile(None, Event()):
        pass
    return indexer


def embed_as_the_product(embedder: EmbedderProcess, indexer: Indexer) -> float:
    """Return the seconds until every vector is stored."""
    started = time.perf_counter()
    for _ in indexer.embed_pending(embedder, Event()):
        pass
    return time.perf_counter() - started


def test_indexing_keeps_most_of_the_bare_throughput(tmp_path: Path, report: Report) -> None:
    texts = chunk_texts()
    size = -(-len(texts) // ROUNDS)
    rounds = [texts[start : start + size] for start in range(0, len(texts), size)]
    indexers = [index_of(part, tmp_path / str(number)) for number, part in enumerate(rounds)]
    rounds = [[text for _, text in indexer._store.missing_digests("any")] for indexer in indexers]
    texts = [text for part in rounds for text in part]
    ours, bare = [], []
    with (
        closing(EmbedderProcess(locate("", False, tmp_path), tmp_path / "log", lambda *_: None)) as embedder,
        bare_library() as encode_bare,
    ):
        embedder.encode_query(["ready"]).result(timeout=120)
        encode_bare(["ready"])
        for number, part in enumerate(rounds):
            if number % 2:
                ours.append(embed_as_the_product(embedder, indexers[number]))
                bare.append(encode_bare(part))
            else:
                bare.append(encode_bare(part))
                ours.append(embed_as_the_product(embedder, indexers[number]))
    ratio = statistics.median(theirs / mine for mine, theirs in zip(ours, bare, strict=True))
    print(f"\n{len(texts)} chunks, mean {statistics.mean(map(len, texts)):.0f} characters, {THREADS} threads")
    print(f"product {len(texts) / sum(ours):.1f} chunks/s, bare library {len(texts) / sum(bare):.1f} chunks/s")
    print(f"ratio, median of {len(rounds)} rounds: {ratio:.2f}")
    report("index throughput", chunks=len(texts), product_seconds=sum(ours), bare_seconds=sum(bare), ratio=ratio)
    assert ratio >= 0.9


def test_a_query_does_not_wait_for_documents(tmp_path: Path) -> None:
    texts = chunk_texts()[:CHUNKS]
    with closing(EmbedderProcess(locate("", False, tmp_path), tmp_path / "log", lambda *_: None)) as embedder:
        embedder.encode_query(["ready"]).result(timeout=120)
        idle = [seconds_of_a_query(embedder) for _ in range(20)]
        documents = embedder.encode_documents(texts)
        busy = []
        while not documents.done():
            busy.append(seconds_of_a_query(embedder))
            time.sleep(0.05)
    idle.sort()
    busy.sort()
    print(f"\nquery while idle: p50 {idle[len(idle) // 2] * 1000:.0f} ms, largest {idle[-1] * 1000:.0f} ms")
    print(f"query while embedding: p50 {busy[len(busy) // 2] * 1000:.0f} ms, largest {busy[-1] * 1000:.0f} ms")
    assert busy[len(busy) // 2] < 0.5


def seconds_of_a_query(embedder: EmbedderProcess) -> float:
    started = time.perf_counter()
    embedder.encode_query(["when the vendor quote arrives"]).result(timeout=30)
    return time.perf_counter() - started
