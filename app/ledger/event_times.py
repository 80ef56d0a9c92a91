"""Whether what is new in a note was written after an entry was made.

Of a note that the index knew before, the time of the change is known. When the index is new, nothing is known of what
changed: then a note with a day of its own counts by that day, and any other by the time of its file. Such times are
believed only if some file of the vault is as old as the entry: a vault all of whose files are younger was copied. And
nobody writes twenty notes in a minute: what a program wrote counts by the notes' own days alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.index.fresh_rows import FreshRow
    from app.vault.note import PropertyValue

_DAY = re.compile(r"(?<!\d)(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)")
_DAY_KEYS = ("date", "created")
_COPIED = timedelta(minutes=1)
_TICK = timedelta(milliseconds=20)
"""How much a file's time may lag behind the clock: systems stamp files by their last tick."""
_MOST_BY_HAND = 20
_AT_ONCE_NS = 60_000_000_000


@dataclass(frozen=True, slots=True)
class Written:
    """When a passage was written, as far as that is known.

    Attributes:
        moment: When its file was changed.
        day: The day that its note is of; None for a note without.
        is_first: True when it was met as the index was made.
        by_program: True when its file was one of very many that changed at once.
    """

    moment: datetime
    day: date | None
    is_first: bool
    by_program: bool

    def is_to_come(self, now: datetime) -> bool:
        """Return True for a file with a time that has not come: it counts when it has."""
        return self.moment > now + _COPIED

    @property
    def told_on(self) -> date:
        """The day that it tells of."""
        return self.day if self.is_first and self.day is not None else self.moment.date()

    def is_after(self, made: datetime, oldest: datetime, now: datetime) -> bool:
        """Return True when it was written after an entry was made.

        Args:
            made: When the entry was made.
            oldest: The time of the oldest file of the vault.
            now: The present: a note of a day to come tells of nothing that was.
        """
        came_after = self.moment + _TICK >= made
        believed = not self.by_program and (not self.is_first or oldest <= made + _COPIED)
        if self.day is not None and (self.is_first or self.by_program):
            if self.day > now.date() or self.day < made.date():
                return False
            return self.day > made.date() or (believed and came_after)
        return believed and came_after


def by_program(rows: Iterable[FreshRow]) -> frozenset[int]:
    """Return the changes, by row, that were made with so many others within a minute that no person made them."""
    found = list(rows)
    times = sorted({(row.changed_ns, row.path) for row in found})
    moments = [moment for moment, _ in times]

    def neighbours(moment: int) -> int:
        return bisect_right(moments, moment + _AT_ONCE_NS) - bisect_left(moments, moment - _AT_ONCE_NS)

    return frozenset(row.id for row in found if neighbours(row.changed_ns) > _MOST_BY_HAND)


def own_day(path: str, properties: Mapping[str, PropertyValue]) -> date | None:
    """Return the day that a note is of: by its name, or by `date` or `created` in its frontmatter."""
    stated = (properties.get(key) for key in _DAY_KEYS)
    for text in (PurePosixPath(path).stem, *stated):
        day = _day_in(text) if isinstance(text, str) else None
        if day is not None:
            return day
    return None


def moment_of(value: datetime | date, now: datetime) -> datetime:
    """Return a date-time with a zone: a date is its first minute, a time without zone is local."""
    if not isinstance(value, datetime):
        return datetime.combine(value, time(), now.tzinfo)
    return value if value.tzinfo else value.replace(tzinfo=now.tzinfo)


def _day_in(text: str) -> date | None:
    found = _DAY.search(text)
    if found is None:
        return None
    try:
        return date(*map(int, found.groups()))
    except ValueError:
        return None
