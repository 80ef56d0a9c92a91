"""The dates on which a repetition falls, by python-dateutil's `rrule`.

A day that a month does not have becomes the month's last day, where `rrule` (RFC 5545) and Obsidian Tasks leave the
month out: a rent that is due on the 31st is due in April too.
"""

from __future__ import annotations

import calendar
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, time
from typing import Any

from app.vault.recurrence.reading import quoted, read_rule
from app.vault.recurrence.rule import WORKING_DAY, WORKING_WEEK, NthDay, RepetitionOver, Rule, RuleNotUnderstood

_SAFE_DAY = 28
"""The last day that every month has."""


def next_date(rule: str | Rule, base: date, completed: date, anchor: date | None = None) -> date:
    """Return the next date of a repetition, always later than the date it counts from.

    It is the one occurrence after `base`, were that long past too: a bill that is three months late is followed by the
    one that is two months late, for each of them has to be paid. A rule with `when done` leaves none behind.

    Args:
        rule: The rule, or its text.
        base: The date of the present occurrence.
        completed: The day it was done: what `when done` counts from.
        anchor: The day that a rule by months or years which names none comes back to after a shorter month: with 31
            January, 28 February is followed by 31 March. It is passed over unless `base` is what it becomes there.

    Raises:
        RuleNotUnderstood: The rule cannot be read, it needs a time of day, or no such date is in the calendar.
        RepetitionOver: The next date would lie after the last day that the rule names.
    """
    rule = read_rule(rule) if isinstance(rule, str) else rule
    if rule.needs_time:
        raise RuleNotUnderstood(f"{quoted(rule.text)} counts {rule.unit}s, and a date without a time has none")
    return checked_end(rule, date_after(rule, completed if rule.from_completion else base, anchor))


def date_after(rule: Rule, start: date, anchor: date | None) -> date:
    """Return the first date later than `start`, whatever the rule's end."""
    day = start if rule.from_completion else anchor_of(rule, start, anchor)
    return min(map(datetime.date, moments_after(rule, datetime.combine(start, time()), _alternatives(rule, day))))


def moments_after(rule: Rule, start: datetime, alternatives: list[dict[str, Any]]) -> list[datetime]:
    """Return the first moment after `start` by each of the alternatives; raises `RuleNotUnderstood` for none."""
    from dateutil.rrule import DAILY, HOURLY, MINUTELY, MO, MONTHLY, WEEKLY, YEARLY, rrule

    counted: Mapping[str, Any] = {
        "minute": MINUTELY,
        "hour": HOURLY,
        "day": DAILY,
        "week": WEEKLY,
        "month": MONTHLY,
        "year": YEARLY,
    }
    following: list[datetime] = []
    for by in alternatives:
        with suppress(ValueError, OverflowError):  # looking through the last week of the calendar, it leaves it
            moment = rrule(counted[rule.unit], dtstart=start, interval=rule.interval, wkst=MO, **by).after(start)
            following += [moment] if moment is not None else []
    if not following:
        raise out_of_calendar(rule)
    return following


def anchor_of(rule: Rule, base: date, anchor: date | None) -> date:
    """Return the day whose number the rule goes on with: the anchor's, if `base` is what it became in its month."""
    if anchor is None or not rule.keeps_day:
        return base
    same_month = base.month == anchor.month or rule.unit == "month" or base.month in rule.months
    became = min(anchor.day, calendar.monthrange(base.year, base.month)[1])
    return anchor if same_month and base.day == became else base


def anchor_after(rule: Rule, base: date, following: date, anchor: date | None = None) -> date | None:
    """Return the anchor to keep with the next date: None where that falls on the day that is meant."""
    if rule.from_completion or not rule.keeps_day:
        return None
    meant = anchor_of(rule, base, anchor)
    return None if following.day == meant.day else meant


def checked_end(rule: Rule, following: date) -> date:
    """Return the date; raises `RepetitionOver` when it lies after the rule's last day."""
    if rule.until is not None and following > rule.until:
        raise RepetitionOver(f"{quoted(rule.text)} ends before {following}")
    return following


def out_of_calendar(rule: Rule) -> RuleNotUnderstood:
    """Return the error for a rule that leads to no date that there is."""
    return RuleNotUnderstood(f"{quoted(rule.text)} leads out of the calendar")


def clock_limits(rule: Rule) -> list[dict[str, Any]]:
    """Return what narrows a rule that counts hours or minutes, as arguments of `rrule`."""
    return [dict(_filters(rule))]


def _alternatives(rule: Rule, day: date) -> list[dict[str, Any]]:
    """Return arguments of `rrule`, of whose dates the earliest counts: one set for each named day of a month or year.

    Args:
        rule: The rule.
        day: Whose number counts where the rule names no day.
    """
    if rule.unit == "month":
        return [_by(nth) for nth in rule.days or (NthDay(day.day),)]
    if rule.unit == "year":
        return [_by(nth) for nth in rule.days or tuple(_same_day(rule, day))]
    by: dict[str, Any] = dict(_filters(rule))
    if rule.days:
        by["bymonthday"] = [nth.nth for nth in rule.days]
    return [by]


def _filters(rule: Rule) -> Iterator[tuple[str, Sequence[int]]]:
    if rule.weekdays:
        yield "byweekday", rule.weekdays
    if rule.months:
        yield "bymonth", rule.months


def _same_day(rule: Rule, day: date) -> Iterator[NthDay]:
    for month in rule.months or (day.month,):
        yield NthDay(min(day.day, calendar.monthrange(2024, month)[1]), month=month)


def _by(day: NthDay) -> dict[str, Any]:
    from dateutil.rrule import weekday

    month: Mapping[str, Any] = {"bymonth": day.month} if day.month else {}
    if day.of == WORKING_DAY:
        return {**month, "byweekday": WORKING_WEEK, "bysetpos": day.nth}
    if day.of >= 0:
        return {**month, "byweekday": weekday(day.of)(day.nth)}
    if day.nth <= _SAFE_DAY:
        return {**month, "bymonthday": day.nth}
    return {**month, "bymonthday": tuple(range(_SAFE_DAY, day.nth + 1)), "bysetpos": -1}
