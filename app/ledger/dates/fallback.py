"""Dates that our own rules do not know, read by dateparser, and what of its readings is not to be trusted.

It reads "the 3rd" as a day in March, "12" as December and "Q4 2026" as 12 November: so only readings that name a day,
near enough, and in which every number of the text is found again, are taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time

from app.ledger.dates.leads import NotADate
from app.ledger.dates.words import Day

_NUMBER = re.compile(r"[0-9]+")
_UNSURE = re.compile(
    r"\b(?:next|last|this|week|quarter|weekend|may|sat|sun|mar|march|second|minute|hour|before|after|end|start|mid|late"
    r"|early|now|and|or)s?\b"
)
_UNKNOWN = "no rule reads it as a day"


def read_otherwise(text: str, base: date, *, day_first: bool, languages: Sequence[str]) -> Day:
    """Read a phrase in one of the languages.

    Raises:
        NotADate: It cannot be read, or the reading is not certain.
    """
    if not languages or _UNSURE.search(text):
        raise NotADate(_UNKNOWN)
    found = _parse(text, base, day_first, languages)
    if found is None or found[1] != "day":
        raise NotADate(_UNKNOWN)
    day = found[0].date()
    if not _uses_every_number(text, day, base):
        raise NotADate(_UNKNOWN)
    return Day(day)


def _parse(text: str, base: date, day_first: bool, languages: Sequence[str]) -> tuple[datetime, str] | None:
    from dateparser.date import DateDataParser

    settings = {
        "RELATIVE_BASE": datetime.combine(base, time()),
        "PREFER_DATES_FROM": "future",
        "DATE_ORDER": "DMY" if day_first else "MDY",
        "RETURN_TIME_AS_PERIOD": True,
    }
    try:
        data = DateDataParser(languages=list(languages), settings=settings).get_date_data(text)
    except (ValueError, OverflowError, TypeError):
        return None
    return (data.date_obj, data.period or "") if data.date_obj else None


def _uses_every_number(text: str, day: date, base: date) -> bool:
    """Return True when each number is the day, month or year that was read, or a distance from `base`."""
    distance = abs((day - base).days)
    months = abs((day.year - base.year) * 12 + day.month - base.month)
    sayable = {day.day, day.month, day.year, distance, months, months // 12}
    sayable |= {distance // 7} if distance % 7 == 0 else set()
    return all(int(number) in sayable for number in _NUMBER.findall(text))
