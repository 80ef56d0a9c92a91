"""Rules for weeks and weekends."""

from __future__ import annotations

from datetime import date, timedelta

from app.ledger.dates.days import ONE_DAY, SATURDAY, add_months, coming, make_day, monday_of, nth_weekday
from app.ledger.dates.patterns import Context, Found, Part, Rules
from app.ledger.dates.shapes import week_part
from app.ledger.dates.values import NotADate

_TUESDAY, _THURSDAY = 1, 3


def _weekend(found: Found, context: Context) -> Part:
    return _weekend_of(context.today, found.get("which") or 0)


def _weekend_of(today: date, weeks: int) -> Part:
    saturday = monday_of(today) + timedelta(days=SATURDAY + 7 * weeks)
    sunday = saturday + ONE_DAY
    return Part(saturday, sunday, today if saturday <= today <= sunday else saturday, "weekend")


def _weekend_after_next(found: Found, context: Context) -> Part:
    return _weekend_of(context.today, 2)


def _week_number(found: Found, context: Context) -> Part:
    number = found.get("weekno")
    week, year = found["number"] if number is None else number, found.get("year")
    if year is not None:
        return week_part(year, week)
    for near in (context.today.year, context.today.year + 1):
        try:
            part = week_part(near, week)
        except NotADate:
            continue
        if part.last >= context.today:
            return part
    raise NotADate(f"there is no week {week}")


def _week_of(found: Found, context: Context) -> Part | None:
    def week(inner: Part) -> Part | None:
        return _week_with(inner.due) if inner.is_day else None

    return context.change(found.rests[0], week)


def _weekend_beside(found: Found, context: Context) -> Part | None:
    """Read "the weekend of 31 October": the nearest one; of a Wednesday, the one that follows."""

    def nearest(inner: Part) -> Part | None:
        return _weekend_of(inner.due, -1 if inner.due.weekday() <= _TUESDAY else 0) if inner.is_day else None

    return context.change(found.rests[0], nearest)


def _week_of_which_year(found: Found, context: Context) -> Part:
    return week_part(context.today.year + found["which"], found["number"])


def _nth_week(found: Found, context: Context) -> Part:
    """Read "first week of 2027" as an ISO week, "first week of March" likewise: where its Thursday lies."""
    year, month = found.get("year"), found.get("month")
    if month is None and year is not None:
        nth = found["nth"]
        return week_part(year, nth) if nth > 0 else _week_with(make_day(year, 12, 28))
    if month is not None:
        first = make_day(year, month, 1) if year is not None else coming(context.today.replace(day=1), month, 1)
    else:
        first = add_months(context.today.replace(day=1), found.get("which") or 0)
    return _week_with(nth_weekday(first.year, first.month, found["nth"], _THURSDAY))


def _week_with(day: date) -> Part:
    monday = monday_of(day)
    sunday = monday + timedelta(days=6)
    return Part(monday, sunday, sunday, "week")


RULES: Rules = (
    (_weekend, ("[the] [at] [on] weekend", "[on|at] [the] {which} weekend", "[the] weekend of {which} week")),
    (_weekend_after_next, ("[the] weekend after next",)),
    (_week_number, (
        "[the] week {number}", "[the] week {number} [{of}] {year}", "{weekno}", "{weekno} [{of}] {year}",
        "{year} {weekno}",
    )),
    (_week_of_which_year, ("[the] week {number} [of] {which} year",)),
    (_weekend_beside, ("[the] weekend of *",)),
    (_nth_week, (
        "[the] {nth} week {of} {month}", "[the] {nth} week {of} {month} [{of}] {year}", "[the] {nth} week {of} {year}",
        "[the] {nth} week {of} [the] month", "[the] {nth} week {of} {which} month",
    )),
    (_week_of, ("[the] week of|starting|beginning|commencing [the] *",)),
)  # fmt: skip
