"""Rules for numbers that stand alone: they are asked about, or no dates."""

from __future__ import annotations

from app.ledger.dates.patterns import Context, Found, Part, Rules, Several, one_day
from app.ledger.dates.shapes import either_order, year_part
from app.ledger.dates.values import NotADate

_YEARS_BACK, _YEARS_AHEAD = 1, 10


def _year(found: Found, context: Context) -> Part:
    """Read a year within a phrase; alone, it is asked about."""
    part = year_part(found["year"])
    if context.depth:
        return part
    if not context.today.year - _YEARS_BACK <= part.first.year <= context.today.year + _YEARS_AHEAD:
        raise NotADate("a number is not a date")
    raise Several(one_day(part.last), one_day(part.first))


def _pair(found: Found, context: Context) -> Part:
    """Refuse "10-12", naming the days that it may be."""
    raise Several(either_order(found["day"], found["number"], None, context))


def _mere_number(found: Found, context: Context) -> Part:
    raise NotADate("a number is not a date")


RULES: Rules = (
    (_year, ("{year}",)),
    (_mere_number, ("{number}", "{decimal}", "number|no {number}")),
    (_pair, ("{day} - {number}",)),
)
