"""Rules for days that are counted: from now, from another day, before or after it."""

from __future__ import annotations

from datetime import date, timedelta

from app.ledger.dates.days import ONE_DAY, monday_of
from app.ledger.dates.leads import Lead, shift
from app.ledger.dates.lengths import read_length
from app.ledger.dates.patterns import Context, Found, Part, Rule, Rules, Several, one_day
from app.ledger.dates.tokens import Tokens
from app.ledger.dates.values import NotADate


def _ahead(found: Found, context: Context) -> Part | None:
    return _counted(found.rests[0], context, letters=False)


def _ahead_in_letters(found: Found, context: Context) -> Part | None:
    return _counted(found.rests[0], context, letters=True)


def _counted(tokens: Tokens, context: Context, *, letters: bool) -> Part | None:
    length = read_length(tokens, letters=letters)
    return _moved(length, context) if length is not None else None


def _moved(length: Lead, context: Context) -> Part:
    if not length.minutes:
        return one_day(shift(context.today, length))
    if context.now is None:
        raise NotADate("hours and minutes from now need to know the time; write the time of day")
    moment = shift(context.now, length).replace(second=0, microsecond=0, tzinfo=None)
    return Part(moment.date(), moment.date(), moment.date(), moment=moment)


def _back(length: Lead) -> Lead:
    return Lead(-length.days, -length.months, -length.minutes, -length.working_days)


def _ago(found: Found, context: Context) -> Part | None:
    length = read_length(found.rests[0], letters=True)
    return _moved(_back(length), context) if length is not None else None


def _next_days(found: Found, context: Context) -> Part | None:
    """Read "the next 3 days": from tomorrow on."""
    length = read_length(found.rests[0])
    if length is None or length.minutes:
        return None
    last = shift(context.today, length)
    return Part(context.today + ONE_DAY, last, last, "") if last > context.today else None


def _weekday_weeks_ahead(found: Found, context: Context) -> Part | None:
    """Read "Friday in two weeks": so long after the coming one, or that day of the week that lies so far ahead."""
    length = _of_weeks(found)
    if length is None:
        return None
    coming = _coming(found["weekday"], context)
    counted = shift(coming, length)
    of_week = monday_of(shift(context.today, length)) + timedelta(days=found["weekday"])
    if counted != of_week:
        raise Several(one_day(of_week), one_day(counted))
    return one_day(counted)


def _weekday_weeks_later(found: Found, context: Context) -> Part | None:
    """Read "a week on Tuesday": so long after the coming one, or after today when today is one."""
    length = _of_weeks(found)
    if length is None:
        return None
    coming = _coming(found["weekday"], context)
    if found["weekday"] == context.today.weekday():
        raise Several(one_day(shift(context.today, length)), one_day(shift(coming, length)))
    return one_day(shift(coming, length))


def in_weeks_on_weekday(found: Found, context: Context) -> Part | None:
    """Ask about "in two weeks on Friday": the day of that week, or so long after the coming one."""
    length = _of_weeks(found)
    if length is None:
        return None
    of_week = monday_of(shift(context.today, length)) + timedelta(days=found["weekday"])
    raise Several(one_day(of_week), one_day(shift(_coming(found["weekday"], context), length)))


def _weeks_from(days: int) -> Rule:
    """Return how "two weeks today" is read, or "two weeks tomorrow"."""

    def read(found: Found, context: Context) -> Part | None:
        length = _of_weeks(found)
        return one_day(shift(context.today + timedelta(days=days), length)) if length is not None else None

    return read


def _later(days: int) -> Rule:
    return lambda found, context: one_day(context.today + timedelta(days=days))


def _of_weeks(found: Found) -> Lead | None:
    """Return the length that was named when it is of whole weeks."""
    length = read_length(found.rests[0])
    whole = length is not None and length.days > 0 and length == Lead(days=length.days) and length.days % 7 == 0
    return length if whole else None


def _coming(weekday: int, context: Context) -> date:
    return context.today + timedelta(days=(weekday - context.today.weekday() - 1) % 7 + 1)


def _next_working_day(found: Found, context: Context) -> Part:
    return one_day(shift(context.today, Lead(working_days=1)))


def _after_day(found: Found, context: Context) -> Part | None:
    return _counted_from(found, context, forward=True)


def _before_day(found: Found, context: Context) -> Part | None:
    return _counted_from(found, context, forward=False)


def _counted_from(found: Found, context: Context, *, forward: bool) -> Part | None:
    length = read_length(found.rests[0], letters=True)
    if length is None:
        return None
    start = " ".join(token.text for token in found.rests[1])

    def counted(inner: Part) -> Part:
        if not inner.is_day or length.minutes:
            raise NotADate(f"“{start}” is not a day to count from")
        return one_day(shift(inner.due, length if forward else _back(length)))

    part = context.change(found.rests[1], counted)
    if part is None:
        raise NotADate(f"“{start}” is not a day to count from")
    return part


def _weekday_before(found: Found, context: Context) -> Part | None:
    """Read "the Friday before Christmas", "the Monday after 15 August"."""
    return _weekday_beside(found, context, -1)


def _weekday_after(found: Found, context: Context) -> Part | None:
    return _weekday_beside(found, context, 1)


def _weekday_beside(found: Found, context: Context, step: int) -> Part | None:
    def beside(inner: Part) -> Part | None:
        days = (step * (found["weekday"] - inner.due.weekday()) - 1) % 7 + 1
        return one_day(inner.due + timedelta(days=step * days)) if inner.is_day else None

    return context.change(found.rests[0], beside)


def _day_after(found: Found, context: Context) -> Part | None:
    return context.change(found.rests[0], lambda inner: one_day(inner.last + ONE_DAY))


def _day_before(found: Found, context: Context) -> Part | None:
    return context.change(found.rests[0], lambda inner: one_day(inner.first - ONE_DAY))


RULES: Rules = (
    (_ahead, (
        "*", "in|within [about|around] *", "in [the] next *", "within [the] next *", "over the next *",
        "* from now|today", "* later", "* hence", "* time", "in * time", "in * from now|today",
        "{until} * from now|today", "no later than * from now|today",
    )),
    (_ahead_in_letters, ("in|within *", "+ *", "now|today + *")),
    (_ago, ("* ago", "about * ago", "now|today - *")),
    (_next_days, ("[the] next|following|coming|upcoming *",)),
    (_next_working_day, ("[the] next {working} day", "[the] next weekday|workday")),
    (_after_day, ("* from|after *", "in * from *")),
    (_before_day, ("* before *", "* prior to *", "* ahead of *")),
    (_weekday_weeks_ahead, ("{weekday} in *", "{weekday} * from now|today")),
    (_weekday_weeks_later, ("* on {weekday}",)),
    (_weeks_from(0), ("* today",)),
    (_weeks_from(1), ("* tomorrow",)),
    (_later(7), ("today week",)),
    (_later(8), ("tomorrow week",)),
    (_later(14), ("today fortnight",)),
    (_later(15), ("tomorrow fortnight",)),
    (_weekday_before, ("[the] [last] {weekday} before *",)),
    (_weekday_after, ("[the] [first] {weekday} after *",)),
    (_day_before, ("[the] day before *", "[the] eve of *", "[the] {part} before *")),
    (_day_after, ("[the] day after *",)),
)  # fmt: skip
