"""Dates in file names by a pattern: the tokens of moment.js (Obsidian) and of Java's formatter (Logseq).

Only what a day is made of is read back: year, month, day, day of the year, week with weekday. Names of weekdays are
skipped. English names of months only: a pattern with others finds no date, which is safe.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LONG_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december|sept"
_MONTH_NAMES = f"{_LONG_MONTHS}|{'|'.join(_MONTHS)}"
_WEEKDAY = "(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?"
_MONTH_NAME = f"(?P<name>{_MONTH_NAMES})"

_SHARED = {"MMMM": _MONTH_NAME, "MMM": _MONTH_NAME, "MM": r"(?P<month>\d\d)", "M": r"(?P<month>\d{1,2})"}
_MOMENT: Mapping[str, str] = _SHARED | {
    "YYYY": r"(?P<year>\d{4})",
    "YY": r"(?P<short>\d\d)",
    "Mo": r"(?P<month>\d{1,2})(?:st|nd|rd|th)",
    "DDDD": r"(?P<ordinal>\d{3})",
    "DDD": r"(?P<ordinal>\d{1,3})",
    "DD": r"(?P<day>\d\d)",
    "Do": r"(?P<day>\d{1,2})(?:st|nd|rd|th)",
    "D": r"(?P<day>\d{1,2})",
    "dddd": _WEEKDAY,
    "ddd": _WEEKDAY,
    "dd": "(?:mo|tu|we|th|fr|sa|su)",
    "GGGG": r"(?P<weekyear>\d{4})",
    "gggg": r"(?P<weekyear>\d{4})",
    "WW": r"(?P<week>\d\d)",
    "W": r"(?P<week>\d{1,2})",
    "ww": r"(?P<week>\d\d)",
    "w": r"(?P<week>\d{1,2})",
    "E": r"(?P<weekday>[1-7])",
}
_JAVA: Mapping[str, str] = _SHARED | {
    "yyyy": r"(?P<year>\d{4})",
    "yy": r"(?P<short>\d\d)",
    "dd": r"(?P<day>\d\d)",
    "do": r"(?P<day>\d{1,2})(?:st|nd|rd|th)",
    "d": r"(?P<day>\d{1,2})",
    "EEEE": _WEEKDAY,
    "EEE": _WEEKDAY,
    "EE": _WEEKDAY,
    "E": _WEEKDAY,
}
_LITERALS = {False: re.compile(r"\[([^\]]*)\]"), True: re.compile(r"'([^']*)'")}
_TIME = {**dict.fromkeys("HhmsSkQXxN", r"\d+"), "A": "[ap]m", "a": "[ap]m"}
_TOKEN = re.compile(r"([A-Za-z])\1*o?")
_LONGEST = 100
_GROUP = re.compile(r"\(\?P<(\w+)>")


@dataclass(frozen=True, slots=True)
class DatePattern:
    """A pattern made ready.

    Attributes:
        regex: Matches a whole name.
    """

    regex: re.Pattern[str]

    def date_of(self, name: str) -> date | None:
        """Return the day that a name says; None when it does not follow the pattern or there is no such day."""
        found = self.regex.fullmatch(name)
        try:
            return _day({key: value for key, value in found.groupdict().items() if value}) if found else None
        except (ValueError, OverflowError):
            return None


@cache
def date_pattern(text: str, *, java: bool = False) -> DatePattern | None:
    """Read a pattern.

    Args:
        text: Such as `YYYY/MM-MMMM/YYYY-MM-DD-dddd` or, of Java, `MMM do, yyyy`.
        java: Which tokens count.

    Returns:
        The pattern, or None when what it writes does not say a day (a weekly note) or it is nothing sensible.
    """
    if not text or len(text) > _LONGEST:
        return None
    tokens, literals = (_JAVA if java else _MOMENT), _LITERALS[java]
    parts: list[str] = []
    at = 0
    while at < len(text):
        literal, token = literals.match(text, at), _TOKEN.match(text, at)
        if literal:
            parts.append(re.escape(literal[1]))
            at = literal.end()
        elif token:
            length, part = _token(token[0], tokens)
            parts.append(part)
            at += length
        else:
            parts.append(re.escape(text[at]))
            at += 1
    return _compiled(parts)


def _token(text: str, tokens: Mapping[str, str]) -> tuple[int, str]:
    """Return the longest token that a run of the same letter begins with; a letter that is none stands for itself."""
    for length in range(len(text), 0, -1):
        if text[:length] in tokens:
            return length, tokens[text[:length]]
    return len(text), _TIME.get(text[0]) or re.escape(text)


def _compiled(parts: list[str]) -> DatePattern | None:
    """Make one expression of the parts; what is said twice must be the same both times."""
    seen: set[str] = set()
    written: list[str] = []
    for part in parts:
        group = _GROUP.search(part)
        if group and group[1] in seen:
            part = f"(?P={group[1]})" if group[1] != "name" else f"(?:{_MONTH_NAMES})"
        elif group:
            seen.add(group[1])
        written.append(part)
    by_month = bool(seen & {"year", "short"}) and (
        "ordinal" in seen or ("day" in seen and bool(seen & {"month", "name"}))
    )
    if not by_month and not {"weekyear", "week", "weekday"} <= seen:
        return None
    return DatePattern(re.compile("".join(written), re.IGNORECASE))


def _day(said: Mapping[str, str]) -> date:
    if "weekday" in said and "weekyear" in said:
        return date.fromisocalendar(int(said["weekyear"]), int(said["week"]), int(said["weekday"]))
    year = int(said["year"]) if "year" in said else 2000 + int(said["short"])
    if "ordinal" in said:
        first = date(year, 1, 1)
        day = first + timedelta(days=int(said["ordinal"]) - 1)
        if day.year != year or day < first:
            raise ValueError("no such day of the year")
        return day
    month = int(said["month"]) if "month" in said else _MONTHS.index(said["name"][:3].lower()) + 1
    return date(year, month, int(said["day"]))
