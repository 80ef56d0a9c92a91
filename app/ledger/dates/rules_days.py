"""Rules for single days: today and its neighbours, weekdays, days of a month, holidays."""

from __future__ import annotations

from datetime import date, timedelta

from app.ledger.dates.days import ONE_DAY, add_months, coming, make_day, monday_of, month_end, nth_weekday
from app.ledger.dates.patterns import Context, Found, Part, Rule, Rules, Several, changed, one_day
from app.ledger.dates.shapes import read_shape
from app.ledger.dates.values import NotADate, shown

_MONTHS_SEARCHED = 48
_HOURS_OF_A_CLOCK = 12
_THIS, _NEXT, _LAST = 0, 1, -1


def _days_off(days: int) -> Rule:
    return lambda found, context: one_day(context.today + timedelta(days=days))


def _today_or_tomorrow(found: Found, context: Context) -> Part:
    raise Several(one_day(context.today), one_day(context.today + ONE_DAY))


def _weekday(found: Found, context: Context) -> Part:
    return one_day(_after(context.today, found["weekday"]))


def _after(day: date, weekday: int) -> date:
    return day + timedelta(days=(weekday - day.weekday() - 1) % 7 + 1)


def _of_week(context: Context, weekday: int, weeks: int) -> date:
    return monday_of(context.today) + timedelta(days=7 * weeks + weekday)


def _weekday_of_week(found: Found, context: Context) -> Part:
    day = _of_week(context, found["weekday"], found["which"])
    if found["which"] == _THIS and day < context.today:
        raise Several(one_day(day + timedelta(days=7)), one_day(day))
    return one_day(day)


def _weekday_past(found: Found, context: Context) -> Part:
    return one_day(_after(context.today, found["weekday"]) - timedelta(days=7 if _is_not_today(found, context) else 14))


def _is_not_today(found: Found, context: Context) -> bool:
    return found["weekday"] != context.today.weekday()


def _weekday_in_two_weeks(found: Found, context: Context) -> Part:
    return one_day(_of_week(context, found["weekday"], 2))


def _weekday_later(days: int) -> Rule:
    return lambda found, context: one_day(_after(context.today, found["weekday"]) + timedelta(days=days))


def _calendar_day(found: Found, context: Context) -> Part:
    year = found.get("year")
    if year is not None:
        day = make_day(year, found["month"], found["day"])
    else:
        day = coming(context.today, found["month"], found["day"])
    return one_day(_checked(day, found.get("weekday")), floating=year is None)


def _calendar_day_of_year(found: Found, context: Context) -> Part:
    day = make_day(context.today.year + found["which"], found["month"], found["day"])
    return one_day(_checked(day, found.get("weekday")))


def _checked(day: date, weekday: int | None) -> date:
    if weekday is not None and weekday != day.weekday():
        raise NotADate(f"the weekday does not fit: it is {shown(day)}")
    return day


def _named_month_day(found: Found, context: Context) -> Part:
    """Read "next 6th of April": the coming one, when it is also the one of next year."""
    near = coming(context.today, found["month"], found["day"])
    if found["which"] == _LAST:
        raise NotADate("it is past; write the year")
    if found["which"] == _NEXT and near.year == context.today.year:
        raise Several(one_day(near), one_day(make_day(near.year + 1, found["month"], found["day"])))
    return one_day(near)


def _short_year(found: Found, context: Context) -> Part:
    raise NotADate(f"write the year with four digits: 20{found['number']:02d}")


def _day_of_month(found: Found, context: Context) -> Part:
    number, weekday = found["dayth"], found.get("weekday")
    for months in range(_MONTHS_SEARCHED):
        first = add_months(context.today.replace(day=1), months)
        if not 0 < number <= month_end(first.year, first.month).day:
            continue
        day = first.replace(day=number)
        if day >= context.today and weekday in (None, day.weekday()):
            return one_day(day)
    raise NotADate("there is no such day")


def _weekday_and_number(found: Found, context: Context) -> Part:
    """Read "Monday 21"; a smaller number may be an hour."""
    if found["number"] <= _HOURS_OF_A_CLOCK:
        raise NotADate(f"write “the {found['number']}th” for the day or “at {found['number']}” for the hour")
    return one_day(_checked(_day_of_month(Found({"dayth": found["number"]}, ()), context).due, found["weekday"]))


def _day_of_which_month(found: Found, context: Context) -> Part:
    number = found["day"] if "day" in found.numbers else found["dayth"]
    first = add_months(context.today.replace(day=1), found.get("which") or 0)
    day = _checked(make_day(first.year, first.month, number), found.get("weekday"))
    if found.get("which") is None and day < context.today:
        later = add_months(first, 1)
        raise Several(one_day(make_day(later.year, later.month, number)), one_day(day))
    return one_day(day)


def _nth_of_month(found: Found, context: Context) -> Part:
    nth, weekday, month, year = found["nth"], found["weekday"], found["month"], found.get("year")
    if year is not None:
        return one_day(nth_weekday(year, month, nth, weekday))
    days = []
    for near in (context.today.year, context.today.year + 1):
        try:
            days.append(nth_weekday(near, month, nth, weekday))
        except NotADate:
            continue
    ahead = [day for day in days if day >= context.today]
    if not ahead:
        raise NotADate("there is no such day this year or next")
    return one_day(ahead[0], floating=True)


def _nth_of_which_year(found: Found, context: Context) -> Part:
    return one_day(nth_weekday(context.today.year + found["which"], found["month"], found["nth"], found["weekday"]))


def _nth_of_which_month(found: Found, context: Context) -> Part:
    first = add_months(context.today.replace(day=1), found.get("which") or 0)
    day = nth_weekday(first.year, first.month, found["nth"], found["weekday"])
    if found.get("which") in (None, _THIS) and day < context.today:
        later = add_months(first, 1)
        raise Several(one_day(nth_weekday(later.year, later.month, found["nth"], found["weekday"])), one_day(day))
    return one_day(day)


def _shape(found: Found, context: Context) -> Part | None:
    tokens, weekday = found.rests[0], found.get("weekday")
    if len(tokens) != 1 or "shape" not in tokens[0].values:
        return None

    def fitting(part: Part) -> Part:
        if part.is_day:
            _checked(part.due, weekday)
        return part

    return changed(lambda: read_shape(tokens[0].text, context), fitting)


def _fixed(month: int, day: int) -> Rule:
    return lambda found, context: one_day(coming(context.today, month, day), floating=True)


_PART = "[{part}] [in the {part}]"
RULES: Rules = (
    (_days_off(0), (
        "today", "today {part}", "tonight", "this {part}", "later today", "eod|cob|eob",
        "later this {part}",
        "[the] {edge} of [the] [{working}] day", "[the] {edge} of business [day]", "close of business|play",
    )),
    (_today_or_tomorrow, ("in the {part}",)),
    (_days_off(1), ("tomorrow|tmrw|tmr|tmw|tomorow", "tomorrow|tmrw|tmr {part}", "tomorrow in the {part}")),
    (_days_off(2), ("[the] day after tomorrow",)),
    (_days_off(-1), ("yesterday", "yesterday {part}", "last night")),
    (_days_off(-2), ("[the] day before yesterday",)),
    (_weekday, ("{weekday}", "[this] coming|upcoming {weekday}", "{weekday} {part}", "{weekday} in the {part}")),
    (_weekday_of_week, (
        "{which} {weekday}", "{which} {weekday} {part}", "{weekday} {part} [of] {which} week", "{which} week {weekday}",
        "{weekday} [of] [the] {which} week", "{which} week on {weekday}", "{weekday} {which}",
        "[the] {weekday} {of} [the] {which} week",
    )),
    (_weekday_past, ("past {weekday}",)),
    (_weekday_in_two_weeks, ("{weekday} after next", "[the] {weekday} after next")),
    (_weekday_later(7), ("{weekday} week",)),
    (_weekday_later(14), ("{weekday} fortnight",)),
    (_calendar_day, (
        "[{weekday}] [the] {day} [{of}] {month}", "[{weekday}] [the] {day} [{of}] {month} [{of}] {year}",
        "[{weekday}] {month} [the] {day}", "[{weekday}] {month} [the] {day} [{of}] {year}",
        "{day} - {month} - {year}", "{year} {month} {day}", "[the] {day} {of} {month} {weekday}",
        "[{weekday}] [the] {day} {month} {part}", "{year} - {month} - {day}",
    )),
    (_calendar_day_of_year, (
        "[{weekday}] [the] {day} [{of}] {month} [{of}] {which} year",
        "[{weekday}] {month} [the] {day} [{of}] {which} year",
        "[{of}] {which} year [on] [the] {day} [{of}] {month}", "[{of}] {which} year [on] {month} [the] {day}",
    )),
    (_named_month_day, ("{which} [the] {day} [{of}] {month}", "{which} {month} [the] {day}")),
    (_short_year, (
        "[{weekday}] [the] {day} [{of}] {month} {number}", "[{weekday}] {month} [the] {day} {number}",
        "{day} - {month} - {number}",
    )),
    (_day_of_month, ("[the] {dayth}", "{weekday} [the] {dayth}", "[the] {dayth} {weekday}")),
    (_weekday_and_number, ("{weekday} {number}",)),
    (_day_of_which_month, (
        "[{weekday}] [the] {dayth} {of} [the] month", "[{weekday}] [the] {dayth} [of] {which} month",
        "[the] {day} {of} {which} month", "{which} month [on] [the] {dayth}",
    )),
    (_nth_of_month, (
        "[the] {nth} {weekday} [{of}] {month}", "[the] {nth} {weekday} [{of}] {month} [{of}] {year}",
        "[the] {nth} {weekday} {part} {of} {month}",
    )),
    (_nth_of_which_year, (
        "[the] {nth} {weekday} [{of}] {month} [{of}] {which} year",
        "[{of}] {which} year [on] [the] {nth} {weekday} [{of}] {month}",
    )),
    (_nth_of_which_month, (
        "[the] {nth} {weekday} {of} [the] month", "[the] {nth} {weekday} [of] {which} month",
        "[the] {nth} {weekday} {part} {of} {which} month",
    )),
    (_shape, ("*", "[this] {weekday} *")),
    (_fixed(12, 25), ("christmas|xmas [day]",)),
    (_fixed(12, 24), ("christmas|xmas eve",)),
    (_fixed(12, 26), ("boxing day",)),
    (_fixed(12, 31), ("[the] new year's|years eve", "new year eve")),
    (_fixed(1, 1), ("[the] new year", "new year's|years [day]")),
    (_fixed(10, 31), ("halloween",)),
    (_fixed(2, 14), ("valentine's|valentines [day]",)),
)  # fmt: skip
