"""Rules for what stands before a day: on, by, before, for, after."""

from __future__ import annotations

from app.ledger.dates.days import ONE_DAY, add_months
from app.ledger.dates.lengths import read_length
from app.ledger.dates.patterns import Context, Found, Part, Rules, Several, one_day
from app.ledger.dates.rules_counts import in_weeks_on_weekday
from app.ledger.dates.values import NotADate

_END = 2


def _upon(found: Found, context: Context) -> Part | None:
    return context.read(found.rests[0])


def _on(found: Found, context: Context) -> Part | None:
    rest = found.rests[0]
    if len(rest) == 1 and "year" in rest[0].values:
        raise NotADate("a number is not a date")
    return context.read(rest) if read_length(rest) is None else None


def _for(found: Found, context: Context) -> Part | None:
    rest = found.rests[0]
    if any(read_length(rest[:count]) for count in range(2, len(rest) + 1)):
        raise NotADate("it says for how long, not until when")
    return context.read(rest)


def _until(found: Found, context: Context) -> Part | None:
    """Read "by Friday"; "by March" may mean its beginning or its end, unless it has begun."""

    def deadline(inner: Part) -> Part:
        if inner.is_day or inner.unit in ("", "weekend"):
            return inner
        if inner.first <= context.today:
            return one_day(inner.last)
        raise Several(one_day(inner.first), one_day(inner.last))

    return context.change(found.rests[0], deadline)


def _before(found: Found, context: Context) -> Part | None:
    """Read "before Friday" as the day before; the last day of a month is itself still before its end."""
    rest = found.rests[0]
    if any(token.values.get("edge") == _END or "eo" in token.values for token in rest):
        return context.read(rest)
    if read_length(rest) is not None:
        raise NotADate("it says before what length of time, not before when")

    def day_before(inner: Part) -> Part:
        if inner.first <= context.today and not inner.is_day:
            raise NotADate("it has begun; write the day")
        return one_day(inner.first - ONE_DAY)

    return context.change(rest, day_before)


def _which_day(found: Found, context: Context) -> Part | None:
    """Read "this Christmas", "next Christmas": the coming one, when it is also the one of next year."""

    def of_year(inner: Part) -> Part | None:
        if not inner.is_day or not inner.floating or found["which"] < 0:
            return None
        if found["which"] and inner.due.year == context.today.year:
            raise Several(inner, one_day(add_months(inner.due, 12)))
        return inner

    return context.change(found.rests[0], of_year)


def _nameless(found: Found, context: Context) -> Part:
    raise NotADate("it says after what, not when")


def _no_day(found: Found, context: Context) -> Part:
    raise NotADate("it names no day")


RULES: Rules = (
    (_until, (
        "[due] {until} *", "no|not later than *", "[due] before or on *", "[due] on or before *", "* at the latest",
        "* latest", "[due] {until} * at the latest", "at the latest {until} *", "at the latest on *",
        "latest {until} *",
    )),
    (_on, ("[due] {upon} *", "due *")),
    (_for, ("[due] for *",)),
    (in_weeks_on_weekday, ("in * on {weekday}",)),
    (_upon, (
        "the *", "sometime|during|within|in *", "eod|cob|eob [on] *",
        "end of [the] day [on] *", "close of business [on] *", "end of business [on] *", "* eod|cob|eob",
        "first thing [on] *", "later|early *", "start of business [on] *", "start of [the] day [on] *",
    )),
    (_which_day, ("{which} *",)),
    (_before, ("before *", "prior to *", "ahead of *")),
    (_nameless, ("after|since|from *", "not before *", "* or later", "later than *")),
    (_no_day, ("now", "later")),
)  # fmt: skip
