from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from embedding_support import FAULTY_WORKER, QUICK, Running

from app.embedding.hashing import HashEmbedder
from app.embedding.losses import Limits
from app.embedding.model_source import ModelSource, hash_source
from app.embedding.process import EmbedderProcess
from app.errors import EmbedderUnavailable
from app.events import EmbedderState

Run = Callable[..., Running]
READY, LOADING, FAILED, OFF = EmbedderState.READY, EmbedderState.LOADING, EmbedderState.FAILED, EmbedderState.OFF


def test_the_real_worker_gives_the_vectors_of_its_model_in_the_order_of_the_texts(tmp_path: Path) -> None:
    told: list[EmbedderState] = []
    embedder = EmbedderProcess(hash_source(32), tmp_path / "log", lambda state, _: told.append(state))
    texts = [f"note number {number} " * (number % 7 + 1) for number in range(300)]
    vectors = embedder.encode_documents(texts).result(timeout=30)
    assert np.array_equal(vectors, HashEmbedder(dimension=32).encode_documents(texts).result())
    assert (embedder.model, embedder.state, told) == ("hash-32", READY, [LOADING, READY])
    embedder.close()
    assert embedder.state is OFF


def test_no_texts_need_no_worker(run: Run) -> None:
    assert run().embedder.encode_documents([]).result(timeout=0).shape[0] == 0


def test_a_query_overtakes_the_documents(run: Run) -> None:
    embedder = run().embedder
    documents = embedder.encode_documents(["SLOW " + "word " * 300] * 40)
    queries = [embedder.encode_query([f"query {number}"]) for number in range(3)]
    assert all(query.result(timeout=20).shape == (1, 64) for query in queries)
    assert not documents.done()


def test_a_query_cancelled_while_it_waits_is_never_embedded(run: Run) -> None:
    running = run()
    deadly = running.embedder.encode_query(["KILL"])
    assert deadly.cancel()
    assert running.embedder.encode_query(["next"]).result(timeout=20).shape == (1, 64)
    assert len(running.told) == 2
    with pytest.raises(CancelledError):
        deadly.result(timeout=0)


def test_stray_output_of_the_worker_goes_to_the_log(run: Run) -> None:
    running = run()
    assert running.embedder.encode_query(["PRINT"]).result(timeout=20).shape == (1, 64)
    assert "stray words\nstray bytes" in running.log.read_text()
    assert running.log.stat().st_mode & 0o777 == 0o600


def test_a_request_larger_than_the_pipe_goes_through(run: Run) -> None:
    texts = ["界" * 9000] * 40
    assert run().embedder.encode_documents(texts).result(timeout=30).shape == (40, 64)


def test_an_idle_worker_that_is_killed_is_started_again(run: Run) -> None:
    running = run()
    running.wait_for(READY)
    pid = running.embedder.worker_pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    running.wait_for(READY, times=2)
    assert running.embedder.worker_pid not in (None, pid)
    assert "was killed by SIGKILL; starting it again in 0.01 s" in running.details
    assert running.embedder.encode_query(["again"]).result(timeout=20).shape == (1, 64)


def test_work_in_hand_is_sent_again_after_a_kill(run: Run) -> None:
    running = run()
    running.wait_for(READY)
    texts = ["SLOW", *["word " * 300] * 12]
    documents = running.embedder.encode_documents(texts)
    time.sleep(0.1)
    os.kill(running.embedder.worker_pid or 0, signal.SIGKILL)
    assert np.array_equal(documents.result(timeout=20), HashEmbedder().encode_documents(texts).result())
    assert running.embedder.skipped == ()


@pytest.mark.parametrize("order", ["KILL", "EXIT137", "RAISE"])
def test_a_deadly_text_is_left_out_and_all_others_have_their_vectors(run: Run, order: str) -> None:
    running = run()
    texts = ["first note", f"poison {order}", "third note", "fourth note"]
    vectors = running.embedder.encode_documents(texts).result(timeout=60)
    assert not vectors[1].any()
    expected = HashEmbedder().encode_documents(texts).result()
    assert np.array_equal(vectors[[0, 2, 3]], expected[[0, 2, 3]])
    assert running.embedder.skipped == (f"poison {order}",)
    assert "could not survive a text" in running.details
    assert running.embedder.encode_query(["still here"]).result(timeout=20).any()


def test_a_deadly_query_fails_by_name(run: Run) -> None:
    embedder = run().embedder
    with pytest.raises(EmbedderUnavailable, match="KILL me") as caught:
        embedder.encode_query(["KILL me"]).result(timeout=60)
    assert "embedder.log" in caught.value.hint
    assert embedder.encode_query(["next"]).result(timeout=20).shape == (1, 64)


def test_a_worker_that_hangs_is_killed_at_its_deadline(run: Run) -> None:
    running = run(limits=Limits(batch=3.0, first_wait=0.01, longest_wait=0.01))  # a busy machine answers within it
    vectors = running.embedder.encode_documents(["fine", "HANG"]).result(timeout=60)
    assert [row.any() for row in vectors] == [True, False]
    assert "did not answer in time" in running.details


def test_a_stopped_worker_that_takes_no_input_is_killed_at_its_deadline(run: Run) -> None:
    running = run(limits=Limits(batch=0.5, first_wait=0.01, longest_wait=0.01))
    running.wait_for(READY)
    os.kill(running.embedder.worker_pid or 0, signal.SIGSTOP)
    texts = ["界" * 9000] * 8
    assert running.embedder.encode_documents(texts).result(timeout=30).shape == (8, 64)
    running.wait_for(READY, times=2)


def test_a_model_that_cannot_be_loaded_fails_with_one_line(run: Run) -> None:
    running = run("fail-to-load")
    waiting = running.embedder.encode_query(["anything"])
    line = running.wait_for(FAILED)
    assert line.startswith("The model hash-64 cannot be loaded (OSError: no such weights).")
    assert "\n" not in line
    for future in (waiting, running.embedder.encode_documents(["later"])):
        with pytest.raises(EmbedderUnavailable, match="no such weights"):
            future.result(timeout=5)
    assert running.embedder.state is FAILED
    assert "Traceback" in running.log.read_text()


@pytest.mark.parametrize(
    ("order", "offline", "hint"),
    [
        ("fail-to-load", True, "Allow the download in the configuration"),
        ("fail-to-load", False, "The log is"),
        ("import", True, "pip install sentence-transformers"),
    ],
)
def test_the_hint_says_what_would_help(tmp_path: Path, order: str, offline: bool, hint: str) -> None:
    source = ModelSource("some/model", "some/model", offline=offline)
    command = [sys.executable, str(FAULTY_WORKER), order]
    with (
        closing(EmbedderProcess(source, tmp_path / "log", lambda *_: None, command=command)) as embedder,
        pytest.raises(EmbedderUnavailable, match="some/model cannot be loaded") as caught,
    ):
        embedder.encode_query(["x"]).result(timeout=20)
    assert hint in caught.value.hint


def test_vectors_of_another_shape_are_not_taken(run: Run) -> None:
    running = run()
    vectors = running.embedder.encode_documents(["NARROW", "a sound note"]).result(timeout=60)
    assert [row.any() for row in vectors] == [False, True]
    assert running.embedder.skipped == ("NARROW",)
    assert "sent vectors of another shape" in running.details


def test_a_batch_beside_a_deadly_one_is_not_left_out(run: Run) -> None:
    running = run()
    deadly, sound = (running.embedder.encode_documents([text]) for text in ("SLOW KILL", "SLOW SLOW SLOW sound"))
    assert not deadly.result(timeout=60).any()
    assert sound.result(timeout=60).any()
    assert running.embedder.skipped == ("SLOW KILL",)


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("KILL", "was killed by SIGKILL"),
        ("EXIT137", "ended with code 137"),
        ("garbage", "sent something that is no answer"),
        ("no-dimension", "sent no usable dimension"),
        ("unasked", "sent an answer that nobody asked for"),
        ("closed", "closed its output"),
    ],
)
def test_a_worker_that_never_comes_up_is_given_up(run: Run, order: str, reason: str) -> None:
    running = run(order)
    line = running.wait_for(FAILED, seconds=40)
    assert f"The embedding process {reason}" in line
    assert "again and again" in line


def test_loading_has_a_deadline(run: Run) -> None:
    running = run("HANG", limits=Limits(loading=0.3, first_wait=0.01, longest_wait=0.01))
    assert "did not answer in time" in running.wait_for(FAILED)


def test_a_command_that_does_not_exist_fails(tmp_path: Path) -> None:
    told: list[tuple[EmbedderState, str]] = []
    embedder = EmbedderProcess(
        hash_source(), None, lambda *news: told.append(news), command=[str(tmp_path / "none")], limits=QUICK
    )
    with pytest.raises(EmbedderUnavailable, match="cannot be started: No such file"):
        embedder.encode_query(["x"]).result(timeout=20)
    embedder.close()
    assert told[-1][0] is FAILED


def test_a_missing_model_file_fails_before_any_process_is_started(tmp_path: Path) -> None:
    source = ModelSource("gone", str(tmp_path), sha256="0" * 64)
    embedder = EmbedderProcess(source, None, lambda *_: None)
    with pytest.raises(EmbedderUnavailable, match=r"model.safetensors cannot be read: No such file"):
        embedder.encode_query(["x"]).result(timeout=5)
    assert embedder.state is FAILED
    assert embedder.worker_pid is None
    embedder.close()


@pytest.mark.parametrize("orders", [("HANG",), ()])
def test_closing_takes_less_than_a_second_and_fails_what_waits(run: Run, orders: tuple[str, ...]) -> None:
    running = run(*orders)
    embedder = running.embedder
    if not orders:
        running.wait_for(READY)
    documents, query = embedder.encode_documents(["HANG"]), embedder.encode_query(["x"])
    time.sleep(0.2)
    pid = embedder.worker_pid
    assert pid is not None
    started = time.monotonic()
    embedder.close()
    assert time.monotonic() - started < 1.0
    for future in (documents, query) if orders else (documents,):
        with pytest.raises(EmbedderUnavailable, match="closed"):
            future.result(timeout=0)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    embedder.close()
    with pytest.raises(EmbedderUnavailable, match="closed"):
        embedder.encode_query(["later"]).result(timeout=0)


def test_closing_while_it_waits_to_start_again_is_quick(run: Run) -> None:
    running = run("EXIT137", limits=Limits(first_wait=30.0))
    running.wait_for(LOADING, times=2)
    started = time.monotonic()
    running.embedder.close()
    assert time.monotonic() - started < 0.5
    assert running.embedder.state is OFF


def test_it_can_be_closed_from_a_callback(run: Run) -> None:
    embedder = run().embedder
    future = embedder.encode_query(["x"])
    future.add_done_callback(lambda _: embedder.close())
    assert future.result(timeout=20).shape == (1, 64)
    until = time.monotonic() + 5
    while embedder.state is not OFF and time.monotonic() < until:
        time.sleep(0.01)
    assert embedder.state is OFF


def test_a_log_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    embedder = EmbedderProcess(hash_source(), tmp_path / "file" / "log", lambda *_: None)
    assert embedder.encode_query(["x"]).result(timeout=20).shape == (1, 64)
    embedder.close()


def test_a_log_that_has_grown_large_starts_anew(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"x" * (2 << 20))
    embedder = EmbedderProcess(hash_source(), log, lambda *_: None)
    embedder.encode_query(["x"]).result(timeout=20)
    embedder.close()
    assert log.stat().st_size < 1000
