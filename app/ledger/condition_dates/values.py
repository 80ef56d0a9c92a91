"""The days on which a condition counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.ledger.condition_dates.connectives import Bound


@dataclass(frozen=True, slots=True)
class Season:
    """What the dates in a condition say.

    Attributes:
        first: The first day on which it counts; None when it always has.
        last: The last; None when it never ends.
        situation: The condition without the words of its dates; empty when it is nothing but dates.
        fires: True when the days are the condition: it fires by them, and waits for nothing else. False when they only
            say when the situation counts.
        phrases: The words of its dates, as written.
        doubt: Why a date was not taken though it looks like one; empty when all were.
    """

    first: date | None = None
    last: date | None = None
    situation: str = ""
    fires: bool = False
    phrases: tuple[str, ...] = ()
    doubt: str = ""

    @property
    def days(self) -> tuple[date | None, date | None]:
        """First and last day."""
        return self.first, self.last

    @property
    def is_empty(self) -> bool:
        """True when there is no such day: its dates contradict each other."""
        return self.first is not None and self.last is not None and self.last < self.first


@dataclass(frozen=True, slots=True)
class Stretch:
    """The days that one phrase names.

    Attributes:
        first: The first of them, None without a beginning.
        last: The last of them, None without an end.
        phrase: The words.
        bound: What its connective makes of the date.
        names_situation: True for days that say when the situation is, not when it counts: "abroad (1 to 14 June)".
        doubt: Why the phrase was not taken, when it was not.
    """

    first: date | None
    last: date | None
    phrase: str
    bound: Bound = "bare"
    names_situation: bool = False
    doubt: str = ""


def common_days(stretches: list[Stretch]) -> tuple[date | None, date | None]:
    """Return the first and last day that all have in common."""
    firsts: Iterator[date] = (one.first for one in stretches if one.first is not None)
    lasts: Iterator[date] = (one.last for one in stretches if one.last is not None)
    return max(firsts, default=None), min(lasts, default=None)
