"""A repetition as a value."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, time

from app.vault.recurrence.words import Unit

WORKING_DAY = 7
"""In `NthDay.of`: any day from Monday to Friday."""

WORKING_WEEK = (0, 1, 2, 3, 4)


class RuleNotUnderstood(ValueError):
    """The rule cannot be read, or no date follows by it; the message says which rule, why, and what to write."""


class RepetitionOver(RuleNotUnderstood):
    """The rule has an end, and what would come next lies after it."""


@dataclass(frozen=True, slots=True)
class NthDay:
    """A day of a month or year by its number: the 15th, the last Friday, the first working day of March.

    Attributes:
        nth: From 1; from the end when negative: -1 is the last.
        of: Which days are counted: 0 for Mondays to 6 for Sundays, `WORKING_DAY`, or -1 for all days.
        month: 1 to 12, or 0 where none is named.
    """

    nth: int
    of: int = -1
    month: int = 0


@dataclass(frozen=True, slots=True)
class Rule:
    """A repetition that was understood.

    Attributes:
        text: As written.
        unit: What is counted.
        interval: How many of it lie between two occurrences; at least 1.
        weekdays: The only days of the week on which it falls; 0 is Monday. Empty: any.
        days: The days of the month or year on which it falls. With `unit` "day": on the weekdays that are such days.
        months: The only months in which it falls. Empty: any.
        times: The times of day at which it falls. Empty: as the occurrence before.
        until: The last day on which it may fall, or None.
        from_completion: Whether the next occurrence counts from the day on which this one was done.
    """

    text: str
    unit: Unit
    interval: int = 1
    weekdays: tuple[int, ...] = ()
    days: tuple[NthDay, ...] = ()
    months: tuple[int, ...] = ()
    times: tuple[time, ...] = ()
    until: date | None = None
    from_completion: bool = False

    @property
    def said(self) -> str:
        """The rule in words, for a person who wants to see how it was read."""
        from app.vault.recurrence.wording import in_words

        return in_words(self)

    @property
    def needs_time(self) -> bool:
        """Whether it counts hours or minutes, which dates without a time cannot follow."""
        return self.unit in ("minute", "hour")

    @property
    def keeps_day(self) -> bool:
        """Whether it goes by months or years and names no day, so that it falls on the day of the one before."""
        return self.unit in ("month", "year") and not self.days
