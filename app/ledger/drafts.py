"""What a person typed into a form or after `betimes edit`, field by field, and the entry that it means.

A draft is text: what was typed stays what it is until the whole of it can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, get_args

from app.errors import UsageError
from app.ledger.dates import NotADate, parse_lead, read_date
from app.ledger.entry import Entry, Priority
from app.vault.recurrence import RuleNotUnderstood, next_date

Draft = Mapping[str, str]
"""Field name to what was typed; lists have one item a line."""

FIELDS = ("action", "when", "cues", "blockers", "due", "lead", "repeat", "links", "project", "priority", "tags")
LISTS = frozenset({"cues", "blockers", "links", "tags"})


@dataclass(frozen=True, slots=True)
class Reader:
    """How typed values are read.

    Attributes:
        today: What relative dates start from.
        day_first: Whether 15/08 may be read as 15 August.
        languages: Languages of dates.
    """

    today: date
    day_first: bool = True
    languages: tuple[str, ...] = ("en",)

    def date(self, phrase: str) -> tuple[date | datetime, str]:
        """Return the date that a phrase means and how it was read; raises `UsageError`."""
        try:
            reading = read_date(phrase, self.today, day_first=self.day_first, languages=self.languages)
        except NotADate as error:
            raise UsageError(f"{phrase}: {error}", "Write it as 2026-12-31, or as 'in 3 days'.") from error
        return reading.value, reading.said


def draft_of(entry: Entry) -> dict[str, str]:
    """Return an entry as it is typed."""
    return {name: _typed(getattr(entry, name)) for name in FIELDS}


def _typed(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return "\n".join(value)
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="minutes")
    return str(value)


def apply_draft(entry: Entry, draft: Draft, reader: Reader) -> Entry:
    """Return the entry with the draft's fields; those that the draft does not name stay.

    Raises:
        UsageError: A field cannot be read; the message begins with its name.
    """
    changes: dict[str, Any] = {}
    for name, typed in draft.items():
        if name not in FIELDS:
            raise UsageError(f"{name}: no such field", f"Fields: {', '.join(FIELDS)}.")
        if typed.strip() != draft_of(entry)[name].strip():
            changes[name] = read_field(name, typed, reader)[0]
    changed = replace(entry, **changes)
    if not changed.action.strip():
        raise UsageError("action: say what is to be done")
    return changed


def check_draft(draft: Draft, reader: Reader) -> dict[str, str]:
    """Return for each field how it is read, or `! ` and why it cannot be."""
    said = {}
    for name, typed in draft.items():
        try:
            said[name] = read_field(name, typed, reader)[1] if typed.strip() else ""
        except UsageError as error:
            said[name] = f"! {error.message}"
    if "action" in draft and not draft["action"].strip():
        said["action"] = "! say what is to be done"
    return said


def read_field(name: str, typed: str, reader: Reader) -> tuple[object, str]:
    """Read one field.

    Returns:
        The value and, where it is not plain, how it was read.

    Raises:
        UsageError: It cannot be read.
    """
    text = typed.strip()
    if name in LISTS:
        return tuple(_bare(name, item.strip()) for item in typed.splitlines() if item.strip()), ""
    if not text:
        return (None, "") if name != "action" else ("", "")
    return _READERS.get(name, _plain)(text, reader)


def _bare(name: str, item: str) -> str:
    if name == "links":
        return item.removeprefix("[[").removesuffix("]]").strip()
    return item.removeprefix("#") if name == "tags" else item


def _plain(text: str, reader: Reader) -> tuple[object, str]:
    return " ".join(text.split()), ""


def _due(text: str, reader: Reader) -> tuple[object, str]:
    return reader.date(text)


def _lead(text: str, reader: Reader) -> tuple[object, str]:
    try:
        parse_lead(text)
    except NotADate as error:
        raise UsageError(f"lead: {error}", "Write it as '3 days' or '2 weeks'.") from error
    return text, f"{text} before"


def _repeat(text: str, reader: Reader) -> tuple[object, str]:
    try:
        following = next_date(text, reader.today, reader.today)
    except RuleNotUnderstood as error:
        raise UsageError(f"repeat: {error}", "Write it as 'every month on the 15th'.") from error
    return text, f"next {following:%a %d %b %Y}"


def _priority(text: str, reader: Reader) -> tuple[object, str]:
    if text.lower() not in get_args(Priority):
        raise UsageError(f"priority: {text} is none of {', '.join(get_args(Priority))}")
    return text.lower(), ""


_READERS: Mapping[str, Callable[[str, Reader], tuple[object, str]]] = {
    "due": _due,
    "lead": _lead,
    "repeat": _repeat,
    "priority": _priority,
}
