"""Rules in words, for people."""

from __future__ import annotations

from collections.abc import Sequence

from app.vault.recurrence.rule import WORKING_DAY, WORKING_WEEK, NthDay, Rule
from app.vault.recurrence.words import MONTH_NAMES, WEEKDAY_NAMES


def in_words(rule: Rule) -> str:
    """Return how a rule was read: "every month on the 31st, or the last day of a shorter month"."""
    tail = _months(rule) + _until(rule)
    if rule.from_completion and not rule.weekdays and not rule.days and not rule.months:
        return f"{_length(rule)} after it was done" + ("," if rule.times else "") + _times(rule) + tail
    counted = ", counted from the day it was done" if rule.from_completion else ""
    return _every(rule) + _times(rule) + tail + counted


def _length(rule: Rule) -> str:
    if rule.interval > 1:
        return f"{rule.interval} {rule.unit}s"
    return f"an {rule.unit}" if rule.unit == "hour" else f"a {rule.unit}"


def _every(rule: Rule) -> str:
    if rule.weekdays and rule.unit == "day":
        return f"every {listed(_weekdays(rule))} that is the {listed([nth(day.nth) for day in rule.days], 'or')}"
    if rule.weekdays and rule.unit == "week" and rule.interval == 1:
        is_working_week = rule.weekdays == WORKING_WEEK
        return "every weekday (Monday to Friday)" if is_working_week else f"every {listed(_weekdays(rule))}"
    counted = f"every {rule.interval} {rule.unit}s" if rule.interval > 1 else f"every {rule.unit}"
    if rule.days:
        return f"{counted} on {listed([_day(day) for day in rule.days])}{_shorter(rule)}"
    if rule.weekdays:
        return f"{counted} on " + ("weekdays" if rule.weekdays == WORKING_WEEK else listed(_weekdays(rule)))
    return counted


def _weekdays(rule: Rule) -> list[str]:
    return [WEEKDAY_NAMES[day] for day in rule.weekdays]


def _day(day: NthDay) -> str:
    month = MONTH_NAMES[day.month - 1] if day.month else ""
    if day.of == -1 and day.nth > 0:
        return f"{day.nth} {month}" if month else f"the {nth(day.nth)}"
    counted = "day" if day.of == -1 else "working day" if day.of == WORKING_DAY else WEEKDAY_NAMES[day.of]
    return f"the {nth(day.nth)} {counted}" + (f" of {month}" if month else "")


def nth(number: int) -> str:
    """Return "1st", "22nd", "last", "3rd last"."""
    if number == -1:
        return "last"
    size = abs(number)
    suffix = "th" if size % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(size % 10, "th")
    return f"{size}{suffix}" + (" last" if number < 0 else "")


def _shorter(rule: Rule) -> str:
    """Return what becomes of a day that a month may not have."""
    numbers = [day for day in rule.days if day.of == -1]
    if any(day.nth > 28 and not day.month for day in numbers):
        return ", or the last day of a shorter month"
    return ", or 28 February in other years" if any((day.nth, day.month) == (29, 2) for day in numbers) else ""


def _months(rule: Rule) -> str:
    return f" in {listed([MONTH_NAMES[month - 1] for month in rule.months])}" if rule.months else ""


def _times(rule: Rule) -> str:
    return f" at {listed([f'{time:%H:%M}' for time in rule.times])}" if rule.times else ""


def _until(rule: Rule) -> str:
    day = rule.until
    return f", until {day.day} {MONTH_NAMES[day.month - 1]} {day.year}" if day else ""


def listed(items: Sequence[str], word: str = "and") -> str:
    """Return "Monday", "Monday and Friday", "Monday, Tuesday and Friday"; not for no items."""
    *before, last = items
    return f"{', '.join(before)} {word} {last}" if before else last
