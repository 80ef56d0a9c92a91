"""Rounded numbers that still add up: what is shown is the very sum and product that it is said to be."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from math import floor, prod

SHOWN = 2
"""Decimals of a score in the list."""
_FEWEST, _MOST = 3, 15
_HALF = Decimal(1).scaleb(-SHOWN) / 2


def decimals_for(factors: Sequence[float], score: float) -> int:
    """Return with how many decimals factors are to be shown, so that their product as shown rounds to the score.

    Three are enough nearly always. A product that lies between two scores may be rounded either way.

    Args:
        factors: What is multiplied; 1 when there is nothing.
        score: Their product, shown with two decimals.
    """
    shown = Decimal(f"{score:.{SHOWN}f}")
    return next((count for count in range(_FEWEST, _MOST) if abs(_product(factors, count) - shown) <= _HALF), _MOST)


def _product(factors: Sequence[float], decimals: int) -> Decimal:
    return prod((Decimal(f"{factor:.{decimals}f}") for factor in factors), start=Decimal(1))


def apportioned(parts: Sequence[float], total: float, decimals: int) -> tuple[str, ...]:
    """Return numbers that are to be added up, each rounded up or down so that their sum is the rounded total.

    Those that lose the most by rounding down are rounded up (the method of largest remainders).

    Args:
        parts: What is added.
        total: Their sum.
        decimals: Digits after the point.
    """
    unit = 10**decimals
    exact = [part * unit for part in parts]
    whole = [floor(part) for part in exact]
    missing = round(total * unit) - sum(whole)
    by_loss = sorted(range(len(parts)), key=lambda index: whole[index] - exact[index])
    for index in by_loss[: max(0, missing)]:
        whole[index] += 1
    return tuple(f"{count / unit:.{decimals}f}" for count in whole)
