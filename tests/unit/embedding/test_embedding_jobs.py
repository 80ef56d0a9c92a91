from __future__ import annotations

import numpy as np
import pytest

from app.embedding.jobs import Backlog, Batch, Job
from app.errors import EmbedderUnavailable


def texts_in_order(backlog: Backlog) -> list[list[str]]:
    taken = []
    while batch := backlog.next_batch(256):
        taken.append(batch.texts)
    return taken


def test_queries_are_taken_before_documents() -> None:
    backlog = Backlog()
    for kind, text in (("document", "d1"), ("query", "q1"), ("document", "d2"), ("query", "q2")):
        backlog.add(Job(kind, [text]))  # type: ignore[arg-type]
    assert texts_in_order(backlog) == [["q1"], ["q2"], ["d1"], ["d2"]]


def test_a_query_comes_between_the_batches_of_a_job() -> None:
    backlog = Backlog()
    backlog.add(Job("document", ["word " * 300] * 9))
    first = backlog.next_batch(256)
    assert first is not None
    assert len(first.positions) == 2
    backlog.add(Job("query", ["q"]))
    assert [len(texts) for texts in texts_in_order(backlog)] == [1, 2, 2, 2, 1]


def test_only_the_kinds_asked_for_are_taken() -> None:
    backlog = Backlog()
    backlog.add(Job("query", ["q"]))
    assert backlog.next_batch(256, ("document",)) is None
    assert backlog.next_batch(256, ()) is None
    assert texts_in_order(backlog) == [["q"]]


def test_cancelled_and_failed_jobs_are_passed_over() -> None:
    backlog = Backlog()
    cancelled, failed, wanted = (Job("query", [name]) for name in ("cancelled", "failed", "wanted"))
    for job in (cancelled, wanted):
        backlog.add(job)
    cancelled.future.cancel()
    batch = Batch(failed, [0])
    backlog.put_back([batch])
    failed.future.set_running_or_notify_cancel()
    failed.fail(EmbedderUnavailable("no"))
    first = backlog.next_batch(256)
    assert first is not None
    assert first.texts == ["wanted"]


def test_batches_put_back_come_first_in_their_order() -> None:
    backlog = Backlog()
    backlog.add(Job("document", ["later"]))
    job = Job("document", ["a", "b"])
    backlog.put_back([Batch(job, [0]), Batch(job, [1])])
    assert texts_in_order(backlog) == [["a"], ["b"], ["later"]]


def test_rows_come_back_in_the_order_of_the_texts() -> None:
    job = Job("document", ["short", "much longer text here"])
    rows = [np.array([number, 0], dtype="<f4").tobytes() for number in (1, 2)]
    job.future.set_running_or_notify_cancel()
    job.add([1], rows[1:])
    job.finish_if_complete(2)
    assert not job.future.done()
    job.add([0], rows[:1])
    job.finish_if_complete(2)
    vectors = job.future.result(timeout=0)
    assert vectors.tolist() == [[1.0, 0.0], [2.0, 0.0]]
    assert vectors.flags.writeable


def test_failing_a_finished_or_cancelled_job_changes_nothing() -> None:
    cancelled = Job("query", ["x"])
    cancelled.future.cancel()
    cancelled.fail(EmbedderUnavailable("no"))
    assert cancelled.future.cancelled()


def test_draining_gives_each_unfinished_job_once() -> None:
    backlog = Backlog()
    half_done = Job("document", ["word " * 300] * 9)
    waiting = Job("query", ["q"])
    backlog.add(half_done)
    backlog.next_batch(256)
    backlog.add(waiting)
    assert set(backlog.drain()) == {half_done, waiting}
    assert backlog.next_batch(256) is None


def test_a_failed_job_says_why() -> None:
    job = Job("document", ["x"])
    job.fail(EmbedderUnavailable("gone", "wait"))
    with pytest.raises(EmbedderUnavailable, match="gone"):
        job.future.result(timeout=0)
