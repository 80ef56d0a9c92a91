from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.embedding.batches import SLACK, cut, estimate_tokens, longest_first, shorten


@given(st.lists(st.integers(0, 600), max_size=60), st.integers(1, 2000))
def test_batches_hold_every_text_once_within_the_budget(lengths: list[int], budget: int) -> None:
    order = longest_first(lengths)
    batches = cut(order, lengths, budget)
    assert [position for batch in batches for position in batch] == order
    assert sorted(order) == list(range(len(lengths)))
    for batch in batches:
        allowed = budget * SLACK if batch is batches[-1] else budget
        assert len(batch) == 1 or len(batch) * max(lengths[position] for position in batch) <= allowed


def test_a_call_a_little_over_the_budget_is_one_batch() -> None:
    assert [len(batch) for batch in cut(range(5), [250] * 5, 1000)] == [5]
    assert [len(batch) for batch in cut(range(6), [250] * 6, 1000)] == [4, 2]


def test_texts_of_like_length_meet() -> None:
    lengths = [10, 500, 12, 490]
    assert cut(longest_first(lengths), lengths, 1000) == [[1, 3], [2, 0]]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 2), ("note", 3), ("reconciliation", 5), ("a, b!", 6), ("東京会議", 6), ("x " * 1000, 256)],
)
def test_tokens_are_estimated(text: str, tokens: int) -> None:
    assert estimate_tokens(text, 256) == tokens


@given(st.text(), st.integers(2, 512))
def test_an_estimate_is_between_the_special_tokens_and_the_limit(text: str, limit: int) -> None:
    assert 2 <= estimate_tokens(text, limit) <= limit


def test_a_huge_text_is_shortened_to_what_the_model_can_read() -> None:
    assert len(shorten("word " * 1_000_000, 256)) == 256 * 32
    assert shorten("short", 256) == "short"
