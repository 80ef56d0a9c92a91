"""Dates in the text of a condition: "after the 15th when the quote is in", "while we are abroad (1 to 14 June)".

They are read by the rules of `app.ledger.dates`, counted from the day on which the entry was made: "the 15th" is the
next one from then. Only what is a date beyond doubt counts, and only where it stands apart from the situation: at the
beginning, followed by a comma or "when"; behind the last comma or dash; in brackets. "the Saturday market closes",
"a may tree blossoms", "the meeting on 3 June is moved" have none.

- **When a condition counts.** `after` begins the day after, `from`, `not before` and `since` on the day itself;
  `until` and `by` end on the day, `before` on the day before; `in June`, `on 3 June`, `between 1 and 14 June` are those
  days. Outside them neither context nor event fires the entry; inside it needs its situation. Several dates have in
  common what all of them have. `after 2 weeks` counts from when the entry was made. `since` a day that is to come is
  no limit.
- **Days that are the condition.** A condition that is nothing but a date ("from 1 to 14 June", "after Christmas"), and
  two ends beside a situation that lasts ("while we are abroad", "during our holiday, 1-14 June") or, in brackets or
  behind a comma, beside any ("we are abroad (1 to 14 June)"). Such an entry fires by date, from the first day less its
  `lead` to the last. With its situation or its cues the context fires it in those days too.
- **Not taken**: one day in brackets without a connective ("the fair (15 June)": the day of something); a month by
  itself in brackets ("the invoice (June)"); what repeats ("on Fridays"); a time of day; what may mean several days
  ("after 03/04/2027"), which is said in `Season.doubt`; any date without a year when it is unknown since when the entry
  is there.

English, German, French and Spanish are read, whatever the settings are. The dates of a condition are not part of what
is matched: see `situation_of`.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from functools import lru_cache
from typing import Protocol

from app.ledger.condition_dates.hints import may_have_date
from app.ledger.condition_dates.values import Season, common_days
from app.ledger.dates import NotADate, before, parse_lead

__all__ = [
    "HasCondition", "Season", "begins", "day_in_agenda", "in_season", "is_over", "read_season", "season_of",
    "situation_of", "span_of",
]  # fmt: skip

_YEAR = re.compile(r"\b((?:19|20)[0-9]{2})")


class HasCondition(Protocol):
    """A ledger entry, or a commitment."""

    @property
    def when(self) -> str | None:
        """The condition."""

    @property
    def lead(self) -> str | None:
        """How long before its date it fires."""

    @property
    def created(self) -> datetime | date | None:
        """When it was made."""


def season_of(item: HasCondition) -> Season | None:
    """Return what the dates in a condition say; None when it has none."""
    if not item.when:
        return None
    created = item.created
    return read_season(item.when, created.date() if isinstance(created, datetime) else created)


def span_of(item: HasCondition) -> Season | None:
    """Return the days by which an entry fires because they are its condition; None for any other condition."""
    season = season_of(item)
    return season if season is not None and season.fires else None


def in_season(item: HasCondition, day: date) -> bool:
    """Return whether a condition counts on a day: True for one without dates.

    A lead widens days that are the condition, not those that limit it.
    """
    season = season_of(item)
    if season is None:
        return True
    first = begins(season, item.lead) if season.fires else season.first
    return (first is None or first <= day) and (season.last is None or day <= season.last) and not season.is_empty


def is_over(item: HasCondition, day: date) -> bool:
    """Return True when the days of a condition are past: it fires by nothing any more."""
    season = season_of(item)
    return season is not None and season.last is not None and season.last < day


def situation_of(item: HasCondition) -> str:
    """Return the condition without its dates, as it is matched: "the quote is in"; empty when nothing is left."""
    season = season_of(item)
    return (item.when or "") if season is None else season.situation


def begins(season: Season, lead: str | None) -> date | None:
    """Return the day from which an entry fires by a span: its first less the lead, which may be None for always.

    A lead that cannot be taken off a day counts as none.
    """
    if season.first is None or not lead:
        return season.first
    try:
        return before(season.first, parse_lead(lead))
    except (NotADate, OverflowError):
        return season.first


def day_in_agenda(item: HasCondition, today: date) -> date | None:
    """Return the day that a commitment without a due date has its place in the agenda by.

    That is the day on which its days begin, or ended; None for what waits for a situation.
    """
    season = season_of(item)
    if season is None:
        return None
    if season.last is not None and season.last < today:
        return season.last
    first = begins(season, item.lead) if season.fires else None
    return season.first if first is not None and today < first else None


@lru_cache(maxsize=8192)
def read_season(when: str, written: date | None) -> Season | None:
    """Read the dates of a condition; never raises.

    Args:
        when: The condition.
        written: The day on which it was written; None when that is unknown: then only dates with a year count.
    """
    if not may_have_date(when):
        return None
    from app.ledger.condition_dates.connectives import LASTING
    from app.ledger.condition_dates.cutting import Finder

    text = " ".join(when.split())
    year = _YEAR.search(text)
    if written is None and year is None:
        return None
    base = written or date(int(year[1]) if year else date.max.year, 1, 1)
    found, rest = Finder(base, written is not None).stretches(text)
    if not found:
        return None
    taken = [one for one in found if not one.doubt]
    doubt = next((one.doubt for one in found if one.doubt), "")
    if not taken:
        return Season(situation=when, doubt=doubt)
    first, last = common_days(taken)
    is_whole = not rest
    lasts = None not in (first, last) and (LASTING.match(rest) or any(one.names_situation for one in taken))
    if is_whole and first is None and taken[-1].bound != "until":
        first = last
    return Season(first, last, rest, bool(is_whole or lasts), tuple(one.phrase for one in taken), doubt)
