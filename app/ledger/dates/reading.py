"""Typed dates: "Friday", "15 Aug", "in 3 days", "end of the month", "2026-08-15 17:00".

What is read is shown before it is kept, and what may mean two days is refused with both.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from app.ledger.dates.fallback import read_otherwise
from app.ledger.dates.leads import NotADate
from app.ledger.dates.rules import read_words
from app.ledger.dates.shapes import read_instant, read_shape
from app.ledger.dates.words import MONTHS, Day, shown

_LONGEST = 60
_YEARS_BACK, _YEARS_AHEAD = 1, 10

_CLOCK = (
    r"(?:(?P<h12>[0-9]{1,2})(?:[:.](?P<m12>[0-9]{2}))? ?(?P<half>[ap])\.?m\.?"
    r"|(?P<h24>[0-9]{1,2}):(?P<m24>[0-9]{2})|(?P<word>noon|midday|midnight))"
)
_CLOCK_LAST = re.compile(rf"(?P<rest>.*?)(?:^|[ ,]+)(?:at |@ ?)?{_CLOCK}")
_CLOCK_FIRST = re.compile(rf"(?:at |by |before )?{_CLOCK}(?:,| on)? (?P<rest>.+)")
_CUE = re.compile(
    r"(?:due )?(?:@|(?:(?P<until>by|until|till|no later than)|on|due|this coming|coming)(?= )|) *(?P<rest>.*)"
)
_REPEATS = re.compile(r"\b(?:every|each|daily|weekly|fortnightly|monthly|quarterly|yearly|annually)\b")
_ISO_LIKE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\b.*")
_ORDINARY_WORDS = frozenset({"sat", "sun", "wed"} | set(MONTHS) | {month[:3] for month in MONTHS} | {"sept"})
"""Not read as dates in lower case when they stand alone."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a phrase means.

    Attributes:
        value: The day, or the date-time when a time was given (naive: local time).
        said: The same in words, to be shown before it is kept: "Fri 14 Aug 2026, 17:00".
    """

    value: date | datetime
    said: str


def read_date(phrase: str, base: date, *, day_first: bool = True, languages: Sequence[str] = ("en",)) -> Reading:
    """Read a typed date.

    Args:
        phrase: What was typed, all of it a date.
        base: The day that "tomorrow" is counted from.
        day_first: Which of two readings of 03/04/2027 is named first when it is refused.
        languages: Two-letter codes; English words are read in any case.

    Raises:
        NotADate: It is no date, or may be several; the message says why.
    """
    text = _cleaned(phrase)
    instant = read_instant(text)
    if instant is not None:
        return Reading(instant, _said(instant))
    if text in _ORDINARY_WORDS:
        raise NotADate(f"“{text}” may be an ordinary word; write “{text.title()}” for the date")
    lowered = text.lower()
    if _REPEATS.search(lowered):
        raise NotADate("it repeats; that belongs in `repeat`")
    try:
        value = _read(lowered, base, day_first, languages)
    except OverflowError as error:
        raise NotADate("it is outside the calendar") from error
    year = value.year
    if not base.year - _YEARS_BACK <= year <= base.year + _YEARS_AHEAD and not _ISO_LIKE.fullmatch(lowered):
        raise NotADate(f"{year} is too far away; write it as YYYY-MM-DD if it is meant")
    return Reading(value, _said(value))


def _cleaned(phrase: str) -> str:
    """Return the phrase with plain characters and single blanks; raises `NotADate` for what is not typed."""
    if len(phrase) > _LONGEST:
        raise NotADate("it is too long for a date")
    text = " ".join(unicodedata.normalize("NFKC", phrase).replace("\u2019", "'").split()).rstrip(".,;! ")
    if any(unicodedata.category(character).startswith("C") for character in text):
        raise NotADate("it holds invisible characters")
    if any(character.isdigit() and not character.isascii() for character in text):
        raise NotADate("write the digits as 0 to 9")
    if not text:
        raise NotADate("nothing was written")
    return text


def _read(text: str, base: date, day_first: bool, languages: Sequence[str]) -> date | datetime:
    match = _CLOCK_LAST.fullmatch(text) or _CLOCK_FIRST.fullmatch(text)
    if match is None:
        return _read_day(text, base, day_first, languages).value
    rest = match["rest"].strip(" ,")
    if match["word"] == "midnight":
        if rest:
            raise NotADate("midnight begins one day and ends another; write the day and 00:00 or 23:59")
        return datetime.combine(base + timedelta(days=1), time())
    clock = _clock(match)
    if not rest or rest in ("at", "by", "before", "until"):
        return datetime.combine(base, clock)
    day = _read_day(rest.removeprefix("before "), base, day_first, languages)
    if not day.exact:
        raise NotADate("a time needs a day; say which")
    return datetime.combine(day.value, clock)


def _clock(match: re.Match[str]) -> time:
    if match["word"]:
        return time(12)
    hour, minute = int(match["h12"] or match["h24"]), int(match["m12"] or match["m24"] or 0)
    if match["half"]:
        if not 1 <= hour <= 12:
            raise NotADate(f"there is no {hour} {match['half']}m")
        hour = hour % 12 + (12 if match["half"] == "p" else 0)
    try:
        return time(hour, minute)
    except ValueError as error:
        raise NotADate(f"there is no time {hour}:{minute:02d}") from error


def _read_day(text: str, base: date, day_first: bool, languages: Sequence[str]) -> Day:
    cue = _CUE.fullmatch(text)
    assert cue is not None
    rest = cue["rest"]
    found = (
        read_shape(rest, base, day_first=day_first, languages=languages)
        or read_words(rest, base)
        or read_otherwise(rest, base, day_first=day_first, languages=languages)
    )
    if cue["until"] and not found.exact:
        raise NotADate(f"“{text}” may mean the beginning or the end of it; write the day")
    return found


def _said(value: date | datetime) -> str:
    if not isinstance(value, datetime):
        return shown(value)
    zone = f" {value:%z}" if value.tzinfo else ""
    return f"{shown(value)}, {value:%H:%M}{zone}"
