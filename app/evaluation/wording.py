"""Estimates as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.evaluation.bootstrap import Estimate


def value(item: Estimate) -> str:
    """Return a mean alone, `-` for none."""
    return "-" if item.value is None else f"{item.value:.3f}"


def signed(item: Estimate) -> str:
    """Return a mean with its sign, `-` for none."""
    return "-" if item.value is None else f"{item.value:+.3f}"


def bare(item: Estimate) -> str:
    """Return a mean with its interval, for tables that say n elsewhere."""
    if item.value is None or item.low is None or item.high is None:
        return "-"
    return f"{item.value:.3f} [{item.low:.3f} {item.high:.3f}]"


def rate(item: Estimate) -> str:
    """Return a mean with its interval and n."""
    return f"{bare(item)} n={item.n}"
