"""The date phrases of other projects' test suites, and which of them contradict the rules of `app.ledger.dates`."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from dateutil.relativedelta import relativedelta

from app.ledger.dates.translation import _MODULES, _tongue
from app.ledger.dates.vocabulary import VALUES

FOLDER = Path(__file__).resolve().parents[5] / "shared" / "data" / "task-formats"
LANGUAGES = ("en", "de", "fr", "es", "zh")

Expected = tuple[str, ...]
"""What counts as right: a day, "day hh:mm", "first..last", or "none"."""


@dataclass(frozen=True)
class Row:
    """A phrase, the moment it is read at, and what its suite expects."""

    text: str
    now: datetime
    expected: Expected
    kind: str
    raw: dict[str, Any]


Reason = tuple[str, Callable[[Row], bool]]


def _lines(name: str) -> Iterator[dict[str, Any]]:
    for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def dateparser_dates() -> Iterator[Row]:
    for raw in _lines("dateparser_dates"):
        moment = datetime.fromisoformat(raw["expected"])
        has_time = bool(re.search(r"[0-9][:.h時点][0-9]|[ap]\.?m|noon|midnight|[0-9] ?uhr", raw["text"].lower()))
        has_time = has_time and not re.fullmatch(r"[0-9.]+", raw["text"])
        expected = moment.isoformat(sep=" ")[:16] if has_time else str(moment.date())
        yield Row(raw["text"], datetime.fromisoformat(raw["now"]), (expected,), "dates", raw)


def dateparser_relative() -> Iterator[Row]:
    for raw in _lines("dateparser_relative"):
        now = datetime.fromisoformat(raw["now"])
        whole = {unit: int(size) for unit, size in raw["delta"].items() if unit in ("years", "months", "weeks", "days")}
        clock = {unit: size for unit, size in raw["delta"].items() if unit in ("hours", "minutes", "seconds")}
        sign = 1 if raw["direction"] == "future" else -1
        try:
            moment = now + sign * relativedelta(**whole) + sign * timedelta(**clock)
        except (ValueError, OverflowError):
            moment = now
        expected = moment.isoformat(sep=" ")[:16] if clock else str(moment.date())
        yield Row(raw["text"], now, (expected,), "relative", raw)


def recognizers() -> Iterator[Row]:
    for raw in _lines("recognizers_datetime"):
        for found in raw["expected"]:
            if raw["now"]:
                now = datetime.fromisoformat(raw["now"])
                values = tuple(_recognized(value, found["type"]) for value in found["values"])
                yield Row(found["text"], now, values, found["type"], raw | {"found": found})


def _recognized(value: dict[str, Any], kind: str) -> str:
    if kind != "daterange":
        text = str(value.get("value"))[:16]
        return "none" if text == "not resolved" else text
    start, end = value.get("start"), value.get("end")
    if not (start and end):
        return f"{start}..{end}"
    return f"{start}..{date.fromisoformat(end[:10]) - timedelta(days=1)}"


def obsidian_ranges() -> Iterator[Row]:
    for raw in _lines("obsidian_tasks_date_ranges"):
        now = datetime.fromisoformat(raw["now"] or "2021-10-06")
        first, last = raw["start"], raw["end"]
        expected = "none" if "Invalid" in first else first if first == last else f"{first}..{last}"
        yield Row(raw["text"], now, (expected,), "range", raw)


@lru_cache(maxsize=1)
def _known_words() -> frozenset[str]:
    words = set(VALUES)
    for language in _MODULES:
        words.update(word for phrase in _tongue(language).words for word in re.findall(r"[^\W\d_]+", phrase))
    return frozenset(words | {"st", "nd", "rd", "th", "am", "pm", "a", "p", "m", "uhr", "h", "w", "t", "z"})


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.lower())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def unknown_words(text: str) -> list[str]:
    return [word for word in re.findall(r"[^\W\d_]+", _plain(text)) if word not in _known_words()]


def _year_of(expected: str) -> int:
    match = re.match(r"[0-9]{4}", expected)
    return int(match[0]) if match else 0


def _is_past(row: Row) -> bool:
    """All that the suite allows lies before the day of reading, and the phrase names no year and says no "ago"."""
    says_so = re.search(r"[0-9]{4}|\b(?:ago|last|past|previous|yesterday|this|now|-|today)\b", row.text)
    return not says_so and all(value[:10] < str(row.now.date()) for value in row.expected)


def _is_far(row: Row) -> bool:
    return all(not row.now.year - 1 <= _year_of(value) <= row.now.year + 10 for value in row.expected)


def _matches(pattern: str) -> Callable[[Row], bool]:
    compiled = re.compile(pattern, re.IGNORECASE)
    return lambda row: compiled.search(row.text) is not None


def _ends_open(row: Row) -> bool:
    return any("None" in value for value in row.expected)


def _last_is_left_out(row: Row) -> bool:
    """The suite's spans end before the last month, quarter, year or day that is named."""
    return (
        row.kind == "daterange"
        and re.search(r"\b(?:to|and|between|from|through)\b|[0-9a-z]-[0-9a-z]", row.text) is not None
    )


TWO_DIGITS: Reason = (
    "a year of two digits",
    _matches(r"[0-9]+[/.] ?[0-9]+[/.] ?[0-9]{2}\b(?!:)|\. ?[0-9]{2} [0-9]|\bof [0-9]{2}$|first 12$"),
)
COMMON: tuple[Reason, ...] = (
    ("words of another language", lambda row: bool(unknown_words(row.text))),
    ("a year more than 10 ahead or 1 back", _is_far),
)
DATES: tuple[Reason, ...] = (
    *COMMON,
    TWO_DIGITS,
    ("prefers the past", lambda row: _is_past(row) or row.raw["prefer"] == "past"),
    ("midnight of a day is asked", _matches("at midnight")),
    ("fractions of a second", _matches(r":[0-9]{2}\.[0-9]")),
    ("brackets", _matches(r"[\[(]")),
    ("a weekday that does not fit", _matches("^Tues 9th Aug")),
    ("run together", _matches("2911:30")),
    ("a word too many", _matches("2013 year")),
    ("an hour with a point and no word", _matches(r"^29\.02\.2020 13\.12")),
)
RELATIVE: tuple[Reason, ...] = (
    *COMMON,
    (
        "a bare length lies ahead in ours",
        lambda row: (
            row.raw["direction"] == "past"
            and not re.search(
                r"ago|yesterday|vor|hace|il y|前|昨|gestern|hier|ayer|last|heute|hoy|now|ya", row.text.lower()
            )
        ),
    ),
    ("seconds", lambda row: "seconds" in row.raw["delta"]),
    ("a part of a day or minute", lambda row: any(size != int(size) for size in row.raw["delta"].values())),
    ("after 4 days may mean any later day", _matches("^after ")),
    ("m for minutes, mon for months", _matches("29m|2mon")),
)
RANGES: tuple[Reason, ...] = (
    ("both days without a word between", _matches("^17 August 2013 19")),
    ("a reversed stretch is refused", _matches("^2017-08-17 2014")),
    ("a mistaken end is refused", _matches("2015-99-29")),
    ("a lone year is asked", _matches(r"^ *[0-9]{4} *$")),
    ("weeks that begin on Sunday", _matches("sunday")),
)
RECOGNIZED: tuple[Reason, ...] = (
    ("no date", lambda row: row.kind not in ("date", "daterange", "datetime")),
    ("a length of time, a season, a fiscal year", lambda row: any("None..None" in value for value in row.expected)),
    ("a stretch without an end", _ends_open),
    ("words of another language", lambda row: bool(unknown_words(row.text)) and "none" not in row.expected),
    *COMMON[1:],
    TWO_DIGITS,
    ("a lone number", _matches(r"^=?[0-9.]+$")),
    ("an ordinary word", _matches("^(?:may|november|the (?:week|month|year))$")),
    ("the suite's span ends before the last that is named", _last_is_left_out),
    ("a stretch of the past", _matches("^(?:past|last [0-9])")),
    ("a weekday that is today is in a week", _matches("^monday$")),
    ("the past of several readings", _is_past),
    ("an hour without am or pm is asked", lambda row: len(row.expected) > 1 and row.kind == "datetime"),
    ("end of a day is that day", _matches("end of (?:today|tomorrow|day|this sunday|the day)")),
    (
        "the end of a year or week is a day in ours",
        _matches("^(?:the )?(?:end of (?:the |this )?(?:year|week)|eoy|later this)"),
    ),
    ("a vague part", _matches("earlier|late |later|early|mid|now|date|rest")),
    ("within a length is a deadline in ours", _matches("^within|^for |next .* (?:quarters|decades)")),
    ("the month is this one and begun", _matches("^this september$")),
    ("hours from now need the time", _matches(r"\bmin(?:utes?)?\b|hour")),
    ("a week or month that is past is next year's", _matches("^week [0-9]+$")),
    ("day and month may be either way round", _matches(r"\b0?[1-9]/0?[1-9]/|^16 days from")),
    ("tonight at 1 is tomorrow's", _matches("tonight at 1am")),
    ("run together", _matches(r"^mar3$|friday-jun")),
    ("a day and month with a point or dash", _matches(r"friday 7[.-]6")),
)
