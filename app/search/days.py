"""Days in operators: `due:<7d`, `modified:>2026-01-01`, `due:next-week`, `modified:2026-01..2026-03`.

A length is counted from today: ahead for what is due, back for what was modified. So `due:<7d` is due within less than
seven days, what is late included, and `modified:<7d` was modified less than seven days ago.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from app.ledger.dates import NotADate, read_phrase

_COMPARED = re.compile(r"(<=|>=|<|>|=)?\s*(.*)")
_LENGTH = re.compile(r"(-?)(\d{1,5})\s?(d|w|m|y|days?|weeks?|months?|years?)")
_PERIOD = re.compile(r"(this|last|next)[ _-](week|month|year)")
_MONTH = re.compile(r"(\d{4})(?:-(\d{1,2}))?")
_NAMED = {"today": 0, "tomorrow": 1, "yesterday": -1}
_LONGEST = 60
_WEEK = 7


@dataclass(frozen=True, slots=True)
class Days:
    """Days from `first` to `last`, both included; None is without end."""

    first: date | None = None
    last: date | None = None

    def has(self, day: date) -> bool:
        """Return whether a day is one of them."""
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)

    @property
    def said(self) -> str:
        """The days in words."""
        if self.first is None:
            return "any day" if self.last is None else f"until {self.last}"
        if self.last is None:
            return f"from {self.first}"
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"


@dataclass(frozen=True, slots=True)
class Calendar:
    """What typed days are counted from, and how they are read; see `DatesConfig`."""

    today: date
    day_first: bool = True
    languages: tuple[str, ...] = ("en",)


@lru_cache(maxsize=256)
def read_days(value: str, calendar: Calendar, *, ahead: bool) -> Days | None:
    """Return the days that an operator's value means; None when it means none.

    Args:
        value: As typed: a day, month, year or length of time, perhaps after `<`, `<=`, `>`, `>=` or `=`; two of them
            with `..` between; `any`, `overdue`.
        calendar: What it is counted from.
        ahead: True when lengths go from today into the future, False when into the past.
    """
    text = " ".join(value.casefold().split())[:_LONGEST]
    if text in ("any", "*"):
        return Days()
    if text in ("overdue", "late"):
        return Days(None, calendar.today - timedelta(days=1))
    try:
        if ".." in text:
            return _range(text, calendar, ahead)
        found = _COMPARED.fullmatch(text)
        return _compared(found[1] or "", found[2], calendar, ahead) if found else None
    except (OverflowError, ValueError):
        return None


def _range(text: str, calendar: Calendar, ahead: bool) -> Days | None:
    start, _, end = (part.strip() for part in text.partition(".."))
    first = _bound(start, calendar, ahead) if start else None
    last = _bound(end, calendar, ahead) if end else None
    if (start and first is None) or (end and last is None) or not (start or end):
        return None
    return _ordered(first[0] if first else None, last[1] if last else None)


def _ordered(first: date | None, last: date | None) -> Days:
    return Days(last, first) if first and last and last < first else Days(first, last)


def _compared(sign: str, text: str, calendar: Calendar, ahead: bool) -> Days | None:
    bound = _bound(text, calendar, ahead)
    if bound is None:
        return None
    first, last = bound
    length = _LENGTH.fullmatch(text)
    if length is not None and not sign:
        return _ordered(calendar.today, first)
    if length is not None and not ahead:
        sign = sign.translate(str.maketrans("<>", "><"))  # a greater age is an earlier day
    one = timedelta(days=1)
    by_sign: dict[str, Callable[[], Days]] = {
        "": lambda: Days(first, last),
        "=": lambda: Days(first, last),
        "<": lambda: Days(None, first - one),
        "<=": lambda: Days(None, last),
        ">": lambda: Days(last + one, None),
        ">=": lambda: Days(first, None),
    }
    return by_sign[sign]()


def _bound(text: str, calendar: Calendar, ahead: bool) -> tuple[date, date] | None:
    """Return the first and last day of a day, month, year or week, or the day at the end of a length."""
    today = calendar.today
    if text in _NAMED:
        day = today + timedelta(days=_NAMED[text])
        return day, day
    if length := _LENGTH.fullmatch(text):
        count = int(length[2]) * (-1 if length[1] else 1) * (1 if ahead else -1)
        day = _moved(today, count, length[3][0])
        return day, day
    if period := _PERIOD.fullmatch(text):
        return _period(today, {"last": -1, "this": 0, "next": 1}[period[1]], period[2])
    if month := _MONTH.fullmatch(text):
        first = date(int(month[1]), int(month[2] or 1), 1)
        return first, _moved(first, 1, "m" if month[2] else "y") - timedelta(days=1)
    return _phrase(text, calendar)


def _period(today: date, step: int, unit: str) -> tuple[date, date]:
    if unit == "week":
        first = today - timedelta(days=today.weekday()) + timedelta(days=_WEEK * step)
        return first, first + timedelta(days=_WEEK - 1)
    first = today.replace(day=1) if unit == "month" else today.replace(month=1, day=1)
    first = _moved(first, step, unit[0])
    return first, _moved(first, 1, unit[0]) - timedelta(days=1)


def _moved(day: date, count: int, unit: str) -> date:
    """Return a day so many days, weeks, months or years away; a month later ends at the month's last day at most."""
    if unit in "dw":
        return day + timedelta(days=count * (_WEEK if unit == "w" else 1))
    months = day.year * 12 + day.month - 1 + count * (12 if unit == "y" else 1)
    first = date(months // 12, months % 12 + 1, 1)
    following = date((months + 1) // 12, (months + 1) % 12 + 1, 1)
    return first.replace(day=min(day.day, (following - timedelta(days=1)).day))


def _phrase(text: str, calendar: Calendar) -> tuple[date, date] | None:
    """Return what a date in words means, as it would for a commitment; hyphens may stand for spaces."""
    spaced = re.sub(r"(?<=[^\W\d])[-_](?=[^\W\d])", " ", text)
    try:
        reading = read_phrase(
            spaced, calendar.today, day_first=calendar.day_first, languages=calendar.languages, fallback=False
        )
    except NotADate:
        return None
    if reading.kind == "repetition":
        return None
    if reading.span is not None:
        return reading.span.first, reading.span.last
    value = reading.value
    day = date(value.year, value.month, value.day)
    return day, day
