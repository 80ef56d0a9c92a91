"""Rules for months, quarters and years, and for the present and next of each period."""

from __future__ import annotations

from datetime import date

from app.ledger.dates.patterns import Context, Found, Part, Rules, Several
from app.ledger.dates.shapes import month_part, period, quarter_part, year_part
from app.ledger.dates.vocabulary import PERIODS


def _which_period(found: Found, context: Context) -> Part:
    return period(PERIODS[found["period"]], context.today, found["which"])


def _period_after_next(found: Found, context: Context) -> Part:
    return period(PERIODS[found["period"]], context.today, 2)


def _month(found: Found, context: Context) -> Part:
    year = found.get("year")
    if year is not None:
        return month_part(year, found["month"])
    return _coming_month(found["month"], context.today)


def _coming_month(month: int, today: date) -> Part:
    return month_part(today.year + (month < today.month), month, floating=True)


def _which_month(found: Found, context: Context) -> Part:
    near = _coming_month(found["month"], context.today)
    if found["which"] < 0:
        return month_part(context.today.year - (found["month"] >= context.today.month), found["month"])
    if found["which"] > 0 and near.first.year == context.today.year and found["month"] != context.today.month:
        raise Several(near, month_part(near.first.year + 1, found["month"]))
    if found["which"] > 0 and found["month"] == context.today.month:
        return month_part(context.today.year + 1, found["month"])
    return month_part(near.first.year, found["month"])


def _month_of_which_year(found: Found, context: Context) -> Part:
    return month_part(context.today.year + found["which"], found["month"])


def _quarter_of_which_year(found: Found, context: Context) -> Part:
    return quarter_part(context.today.year + found["which"], found["quarter"])


def _quarter(found: Found, context: Context) -> Part:
    year = found.get("year")
    if year is not None:
        return quarter_part(year, found["quarter"])
    past = found["quarter"] * 3 < context.today.month
    return quarter_part(context.today.year + past, found["quarter"], floating=True)


def _nth_quarter(found: Found, context: Context) -> Part | None:
    if not 1 <= found["nth"] <= 4:
        return None
    return _quarter(Found({**found.numbers, "quarter": found["nth"]}, ()), context)


def _half_year(found: Found, context: Context) -> Part:
    year, half = found.get("year"), found["half"]
    year = context.today.year + (half * 6 < context.today.month) if year is None else year
    first, last = quarter_part(year, half * 2 - 1), quarter_part(year, half * 2)
    return Part(first.first, last.last, last.last, "half")


def _year(found: Found, context: Context) -> Part:
    return year_part(found["year"])


RULES: Rules = (
    (_which_period, ("[the] {which} {period}",)),
    (_period_after_next, ("[the] {period} after next",)),
    (_month, ("{month}", "{month} [{of}] {year}", "{month} - {year}", "{year} {month}", "in|during {month}")),
    (_which_month, ("{which} {month}",)),
    (_quarter_of_which_year, ("{quarter} [{of}] {which} year", "{which} year {quarter}")),
    (_month_of_which_year, ("{month} [{of}] {which} year", "[{of}] {which} year [in] {month}")),
    (_quarter, ("{quarter}", "{quarter} [{of}] {year}", "{year} [-] {quarter}")),
    (_nth_quarter, ("[the] {nth} quarter", "[the] {nth} quarter [{of}] {year}")),
    (_half_year, ("{half}", "{half} [{of}] {year}", "{year} {half}")),
    (_year, ("[the] year {year}", "in|during [the] [year] {year}")),
)  # fmt: skip
