"""What the dates of a condition come to, in words."""

from __future__ import annotations

from datetime import date

from app.ledger.condition_dates import read_season
from app.ledger.condition_dates.cutting import Finder
from app.ledger.condition_dates.values import Season
from app.ledger.dates.values import Span, shown, shown_span


def condition_reading(when: str, today: date) -> str:
    """Return how the dates in a condition that is typed today are read; "" for one without.

    A date that is none for want of a comma before it is named.
    """
    season = read_season(when, today)
    if season is not None:
        return season_words(season, today)
    phrase = Finder(today, True).overlooked(" ".join(when.split()))
    return f"“{phrase}” counts as words only: for a date put it first, or a comma before it" if phrase else ""


def season_words(season: Season, today: date | None = None) -> str:
    """Return how the dates of a condition are read: "counts from Tue 16 Jun 2026 on", "fires 1 to 14 Jun 2026".

    Args:
        season: The dates.
        today: Said to be past when they are; None to leave that out.
    """
    if season.is_empty:
        return f"never counts: no day is in all of {', '.join(season.phrases)}"
    parts = [f"{'fires' if season.fires else 'counts'} {_days(season)}"] if season.phrases else []
    if today is not None and season.last is not None and season.last < today:
        parts.append("which is past")
    if season.doubt:
        parts.append(f"not taken as a date: {season.doubt}")
    return ", ".join(parts)


def _days(season: Season) -> str:
    if season.first is not None and season.last is not None:
        return f"{'on ' if season.first == season.last else ''}{shown_span(Span(season.first, season.last))}"
    if season.first is not None:
        return f"from {shown(season.first)} on"
    return f"until {shown(season.last)}" if season.last is not None else "always"
