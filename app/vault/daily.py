"""Which notes are daily notes, and the day that a note is of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import PurePosixPath

from app.vault.moment import date_pattern
from app.vault.note import PropertyValue

_IN_NAME = (re.compile(r"(?<!\d)(\d{4})[-_.](\d\d)[-_.](\d\d)(?!\d)"), re.compile(r"(?<!\d)(\d{4})(\d\d)(\d\d)(?!\d)"))
_DATE_KEYS = ("date", "day", "datum", "fecha")
_ENDINGS = (".md", ".markdown")


@dataclass(frozen=True, slots=True)
class DailyPlace:
    """Where a program keeps its daily notes.

    Attributes:
        folder: Relative to the vault, without `/` at its ends; empty for the vault itself.
        format: How they are named below that folder; may hold `/`.
        java: True when the format has the tokens of Java (Logseq), not of moment.js (Obsidian).
    """

    folder: str
    format: str
    java: bool = False

    def date_of(self, path: str) -> date | None:
        """Return the day of a daily note; None for every other note."""
        prefix = f"{self.folder}/" if self.folder else ""
        pattern = date_pattern(self.format, java=self.java)
        if pattern is None or not path.casefold().startswith(prefix.casefold()):
            return None
        return pattern.date_of(_without_ending(path[len(prefix) :]))


@dataclass(frozen=True, slots=True)
class DailyNotes:
    """The daily notes of a vault.

    Attributes:
        places: Where other programs' settings say that they are; the first that fits counts.
    """

    places: tuple[DailyPlace, ...] = ()

    def date_of(self, path: str) -> date | None:
        """Return the day of a daily note by those settings; None for every other note."""
        return next((day for place in self.places if (day := place.date_of(path))), None)

    def day_of_name(self, path: str) -> date | None:
        """Return the day that a note's file name says: by the settings, else a date written in it."""
        return self.date_of(path) or date_in_name(path)

    def day_of(self, path: str, properties: Mapping[str, PropertyValue]) -> date | None:
        """Return the day that a note is of: what its name says, else its property `date`, `day`, `datum` or `fecha`."""
        return self.day_of_name(path) or _day_of_properties(properties)


NO_DAILY_NOTES = DailyNotes()
"""No settings say where daily notes are."""


def date_in_name(path: str) -> date | None:
    """Return the first date, `2026-08-15` or `20260815`, in the name of a file; folders do not count."""
    name = _without_ending(PurePosixPath(path).name)
    for pattern in _IN_NAME:
        for found in pattern.finditer(name):
            try:
                return date(int(found[1]), int(found[2]), int(found[3]))
            except ValueError:
                continue
    return None


def _day_of_properties(properties: Mapping[str, PropertyValue]) -> date | None:
    for key, value in properties.items():
        if key.casefold() in _DATE_KEYS and isinstance(value, str):
            try:
                return date.fromisoformat(value.strip()[:10])
            except ValueError:
                continue
    return None


def _without_ending(path: str) -> str:
    return next((path[: -len(ending)] for ending in _ENDINGS if path.casefold().endswith(ending)), path)
