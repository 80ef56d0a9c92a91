from __future__ import annotations

import pytest

from app.embedding.jobs import Batch, Job
from app.embedding.losses import Limits, Losses, to_try_again


def test_waits_double_up_to_half_a_minute_and_start_again_after_an_answer() -> None:
    losses = Losses(Limits())
    waits = []
    for _ in range(9):
        losses.record(was_loading=False)
        waits.append(losses.wait)
    assert waits == [0.5, 1, 2, 4, 8, 16, 30, 30, 30]
    losses.answered()
    losses.record(was_loading=False)
    assert losses.wait == 0.5


def test_a_worker_that_never_loads_is_hopeless_after_five_times() -> None:
    losses = Losses(Limits())
    for _ in range(4):
        losses.record(was_loading=True)
    assert not losses.hopeless
    losses.record(was_loading=True)
    assert losses.hopeless


def test_a_batch_is_tried_three_times_then_halved() -> None:
    batch = Batch(Job("document", list("abcde")), [0, 1, 2, 3, 4])
    assert [to_try_again(batch) for _ in range(2)] == [[batch], [batch]]
    halves = to_try_again(batch)
    assert [half.positions for half in halves] == [[0, 1], [2, 3, 4]]
    assert [quarter.positions for quarter in to_try_again(halves[1])] == [[2], [3, 4]]


@pytest.mark.parametrize("size", [1, 2, 32])
def test_one_deadly_text_is_found_before_the_worker_counts_as_hopeless(size: int) -> None:
    deadly = size - 1
    losses = Losses(Limits())
    todo = [Batch(Job("document", ["x"] * size), list(range(size)))]
    left_out = []
    while todo:
        batch = todo.pop(0)
        if deadly not in batch.positions:
            continue
        losses.record(was_loading=False)
        assert not losses.hopeless
        retries = to_try_again(batch)
        todo = retries + todo
        left_out += [] if retries else batch.positions
    assert left_out == [deadly]
