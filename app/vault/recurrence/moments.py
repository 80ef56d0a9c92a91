"""The date-times at which a repetition falls, at the same time by the clock on the wall across summer time."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import TypeVar, cast

from app.vault.recurrence.reading import read_rule
from app.vault.recurrence.rule import Rule, RuleNotUnderstood
from app.vault.recurrence.steps import (
    checked_end,
    clock_limits,
    date_after,
    moments_after,
    next_date,
    out_of_calendar,
)
from app.vault.recurrence.wall_clock import after_a_while, at_wall_time, on_the_wall, with_zone

_Moment = TypeVar("_Moment", bound=date)


def next_moment(rule: str | Rule, base: datetime, completed: datetime, anchor: date | None = None) -> datetime:
    """Return the next date-time of a repetition.

    The time of day stays, or is the rule's next one ("at 9 and 17"). Hours and minutes that are counted are lengths of
    time; without a zone they are counted on the clock's face.

    Args:
        rule: The rule, or its text.
        base: The present occurrence. Without a zone it is local; so is one whose offset is the local one at that time.
            Any other offset stays as it is.
        completed: When it was done. Without a zone it is local.
        anchor: As for `next_date`.

    Returns:
        A date-time with the zone of `base`. A time that a day does not have, when summer time begins, keeps its digits
        and stands for the moment that the zone gives it: 02:30 for 03:30. The day after it is 02:30 again.

    Raises:
        RuleNotUnderstood: The rule cannot be read, or no such moment is in the calendar.
        RepetitionOver: It would lie after the last day that the rule names.
    """
    rule = read_rule(rule) if isinstance(rule, str) else rule
    try:
        following = _after(rule, base, completed, anchor)
    except (OverflowError, ValueError, OSError) as error:
        if isinstance(error, RuleNotUnderstood):
            raise
        raise out_of_calendar(rule) from error
    checked_end(rule, following.date())
    return following


def upcoming(rule: str | Rule, base: _Moment, count: int, anchor: date | None = None) -> list[_Moment]:
    """Return the occurrences that follow a date or date-time, each done on its day: at most `count`.

    Raises:
        RuleNotUnderstood: The rule cannot be read, or it needs a time of day.
    """
    rule = read_rule(rule) if isinstance(rule, str) else rule
    found: list[_Moment] = []
    last, day = base, anchor or _day(base)
    while len(found) < count:
        try:
            last = _next(rule, last, day)
        except RuleNotUnderstood:
            if not found and rule.needs_time and not isinstance(base, datetime):
                raise
            break
        found.append(last)
    return found


def _next(rule: Rule, last: _Moment, day: date) -> _Moment:
    if isinstance(last, datetime):
        return cast("_Moment", next_moment(rule, last, last, day))
    return cast("_Moment", next_date(rule, last, last, day))


def _day(moment: date) -> date:
    return moment.date() if isinstance(moment, datetime) else moment


def _after(rule: Rule, base: datetime, completed: datetime, anchor: date | None) -> datetime:
    if rule.needs_time:
        start = with_zone(completed.replace(second=0, microsecond=0), base) if rule.from_completion else base
        following = min(moments_after(rule, start.replace(tzinfo=None), clock_limits(rule)))
        return after_a_while(following, start, base)
    wall = base.replace(tzinfo=None)
    if rule.from_completion:
        start = on_the_wall(completed, base)
    elif later := _later_that_day(rule, wall):
        return at_wall_time(later, base)
    else:
        start = wall
    time = rule.times[0] if rule.times else wall.time()
    return at_wall_time(datetime.combine(date_after(rule, start.date(), anchor), time), base)


def _later_that_day(rule: Rule, wall: datetime) -> datetime | None:
    """Return the rule's next time on the day of `wall`, if the rule falls on that day."""
    times = [time for time in rule.times if time > wall.time()]
    if not times or not _falls_on(rule, wall.date()):
        return None
    return datetime.combine(wall.date(), times[0])


def _falls_on(rule: Rule, day: date) -> bool:
    if rule.keeps_day or not (rule.weekdays or rule.days):
        return not rule.months or day.month in rule.months
    return date_after(replace(rule, interval=1), day - timedelta(days=1), None) == day
