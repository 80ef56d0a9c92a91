from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ledger.dates import Lead, NotADate, before, parse_lead
from app.ledger.dates.days import add_months, add_working_days

TEN_IN_BERLIN = datetime(2026, 8, 14, 10, tzinfo=timezone(timedelta(hours=2)))


@pytest.mark.parametrize(
    ("text", "lead"),
    [
        ("3 days", Lead(days=3)),
        ("1 day", Lead(days=1)),
        ("a week", Lead(days=7)),
        ("2 weeks", Lead(days=14)),
        ("a fortnight", Lead(days=14)),
        ("two months", Lead(months=2)),
        ("1 year", Lead(months=12)),
        ("a quarter", Lead(months=3)),
        ("10d", Lead(days=10)),
        ("2w before", Lead(days=14)),
        ("2m", Lead(months=2)),
        ("0 days", Lead()),
        ("3 Days", Lead(days=3)),
        ("3 days ahead", Lead(days=3)),
        ("2 weeks early", Lead(days=14)),
        ("2 weeks earlier", Lead(days=14)),
        ("2 weeks in advance", Lead(days=14)),
        ("a week ahead of time", Lead(days=7)),
        ("a week prior", Lead(days=7)),
        ("two weeks' notice", Lead(days=14)),
        ("the day before", Lead(days=1)),
        ("week before", Lead(days=7)),
        ("the night before", Lead(days=1)),
        ("a couple of days", Lead(days=2)),
        ("twenty-one days", Lead(days=21)),
        ("1 month and 2 weeks", Lead(days=14, months=1)),
        ("1 week, 2 days", Lead(days=9)),
        ("half a year", Lead(months=6)),
        ("a year and a half", Lead(months=18)),
        ("2 hours", Lead(minutes=120)),
        ("2h", Lead(minutes=120)),
        ("90 minutes", Lead(minutes=90)),
        ("30 min before", Lead(minutes=30)),
        ("half an hour", Lead(minutes=30)),
        ("half-hour", Lead(minutes=30)),
        ("1.5 hours", Lead(minutes=90)),
        ("an hour and a half", Lead(minutes=90)),
        ("one and a half hours", Lead(minutes=90)),
        ("three quarters of an hour", Lead(minutes=45)),
        ("1 day 2 hours", Lead(days=1, minutes=120)),
        ("3 business days", Lead(working_days=3)),
        ("3 working days before", Lead(working_days=3)),
        ("2 weekdays", Lead(working_days=2)),
        ("3 work days", Lead(working_days=3)),
    ],
)
def test_leads_are_read(text: str, lead: Lead) -> None:
    assert parse_lead(text) == lead


@pytest.mark.parametrize(
    "text",
    ["week", "soon", "-3 days", "1.5 weeks", "half a day", "half a month", "", " ", "٣ days", "3", "3 days 4", "days 3",
     "a", "half", "3 and", "3 quarters of a day", "1.33 hours", "5 business weeks", "x" * 10_000, "before", "couple"],
)  # fmt: skip
def test_what_is_no_length_of_time_is_refused(text: str) -> None:
    with pytest.raises(NotADate, match="is not a number of minutes"):
        parse_lead(text)


def test_months_end_at_the_last_day() -> None:
    assert before(date(2027, 3, 31), Lead(months=1)) == date(2027, 2, 28)
    assert add_months(date(2028, 2, 29), 12) == date(2029, 2, 28)


def test_a_date_time_keeps_its_time() -> None:
    assert before(datetime(2026, 12, 4, 17, 30), Lead(days=2)) == datetime(2026, 12, 2, 17, 30)


def test_hours_need_a_time_of_day() -> None:
    assert before(datetime(2026, 8, 14, 1), Lead(minutes=120)) == datetime(2026, 8, 13, 23)
    assert before(TEN_IN_BERLIN, Lead(minutes=30)) == TEN_IN_BERLIN - timedelta(minutes=30)
    with pytest.raises(NotADate, match="needs a time of day"):
        before(date(2026, 8, 14), Lead(minutes=120))


@pytest.mark.parametrize(
    ("day", "count", "expected"),
    [
        ("2026-08-14", 1, "2026-08-17"), ("2026-08-15", 1, "2026-08-17"), ("2026-08-12", 3, "2026-08-17"),
        ("2026-08-14", 5, "2026-08-21"), ("2026-08-15", 5, "2026-08-21"), ("2026-08-17", -1, "2026-08-14"),
        ("2026-08-16", -1, "2026-08-14"), ("2026-08-17", -6, "2026-08-07"), ("2026-08-16", -5, "2026-08-10"),
        ("2026-08-12", 0, "2026-08-12"),
    ],
)  # fmt: skip
def test_working_days_leave_weekends_out(day: str, count: int, expected: str) -> None:
    assert add_working_days(date.fromisoformat(day), count) == date.fromisoformat(expected)


@given(st.dates(date(1900, 1, 1), date(2100, 1, 1)), st.integers(-60, 60).filter(bool))
def test_working_days_are_counted_one_by_one(day: date, count: int) -> None:
    step, walked, left = (1 if count > 0 else -1), day, abs(count)
    while left:
        walked += timedelta(days=step)
        left -= walked.weekday() < 5
    assert add_working_days(day, count) == walked


def test_the_calendar_ends() -> None:
    for lead in (Lead(months=1), Lead(days=1), Lead(working_days=1)):
        with pytest.raises(OverflowError):
            before(date(1, 1, 1), lead)
    with pytest.raises(OverflowError):
        before(datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=2))), Lead(minutes=60))
    with pytest.raises(OverflowError):
        before(datetime(1, 1, 1), Lead(minutes=60 * 24))


@given(st.dates(date(1900, 1, 1), date(2100, 1, 1)), st.integers(0, 4000))
def test_days_are_counted_exactly(due: date, days: int) -> None:
    assert due - before(due, Lead(days=days)) == timedelta(days=days)


@given(st.dates(date(1900, 1, 1), date(2100, 1, 1)), st.integers(-500, 500))
def test_months_keep_the_day_where_they_can(day: date, months: int) -> None:
    moved = add_months(day, months)
    assert (moved.year * 12 + moved.month) - (day.year * 12 + day.month) == months
    assert moved.day == day.day or (moved.day < day.day and (moved + timedelta(days=1)).day == 1)


@given(st.text(max_size=70))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        assert isinstance(parse_lead(text), Lead)
    except NotADate as error:
        assert text in str(error)
