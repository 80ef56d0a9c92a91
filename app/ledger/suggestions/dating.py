"""The day on which a note was written: what "tomorrow" in it is counted from."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import NamedTuple

from app.vault.daily import NO_DAILY_NOTES, DailyNotes
from app.vault.note import PropertyValue


class NoteDay(NamedTuple):
    """A day, and whether the note itself names it: such a note tells of its writer's life."""

    day: date
    is_named: bool


def note_day(
    path: str, properties: Mapping[str, PropertyValue], modified: float, daily: DailyNotes = NO_DAILY_NOTES
) -> NoteDay:
    """Return the day of a note: of its file's name, else of its frontmatter, else when it was last changed.

    Args:
        path: Relative to the vault.
        properties: Its frontmatter.
        modified: Seconds since the epoch.
        daily: How other programs name the daily notes of this vault.
    """
    named = daily.day_of(path, properties)
    if named is not None:
        return NoteDay(named, True)
    try:
        return NoteDay(datetime.fromtimestamp(modified).date(), False)
    except (ValueError, OverflowError, OSError):
        return NoteDay(date.min, False)
