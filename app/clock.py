"""What "now" means: the system's time, or any other day's."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

Clock = Callable[[], datetime]
"""Gives an aware local date-time each time it is asked."""


def system_clock() -> datetime:
    """Return the local time, with its zone."""
    return datetime.now().astimezone()


def clock_as_of(day: date) -> Clock:
    """Return a clock on which it is always `day`, at the present time of day."""

    def as_of() -> datetime:
        return datetime.combine(day, datetime.now().time()).astimezone()

    return as_of
