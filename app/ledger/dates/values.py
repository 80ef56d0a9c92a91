"""What a phrase may turn out to be, and how it is said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from app.vault.recurrence import Rule

Kind = Literal["date", "date-time", "span", "repetition"]

_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAYS_SAID_AS_DAYS, _DAYS_SAID_AS_WEEKS, _DAYS_SAID_AS_MONTHS = 14, 63, 730


class NotADate(ValueError):
    """A phrase that cannot be read as a date or a length of time; the message says why."""


class Ambiguous(NotADate):
    """A phrase that may mean several days; the message names them in a form that can be typed.

    Attributes:
        choices: The readings, the likeliest first.
    """

    def __init__(self, message: str, choices: Iterable[Reading] = ()) -> None:
        super().__init__(message)
        self.choices: tuple[Reading, ...] = tuple(choices)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of whole days, both ends belonging to it."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Reading:
    """What a phrase means.

    Attributes:
        value: The day, or the date-time when a time was given (naive: local time). Of a span, the day that it means as
            a deadline; of a repetition, its first occurrence.
        said: The same in words, to be shown before it is kept: "Fri 14 Aug 2026, 17:00". What a date or date-time says
            reads back as itself.
        kind: What was named.
        span: Both ends, of a span.
        rule: The rule, of a repetition.
        distance: How far it is from the base: "today", "in 3 days", "5 weeks ago".
    """

    value: date | datetime
    said: str
    kind: Kind = "date"
    span: Span | None = None
    rule: Rule | None = None
    distance: str = ""


def shown(moment: date | datetime) -> str:
    """Return a day or moment as a person reads it, in English whatever the locale: "Fri 14 Aug 2026, 17:00"."""
    day = f"{_WEEKDAYS[moment.weekday()]} {moment.day} {_MONTHS[moment.month - 1]} {moment.year}"
    return f"{day}, {_clock(moment)}" if isinstance(moment, datetime) else day


def typed(moment: date | datetime) -> str:
    """Return a day or moment in the form that is never misread: "2026-08-14 17:00"."""
    return f"{moment:%Y-%m-%d} {_clock(moment)}" if isinstance(moment, datetime) else moment.isoformat()


def _clock(moment: datetime) -> str:
    text = f"{moment:%H:%M:%S}" if moment.second else f"{moment:%H:%M}"
    offset = f"{moment:%z}"
    return f"{text} {offset[:3]}:{offset[3:5]}" if offset else text


def shown_span(span: Span) -> str:
    """Return both ends, with what they share said once: "15 to 20 Aug 2026"."""
    first, last = span.first, span.last
    if first == last:
        return shown(first)
    end = f"{last.day} {_MONTHS[last.month - 1]} {last.year}"
    start = str(first.day)
    if (first.year, first.month) != (last.year, last.month):
        start += f" {_MONTHS[first.month - 1]}"
    if first.year != last.year:
        start += f" {first.year}"
    return f"{start} to {end}"


def distance(day: date, today: date) -> str:
    """Return how far a day is from today, in the unit that a person would use."""
    days = (day - today).days
    near = {0: "today", 1: "tomorrow", -1: "yesterday"}
    if days in near:
        return near[days]
    count = abs(days)
    if count < _DAYS_SAID_AS_DAYS:
        length = f"{count} days"
    elif count < _DAYS_SAID_AS_WEEKS:
        length = f"{round(count / 7)} weeks"
    elif count < _DAYS_SAID_AS_MONTHS:
        length = f"{round(count / 30.44)} months"
    else:
        length = f"{round(count / 365.25)} years"
    return f"in {length}" if days > 0 else f"{length} ago"
