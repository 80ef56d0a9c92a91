"""Leads: how long before its due date a commitment begins to fire."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import TypeVar

from app.ledger.dates.days import add_months, add_working_days, elapse
from app.ledger.dates.values import NotADate

_Day = TypeVar("_Day", bound=date)

_LONGEST = 60
_ENDINGS = (
    " before hand", " beforehand", " before it", " before due", " before", " ahead of time", " ahead", " early",
    " earlier", " in advance", " prior", " of notice", " notice",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Lead:
    """A length of time, in units that are counted each in its own way.

    Attributes:
        days: Whole days.
        months: Calendar months.
        minutes: Minutes by the clock.
        working_days: Days from Monday to Friday.
    """

    days: int = 0
    months: int = 0
    minutes: int = 0
    working_days: int = 0

    def __bool__(self) -> bool:
        return self != Lead()


@lru_cache(maxsize=256)
def parse_lead(text: str) -> Lead:
    """Read "3 days", "a week before", "2 hours", "3 business days ahead", "1 month and 2 weeks", "10d".

    Raises:
        NotADate: It cannot be read.
    """
    from app.ledger.dates.lengths import read_length
    from app.ledger.dates.tokens import tokenise

    plain = " ".join(text.lower().split()) if len(text) <= _LONGEST else ""
    for ending in _ENDINGS:
        if plain.endswith(ending):
            plain = plain.removesuffix(ending).removeprefix("the ")
            plain = f"1 {plain}" if plain in ("day", "week", "month", "year", "hour", "night") else plain
            break
    tokens = tokenise(plain.replace("1 night", "1 day"))
    lead = read_length(tokens, letters=True) if tokens else None
    if lead is None:
        raise NotADate(f"“{text}” is not a number of minutes, hours, days, working days, weeks, months or years")
    return lead


def before(due: _Day, lead: Lead) -> _Day:
    """Return the moment that lies `lead` before `due`; a date stays a date, a date-time keeps its time.

    Months are counted on the calendar and end at the month's last day at the most: a month before 31 March is the last
    of February. Then days are taken off, then working days, then minutes.

    Raises:
        NotADate: The lead has minutes, and `due` is a day without a time.
        OverflowError: There is no such year.
    """
    if lead.minutes and not isinstance(due, datetime):
        raise NotADate("a lead of hours or minutes needs a time of day in `due`")
    return shift(due, Lead(-lead.days, -lead.months, -lead.minutes, -lead.working_days))


def shift(day: _Day, length: Lead) -> _Day:
    """Return a day or date-time moved by a length of time, which may be negative.

    Args:
        day: What is moved; minutes are only added to a date-time.
        length: Months are added first, then days, working days, minutes.

    Raises:
        OverflowError: There is no such year.
    """
    moved = add_months(day, length.months) + timedelta(days=length.days)
    moved = add_working_days(moved, length.working_days) if length.working_days else moved
    return elapse(moved, length.minutes) if length.minutes else moved
