"""The words that typed dates are made of, as patterns and as numbers."""

from __future__ import annotations

import calendar
from datetime import date, timedelta
from typing import NamedTuple

from app.ledger.dates.leads import NUMBER_WORDS, NotADate

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": -1}

WEEKDAY = (
    r"(?P<weekday>mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?"
    r"|sun(?:day)?)"
)
MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
DAY = r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th|\.)?"
YEAR = r"(?P<year>[0-9]{4})"
COUNT = rf"(?P<count>[0-9]{{1,4}}|{'|'.join(NUMBER_WORDS)})"
UNIT = r"(?P<unit>day|week|fortnight|month|quarter|year)s?"


class Day(NamedTuple):
    """A day that was read.

    Attributes:
        value: The day.
        exact: False when a whole week, month or quarter was named, and the day is its first or last.
    """

    value: date
    exact: bool = True


def weekday_number(word: str) -> int:
    """Return 0 for Monday to 6 for Sunday, from a name or its beginning."""
    return next(number for number, name in enumerate(WEEKDAYS) if name.startswith(word[:3]))


def month_number(word: str) -> int:
    """Return 1 to 12, from a name or its beginning."""
    return next(number for number, name in enumerate(MONTHS, 1) if name.startswith(word[:3]))


def count_of(word: str) -> int:
    """Return the number that a numeral or number word stands for."""
    return NUMBER_WORDS[word] if word in NUMBER_WORDS else int(word)


def monday_of(day: date) -> date:
    """Return the Monday of a day's ISO week."""
    return day - timedelta(days=day.weekday())


def month_end(year: int, month: int) -> date:
    """Return the last day of a month."""
    return date(year, month, calendar.monthrange(year, month)[1])


def make_day(year: int, month: int, day: int) -> date:
    """Return a day; raises `NotADate` when the calendar has none such."""
    try:
        return date(year, month, day)
    except ValueError as error:
        raise NotADate("there is no such day") from error


def coming(base: date, month: int, day: int) -> date:
    """Return the next day of that name from `base` on; raises `NotADate` when there is never one."""
    for year in range(base.year, base.year + 9):
        if day <= calendar.monthrange(year, month)[1] and day > 0 and date(year, month, day) >= base:
            return date(year, month, day)
    raise NotADate("there is no such day")


def shown(day: date) -> str:
    """Return a day as a person reads it: "Fri 14 Aug 2026", in English whatever the locale."""
    return f"{WEEKDAYS[day.weekday()][:3].title()} {day.day} {MONTHS[day.month - 1][:3].title()} {day.year}"
