"""Dates written in numbers."""

from __future__ import annotations

import re
from datetime import date, timedelta

from app.ledger.dates.days import ONE_DAY, add_months, coming, make_day, monday_of, month_end, quarter_start
from app.ledger.dates.patterns import Context, Part, Several, one_day
from app.ledger.dates.values import NotADate

_ISO = re.compile(r"(?P<year>[0-9]{4})(?P<mark>[-/.])(?P<month>[0-9]{1,2})(?P=mark)(?P<day>[0-9]{1,2})")
_COMPACT = re.compile(r"(?P<year>[0-9]{4})(?P<month>[0-9]{2})(?P<day>[0-9]{2})")
_ISO_MONTH = re.compile(r"([0-9]{4})[-/]([0-9]{1,2})")
_ISO_WEEK = re.compile(r"([0-9]{4})-?w([0-9]{1,2})(?:-?([1-7]))?")
_ISO_QUARTER = re.compile(r"([0-9]{4})-?q([1-4])")
_WITH_YEAR = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})")
_WITHOUT_YEAR = re.compile(r"([0-9]{1,2})/([0-9]{1,2})")

MONTHS_OF = {"month": 1, "quarter": 3, "year": 12}


def read_shape(text: str, context: Context) -> Part | None:
    """Read a date without words, in lower case; None for another shape.

    Raises:
        NotADate: There is no such day.
        Several: Day and month may be either way round.
    """
    if (match := _ISO.fullmatch(text)) or (match := _COMPACT.fullmatch(text)):
        return one_day(make_day(int(match["year"]), int(match["month"]), int(match["day"])))
    if match := _ISO_MONTH.fullmatch(text):
        return month_part(int(match[1]), int(match[2]))
    if match := _ISO_WEEK.fullmatch(text):
        return week_part(int(match[1]), int(match[2]), int(match[3]) if match[3] else None)
    if match := _ISO_QUARTER.fullmatch(text):
        return quarter_part(int(match[1]), int(match[2]))
    if match := _WITH_YEAR.fullmatch(text):
        return _with_year(match, context)
    if match := _WITHOUT_YEAR.fullmatch(text):
        return either_order(int(match[1]), int(match[2]), None, context)
    return None


def _with_year(match: re.Match[str], context: Context) -> Part:
    first, mark, second, year = match.groups()
    if len(year) == 2:
        raise NotADate(f"write the year with four digits: {first}{mark}{second}{mark}20{year}")
    if mark == "." and context.dotted_day_first:
        return one_day(make_day(int(year), int(second), int(first)))
    return either_order(int(first), int(second), int(year), context)


def either_order(first: int, second: int, year: int | None, context: Context) -> Part:
    """Read two numbers as day and month.

    Raises:
        NotADate: Neither order is a day.
        Several: Both orders are days, and not the same one.
    """
    readings = [_named(day, month, year, context.today) for day, month in ((first, second), (second, first))]
    possible = list(dict.fromkeys(day for day in readings if day is not None))
    if not possible:
        raise NotADate("there is no such day")
    parts = [one_day(day, floating=year is None) for day in possible]
    ordered = parts if context.day_first else parts[::-1]
    if len(ordered) > 1 and not context.is_order_known:
        raise Several(*ordered)
    return ordered[0]


def _named(day: int, month: int, year: int | None, base: date) -> date | None:
    try:
        return make_day(year, month, day) if year else coming(base, month, day)
    except NotADate:
        return None


def month_part(year: int, month: int, *, floating: bool = False) -> Part:
    """Return a month, which as a deadline means its last day."""
    first = make_day(year, month, 1)
    last = month_end(year, month)
    return Part(first, last, last, "month", floating)


def quarter_part(year: int, quarter: int, *, floating: bool = False) -> Part:
    """Return a quarter, which as a deadline means its last day."""
    first = quarter_start(year, quarter)
    last = month_end(year, quarter * 3)
    return Part(first, last, last, "quarter", floating)


def year_part(year: int) -> Part:
    """Return a year, which as a deadline means its last day."""
    return Part(make_day(year, 1, 1), make_day(year, 12, 31), make_day(year, 12, 31), "year")


def week_part(year: int, week: int, weekday: int | None = None) -> Part:
    """Return an ISO week, which as a deadline means its Sunday, or a day of it, 1 to 7."""
    try:
        monday = date.fromisocalendar(year, week, 1)
    except ValueError as error:
        raise NotADate(f"{year} has no week {week}") from error
    if weekday is not None:
        return one_day(monday + timedelta(days=weekday - 1))
    sunday = monday + timedelta(days=6)
    return Part(monday, sunday, sunday, "week")


def period(unit: str, today: date, ahead: int) -> Part:
    """Return the present week, month, quarter or year, or a later or earlier one.

    As a deadline, one that is to come means its first day and the others their last.
    """
    if unit == "week":
        first = monday_of(today) + timedelta(days=7 * ahead)
        last = first + timedelta(days=6)
    else:
        months = MONTHS_OF[unit]
        start = today.replace(day=1, month=(today.month - 1) // months * months + 1)
        first, last = add_months(start, ahead * months), add_months(start, (ahead + 1) * months) - ONE_DAY
    return Part(first, last, first if ahead > 0 else last, unit)
