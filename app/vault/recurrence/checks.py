"""Makes a rule of what was read, or says why its parts do not go together."""

from __future__ import annotations

from dataclasses import replace

from app.vault.recurrence.draft import Draft, Misfit
from app.vault.recurrence.rule import WORKING_DAY, NthDay, Rule
from app.vault.recurrence.words import MONTH_NAMES, WEEKDAY_NAMES, Unit

_LONGEST_MONTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_SHORTEST_MONTH = 28
_FEWEST_WORKING_DAYS = 20
_MINUTES = {"minute": 1, "hour": 60}
_DAYS = {"day": 1, "week": 7}


def rule_of(draft: Draft, text: str) -> Rule:
    """Return the rule.

    Raises:
        Misfit: The parts contradict each other, or may mean two things.
    """
    rule = Rule(
        text=text,
        unit=draft.unit or _unit_of(draft),
        interval=draft.interval,
        weekdays=tuple(sorted(draft.weekdays)),
        days=tuple(sorted(set(draft.days), key=_in_order)),
        months=tuple(sorted(draft.months)),
        times=tuple(sorted(draft.times)),
        until=draft.until,
        from_completion=draft.from_completion,
    )
    checked = _CHECKS[rule.unit](rule)
    for day in checked.days:
        _check_nth(day, checked.unit)
    return checked


def _in_order(day: NthDay) -> tuple[int, bool, int, int]:
    return day.month, day.nth < 0, day.nth, day.of


def _unit_of(draft: Draft) -> Unit:
    """Return what is counted where only days were named."""
    if draft.weekdays:
        return "week"
    if draft.days and not draft.months and not any(day.month for day in draft.days):
        return "month"
    return "year"


def _by_clock(rule: Rule) -> Rule:
    if rule.days or rule.times:
        raise Misfit("hours and minutes go on from one time to the next, whatever the day", "every day at 9:30")
    if (rule.weekdays or rule.months) and rule.interval * _MINUTES[rule.unit] >= 24 * 60:
        raise Misfit("so many hours may miss the days that it names", "every day at 9:30")
    return rule


def _by_day(rule: Rule) -> Rule:
    if rule.weekdays or rule.days:
        raise Misfit("it counts days and names some of them", "every Monday and Thursday")
    return _in_months(rule)


def _by_week(rule: Rule) -> Rule:
    if not rule.days:
        return _in_months(rule)
    if not rule.weekdays or rule.interval > 1 or any(day.of != -1 or day.month for day in rule.days):
        raise Misfit("a week has no such days", "every month on the first Monday")
    return replace(rule, unit="day")


def _in_months(rule: Rule) -> Rule:
    if rule.months and rule.interval * _DAYS[rule.unit] > _SHORTEST_MONTH:
        raise Misfit("steps of more than a month may miss the months that it names", "every January and July")
    return rule


def _by_month(rule: Rule) -> Rule:
    _refuse_plain_weekdays(rule, "month")
    if not rule.months and not any(day.month for day in rule.days):
        return rule
    if rule.interval > 1:
        raise Misfit("it counts months and names some of them", "every January and July on the 1st")
    return _by_year(replace(rule, unit="year"))


def _by_year(rule: Rule) -> Rule:
    _refuse_plain_weekdays(rule, "year")
    bound = [day for day in rule.days if day.month]
    free = [day for day in rule.days if not day.month]
    if bound and (rule.months or free):
        raise Misfit("it names days of a month and months without a day", "every year on 1 March and 1 July")
    if rule.months and free:
        days = [replace(day, month=month) for day in free for month in rule.months]
        return replace(rule, days=_existing(sorted(days, key=_in_order)), months=())
    if any(day.of == -1 for day in free):
        raise Misfit("it does not say of which month", "every year on 15 March")
    return rule


def _existing(days: list[NthDay]) -> tuple[NthDay, ...]:
    """Let a day that the longest of the named months has become the last day of the others."""
    longest = max((_LONGEST_MONTHS[day.month - 1] for day in days), default=31)
    return tuple(
        replace(day, nth=min(day.nth, _LONGEST_MONTHS[day.month - 1])) if day.of == -1 and day.nth <= longest else day
        for day in days
    )


def _refuse_plain_weekdays(rule: Rule, unit: str) -> None:
    if rule.weekdays:
        name = "working day" if len(rule.weekdays) > 1 else WEEKDAY_NAMES[rule.weekdays[0]]
        raise Misfit(f"a {unit} has several days of that name", f"every {unit} on the first {name}")


def _check_nth(day: NthDay, unit: Unit) -> None:
    if day.of == -1:
        highest = _LONGEST_MONTHS[day.month - 1] if day.month else 31
        lowest = _SHORTEST_MONTH
        where = MONTH_NAMES[day.month - 1] if day.month else "a month"
    else:
        in_year = unit == "year" and not day.month
        highest = lowest = 53 if in_year else _FEWEST_WORKING_DAYS if day.of == WORKING_DAY else 5
        where = "a year" if in_year else "a month"
    if not -lowest <= day.nth <= highest or day.nth == 0:
        raise Misfit(f"{where} has no such day", "every month on the last day")


_CHECKS = {
    "minute": _by_clock,
    "hour": _by_clock,
    "day": _by_day,
    "week": _by_week,
    "month": _by_month,
    "year": _by_year,
}
