"""The day on which a note was written: what "tomorrow" in it is counted from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import PurePosixPath
from typing import NamedTuple

from app.vault.note import PropertyValue

_NAMED = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_.]?)(\d\d)\2(\d\d)(?!\d)")
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")
_PROPERTIES = ("date", "day", "datum", "fecha")


class NoteDay(NamedTuple):
    """A day, and whether the note itself names it: such a note tells of its writer's life."""

    day: date
    is_named: bool


def note_day(path: str, properties: Mapping[str, PropertyValue], modified: float) -> NoteDay:
    """Return the day of a note: of its file's name, else of its frontmatter, else when it was last changed.

    Args:
        path: Relative to the vault.
        properties: Its frontmatter.
        modified: Seconds since the epoch.
    """
    named = _day_of_name(PurePosixPath(path).stem) or _day_of_properties(properties)
    if named is not None:
        return NoteDay(named, True)
    try:
        return NoteDay(datetime.fromtimestamp(modified).date(), False)
    except (ValueError, OverflowError, OSError):
        return NoteDay(date.min, False)


def _day_of_name(name: str) -> date | None:
    for match in _NAMED.finditer(name):
        try:
            return date(int(match[1]), int(match[3]), int(match[4]))
        except ValueError:
            continue
    return None


def _day_of_properties(properties: Mapping[str, PropertyValue]) -> date | None:
    for key, value in properties.items():
        if key.casefold() in _PROPERTIES and isinstance(value, str) and (found := _ISO.match(value.strip())):
            try:
                return date.fromisoformat(found[0])
            except ValueError:
                continue
    return None
