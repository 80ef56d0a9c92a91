"""A phrase in English tokens, and the day, stretch of days or moment that it means."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from functools import lru_cache

from app.ledger.dates import (
    rules_counts,
    rules_days,
    rules_edges,
    rules_numbers,
    rules_periods,
    rules_phrases,
    rules_weeks,
)
from app.ledger.dates.clocks import Clock, take_clock
from app.ledger.dates.days import ONE_DAY
from app.ledger.dates.patterns import Context, Grammar, Part, Several, changed
from app.ledger.dates.ranges import opens_range, read_range
from app.ledger.dates.tokens import Tokens
from app.ledger.dates.values import NotADate

_SMALL_HOURS = 5
"""Before this hour, "tonight" is over midnight."""
_CUES = frozenset(("by", "before", "until", "till", "til", "on", "due", "at", "@", "for", "around"))


@lru_cache(maxsize=1)
def grammar() -> Grammar:
    """Return all rules, the earlier before the later."""
    rooms = (rules_days, rules_weeks, rules_periods, rules_edges, rules_numbers, rules_phrases, rules_counts)
    return Grammar(rule for room in rooms for rule in room.RULES)


def read_tokens(tokens: Tokens, context: Context) -> Part | None:
    """Read a whole phrase; None when no rule knows it.

    Raises:
        NotADate: A rule knows it, and it names no day.
        Several: It may mean several days or moments.
        OverflowError: It leads out of the calendar.
    """
    clock, rest = take_clock(tokens)
    if clock is None:
        return _read_days(tokens, context)
    while rest and (rest[0].text in _CUES or rest[-1].text in _CUES):
        rest = rest[1:] if rest[0].text in _CUES else rest[:-1]
    if all(token.text in ("in", "the") or "part" in token.values for token in rest):
        return _next_such(clock, context)
    return changed(lambda: _read_days(rest, context), lambda part: _at(part, clock, rest))


def _read_days(tokens: Tokens, context: Context) -> Part | None:
    if opens_range(tokens):
        part = read_range(tokens, context)
        if part is not None:
            return part
    return context.grammar.read(tokens, context) or read_range(tokens, context)


def _at(part: Part, clock: Clock, rest: Tokens) -> Part:
    """Return a day with its time."""
    if not part.is_day or part.moment:
        raise NotADate("a time needs a day; say which")
    is_tonight = any(token.text == "tonight" for token in rest)
    if clock.is_midnight:
        midnights = [datetime.combine(part.due + ONE_DAY, time()), datetime.combine(part.due, time())]
        return _one_of(midnights[:1] if is_tonight else midnights)
    moments = [datetime.combine(part.due, moment) for moment in clock.times]
    if is_tonight:
        moments = [moment + ONE_DAY if moment.hour < _SMALL_HOURS else moment for moment in moments]
    return _one_of(moments)


def _next_such(clock: Clock, context: Context) -> Part:
    """Return a mere time: today's, or tomorrow's when it is known to be past."""
    if clock.is_midnight:
        return _moment(datetime.combine(context.today + ONE_DAY, time()))
    moments = [datetime.combine(context.today, moment) for moment in clock.times]
    if context.now is not None:
        now = context.now.replace(tzinfo=None)
        moments = sorted(moment if moment >= now else moment + timedelta(days=1) for moment in moments)
    return _one_of(moments)


def _one_of(moments: list[datetime]) -> Part:
    parts = [_moment(moment) for moment in moments]
    if len(parts) > 1:
        raise Several(*parts)
    return parts[0]


def _moment(moment: datetime) -> Part:
    day = moment.date()
    return Part(day, day, day, moment=moment)
