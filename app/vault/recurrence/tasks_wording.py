"""Rules in the words that Obsidian Tasks reads.

Its grammar is `every`, then what `rrule` 2.8 reads of English text, then `when done`, in letters, digits, commas and
blanks. It has days and no times of day, and its manual says that `until` and `for` are not supported.
"""

from __future__ import annotations

from dataclasses import replace

from app.vault.recurrence.reading import quoted, read_rule
from app.vault.recurrence.rule import WORKING_DAY, WORKING_WEEK, NthDay, Rule, RuleNotUnderstood
from app.vault.recurrence.wording import listed, nth
from app.vault.recurrence.words import MONTH_NAMES, WEEKDAY_NAMES


def same_rule(one: str, other: str) -> bool:
    """Return True when two texts mean the same repetition; what is not understood means only itself."""
    try:
        return replace(read_rule(one), text="") == replace(read_rule(other), text="")
    except RuleNotUnderstood:
        return " ".join(one.split()) == " ".join(other.split())


def in_tasks_words(text: str) -> str:
    """Return a repetition as Obsidian Tasks reads it: "every 2 weeks when done" of "every! fortnight".

    Raises:
        RuleNotUnderstood: It cannot be read, or Tasks cannot say it; the message says why.
    """
    rule = read_rule(text)
    reason = _out_of_reach(rule)
    if reason:
        raise RuleNotUnderstood(f"{quoted(text)} cannot be said in Obsidian Tasks: {reason}")
    words = _every(rule) + (" when done" if rule.from_completion else "")
    if not same_rule(words, text):
        raise RuleNotUnderstood(f"{quoted(text)} cannot be said in Obsidian Tasks: it has no words for these days")
    return words


def _out_of_reach(rule: Rule) -> str:
    if rule.times or rule.needs_time:
        return "it has days and no times"
    if rule.until is not None:
        return "it has no last day"
    if any(day.of == WORKING_DAY for day in rule.days):
        return "it does not count working days"
    return ""


def _every(rule: Rule) -> str:
    counted = f"every {rule.interval} {rule.unit}s" if rule.interval > 1 else f"every {rule.unit}"
    if rule.unit == "week" and rule.weekdays == WORKING_WEEK and rule.interval == 1 and not rule.months:
        return "every weekday"
    if rule.unit == "year" and rule.interval == 1 and (rule.months or rule.days):
        return _in_months(rule)
    if rule.days:
        return f"{counted} on {listed([_day(day) for day in rule.days])}"
    if rule.weekdays:
        return f"{counted} on {listed([WEEKDAY_NAMES[number] for number in rule.weekdays])}"
    return counted


def _in_months(rule: Rule) -> str:
    """Return "every April and December on the 1st and 24th": all these days in each of these months."""
    months = rule.months or tuple(sorted({day.month for day in rule.days if day.month}))
    days = list(dict.fromkeys(replace(day, month=0) for day in rule.days))
    named = f"every {listed([MONTH_NAMES[month - 1] for month in months])}" if months else "every year"
    return named + (f" on {listed([_day(day) for day in days])}" if days else "")


def _day(day: NthDay) -> str:
    weekday = f" {WEEKDAY_NAMES[day.of]}" if 0 <= day.of < len(WEEKDAY_NAMES) else ""
    return f"the {nth(day.nth)}{weekday}"
