from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.evaluation.bootstrap import Estimate, estimate
from app.evaluation.metrics import is_hard, placing, rank_of, recall_at, reciprocal


@pytest.mark.parametrize(
    ("rank", "at_1", "at_5", "inverse"),
    [(1, 1.0, 1.0, 1.0), (2, 0.0, 1.0, 0.5), (5, 0.0, 1.0, 0.2), (6, 0.0, 0.0, 1 / 6), (None, 0.0, 0.0, 0.0)],
)
def test_metrics_of_one_rank(rank, at_1, at_5, inverse):
    assert (recall_at(1, rank), recall_at(5, rank)) == (at_1, at_5)
    assert reciprocal(rank) == pytest.approx(inverse)


def test_metrics_of_several_ranks_are_means():
    found = placing([("a", 1), ("a", 4), ("b", 10), ("c", None)])
    assert found.recall_1.value == pytest.approx(1 / 4)
    assert found.recall_5.value == pytest.approx(2 / 4)
    assert found.mrr.value == pytest.approx((1 + 1 / 4 + 1 / 10) / 4)
    assert found.mrr.n == 4


def test_a_rank_is_counted_from_one():
    assert rank_of("b", ["a", "b", "b"]) == 2
    assert rank_of("x", ["a"]) is None


@pytest.mark.parametrize(("rank", "hard"), [(1, False), (12, False), (13, True), (None, True)])
def test_the_bottom_half_is_hard(rank, hard):
    assert is_hard(rank, 24) is hard


def test_a_middle_rank_of_an_odd_number_is_hard():
    assert is_hard(12, 23) is True


def test_the_same_outcomes_give_the_same_interval():
    items = [(f"b{i // 2}", float(i % 3 == 0)) for i in range(40)]
    assert estimate(items) == estimate(items)
    assert estimate(items, seed=1, rounds=20) != estimate(items, seed=2, rounds=20)


def test_the_interval_is_of_clusters_not_of_items():
    items = [(str(i % 20), float(i % 20 < 10)) for i in range(400)]
    clustered = estimate(items)
    single = estimate((str(i), value) for i, (_, value) in enumerate(items))
    assert clustered.value == single.value == 0.5
    assert clustered.high - clustered.low > 3 * (single.high - single.low)


def test_the_interval_is_about_two_standard_errors_wide():
    found = estimate((str(i), float(i % 2)) for i in range(100))
    assert found.low == pytest.approx(0.5 - 1.96 * 0.05, abs=0.02)
    assert found.high == pytest.approx(0.5 + 1.96 * 0.05, abs=0.02)


def test_nothing_has_no_mean():
    assert estimate([]) == Estimate(0, None, None, None)


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.floats(0, 1)), min_size=1, max_size=30))
def test_the_mean_is_the_items_and_the_interval_is_within_their_range(items):
    found = estimate(items, rounds=50)
    values = [value for _, value in items]
    assert found.n == len(items)
    assert found.value == pytest.approx(sum(values) / len(values))
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9
