"""What a person feels in vaults of 1,000 to 100,000 notes, beside the tools that the product is made of.

`BETIMES_BENCH_NOTES="40000" BETIMES_BENCH_KEEP=/somewhere make bench` measures 100,000 chunks.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.config import Config
from app.embedding.default_model import DEFAULT_MODEL
from app.events import EmbedderState, Event, IndexChanged
from app.salience.link_graph import page_rank
from app.search.result import RankMode
from app.workspace import Workspace
from tests.benchmarks.bare import bare_fts5, bare_numpy, ripgrep, seconds_of
from tests.benchmarks.conftest import Report, median_ratio
from tests.benchmarks.prepared import SIZES, Prepared, open_index, prepare
from tests.benchmarks.terminal import Terminal
from tests.support import wait_until

pytestmark = [pytest.mark.bench, pytest.mark.timeout(3600)]

WORDS_P95, HYBRID_P95, MEMORY_MB = 30, 100, 600
QUERIES, KEYS, EDITS = 60, 400, 9
RANDOM = random.Random(3)


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size}-notes")
def vault(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    return prepare(request.param, tmp_path_factory.mktemp("vaults"))


@pytest.fixture(scope="module")
def workspace(vault: Prepared) -> Iterator[Workspace]:
    """The whole program but its screen: threads, watcher and the model's process run."""
    workspace = Workspace.open(vault.root, config=Config(), locations=vault.locations)
    workspace.start()
    assert wait_until(lambda: workspace.status().embedder is EmbedderState.READY, 300)
    assert wait_until(lambda: workspace.status().chunks == vault.chunks and workspace.status().indexing is None, 900)
    workspace.search_fused("ready", RankMode.BLEND)
    yield workspace
    workspace.close()


def name(vault: Prepared) -> str:
    return f"{len(list(vault.root.rglob('*.md')))} notes, {vault.chunks} chunks"


def keys(queries: list[str]) -> list[str]:
    typed = [query[:end] for query in queries for end in range(1, len(query) + 1)]
    return RANDOM.sample(typed, min(KEYS, len(typed)))


def test_first_index(vault: Prepared, report: Report, tmp_path: Path) -> None:
    filled, _ = bare_fts5(vault.locations.index(vault.root), tmp_path / "bare.sqlite3")
    report(f"first index, {name(vault)}", words_seconds=vault.seconds, bare_fts5_seconds=filled)
    assert filled > 0.0


def test_key_to_words(vault: Prepared, workspace: Workspace, report: Report, tmp_path: Path) -> None:
    _, bare = bare_fts5(vault.locations.index(vault.root), tmp_path / "bare.sqlite3")
    grep = ripgrep(vault.root)
    ours, theirs, grepped, processor = [], [], [], []
    for number, typed in enumerate(keys(vault.queries)):
        began = time.process_time()
        ours.append(seconds_of(lambda typed=typed: workspace.search_words(typed, RankMode.BLEND)))
        processor.append(time.process_time() - began)
        theirs.append(bare(typed))
        if grep is not None and number % 20 == 0:
            grepped.append(grep(typed))
    others = {"ripgrep": grepped} if grepped else {"ripgrep": "not installed"}
    report(f"key to words, {name(vault)}", product=ours, processor_time=processor, bare_fts5=theirs, **others)
    assert statistics.quantiles(ours, n=20)[-1] * 1e3 < WORDS_P95


def test_key_to_hybrid(vault: Prepared, workspace: Workspace, report: Report) -> None:
    store = open_index(vault.root, vault.locations)
    reader = store.reader()
    bare = bare_numpy(reader.vectors(DEFAULT_MODEL)[2])
    reader.close()
    query = np.full(384, 384**-0.5, np.float32)
    ours, vectors, theirs = [], [], []
    for typed in vault.queries[:QUERIES]:
        began = time.perf_counter()
        found = workspace.search_fused(typed, RankMode.BLEND)
        ours.append(time.perf_counter() - began)
        vectors.append(dict(found.timings_ms).get("vector", 0.0) / 1e3)
        theirs.append(bare(query))
    store.close()
    report(f"key to hybrid, {name(vault)}", product=ours, of_it_query_vector=vectors, bare_numpy_product=theirs)
    assert statistics.quantiles(ours, n=20)[-1] * 1e3 < HYBRID_P95


def test_an_edit_is_found(vault: Prepared, workspace: Workspace, report: Report) -> None:
    changed: list[tuple[float, IndexChanged]] = []

    def listen(event: Event) -> None:
        if isinstance(event, IndexChanged):
            changed.append((time.perf_counter(), event))

    workspace.subscribe(listen)
    words, meaning = [], []
    for number, path in enumerate(RANDOM.sample(sorted(vault.root.rglob("*.md")), EDITS)):
        known, text = path.relative_to(vault.root).as_posix(), path.read_text("utf-8")
        changed.clear()
        with path.open("a", encoding="utf-8") as note:
            note.write(f"\n## Zyxwv{number}\n\nThe joiner came by about zyxwv{number} and the worktop.\n")
        began = time.perf_counter()
        for taken, of_meaning in ((words, False), (meaning, True)):
            found = wait_for(changed, known, of_meaning)
            taken.append(found - began)
        assert workspace.search_words(f"zyxwv{number}", RankMode.BLEND).results
        changed.clear()
        path.write_text(text, "utf-8")
        wait_for(changed, known, False)
    report(f"edit to answer, {name(vault)}", to_words=words, to_meaning=meaning)
    assert statistics.median(words) < 0.3
    assert statistics.median(meaning) < 1.5


def wait_for(changed: list[tuple[float, IndexChanged]], path: str, meaning: bool) -> float:
    """Return when the program told that a note is found by words, or by meaning."""
    found: list[float] = []

    def told() -> bool:
        found[:] = [when for when, event in changed if path in event.paths and event.meaning is meaning]
        return bool(found)

    assert wait_until(told, 60)
    return found[0]


def test_salience(vault: Prepared, workspace: Workspace, report: Report) -> None:
    notes, tables = list(workspace._upkeep.knowledge.notes.rows), workspace._upkeep.knowledge
    pairs = workspace._upkeep.knowledge._reader.link_pairs()
    report(
        f"salience, {name(vault)}",
        page_rank_seconds=seconds_of(lambda: page_rank(notes, pairs)),
        again_without_changes=[seconds_of(tables.weigh_notes) for _ in range(5)],
        links=len(pairs),
    )
    assert len(tables.salience) == len(notes)


def test_start_and_memory(vault: Prepared, report: Report, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "app", str(vault.root)]
    hello = [sys.executable, str(Path(__file__).with_name("hello.py"))]
    cold_places = vault.environment | dict.fromkeys(("XDG_CACHE_HOME", "XDG_STATE_HOME"), str(tmp_path))
    warm, cold, bare = [], [], []
    for _ in range(3):
        bare.append(first_paint(hello, "Hello, world", vault.environment))
        warm.append(first_paint(command, "Agenda", vault.environment))
        cold.append(first_paint(command, "Agenda", cold_places))
    megabytes = 0.0
    with Terminal(command, vault.environment, size=(45, 160)) as terminal:
        terminal.wait_for("words and meaning", 600)
        for query in vault.queries[:8]:
            terminal.type(f"/{query}")
            terminal.read_for(2.0)
            terminal.type("\x1b\x1b")
            terminal.read_for(0.5)
            megabytes = max(megabytes, memory_mb(terminal.process.pid))
    report(
        f"start and memory, {name(vault)}",
        warm_start=warm,
        without_index=cold,
        bare_textual=bare,
        warm_ratio=median_ratio(warm, bare),
        screen_process_mb=megabytes,
    )
    assert megabytes < MEMORY_MB


def first_paint(command: list[str], text: str, environment: dict[str, str]) -> float:
    with Terminal(command, environment) as terminal:
        return terminal.wait_for(text) - terminal.started


def memory_mb(pid: int) -> float:
    """Return what a process has in memory, mapped files included."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))
