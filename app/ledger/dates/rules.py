"""Dates in English words: one pattern and one function for each way to say a day.

The deadline reading is taken throughout: a month is its last day. `next Friday` is the Friday of next week.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from app.ledger.dates.leads import UNIT_DAYS, UNIT_MONTHS, NotADate, add_months
from app.ledger.dates.words import (
    COUNT,
    DAY,
    MONTH,
    ORDINALS,
    UNIT,
    WEEKDAY,
    YEAR,
    Day,
    coming,
    count_of,
    make_day,
    monday_of,
    month_end,
    month_number,
    shown,
    weekday_number,
)

_Match = re.Match[str]
_PART = r"(?: (?:morning|afternoon|evening|night))?"
_ONE = timedelta(days=1)
_FRIDAY = 4


def read_words(text: str, base: date) -> Day | None:
    """Read lower-case English words; None when no rule knows them.

    Raises:
        NotADate: A rule knows them and they name no day, or several.
    """
    for pattern, rule in _RULES:
        match = pattern.fullmatch(text)
        if match is not None:
            return rule(match, base)
    return None


def _days_off(days: int) -> Callable[[_Match, date], Day]:
    return lambda match, base: Day(base + timedelta(days=days))


def _weekday(match: _Match, base: date) -> Day:
    ahead = (weekday_number(match["weekday"]) - base.weekday() - 1) % 7 + 1
    return Day(base + timedelta(days=ahead))


def _weekday_of_week(match: _Match, base: date) -> Day:
    weeks = {"last": -1, "this": 0, "next": 1}[match["which"]]
    day = monday_of(base) + timedelta(days=7 * weeks + weekday_number(match["weekday"]))
    if weeks == 0 and day < base:
        raise NotADate(f"this week's is past: it was {shown(day)}")
    return Day(day)


def _last_weekday(match: _Match, base: date) -> Day:
    back = (base.weekday() - weekday_number(match["weekday"]) - 1) % 7 + 1
    return Day(base - timedelta(days=back))


def shift(day: date, count: int, unit: str) -> date:
    """Return a day moved by days, weeks, months or years; a shorter month gives its last day."""
    if unit in UNIT_DAYS:
        return day + timedelta(days=count * UNIT_DAYS[unit])
    return add_months(day, count * UNIT_MONTHS[unit])


def _ahead(match: _Match, base: date) -> Day:
    return Day(shift(base, count_of(match["count"]), match["unit"]))


def _ago(match: _Match, base: date) -> Day:
    return Day(shift(base, -count_of(match["count"]), match["unit"]))


def _from_day(match: _Match, base: date) -> Day:
    anchor = read_words(match["rest"], base)
    if anchor is None or not anchor.exact:
        raise NotADate(f"“{match['rest']}” is not a day to count from")
    sign = -1 if match["way"] == "before" else 1
    return Day(shift(anchor.value, sign * count_of(match["count"]), match["unit"]))


def _working_days(match: _Match, base: date) -> Day:
    day, left = base, count_of(match["count"])
    while left:
        day += _ONE
        left -= day.weekday() <= _FRIDAY
    return Day(day)


def _clock_needed(match: _Match, base: date) -> Day:
    raise NotADate("hours and minutes from now are not kept; write the time of day")


def _calendar_day(match: _Match, base: date) -> Day:
    month, number, year = month_number(match["month"]), int(match["day"]), match["year"]
    day = make_day(int(year), month, number) if year else coming(base, month, number)
    named = match["weekday"]
    if named and weekday_number(named) != day.weekday():
        raise NotADate(f"the weekday does not fit: it is {shown(day)}")
    return Day(day)


def _short_year(match: _Match, base: date) -> Day:
    raise NotADate("write the year with four digits")


def _day_of_month(match: _Match, base: date) -> Day:
    number, which = int(match["day"]), match["which"]
    if which:
        first = add_months(base.replace(day=1), 1 if which == "next" else 0)
        return Day(make_day(first.year, first.month, number))
    for months in range(12):
        first = add_months(base.replace(day=1), months)
        if 0 < number <= month_end(first.year, first.month).day and first.replace(day=number) >= base:
            return Day(first.replace(day=number))
    raise NotADate("there is no such day")


def _month_year(match: _Match, base: date) -> tuple[int, int]:
    """Return year and month of a named month: with no year, the present or next one of that name."""
    month = month_number(match["month"])
    if match["year"]:
        return int(match["year"]), month
    return base.year + (month < base.month), month


def _month(match: _Match, base: date) -> Day:
    return Day(month_end(*_month_year(match, base)), exact=False)


def _end_of_month(match: _Match, base: date) -> Day:
    return Day(month_end(*_month_year(match, base)))


def _start_of_month(match: _Match, base: date) -> Day:
    year, month = _month_year(match, base)
    first = date(year, month, 1)
    return Day(first if first >= base or match["year"] else first.replace(year=year + 1))


def _mid_month(match: _Match, base: date) -> Day:
    return Day(
        make_day(int(match["year"]), month_number(match["month"]), 15)
        if match["year"]
        else coming(base, month_number(match["month"]), 15)
    )


def _before_month(match: _Match, base: date) -> Day:
    return Day(_start_of_month(match, base).value - _ONE)


def _first_of(unit: str, base: date, ahead: int) -> date:
    """Return the first day of the present week, month, quarter or year, or of a later one."""
    if unit == "week":
        return monday_of(base) + timedelta(days=7 * ahead)
    months = UNIT_MONTHS[unit]
    start = base.replace(day=1, month=(base.month - 1) // months * months + 1)
    return add_months(start, ahead * months)


def _next_period(match: _Match, base: date) -> Day:
    return Day(_first_of(match["unit"], base, 1), exact=False)


def _start_of_next(match: _Match, base: date) -> Day:
    return Day(_first_of(match["unit"], base, 1))


def _end_of(match: _Match, base: date) -> Day:
    unit = {"w": "week", "m": "month", "q": "quarter", "y": "year"}.get(match["unit"], match["unit"])
    ahead = 1 if match["which"] == "next" else 0
    if unit != "week":
        return Day(_first_of(unit, base, ahead + 1) - _ONE)
    friday = _first_of("week", base, ahead) + timedelta(days=_FRIDAY)
    if friday < base:
        raise NotADate("this week's Friday is past; write the day")
    return Day(friday)


def _this_period(match: _Match, base: date) -> Day:
    raise NotADate(f"say which day, such as “end of the {match['unit']}”")


def _weekend(match: _Match, base: date) -> Day:
    if match["which"] == "next":
        saturday = monday_of(base) + timedelta(days=5)
        raise NotADate(f"it may be {shown(saturday)} or {shown(saturday + timedelta(days=7))}")
    return Day(base if base.weekday() > _FRIDAY else monday_of(base) + timedelta(days=5))


def _quarter(match: _Match, base: date) -> Day:
    month = int(match["quarter"]) * 3
    year = int(match["year"]) if match["year"] else base.year + (month < base.month)
    return Day(month_end(year, month), exact=match["end"] is not None)


def _week_number(match: _Match, base: date) -> Day:
    week = int(match["week"])
    years = [int(match["year"])] if match["year"] else [base.year, base.year + 1]
    for year in years:
        try:
            sunday = date.fromisocalendar(year, week, 7)
        except ValueError:
            continue
        if sunday >= base or match["year"]:
            return Day(sunday, exact=False)
    raise NotADate(f"there is no week {week}")


def _nth_weekday(match: _Match, base: date) -> Day:
    nth, weekday = ORDINALS[match["nth"]], weekday_number(match["weekday"])
    if match["month"]:
        month = month_number(match["month"])
        years = [int(match["year"])] if match["year"] else [base.year, base.year + 1]
        days = [_nth(year, month, nth, weekday) for year in years]
        return Day(next((day for day in days if day >= base), days[-1]))
    first = add_months(base.replace(day=1), 1 if match["which"] == "next" else 0)
    day = _nth(first.year, first.month, nth, weekday)
    if day < base:
        raise NotADate(f"it is past: it was {shown(day)}")
    return Day(day)


def _nth(year: int, month: int, nth: int, weekday: int) -> date:
    if nth < 0:
        last = month_end(year, month)
        return last - timedelta(days=(last.weekday() - weekday) % 7)
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))


def _fixed(month: int, day: int) -> Callable[[_Match, date], Day]:
    return lambda match, base: Day(coming(base, month, day))


def _inner(match: _Match, base: date) -> Day:
    found = read_words(match["rest"], base)
    if found is None or not found.exact:
        raise NotADate(f"“{match['rest']}” is not a day")
    return found


def _before(match: _Match, base: date) -> Day:
    return Day(_inner(match, base).value - _ONE)


def _after(match: _Match, base: date) -> Day:
    raise NotADate("it says after what, not when")


_THE = r"(?:the )?"
_WHICH = r"(?:the |(?P<which>this|next) )?"
_OF_YEAR = rf"(?:,? (?:of )?{YEAR})?"
_TODAY = rf"today|tonight|this (?:morning|afternoon|evening)|eod|cob|{_THE}end of {_THE}day|close of business"
_SOURCES: tuple[tuple[str, Callable[[_Match, date], Day]], ...] = (
    (
        rf"today|tonight|this (?:morning|afternoon|evening)|eod|cob|{_THE}end of {_THE}day|close of business",
        _days_off(0),
    ),
    (rf"(?:tomorrow|tmrw|tmr){_PART}", _days_off(1)),
    (rf"{_THE}day after tomorrow", _days_off(2)),
    (rf"yesterday{_PART}", _days_off(-1)),
    (rf"{_THE}day before yesterday", _days_off(-2)),
    (r"(?:eod|cob|end of (?:the )?day|close of business)(?: on)?,? (?P<rest>.+)", _inner),
    (rf"{WEEKDAY}{_PART}", _weekday),
    (rf"(?P<which>this|next) {WEEKDAY}{_PART}", _weekday_of_week),
    (rf"{WEEKDAY}{_PART},? (?P<which>this|next|last) week", _weekday_of_week),
    (rf"last {WEEKDAY}{_PART}", _last_weekday),
    (rf"(?:in |within )?{COUNT} (?:of )?{UNIT}(?: from (?:now|today)|'? time)?", _ahead),
    (rf"(?:in |\+ ?){COUNT} ?(?P<unit>[dwmy])", _ahead),
    (rf"{COUNT} (?:of )?{UNIT} ago", _ago),
    (rf"(?:in |within )?{COUNT} (?:business|working|week) ?days", _working_days),
    (r"(?:in |within )?(?:half an|[a-z0-9.]+) (?:hour|minute|min|hr)s?(?: from now)?", _clock_needed),
    (rf"{COUNT} (?:of )?{UNIT} (?P<way>from|after|before) (?P<rest>.+)", _from_day),
    (rf"(?:{WEEKDAY},? )?{_THE}{DAY} (?:of )?{MONTH}{_OF_YEAR}", _calendar_day),
    (rf"(?:{WEEKDAY},? )?{MONTH} {_THE}{DAY}{_OF_YEAR}", _calendar_day),
    (rf".*{MONTH} (?:[0-9]{{1,2}},? )?'?[0-9]{{2}}", _short_year),
    (r"(?:the )?(?P<day>[0-9]{1,2})(?:st|nd|rd|th)(?: of (?:the|(?P<which>this|next)) month)?", _day_of_month),
    (rf"(?:in )?{MONTH}{_OF_YEAR}", _month),
    (rf"before {MONTH}{_OF_YEAR}", _before_month),
    (rf"(?:{_THE}end of|late) {MONTH}{_OF_YEAR}", _end_of_month),
    (rf"{_THE}(?:start|beginning) of {MONTH}{_OF_YEAR}", _start_of_month),
    (rf"(?:mid[- ]|{_THE}middle of ){MONTH}{_OF_YEAR}", _mid_month),
    (r"next (?P<unit>week|month|quarter|year)", _next_period),
    (rf"(?:early|{_THE}(?:start|beginning) of) next (?P<unit>week|month|quarter|year)", _start_of_next),
    (rf"{_THE}end of {_WHICH}(?P<unit>week|month|quarter|year)", _end_of),
    (r"(?P<which>)eo(?P<unit>[wmqy])", _end_of),
    (r"(?:in )?this (?P<unit>week|month|quarter|year)", _this_period),
    (rf"(?:at )?{_WHICH}weekend", _weekend),
    (rf"(?P<end>{_THE}end of )?q(?P<quarter>[1-4]){_OF_YEAR}", _quarter),
    (rf"(?:in )?week (?P<week>[0-9]{{1,2}}){_OF_YEAR}", _week_number),
    (
        rf"{_THE}(?P<nth>{'|'.join(ORDINALS)}) {WEEKDAY} (?:of|in) "
        rf"(?:{MONTH}{_OF_YEAR}|(?:the|(?P<which>this|next)) month)",
        _nth_weekday,
    ),
    (r"christmas(?: day)?", _fixed(12, 25)),
    (r"christmas eve", _fixed(12, 24)),
    (r"new year'?s eve", _fixed(12, 31)),
    (r"new year(?:'?s day)?", _fixed(1, 1)),
    (rf"before (?P<rest>{_THE}end of .+)", _inner),
    (r"before (?P<rest>.+)", _before),
    (r"after .+", _after),
)
_RULES = tuple((re.compile(source), rule) for source, rule in _SOURCES)
