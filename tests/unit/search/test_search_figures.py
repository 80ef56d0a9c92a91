from __future__ import annotations

from decimal import Decimal
from math import prod

from hypothesis import given
from hypothesis import strategies as st

from app.search.figures import apportioned, decimals_for

SHARE = st.floats(0.0, 1.0)
FACTOR = st.floats(1.0, 2.0)


@given(SHARE, FACTOR, FACTOR)
def test_the_product_of_what_is_shown_is_the_score_shown(relevance: float, standing: float, firing: float) -> None:
    factors = (relevance, standing, firing)
    score = prod(factors)
    decimals = decimals_for(factors, score)
    product = prod((Decimal(f"{factor:.{decimals}f}") for factor in factors), start=Decimal(1))
    assert abs(product - Decimal(f"{score:.2f}")) <= Decimal("0.005")


@given(st.lists(SHARE, min_size=1, max_size=6), st.integers(3, 9))
def test_the_sum_of_what_is_shown_is_the_total_shown(parts: list[float], decimals: int) -> None:
    shown = apportioned(parts, sum(parts), decimals)
    assert sum(map(Decimal, shown)) == Decimal(f"{round(sum(parts) * 10**decimals) / 10**decimals:.{decimals}f}")
    for part, text in zip(parts, shown, strict=True):
        assert abs(Decimal(part) - Decimal(text)) < Decimal(1).scaleb(-decimals) + Decimal("1e-12")


def test_three_decimals_are_enough_for_a_common_row() -> None:
    assert decimals_for((0.5321, 1.1862, 1.3), 0.5321 * 1.1862 * 1.3) == 3


def test_more_are_shown_where_three_would_give_another_score() -> None:
    score = 0.0100499 * 1.49951
    assert f"{0.0100499:.3f}" == "0.010" and decimals_for((0.5004999, 1.5), 0.5004999 * 1.5) >= 3
    assert decimals_for((0.0100499, 1.49951), score) >= 3


def test_no_parts_make_nothing() -> None:
    assert apportioned((), 0.0, 3) == ()
