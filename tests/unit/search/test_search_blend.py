from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.search.blend import BlendWeights, blend, fuse, saturate

UNIT = st.floats(0, 1)
RELEVANCE = st.floats(0, 1, allow_subnormal=False)
WEIGHT = st.floats(0, 5)


def test_the_default_weights_are_the_papers() -> None:
    assert (BlendWeights().salience, BlendWeights().firing) == (0.3, 0.3)


@given(RELEVANCE)
def test_without_salience_it_is_the_evaluated_form(relevance: float) -> None:
    assert blend(relevance, 0.0, True) == pytest.approx(relevance * 1.3)
    assert blend(relevance, 0.0, False) == relevance


@given(RELEVANCE, UNIT)
def test_without_firing_it_is_the_standing_form(relevance: float, salience: float) -> None:
    assert blend(relevance, salience, False) == pytest.approx(relevance * (1 + 0.3 * salience))


@given(RELEVANCE, UNIT, st.booleans(), WEIGHT, WEIGHT)
def test_what_is_not_relevant_stays_so(r: float, s: float, b: bool, w: float, f: float) -> None:
    assert blend(0.0, s, b, w, f) == 0.0
    assert blend(r, s, b, w, f) >= r
    assert blend(r, s, b, 0.0, 0.0) == r


@given(RELEVANCE, RELEVANCE, UNIT, st.booleans(), WEIGHT, WEIGHT)
def test_order_is_unchanged_where_salience_and_firing_are_equal(
    first: float, second: float, s: float, b: bool, w: float, f: float
) -> None:
    low, high = sorted((first, second))
    assert blend(low, s, b, w, f) <= blend(high, s, b, w, f)


@given(st.floats(-1, 1) | st.none(), UNIT)
def test_fused_relevance_is_in_the_unit_interval_and_clips_the_cosine(cosine: float | None, words: float) -> None:
    assert 0.0 <= fuse(cosine, words) <= 1.0
    assert fuse(-0.5, words) == fuse(None, words) == pytest.approx(0.25 * words)


def test_fusion_is_convex() -> None:
    assert fuse(0.5, 1.0) == pytest.approx(0.625)


@given(st.floats(0, 100), st.floats(0, 100))
def test_saturated_words_are_a_share_of_the_best(bm25: float, top: float) -> None:
    assert 0.0 <= saturate(bm25, top) <= 1.0


def test_nothing_matched_is_no_words() -> None:
    assert saturate(0.0, 0.0) == 0.0
    assert saturate(2.0, 4.0) == 0.5
