"""Rows "embedder killed / out of memory" and "model missing, corrupt": words go on, meaning comes back by itself."""

from __future__ import annotations

import hashlib
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.embedding.losses import Limits
from app.embedding.model_source import ModelSource, hash_source
from app.embedding.process import EmbedderProcess
from app.errors import EmbedderUnavailable
from app.events import EmbedderState
from app.search.result import RankMode
from tests.faults.healing_world import NOTES, Life, database_of, fill_vault, wrong_vectors
from tests.support import wait_until

HERE = Path(__file__).parent
FAULTY = HERE.parent / "unit" / "embedding" / "embedding_faulty_worker.py"
PATIENCE = Limits(batch=5.0, first_wait=0.01, longest_wait=0.05, first_rest=0.1, longest_rest=0.3)
CANARY = "the canary sings in the cellar"


class Made:
    """Makes embedders whose worker or model is at fault, and keeps the last."""

    def __init__(
        self, places: Path, command: list[str] | None = None, locate: Callable[[], ModelSource] | None = None
    ) -> None:
        self.log = places / "state" / "embedder.log"
        self._command, self._locate = command, locate

    def __call__(self, config: object, locations: object, on_state: Callable[..., None]) -> EmbedderProcess:
        self.embedder = EmbedderProcess(
            hash_source(), self.log, on_state, command=self._command, limits=PATIENCE, locate=self._locate
        )
        return self.embedder


def children() -> list[str]:
    """Return the states of the processes that this one has started and not taken leave of."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = status.read_text(errors="replace").rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(parent) == os.getpid():
            found.append(state)
    return found


def answers(life: Life) -> bool:
    """Return True when a query is answered by meaning."""
    try:
        return bool(life.workspace.search_fused("zebra", RankMode.BLEND).results)
    except EmbedderUnavailable:
        return False


def dimension_of(life: Life) -> int:
    vectors = life.workspace._upkeep.knowledge.vectors
    return vectors.dimension if vectors is not None else 0


def test_embedder_killed_words_are_found_meanwhile_and_meaning_comes_back(tmp_path: Path) -> None:
    root, made = fill_vault(tmp_path / "notes"), Made(tmp_path / "places")
    with Life(root, tmp_path / "places", made) as life:
        life.wait_until_whole()
        for _ in range(3):
            pid = made.embedder.worker_pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            assert len(life.found("zebra")) >= 10
            assert wait_until(lambda pid=pid: made.embedder.worker_pid not in (None, pid), 30)
            assert wait_until(lambda: made.embedder.state is EmbedderState.READY, 30)
        assert wait_until(lambda: answers(life), 30)
        assert "Z" not in children()
    assert wait_until(lambda: children() == [], 20)


def test_embedder_killed_by_a_poison_note_which_is_passed_over(tmp_path: Path) -> None:
    root = fill_vault(tmp_path / "notes", 8)
    (root / "Note 3.md").write_text(f"# Note 3\n\n{CANARY} QUOTE zebra\n")
    made = Made(tmp_path / "places", [sys.executable, str(FAULTY)])
    with Life(root, tmp_path / "places", made) as life:
        life.wait_until_whole(8)
        (left_out,) = made.embedder.skipped
        assert CANARY in left_out
        assert wait_until(lambda: answers(life), 30) and "Z" not in children()
    logged = made.log.read_text()
    assert "RuntimeError" in logged and "embedding_faulty_worker.py" in logged
    assert "canary" not in logged
    files = [path for path in (tmp_path / "places" / "state").rglob("*") if path.is_file()]
    assert files and not any(b"canary" in path.read_bytes() for path in files)


def test_embedder_out_of_memory_leaves_out_the_text_that_takes_it(tmp_path: Path) -> None:
    script = 'ulimit -v 2000000; exec "$@"'
    command = ["bash", "-c", script, "bash", sys.executable, str(HERE / "memory_worker.py")]
    root = fill_vault(tmp_path / "notes", 8)
    (root / "Note 3.md").write_text("# Note 3\n\nHUNGRY zebra\n")
    made = Made(tmp_path / "places", command)
    with Life(root, tmp_path / "places", made) as life:
        life.wait_until_whole(8)
        assert len(made.embedder.skipped) == 1 and "HUNGRY" in made.embedder.skipped[0]
        assert wait_until(lambda: answers(life), 30)
    assert "MemoryError" in made.log.read_text()


def test_model_missing_then_corrupt_then_back_without_a_restart(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    weights, right = folder / "model.safetensors", b"weights " * 100
    source = ModelSource("hash-64", str(folder), sha256=hashlib.sha256(right).hexdigest())
    root, made = (
        fill_vault(tmp_path / "notes"),
        Made(tmp_path / "places", [sys.executable, str(FAULTY)], lambda: source),
    )
    with Life(root, tmp_path / "places", made) as life:

        def says(words: str) -> bool:
            return life.workspace.status().embedder is EmbedderState.FAILED and words in (
                life.workspace.status().embedder_detail
            )

        assert wait_until(lambda: says("cannot be read"), 30)
        assert wait_until(lambda: len(life.found("zebra")) >= 10, 30) and not answers(life)
        folder.mkdir()
        weights.write_bytes(right[:400])
        assert wait_until(lambda: says("is damaged"), 30)
        states = len(life.model_states)
        assert not wait_until(lambda: len(life.model_states) > states, 1.0)  # the same is not said again
        weights.write_bytes(right)
        life.wait_until_whole()
        assert wait_until(lambda: answers(life), 30)
        weights.unlink()  # what is loaded goes on without its file, until it is lost
        assert wait_until(lambda: answers(life), 30)
        os.kill(made.embedder.worker_pid or 0, signal.SIGKILL)
        assert wait_until(lambda: says("cannot be read"), 30)
        weights.write_bytes(right)
        assert wait_until(lambda: made.embedder.state is EmbedderState.READY, 30)
        assert wait_until(lambda: answers(life), 30) and "Z" not in children()
    assert wrong_vectors(database_of(tmp_path / "places")) == []


def test_model_that_has_another_dimension_gets_all_vectors_anew(tmp_path: Path) -> None:
    sources = [ModelSource("the model", "hash:64")]
    root, made = fill_vault(tmp_path / "notes"), Made(tmp_path / "places", locate=lambda: sources[-1])
    with Life(root, tmp_path / "places", made) as life:
        life.wait_until_whole()
        sources.append(ModelSource("the model", "hash:32"))
        os.kill(made.embedder.worker_pid or 0, signal.SIGKILL)
        assert wait_until(lambda: made.embedder.dimension == 32, 30)
        assert len(life.found("zebra")) >= 10
        assert wait_until(lambda: dimension_of(life) == 32, 30)
        life.wait_until_whole()
        assert wait_until(lambda: answers(life), 30)
    assert wrong_vectors(database_of(tmp_path / "places"), 32) == []
    with Life(root, tmp_path / "places", Made(tmp_path / "places", locate=lambda: hash_source(48))) as life:
        life.wait_until_whole()  # other weights under another name
        assert wait_until(lambda: answers(life), 30)


def test_model_changed_between_two_runs_is_found_out_before_vectors_meet(tmp_path: Path) -> None:
    root = fill_vault(tmp_path / "notes", 8)
    for dimension in (64, 24):
        made = Made(tmp_path / "places", locate=lambda n=dimension: ModelSource("the model", f"hash:{n}"))
        with Life(root, tmp_path / "places", made) as life:
            assert wait_until(lambda: life.workspace.status().embedder is EmbedderState.READY, 30)
            answers(life)  # refused or answered, and never an error
            assert wait_until(lambda wanted=dimension: dimension_of(life) == wanted, 30)
            life.wait_until_whole(8)
            assert wait_until(lambda: answers(life), 30)


@pytest.mark.parametrize("order", ["garbage", "unasked", "closed", "EXIT137"])
def test_embedder_that_only_fails_leaves_words_and_no_process_behind(tmp_path: Path, order: str) -> None:
    root, made = fill_vault(tmp_path / "notes"), Made(tmp_path / "places", [sys.executable, str(FAULTY), order])
    with Life(root, tmp_path / "places", made) as life:
        assert wait_until(lambda: life.workspace.status().embedder is EmbedderState.FAILED, 60)
        assert wait_until(lambda: life.workspace.status().notes == NOTES, 30)
        assert len(life.found("zebra")) >= 10 and not answers(life)
        assert "Z" not in children()
    assert wait_until(lambda: children() == [], 20)


def test_embedder_that_hangs_or_starts_slowly_holds_up_no_words(tmp_path: Path) -> None:
    root = fill_vault(tmp_path / "notes", 8)
    (root / "Note 3.md").write_text("# Note 3\n\nHANG zebra\n")
    made = Made(tmp_path / "places", [sys.executable, str(FAULTY), "SLOW"])
    with Life(root, tmp_path / "places", made) as life:
        assert wait_until(lambda: len(life.found("zebra")) >= 8 and life.workspace.status().pending > 0, 30)
        (root / "New.md").write_text("# New\n\ngiraffe\n")
        life.look_again()
        assert wait_until(lambda: life.found("giraffe") == ["New.md"], 30)
    assert wait_until(lambda: children() == [], 20)
