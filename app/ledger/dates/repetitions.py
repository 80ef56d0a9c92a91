"""Repetitions: recognised here, read by the vault's rules."""

from __future__ import annotations

import re
from datetime import date, datetime, time

from app.ledger.dates.values import NotADate, Reading, distance, shown
from app.vault.recurrence import Rule, RuleNotUnderstood, next_date, next_moment, read_rule

_REPEATS = re.compile(
    r"\b(?:every|each|daily|weekly|fortnightly|biweekly|bimonthly|monthly|quarterly|yearly|annually|hourly|nightly)\b"
)


def read_repetition(english: str, text: str, today: date, now: datetime | None) -> Reading | None:
    """Read "every Friday"; its first occurrence is the next after today. None when the phrase does not repeat.

    Raises:
        NotADate: It repeats, and the rule is not understood.
    """
    if not _REPEATS.search(english):
        return None
    try:
        rule = read_rule(text if english == text.lower() else english)
        first = _first(rule, today, now)
    except RuleNotUnderstood as error:
        raise NotADate(str(error)) from error
    said = f"{rule.said}, first {shown(first)}"
    day = first.date() if isinstance(first, datetime) else first
    return Reading(first, said, "repetition", rule=rule, distance=distance(day, today))


def _first(rule: Rule, today: date, now: datetime | None) -> date | datetime:
    """Return the next occurrence after now, or after today when the rule names no time of day."""
    if not rule.times and not rule.needs_time:
        return next_date(rule, today, today)
    start = now.replace(tzinfo=None) if now else datetime.combine(today, time())
    return next_moment(rule, start, start)
