"""What "now" means: the system's time, or any other day's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime

Clock = Callable[[], datetime]
"""Gives an aware local date-time each time it is asked."""


def system_clock() -> datetime:
    """Return the local time, with its zone."""
    return datetime.now().astimezone()


@dataclass(frozen=True, slots=True)
class AsOf:
    """A clock on which it is always the same day, at the present time of day."""

    day: date

    def __call__(self) -> datetime:
        """Return that day's local date-time."""
        return datetime.combine(self.day, datetime.now().time()).astimezone()


def clock_as_of(day: date) -> AsOf:
    """Return a clock on which it is always `day`."""
    return AsOf(day)
