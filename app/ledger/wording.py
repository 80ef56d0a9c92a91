"""How a commitment's time and reason are put into words, for screen and command line alike."""

from __future__ import annotations

from datetime import date, datetime

from app.ledger.commitment import Commitment, Firing
from app.ledger.condition_dates import season_of
from app.ledger.entry import Snoozed
from app.ledger.firing_constants import OUT_OF_REACH

_WEEK = 7
_UNAMBIGUOUS_MONTHS = 11
"""Within so many months a day and a month tell a date without its year."""


def day_of(moment: date | datetime) -> date:
    """Return the local day of a date or date-time."""
    return moment.date() if isinstance(moment, datetime) else moment


def when_words(item: Commitment, today: date) -> str:
    """Return the shortest words that say when: "2 d late", "today", "Thu", "14 Dec", "31 Jan 2028", or "".

    Of days that are the condition: when they begin, and "to 14 Jun" while they last. Of any condition whose days are
    past: "ended 14 Jun"; "never" when there is no such day.
    """
    if item.due is None:
        return _season_words(item, today)
    day = day_of(item.due)
    distance = (day - today).days
    if distance < 0:
        return f"scheduled {-distance} d ago" if item.is_scheduled else f"{-distance} d late"
    if distance == 0:
        return f"today {item.due:%H:%M}" if isinstance(item.due, datetime) else "today"
    return _ahead_words(day, today)


def _ahead_words(day: date, today: date) -> str:
    """Return a day that is to come: "tomorrow", "Thu", "14 Dec"."""
    distance = (day - today).days
    if distance == 1:
        return "tomorrow"
    return f"{day:%a}" if distance < _WEEK else day_words(day, today)


def _season_words(item: Commitment, today: date) -> str:
    season = season_of(item)
    if season is None:
        return ""
    if season.is_empty:
        return "never"
    if season.last is not None and season.last < today:
        return f"ended {day_words(season.last, today)}"
    if not season.fires:
        return ""
    if season.first is not None and season.first > today:
        return _ahead_words(season.first, today)
    if season.last is None:
        return ""
    return "last day" if season.last == today else f"to {day_words(season.last, today)}"


def day_words(day: date, today: date) -> str:
    """Return a day with its month: "31 Jan", and with its year where that is not the next such day."""
    months = (day.year - today.year) * 12 + day.month - today.month
    is_near = 0 <= months < _UNAMBIGUOUS_MONTHS or (months == _UNAMBIGUOUS_MONTHS and day.day <= today.day)
    return f"{day.day} {day:%b}" if is_near or day.year == today.year else f"{day.day} {day:%b %Y}"


def snoozed_words(until: Snoozed, today: date) -> str:
    """Return until when something is hidden: "31 Jan", or "until the condition fires"."""
    return day_words(until, today) if isinstance(until, date) else until


def until_words(until: Snoozed) -> str:
    """Return until when something is hidden, in full: "until 2027-01-31", or "until the condition fires"."""
    return f"until {until.isoformat()}" if isinstance(until, date) else until


def no_condition(item: Commitment) -> str:
    """Return why an item cannot be hidden until its condition fires."""
    return f"“{item.action}” has no condition to wait for"


def why_words(firing: Firing) -> str:
    """Return why a commitment fires, or "" when its date says it all.

    Of a match: the place of the sentence and the sentence, `because of Daily/2026-08-14, line 12: “the quote came in”`.
    """
    if firing.reason == "date":
        ahead = -(firing.days_late or 0)
        return f"due in {ahead} d" if ahead > 0 else ""
    said = f"“{' '.join(firing.met.context.split())}”" if firing.met else ""
    return "because of " + ": ".join(part for part in (place_words(firing), said) if part)


def place_words(firing: Firing) -> str:
    """Return where the sentence stands that made a commitment fire: "Daily/2026-08-14, line 12", or ""."""
    if firing.evidence is None:
        return ""
    return f"{note_words(firing.evidence.path)}, line {firing.evidence.line}"


def note_words(path: str) -> str:
    """Return what a note is called among people: its path without the ending that all notes have."""
    stem, _, ending = path.rpartition(".")
    return stem if stem and ending.lower() in ("md", "markdown") else path


def is_asserted(firing: Firing) -> bool:
    """Return False for a match that is only offered as one that may be."""
    return firing.reason != "context" or (firing.score or 0.0) >= (firing.threshold or 0.0)


def score_words(firing: Firing) -> str:
    """Return how strong a match is beside what asserts it: "0.74 of 1.60", or "0.74" where nothing would assert it."""
    score, threshold = firing.score or 0.0, firing.threshold or 0.0
    return f"{score:.2f}" if threshold >= OUT_OF_REACH else f"{score:.2f} of {threshold:.2f}"
