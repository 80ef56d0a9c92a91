"""What a property of a note is: text, a number, a date, a list and so on, decided by how it is written.

The values themselves stay the text that the person wrote; see `app.vault.frontmatter`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from app.vault.note import PropertyValue

PropertyKind = Literal["text", "number", "date", "date-time", "checkbox", "list", "table", "empty"]

_NUMBER = re.compile(r"[-+]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d{1,3})?")
_DATE = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})")
_CLOCK = re.compile(r"(?:[T ]|, ?)(\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)\s*(Z|[+-]\d{2}:?\d{2})?", re.IGNORECASE)
_LINKED = re.compile(r"\[\[(?:[^\[\]|]*/)?([^\[\]|/]+?)(?:\|[^\[\]]*)?\]\]")
_COMPARISON = re.compile(r"(<=|>=|<|>|=)\s*(\S.*)")
_LONGEST = 64
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class Property:
    """A property as it is shown.

    Attributes:
        name: Its key, as written.
        kind: What it is.
        said: Its value in one line; a list's items are separated by commas.
    """

    name: str
    kind: PropertyKind
    said: str


def read_properties(properties: Mapping[str, PropertyValue]) -> tuple[Property, ...]:
    """Return the properties of a note in their order."""
    return tuple(Property(name, kind_of(value), say(value)) for name, value in properties.items())


def kind_of(value: PropertyValue) -> PropertyKind:
    """Return what a value is, by how it is written."""
    if isinstance(value, list):
        return "list"
    if isinstance(value, dict):
        return "table"
    text = (value or "").strip()
    if not text:
        return "empty"
    if text.casefold() in ("true", "false"):
        return "checkbox"
    if read_number(text) is not None:
        return "number"
    moment = read_moment(text)
    return "text" if moment is None else "date-time" if isinstance(moment, datetime) else "date"


def say(value: PropertyValue, depth: int = 0) -> str:
    """Return a value in one line."""
    if isinstance(value, list):
        return ", ".join(say(item, depth + 1) for item in value) if depth < _DEEPEST else "…"
    if isinstance(value, dict):
        pairs = (f"{' '.join(key.split())}: {say(item, depth + 1)}" for key, item in value.items())
        said = ", ".join(pairs) if depth < _DEEPEST else "…"
        return f"{{{said}}}" if depth else said
    return " ".join((value or "").split())


def named(properties: Mapping[str, PropertyValue], *names: str) -> PropertyValue:
    """Return the value of the first of some names that a note has, whatever its case; None when it has none."""
    for name in names:
        for key, value in properties.items():
            if value is not None and key.casefold() == name:
                return value
    return None


def texts(value: PropertyValue, depth: int = 0) -> Iterator[str]:
    """Yield every text in a value, lists and tables included."""
    if isinstance(value, str):
        yield value
    elif value is not None and depth < _DEEPEST:
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts(item, depth + 1)


def unlinked(text: str) -> str:
    """Return a text that is one wikilink as the name that it shows: `[[Projects/Kitchen]]` is Kitchen."""
    found = _LINKED.fullmatch(text.strip())
    return found[1].partition("#")[0].strip().removesuffix(".md") if found else text.strip()


def read_number(text: str) -> float | None:
    """Return a number, None for what is none: `007` and `1:30` are text."""
    return float(text) if len(text) <= _LONGEST and _NUMBER.fullmatch(text) else None


def read_moment(value: PropertyValue) -> date | datetime | None:
    """Return the date, or date and time, that a value is; None when it is none, or not one that there can be.

    Args:
        value: `2026-08-15`, `2026/8/15`, `2026-08-15T10:00`, also with a zone, or as a link to a daily note; of a list
            the first item.
    """
    text = next(texts(value), "").strip()
    text = unlinked(text) if len(text) <= _LONGEST else ""
    found = _DATE.match(text)
    if found is None:
        return _compact(text)
    clock = _CLOCK.fullmatch(text, found.end())
    if clock is None and found.end() != len(text):
        return None
    day = f"{found[1]}-{found[3]:0>2}-{found[4]:0>2}"
    try:
        if clock is None:
            return date.fromisoformat(day)
        return datetime.fromisoformat(f"{day}T{clock[1]:0>5}{(clock[2] or '').upper()}")
    except ValueError:
        return None


def meets(text: str, wanted: str) -> bool | None:
    """Return whether a value is as a comparison wants it; None when that is no comparison.

    Args:
        text: The value.
        wanted: `<5`, `>=2026-08-15`, `=high`. Numbers and dates are compared with their like; with `=` anything is.
    """
    found = _COMPARISON.fullmatch(wanted.strip())
    if found is None:
        return None
    sign, bound, value = found[1], found[2].strip(), text.strip()
    if sign == "=" and value.casefold() == bound.casefold():
        return True
    pair = _numbers(value, bound) or _days(value, bound)
    if pair is None:
        return False
    order = (pair[0] > pair[1]) - (pair[0] < pair[1])
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0, "=": order == 0}[sign]


def _numbers(value: str, bound: str) -> tuple[float, float] | None:
    number, other = read_number(value), read_number(bound)
    return None if number is None or other is None else (number, other)


def _days(value: str, bound: str) -> tuple[float, float] | None:
    """Return two dates or times of a day as numbers that can be compared; to the day unless both have a time."""
    moment, other = read_moment(value), read_moment(bound)
    if moment is None or other is None:
        return None
    if isinstance(moment, datetime) and isinstance(other, datetime):
        return _seconds(moment), _seconds(other)
    return float(moment.toordinal()), float(other.toordinal())


def _seconds(moment: datetime) -> float:
    """Return a time as seconds on its own clock: times of notes rarely have a zone."""
    return moment.toordinal() * 86_400.0 + moment.hour * 3600 + moment.minute * 60 + moment.second


def _compact(text: str) -> date | datetime | None:
    """Read ISO 8601's other forms: `20260815`, `2026-W33-6`."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if "T" in text.upper() else moment.date()
