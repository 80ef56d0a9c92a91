"""Stretches from one day to another: "15-20 Aug", "from Monday to Friday", "between 3 and 5 March"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from app.ledger.dates.days import add_months, make_day
from app.ledger.dates.patterns import Context, Part, Several
from app.ledger.dates.tokens import Tokens
from app.ledger.dates.values import NotADate


def read_range(tokens: Tokens, context: Context) -> Part | None:
    """Read a stretch of days, which as a deadline means its last; None when it is none.

    Raises:
        NotADate: It ends before it begins.
        Several: Day and month of its ends may be either way round.
    """
    try:
        return _read(tokens, context)
    except Several:
        orders = (context.day_first, not context.day_first)
        known = (replace(context, day_first=order, is_order_known=True) for order in orders)
        parts = [part for part in (_read_if_any(tokens, order) for order in known) if part is not None]
        raise Several(*dict.fromkeys(parts)) from None


def _read_if_any(tokens: Tokens, context: Context) -> Part | None:
    try:
        return _read(tokens, context)
    except NotADate:
        return None


def _read(tokens: Tokens, context: Context) -> Part | None:
    opening = tokens[0].text if tokens else ""
    for left, right in _halves(tokens[1:] if opening in ("from", "between") else tokens, opening):
        part = _between(left, right, context)
        if part is not None:
            return part
    return None


def opens_range(tokens: Tokens) -> bool:
    """Return True for "from ... to ..." and "between ... and ...", which no rule for one day is to see."""
    return bool(tokens) and tokens[0].text in ("from", "between")


def _halves(tokens: Tokens, opening: str) -> Iterator[tuple[Tokens, Tokens]]:
    """Return the ways to cut a phrase in two, at a word before at a dash, which may belong to a date."""
    places = [place for place in range(1, len(tokens) - 1) if "to" in tokens[place].values or tokens[place].text == "-"]
    for place in sorted(places, key=lambda place: tokens[place].text == "-"):
        if tokens[place].text != "and" or opening == "between":
            yield tokens[:place], tokens[place + 1 :]
    if len(tokens) == 2 and all("shape" in token.values for token in tokens):
        yield tokens[:1], tokens[1:]


def _between(left: Tokens, right: Tokens, context: Context) -> Part | None:
    left, right = (half[1:] if len(half) > 1 and half[0].text == "the" else half for half in (left, right))
    if len(left) == 1 and "day" in left[0].values:
        return _days_before(left, right, context)
    if len(right) == 2 and "day" in right[0].values and "year" in right[1].values:
        left, right = (*left, right[1]), right[:1]
    start = context.read(left)
    if start is None or start.moment:
        return None
    end = _end(right, start, context)
    if end is None or end.moment or start.is_day != end.is_day:
        return None
    if start.floating and not end.floating and end.first.year != start.first.year:
        start = _latest_before(start, end)
    return _stretch(start, end)


def _days_before(left: Tokens, right: Tokens, context: Context) -> Part | None:
    """Read "3 to 5 March": the first number shares month and year of the second."""
    end = context.read(right)
    if end is None or not end.is_day or not any("month" in token.values or "which" in token.values for token in right):
        return None
    start = make_day(end.first.year, end.first.month, left[0].values["day"])
    return _stretch(Part(start, start, start), end)


def _end(right: Tokens, start: Part, context: Context) -> Part | None:
    """Read the second half: a name is the next of it after the first, other words are counted from today."""
    if len(right) == 1 and "day" in right[0].values and start.is_day:
        day = make_day(start.first.year, start.first.month, right[0].values["day"])
        return Part(day, day, day)
    is_named = not any("which" in token.values or token.values == {} for token in right if token.text != "the")
    return replace(context, today=start.first if is_named else context.today).read(right)


def _latest_before(start: Part, end: Part) -> Part:
    years = end.first.year - start.first.year
    moved = [add_months(start.first, 12 * count) for count in (years, years - 1)]
    first = next((day for day in moved if day <= end.last), moved[-1])
    return Part(first, first, first)


def _stretch(start: Part, end: Part) -> Part:
    if end.last < start.first:
        raise NotADate("it ends before it begins")
    return Part(start.first, end.last, end.last, "" if start.first != end.last else "day")
