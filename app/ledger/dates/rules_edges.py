"""Rules for beginnings, middles and ends of periods, and for their first and last working days."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from app.ledger.dates.days import FRIDAY, ONE_DAY, add_months, edge_working_day, monday_of
from app.ledger.dates.patterns import Context, Found, Part, Rules, Several, one_day
from app.ledger.dates.shapes import MONTHS_OF, period, year_part
from app.ledger.dates.values import NotADate
from app.ledger.dates.vocabulary import PERIODS

_END = 2


def _edge(found: Found, context: Context) -> Part | None:
    """Read "end of August", "early next week", "mid-June 2027": the edge of a period that is named."""
    return context.change(found.rests[0], lambda inner: _edge_of(inner, found["edge"], context.today))


def _edge_of(part: Part, edge: int, today: date) -> Part | None:
    if part.unit not in _EDGES:
        return part if part.is_day and edge == _END else None
    day = _EDGES[part.unit](part)[edge]
    if day < today and part.floating:
        day = _EDGES[part.unit](_next_year(part))[edge]
    return one_day(day, floating=part.floating)


def _edge_of_year(found: Found, context: Context) -> Part:
    return one_day(_middle_of_year(year_part(found["year"]))[found["edge"]])


def _next_year(part: Part) -> Part:
    return Part(add_months(part.first, 12), add_months(part.last + ONE_DAY, 12) - ONE_DAY, part.due, part.unit)


def _edge_of_this(found: Found, context: Context) -> Part:
    unit = PERIODS[found.numbers["eo" if "eo" in found.numbers else "period"]]
    edge = found.numbers.get("edge", _END)
    here, later = (_EDGES[unit](period(unit, context.today, ahead))[edge] for ahead in (0, 1))
    if here >= context.today:
        return one_day(here)
    if unit == "week" and edge == _END:
        raise Several(one_day(monday_of(context.today) + timedelta(days=6)), one_day(later))
    raise Several(one_day(later), one_day(here))


def _middle_of_month(part: Part) -> tuple[date, date, date]:
    return part.first, part.first.replace(day=15), part.last


def _middle_of_week(part: Part) -> tuple[date, date, date]:
    return part.first, part.first + timedelta(days=2), part.first + timedelta(days=FRIDAY)


def _middle_of_quarter(part: Part) -> tuple[date, date, date]:
    return part.first, add_months(part.first, 1).replace(day=15), part.last


def _middle_of_year(part: Part) -> tuple[date, date, date]:
    return part.first, part.first.replace(month=6, day=30), part.last


def _edges_of_weekend(part: Part) -> tuple[date, date, date]:
    return part.first, part.first, part.last


_EDGES: dict[str, Callable[[Part], tuple[date, date, date]]] = {
    "week": _middle_of_week,
    "month": _middle_of_month,
    "quarter": _middle_of_quarter,
    "year": _middle_of_year,
    "weekend": _edges_of_weekend,
}
"""Beginning, middle and end of each period."""


def _working_day_of(found: Found, context: Context) -> Part | None:
    def working_day(inner: Part) -> Part | None:
        return _nth_working_day(inner, found["nth"], context) if inner.unit in _EDGES else None

    return context.change(found.rests[0], working_day)


def _working_day_of_this(found: Found, context: Context) -> Part:
    return _nth_working_day(period(PERIODS[found["period"]], context.today, 0), found["nth"], context)


def _nth_working_day(part: Part, nth: int, context: Context) -> Part:
    day = edge_working_day(part.first, part.last, nth)
    if day >= context.today:
        return one_day(day)
    months = 12 if part.floating else MONTHS_OF.get(part.unit, 0)
    if not months:
        raise NotADate("it is past; write the day")
    first = add_months(part.first, months)
    later = edge_working_day(first, add_months(part.last + ONE_DAY, months) - ONE_DAY, nth)
    if part.floating:
        return one_day(later)
    raise Several(one_day(later), one_day(day))


RULES: Rules = (
    (_edge_of_this, (
        "[the] {edge} [{of}] [the] [this] {period}", "[the] {edge} - {period}", "{eo}", "later this {period}",
    )),
    (_edge_of_year, ("[the] {edge} [{of}] [the] [year] {year}", "[the] {edge} - {year}")),
    (_edge, ("[the] {edge} [{of}] [the] *", "[the] {edge} - *")),
    (_working_day_of, ("[the] {nth} {working} day {of} *", "[the] {nth} weekday|workday {of} *")),
    (_working_day_of_this, (
        "[the] {nth} {working} day {of} [the] {period}", "[the] {nth} weekday|workday {of} [the] {period}",
    )),
)  # fmt: skip
