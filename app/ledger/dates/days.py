"""Days on the calendar: ends of months, weekdays, working days, months counted."""

from __future__ import annotations

import calendar
from datetime import UTC, date, datetime, timedelta
from typing import TypeVar

from app.ledger.dates.values import NotADate

_Day = TypeVar("_Day", bound=date)

ONE_DAY = timedelta(days=1)
FRIDAY, SATURDAY = 4, 5
_YEARS_TO_A_LEAP_DAY = 8


def make_day(year: int, month: int, day: int) -> date:
    """Return a day; raises `NotADate` when the calendar has none such."""
    try:
        return date(year, month, day)
    except ValueError as error:
        raise NotADate("there is no such day") from error


def month_end(year: int, month: int) -> date:
    """Return the last day of a month; raises `NotADate` when the calendar does not reach so far."""
    return make_day(year, month, calendar.monthrange(year, month)[1])


def monday_of(day: date) -> date:
    """Return the Monday of a day's ISO week."""
    return day - timedelta(days=day.weekday())


def coming(base: date, month: int, day: int) -> date:
    """Return the next day of that name from `base` on; raises `NotADate` when there is never one."""
    for year in range(base.year, min(base.year + _YEARS_TO_A_LEAP_DAY, date.max.year) + 1):
        if 1 <= month <= 12 and 0 < day <= calendar.monthrange(year, month)[1] and date(year, month, day) >= base:
            return date(year, month, day)
    raise NotADate("there is no such day")


def add_months(day: _Day, months: int) -> _Day:
    """Return the same day some months later, or the month's last day where it is shorter.

    Raises:
        OverflowError: There is no such year.
    """
    count = day.year * 12 + day.month - 1 + months
    year, month = count // 12, count % 12 + 1
    if not 1 <= year <= 9999:
        raise OverflowError("date value out of range")
    return day.replace(year=year, month=month, day=min(day.day, calendar.monthrange(year, month)[1]))


def add_working_days(day: _Day, count: int) -> _Day:
    """Return the day that lies `count` days from Monday to Friday later; earlier when it is negative.

    Raises:
        OverflowError: There is no such year.
    """
    step = ONE_DAY if count > 0 else -ONE_DAY
    weeks, left = divmod(abs(count), 5)
    day += step * 7 * weeks
    while left or (weeks and day.weekday() > FRIDAY):
        day += step if left else -step
        left -= day.weekday() <= FRIDAY and left > 0
    return day


def elapse(day: _Day, minutes: int) -> _Day:
    """Return the moment that many minutes later by a clock that never jumps; a day without a time stays what it is.

    A naive moment is local time: across a change of the clocks its hands move by an hour more or less.

    Raises:
        OverflowError: There is no such year.
    """
    if not isinstance(day, datetime):
        return day
    try:
        there = day.astimezone(UTC) + timedelta(minutes=minutes)
        if day.tzinfo:
            return there.astimezone(day.tzinfo)
        local = there.astimezone().replace(tzinfo=None)
        return local if local.timestamp() == there.timestamp() else local.replace(fold=1)
    except ValueError as error:
        raise OverflowError("date value out of range") from error


def nth_weekday(year: int, month: int, nth: int, weekday: int) -> date:
    """Return the nth such weekday of a month, the last one for -1; raises `NotADate` when there are not as many."""
    if nth < 0:
        last = month_end(year, month)
        return last - timedelta(days=(last.weekday() - weekday) % 7)
    first = make_day(year, month, 1)
    return make_day(year, month, 1 + (weekday - first.weekday()) % 7 + 7 * (nth - 1))


def edge_working_day(first: date, last: date, nth: int) -> date:
    """Return the nth day from Monday to Friday of a stretch, the last one for -1; `NotADate` when there are too few."""
    start = last + ONE_DAY if nth < 0 else first - ONE_DAY
    found = add_working_days(start, nth)
    if not first <= found <= last:
        raise NotADate("there is no such day")
    return found


def quarter_start(year: int, quarter: int) -> date:
    """Return the first day of a quarter, 1 to 4."""
    return make_day(year, quarter * 3 - 2, 1)
