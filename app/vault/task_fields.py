"""The fields of a task line, in every dialect at once and wherever they stand in the line.

Dialects: the symbols of Obsidian Tasks with their alternates, Dataview's `[key:: value]` and `(key:: value)`, and
`(@2026-08-15 09:00)` and `⏰ 2026-08-15 09:00` of the reminder plug-ins. Code and comments hold no fields; links hold
none but Dataview values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, time
from typing import Literal

Dialect = Literal["emoji", "dataview", "reminder"]

DATE_KINDS = ("due", "reminder", "scheduled", "start", "created", "done", "cancelled")
PRIORITIES = {"🔺": "highest", "⏫": "high", "🔼": "medium", "🔽": "low", "⏬": "lowest"}
SYMBOLS = {
    "📅": "due",
    "📆": "due",
    "🗓": "due",
    "⏳": "scheduled",
    "⌛": "scheduled",
    "🛫": "start",
    "➕": "created",
    "✅": "done",
    "❌": "cancelled",
}
KEYS = {
    "due": "due",
    "scheduled": "scheduled",
    "start": "start",
    "created": "created",
    "completion": "done",
    "cancelled": "cancelled",
    "repeat": "repeat",
    "priority": "priority",
    "id": "id",
    "dependson": "depends on",
    "oncompletion": "on completion",
}

_ISO = r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])"
_NUMERIC = r"[0-9]{4}[-./][0-9]++[-./][0-9]++"
_MONTHS = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_SPOKEN = (
    rf"[0-9]{{1,2}}[-./][0-9]{{1,2}}(?:[-./][0-9]{{2,4}})?(?![0-9])|[0-9]{{1,2}}(?:st|nd|rd|th)?\s{_MONTHS}\b"
    r"|(?:today|tonight|tomorrow|yesterday)\b|next\s[a-z]+|in\s[0-9]+\s(?:day|week|month|year)s?\b"
    rf"|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|{_MONTHS}\s[0-9]{{1,2}}(?![0-9])"
)
_TIME = r"(?:(?:T|\s+)(?P<time>[0-9]{1,2}:[0-9]{2})(?![0-9]))"
_PLANNED = "".join(symbol for symbol, kind in SYMBOLS.items() if kind in ("due", "scheduled", "start"))
_LOGGED = "".join(symbol for symbol in SYMBOLS if symbol not in _PLANNED)

_EMOJI = (
    re.compile(rf"(?P<symbol>⏰)\ufe0f?\s*(?P<value>{_ISO}|{_NUMERIC}|{_SPOKEN}){_TIME}?", re.IGNORECASE),
    re.compile(rf"(?P<symbol>[{_PLANNED}])\ufe0f?\s*(?P<value>{_ISO}|{_NUMERIC}|{_SPOKEN})", re.IGNORECASE),
    re.compile(rf"(?P<symbol>[{_LOGGED}])\ufe0f?\s*(?P<value>{_ISO}|{_NUMERIC})"),
    re.compile(rf"(?P<value>(?P<symbol>[{''.join(PRIORITIES)}]))\ufe0f?"),
    re.compile(
        r"(?P<symbol>🔁)\ufe0f?\s*"
        r"(?P<value>[A-Za-z](?:(?:[A-Za-z0-9,!\s]|(?<=[A-Za-z0-9])[:./–-](?=[A-Za-z0-9]))*[A-Za-z0-9!])?)"  # noqa: RUF001
    ),
    re.compile(r"(?P<symbol>🆔)\ufe0f?\s*(?P<value>[A-Za-z0-9_-]++)(?=\s*(?:$|[^\w\s]))"),
    re.compile(r"(?P<symbol>⛔)\ufe0f?\s*(?P<value>[A-Za-z0-9_-]++(?:\s*,\s*[A-Za-z0-9_-]++)*+)(?=\s*(?:$|[^\w\s]))"),
    re.compile(r"(?P<symbol>🏁)\ufe0f?\s*(?P<value>(?:keep|delete)\b)(?=\s*(?:$|[^\w\s]))", re.IGNORECASE),
)
_EMOJI_KINDS = SYMBOLS | dict.fromkeys(PRIORITIES, "priority")
_EMOJI_KINDS |= {"🔁": "repeat", "🆔": "id", "⛔": "depends on", "🏁": "on completion", "⏰": "reminder"}

_KEY = rf"\s*(?P<key>{'|'.join(KEYS)})\s*::"
_BRACKETED = (
    re.compile(rf"\[{_KEY}(?P<value>(?:\[\[[^\[\]]*\]\]|[^\[\]])*)\],?", re.IGNORECASE),
    re.compile(rf"\({_KEY}(?P<value>[^()]*)\),?", re.IGNORECASE),
)
_REMINDER = re.compile(rf"\(@\s*(?P<value>{_ISO}|{_NUMERIC}|{_SPOKEN}){_TIME}?[^()]*\)", re.IGNORECASE)
_DATE_IN_VALUE = re.compile(rf"(?:\[\[)?(?P<date>{_ISO}){_TIME}?")
_UNBRACKETED = re.compile(
    rf"(?<![\w\[(])(?P<key>due|scheduled|start|deadline)(?P<colons>::?)\s{{0,2}}(?P<value>{_ISO})", re.IGNORECASE
)

_CODE_OR_COMMENT = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)|%%.*?%%|<!--.*?(?:-->|$)", re.DOTALL)
_FENCE = re.compile(r"(?<!~)(~{3,})(?!~).+?(?<!~)\1(?!~)", re.DOTALL)
_LINK = re.compile(r"\[\[[^\[\]]*\]\]|\]\([^()\s]*\)")


@dataclass(frozen=True, slots=True)
class Field:
    """One field, by its offsets in the line.

    Attributes:
        kind: One of `DATE_KINDS`, or `"priority"`, `"repeat"`, `"id"`, `"depends on"`, `"on completion"`.
        dialect: How it is written.
        start: Where it begins: the symbol or the bracket.
        end: Behind its last character.
        value: What it says, as written; for a date only the ten characters. May be empty in Dataview.
        value_start: Where `value` begins.
        time_text: The time of day behind a date, as written; empty when there is none.
    """

    kind: str
    dialect: Dialect
    start: int
    end: int
    value: str
    value_start: int
    time_text: str = ""

    @property
    def clock(self) -> time | None:
        """Return the time of day that it says, None when it says none or an impossible one."""
        return read_clock(self.time_text)

    @property
    def date(self) -> date | None:
        """Return the date that it says, None when it says none or an impossible one."""
        try:
            return date.fromisoformat(self.value) if re.fullmatch(_ISO, self.value) else None
        except ValueError:
            return None

    @property
    def value_end(self) -> int:
        """Return the offset behind `value`."""
        return self.value_start + len(self.value)


def read_clock(written: str) -> time | None:
    """Read `9:00`; None when it is empty or no time of day."""
    hours, _, minutes = written.partition(":")
    try:
        return time(int(hours), int(minutes)) if minutes else None
    except ValueError:
        return None


def find_fields(text: str) -> tuple[Field, ...]:
    """Find the fields of a line, from left to right."""
    text = _masked(_CODE_OR_COMMENT, text)
    bracketed = list(_bracketed(text))
    for field in bracketed:
        text = text[: field.start] + "\0" * (field.end - field.start) + text[field.end :]
    return tuple(sorted((*bracketed, *_emoji(_masked(_LINK, text))), key=lambda field: field.start))


def find_unbracketed(text: str) -> Iterator[str]:
    """Yield what is written like a date field of another program, `due: 2026-08-15`, and is none in a task line."""
    if ":" in text:
        plain = _masked(_LINK, _masked(_CODE_OR_COMMENT, text))
        yield from (text[found.start() : found.end()] for found in _UNBRACKETED.finditer(plain))


def open_comment(text: str) -> int | None:
    """Return where an HTML comment begins that goes on in the next line, if one does."""
    for found in _CODE_OR_COMMENT.finditer(text):
        if found[0].startswith("<!--") and not found[0].endswith("-->"):
            return found.start()
    return None


def leaves_comment_open(text: str) -> bool:
    """Return True when a comment, of HTML or of Obsidian, may begin in a line and go on in the next."""
    return open_comment(text) is not None or "%%" in _masked(_CODE_OR_COMMENT, text)


def without_code(text: str) -> str:
    """Return the text of one or more lines with code and comments blanked out; everything keeps its place."""
    hidden = _masked(_FENCE, _masked(_CODE_OR_COMMENT, text))
    if "\n" not in text:
        return hidden
    return "".join(old if old == "\n" else new for old, new in zip(text, hidden, strict=True))


def _masked(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda found: "\0" * len(found[0]), text)


def _emoji(text: str) -> Iterator[Field]:
    for pattern in _EMOJI:
        for found in pattern.finditer(text):
            kind = _EMOJI_KINDS[found["symbol"]]
            dialect: Dialect = "reminder" if kind == "reminder" else "emoji"
            at = found["time"] or "" if kind == "reminder" else ""
            yield Field(kind, dialect, found.start(), found.end(), found["value"], found.start("value"), at)


def _bracketed(text: str) -> Iterator[Field]:
    taken = 0
    found_all = [found for pattern in (*_BRACKETED, _REMINDER) for found in pattern.finditer(text)]
    for found in sorted(found_all, key=lambda found: found.start()):
        if found.start() >= taken:
            taken = found.end()
            yield _reminder(found) if found.re is _REMINDER else _dataview(found)


def _reminder(found: re.Match[str]) -> Field:
    value, at = found["value"], found["time"] or ""
    return Field("reminder", "reminder", found.start(), found.end(), value, found.start("value"), at)


def _dataview(found: re.Match[str]) -> Field:
    kind, written = KEYS[found["key"].lower()], found["value"]
    value, start = written.strip(), found.start("value") + len(written) - len(written.lstrip())
    at = ""
    if kind in DATE_KINDS and (day := _DATE_IN_VALUE.match(value)):
        value, start, at = day["date"], start + day.start("date"), day["time"] or ""
    return Field(kind, "dataview", found.start(), found.end(), value, start, at)
