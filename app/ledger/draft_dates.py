"""What typed dates, leads and repetitions come to, in words that are shown before anything is kept."""

from __future__ import annotations

import re
from datetime import date, datetime

from app.ledger.dates import Reading, before, parse_lead
from app.ledger.dates.values import shown
from app.vault.recurrence import Rule, RuleNotUnderstood, upcoming

_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)?")
_LEAD_ENDING = re.compile(r"\s+(?:before(?:hand)?|ahead|early|in advance)$", re.IGNORECASE)


def is_iso(phrase: str) -> bool:
    """Return True for a date that is written as it is stored."""
    return _ISO.fullmatch(phrase) is not None


def iso(value: date | datetime) -> str:
    """Return a date or date-time as it is typed into a form."""
    if not isinstance(value, datetime):
        return value.isoformat()
    return value.isoformat(sep=" ", timespec="seconds" if value.second else "minutes")


def reading_words(reading: Reading) -> str:
    """Return how a date was read: "Fri 14 Aug 2026, in 3 days"."""
    return ", ".join(part for part in (reading.said, reading.distance) if part)


def following_dates(rule: Rule | str, base: date | datetime, count: int) -> list[date | datetime]:
    """Return the occurrences behind a date; none when the rule cannot follow it."""
    try:
        return list(upcoming(rule, base, count))
    except RuleNotUnderstood:
        return []


def repeat_words(rule: Rule, first: date | datetime, *, is_due: bool) -> str:
    """Return a rule in words with two dates: from its first one on, or with the due date known those behind it."""
    dates = following_dates(rule, first, 2)
    then = ", then ".join(shown(moment) for moment in (dates if is_due else [first, *dates[:1]]))
    return f"{rule.said}: {'then' if is_due else 'first'} {then or 'no more'}"


def lead_words(lead: str, due: date | datetime | None) -> str:
    """Return a lead in words, with the day on which it begins when the due date is known.

    Raises:
        NotADate: It is no length of time, or has minutes and the due date no time.
        OverflowError: There is no such day.
    """
    length = parse_lead(lead)
    said = f"{_LEAD_ENDING.sub('', lead)} before"
    return f"{said}: from {shown(before(due, length))}" if due is not None else said
