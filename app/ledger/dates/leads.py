"""Leads: how long before its due date a commitment begins to fire."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import TypeVar

_Day = TypeVar("_Day", bound=date)

NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
} | {"a": 1, "an": 1, "couple": 2}

UNIT_DAYS = {"day": 1, "d": 1, "week": 7, "w": 7, "fortnight": 14}
UNIT_MONTHS = {"month": 1, "m": 1, "quarter": 3, "year": 12, "y": 12}

_LEAD = re.compile(r"(?:([0-9]{1,4}|[a-z]+)\s*)??([a-z]+?)s?")


class NotADate(ValueError):
    """A phrase that cannot be read as a date or a length of time; the message says why."""


@dataclass(frozen=True, slots=True)
class Lead:
    """A length of time in whole days and calendar months."""

    days: int = 0
    months: int = 0


@lru_cache(maxsize=256)
def parse_lead(text: str) -> Lead:
    """Read "3 days", "a week", "2 months", "10d".

    Raises:
        NotADate: It cannot be read.
    """
    match = _LEAD.fullmatch(" ".join(text.lower().split()).removesuffix(" before"))
    number = _count(match[1]) if match else None
    if match and number is not None:
        if match[2] in UNIT_DAYS:
            return Lead(days=number * UNIT_DAYS[match[2]])
        if match[2] in UNIT_MONTHS:
            return Lead(months=number * UNIT_MONTHS[match[2]])
    raise NotADate(f"“{text}” is not a number of days, weeks, months or years")


def _count(word: str | None) -> int | None:
    if word is None:
        return None
    return int(word) if word.isascii() and word.isdigit() else NUMBER_WORDS.get(word)


def before(due: _Day, lead: Lead) -> _Day:
    """Return the moment that lies `lead` before `due`; a date stays a date, a date-time keeps its time.

    Months are counted on the calendar and end at the month's last day at the most: a month before 31 March is the last
    of February.

    Raises:
        OverflowError: There is no such year.
    """
    return add_months(due, -lead.months) - timedelta(days=lead.days)


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
