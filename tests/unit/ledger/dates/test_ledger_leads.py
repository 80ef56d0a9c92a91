from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ledger.dates.leads import Lead, NotADate, add_months, before, parse_lead


@pytest.mark.parametrize(
    ("text", "lead"),
    [
        ("3 days", Lead(days=3)),
        ("1 day", Lead(days=1)),
        ("a week", Lead(days=7)),
        ("week", None),
        ("2 weeks", Lead(days=14)),
        ("a fortnight", Lead(days=14)),
        ("two months", Lead(months=2)),
        ("1 year", Lead(months=12)),
        ("10d", Lead(days=10)),
        ("2w before", Lead(days=14)),
        ("0 days", Lead()),
        ("3 Days", Lead(days=3)),
        ("2 hours", None),
        ("soon", None),
        ("-3 days", None),
        ("1.5 weeks", None),
        ("", None),
        ("٣ days", None),
    ],
)
def test_leads_are_read_or_refused(text: str, lead: Lead | None) -> None:
    if lead is None:
        with pytest.raises(NotADate):
            parse_lead(text)
    else:
        assert parse_lead(text) == lead


def test_months_end_at_the_last_day() -> None:
    assert before(date(2027, 3, 31), Lead(months=1)) == date(2027, 2, 28)
    assert add_months(date(2028, 2, 29), 12) == date(2029, 2, 28)


def test_a_date_time_keeps_its_time() -> None:
    assert before(datetime(2026, 12, 4, 17, 30), Lead(days=2)) == datetime(2026, 12, 2, 17, 30)


def test_the_calendar_ends() -> None:
    with pytest.raises(OverflowError):
        before(date(1, 1, 1), Lead(months=1))


@given(st.dates(date(1900, 1, 1), date(2100, 1, 1)), st.integers(0, 4000))
def test_days_are_counted_exactly(due: date, days: int) -> None:
    assert due - before(due, Lead(days=days)) == timedelta(days=days)


@given(st.dates(date(1900, 1, 1), date(2100, 1, 1)), st.integers(-500, 500))
def test_months_keep_the_day_where_they_can(day: date, months: int) -> None:
    moved = add_months(day, months)
    assert (moved.year * 12 + moved.month) - (day.year * 12 + day.month) == months
    assert moved.day == day.day or (moved.day < day.day and (moved + timedelta(days=1)).day == 1)
