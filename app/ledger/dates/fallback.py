"""Dates that our own rules do not know, read by dateparser, and what of its readings is not to be trusted.

It reads "the 3rd" as a day in March, "12" as December and "Q4 2026" as 12 November: so only readings that name a day, a
day with a time or a month, near enough, and in which every number of the text is found again, are taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time

from app.ledger.dates.patterns import Context, Part, one_day
from app.ledger.dates.shapes import month_part
from app.ledger.dates.values import NotADate

_NUMBER = re.compile(r"[0-9]+")
_GLUED = re.compile(r"[a-z_#][0-9]")
"""A letter and a number in one word: an identifier rather than a date."""
_SHORT = re.compile(r"[a-z]{1,3}")
_EITHER_ORDER = re.compile(r"(?<![0-9.])(?:0?[1-9]|1[0-2]) ?[-./] ?(?:0?[1-9]|1[0-2])(?![0-9])")
"""Two numbers that may be day and month or month and day."""
_CLOCK = re.compile(r"[0-9]{1,2}[:.][0-9]{2}|[0-9] ?[ap]\.?m")
_UNSURE = re.compile(
    r"\b(?:next|last|this|week|quarter|weekend|may|sat|sun|mar|march|second|minute|hour|before|after|end|start|mid|late"
    r"|early|now|and|or|a|an|the|in|on|of|at|to|do|we|he|is|it|me|my|so|no)s?\b"
)
"""English words that the library reads too freely."""
_UNKNOWN = "no rule reads it as a day"


def read_otherwise(text: str, context: Context, languages: Sequence[str]) -> Part:
    """Read a phrase in one of the languages.

    Raises:
        NotADate: It cannot be read, or the reading is not certain.
    """
    if (
        not languages
        or _SHORT.fullmatch(text)
        or _UNSURE.search(text)
        or _GLUED.search(text)
        or _EITHER_ORDER.search(text)
    ):
        raise NotADate(_UNKNOWN)
    found = _parse(text, context, languages)
    if found is None:
        raise NotADate(_UNKNOWN)
    moment, period = found
    if period == "month" and not _NUMBER.sub("", text).strip().isdigit() and not _is_counted(text, moment):
        return month_part(moment.year, moment.month, floating=str(moment.year) not in text)
    if period == "time" and _CLOCK.search(text) and _uses_every_number(text, moment, context.today):
        return Part(moment.date(), moment.date(), moment.date(), moment=moment)
    if period not in ("day", "week", "month", "year") or not _uses_every_number(text, moment, context.today):
        raise NotADate(_UNKNOWN)
    return one_day(moment.date())


def _is_counted(text: str, moment: datetime) -> bool:
    """Return True for "in 3 months": its number is no year."""
    return any(int(number) != moment.year for number in _NUMBER.findall(text))


def _parse(text: str, context: Context, languages: Sequence[str]) -> tuple[datetime, str] | None:
    from dateparser.date import DateDataParser

    settings = {
        "RELATIVE_BASE": datetime.combine(context.today, time()),
        "PREFER_DATES_FROM": "future",
        "DATE_ORDER": "DMY" if context.day_first else "MDY",
        "RETURN_TIME_AS_PERIOD": True,
    }
    try:
        data = DateDataParser(languages=list(languages), settings=settings).get_date_data(text)
    except (ValueError, OverflowError, TypeError):
        return None
    found = data.date_obj
    return (found, data.period or "") if found and found.tzinfo is None else None


def _uses_every_number(text: str, moment: datetime, base: date) -> bool:
    """Return True when each number is the day, month, year or time that was read, or a distance from `base`."""
    day = moment.date()
    distance = abs((day - base).days)
    months = abs((day.year - base.year) * 12 + day.month - base.month)
    sayable = {day.day, day.month, day.year, distance, months, months // 12}
    sayable |= {distance // 7} if distance % 7 == 0 else set()
    sayable |= {moment.hour, moment.hour % 12, moment.minute, moment.second} if _CLOCK.search(text) else set()
    return all(int(number) in sayable for number in _NUMBER.findall(text))
