"""When something that repeats comes round again.

The rules understood are `every [N] day|week|month|year[s]`, `every [N] weeks on <weekday>`, `every <weekday>`,
`every [N] months on the <Nth>|last`, each with an optional `when done`. Anything else is refused, not guessed at: the
library behind Obsidian Tasks reads "every weekend" as "every week".
"""

from __future__ import annotations

import re
from datetime import date

_RULE = re.compile(
    r"every(?:\s+(?P<count>[0-9]{1,4}))?\s+(?P<unit>[a-z]+)(?:\s+on\s+(?:the\s+)?(?P<on>[a-z0-9]+))?(?P<done>\s+when\s+done)?",
    re.IGNORECASE,
)
_UNIT = re.compile(r"(day|week|month|year)s?")
_NTH = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th)?")
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = {name[:length]: day for day, name in enumerate(_WEEKDAYS) for length in range(2, len(name) + 1)}
_LAST = 31


class RuleNotUnderstood(ValueError):
    """The rule is none of those that can be computed, or it leads out of the calendar."""


def next_date(rule: str, base: date, completed: date) -> date:
    """Return the next date of a repetition, always later than the date it counts from.

    A day that a month does not have becomes the month's last day: a month after 31 January is 28 February. A rule that
    names the day (`on the 31st`) comes back to it; one that does not goes on from the earlier day.

    Args:
        rule: As written: `every 2 weeks on Tuesday when done`. Case does not matter.
        base: The date of the present occurrence.
        completed: The day it was done: what `when done` counts from.

    Raises:
        RuleNotUnderstood: The rule is not one of those above, or the date would be after the year 9999.
    """
    found = _RULE.fullmatch(" ".join(rule.split()))
    if found is None:
        raise _unclear(rule)
    start = completed if found["done"] else base
    try:
        return _step(rule, start, int(found["count"] or 1), found["unit"].lower(), (found["on"] or "").lower())
    except (OverflowError, ValueError) as error:
        if isinstance(error, RuleNotUnderstood):
            raise
        raise RuleNotUnderstood(f'"{rule}" leads out of the calendar') from error


def _step(rule: str, start: date, count: int, unit: str, on: str) -> date:
    if count == 1 and unit in _WEEKDAY and not on:
        return _weekday_after(start, 1, _WEEKDAY[unit])
    known = _UNIT.fullmatch(unit)
    if known is None or count == 0:
        raise _unclear(rule)
    if not on:
        return _plus(start, known[1], count)
    if known[1] == "week" and on in _WEEKDAY:
        return _weekday_after(start, count, _WEEKDAY[on])
    nth = _LAST if on == "last" else _nth(on)
    if known[1] == "month" and 1 <= nth <= _LAST:
        return _day_of_month_after(start, count, nth)
    raise _unclear(rule)


def _nth(text: str) -> int:
    found = _NTH.fullmatch(text)
    return int(found[1]) if found else 0


def _plus(start: date, unit: str, count: int) -> date:
    from dateutil.relativedelta import relativedelta

    steps = {
        "day": relativedelta(days=count),
        "week": relativedelta(weeks=count),
        "month": relativedelta(months=count),
        "year": relativedelta(years=count),
    }
    return start + steps[unit]


def _weekday_after(start: date, count: int, weekday: int) -> date:
    """Return the next such weekday in the week of `start` (from Monday) or a multiple of `count` weeks later."""
    from dateutil.relativedelta import relativedelta

    days = weekday - start.weekday()
    return start + relativedelta(days=days if days > 0 else days + 7 * count)


def _day_of_month_after(start: date, count: int, day: int) -> date:
    """Return the next such day in the month of `start` or a multiple of `count` months later."""
    from dateutil.relativedelta import relativedelta

    here = start + relativedelta(day=day)
    return here if here > start else start + relativedelta(months=count, day=day)


def _unclear(rule: str) -> RuleNotUnderstood:
    return RuleNotUnderstood(
        f'the repetition "{rule}" is not understood; write for example "every 2 weeks", "every week on Friday", '
        '"every month on the 15th" or "every 3 months when done"'
    )
