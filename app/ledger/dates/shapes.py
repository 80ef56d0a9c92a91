"""Dates written in numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.ledger.dates.leads import NotADate
from app.ledger.dates.words import Day, coming, make_day, month_end, shown

_ISO = re.compile(r"([0-9]{4})([-/])([0-9]{1,2})\2([0-9]{1,2})")
_COMPACT = re.compile(r"((?:19|20)[0-9]{2})([0-9]{2})([0-9]{2})")
_ISO_MONTH = re.compile(r"((?:19|20)[0-9]{2})-([0-9]{2})")
_ISO_WEEK = re.compile(r"([0-9]{4})-?w([0-9]{2})(?:-?([1-7]))?", re.IGNORECASE)
_WITH_YEAR = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})")
_SHORT_YEAR = re.compile(r"[0-9]{1,2}([-/.])[0-9]{1,2}\1[0-9]{2}")
_WITHOUT_YEAR = re.compile(r"([0-9]{1,2})/([0-9]{1,2})")
_INSTANT = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)"
    r"(?: ?(Z|[+-][0-9]{2}:?[0-9]{2})| ([A-Z][A-Za-z_]+(?:/[A-Za-z_+-]+)+))?",
    re.IGNORECASE,
)


def read_instant(text: str) -> datetime | None:
    """Read an ISO date with a time, and an offset or zone name if there is one; None for another shape."""
    match = _INSTANT.fullmatch(text)
    if match is None:
        return None
    day, clock, offset, zone = match.groups()
    try:
        moment = datetime.fromisoformat(f"{day}T{clock.rjust(5, '0') if len(clock) < 6 else clock.rjust(8, '0')}")
    except ValueError as error:
        raise NotADate("there is no such day or time") from error
    if zone:
        return _in_zone(moment, zone)
    return moment.replace(tzinfo=_offset(offset)) if offset else moment


def _offset(text: str) -> timezone:
    try:
        zone = datetime.strptime(text.upper(), "%z").tzinfo
    except ValueError as error:
        raise NotADate(f"there is no offset {text}") from error
    assert isinstance(zone, timezone)
    return zone


def _in_zone(moment: datetime, name: str) -> datetime:
    try:
        there = moment.replace(tzinfo=ZoneInfo(name))
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise NotADate(f"there is no time zone {name}") from error
    if there.astimezone(UTC).astimezone(there.tzinfo).replace(tzinfo=None) != moment:
        raise NotADate(f"the clocks in {name} skip that time")
    return there


def read_shape(text: str, base: date, *, day_first: bool, languages: Sequence[str]) -> Day | None:
    """Read a date without words; None when the text has words and no such shape.

    Raises:
        NotADate: There is no such day, several days are possible, or it is a mere number.
    """
    if match := _ISO.fullmatch(text):
        return Day(make_day(int(match[1]), int(match[3]), int(match[4])))
    if match := _COMPACT.fullmatch(text):
        return Day(make_day(int(match[1]), int(match[2]), int(match[3])))
    if match := _ISO_MONTH.fullmatch(text):
        make_day(int(match[1]), int(match[2]), 1)
        return Day(month_end(int(match[1]), int(match[2])), exact=False)
    if match := _ISO_WEEK.fullmatch(text):
        return _iso_week(int(match[1]), int(match[2]), match[3])
    if match := _WITH_YEAR.fullmatch(text):
        dotted = match[2] == "." and bool(languages) and languages[0] != "en"
        return Day(_either_order(int(match[1]), int(match[3]), int(match[4]), base, day_first, dotted))
    if match := _WITHOUT_YEAR.fullmatch(text):
        return Day(_either_order(int(match[1]), int(match[2]), None, base, day_first, certain=False))
    if _SHORT_YEAR.fullmatch(text):
        raise NotADate("write the year with four digits")
    if not any(character.isalpha() for character in text):
        raise NotADate("a number is not a date")
    return None


def _iso_week(year: int, week: int, weekday: str | None) -> Day:
    try:
        return Day(date.fromisocalendar(year, week, int(weekday or 7)), exact=weekday is not None)
    except ValueError as error:
        raise NotADate(f"{year} has no week {week}") from error


def _either_order(first: int, second: int, year: int | None, base: date, day_first: bool, certain: bool) -> date:
    """Read two numbers as day and month; refused when both orders are days, and not the same."""
    readings = [_named(day, month, year, base) for day, month in ((first, second), (second, first)) if month <= 12]
    possible = list(dict.fromkeys(day for day in readings if day is not None))
    if not possible:
        raise NotADate("there is no such day")
    if certain:
        return make_day(year or base.year, second, first)
    if len(possible) > 1:
        ordered = possible if day_first else possible[::-1]
        raise NotADate(f"it may be {shown(ordered[0])} or {shown(ordered[1])}")
    return possible[0]


def _named(day: int, month: int, year: int | None, base: date) -> date | None:
    try:
        return make_day(year, month, day) if year else coming(base, month, day)
    except (NotADate, ValueError):
        return None
