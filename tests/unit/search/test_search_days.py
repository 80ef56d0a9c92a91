from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.search.days import Calendar, Days, read_days

MONDAY = Calendar(date(2026, 11, 30))


def _days(first: str, last: str) -> Days:
    return Days(*(date.fromisoformat(text) if text else None for text in (first, last)))


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("<7d", "", "2026-12-06"), ("<=7d", "", "2026-12-07"), (">7d", "2026-12-08", ""),
        ("7d", "2026-11-30", "2026-12-07"),
        ("-7d", "2026-11-23", "2026-11-30"), ("<0d", "", "2026-11-29"), ("overdue", "", "2026-11-29"),
        ("<1m", "", "2026-12-29"), ("<3m", "", "2027-02-27"), ("2w", "2026-11-30", "2026-12-14"), ("any", "", ""),
        ("today", "2026-11-30", "2026-11-30"), ("TOMORROW", "2026-12-01", "2026-12-01"),
        ("2026-12", "2026-12-01", "2026-12-31"), ("2027", "2027-01-01", "2027-12-31"), (">2026", "2027-01-01", ""),
        (">=2026-12-05", "2026-12-05", ""), ("=2026-12-05", "2026-12-05", "2026-12-05"),
        ("2026-12-01..2026-12-05", "2026-12-01", "2026-12-05"), ("2026-12-05..2026-12-01", "2026-12-01", "2026-12-05"),
        ("2026-12..", "2026-12-01", ""), ("..tomorrow", "", "2026-12-01"),
        ("this-week", "2026-11-30", "2026-12-06"), ("next week", "2026-12-07", "2026-12-13"),
        ("next-month", "2026-12-01", "2026-12-31"), ("last-year", "2025-01-01", "2025-12-31"),
        ("friday", "2026-12-04", "2026-12-04"), ("<next-friday", "", "2026-12-10"),
    ],
)  # fmt: skip
def test_what_is_due_is_counted_ahead(text: str, first: str, last: str) -> None:
    assert read_days(text, MONDAY, ahead=True) == _days(first, last)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("<7d", "2026-11-24", ""), (">30d", "", "2026-10-30"), ("<=1d", "2026-11-29", ""),
        ("7d", "2026-11-23", "2026-11-30"),
        (">2026-01-01", "2026-01-02", ""), ("yesterday", "2026-11-29", "2026-11-29"), ("<1y", "2025-12-01", ""),
        ("last-week", "2026-11-23", "2026-11-29"), ("2026-01", "2026-01-01", "2026-01-31"),
    ],
)  # fmt: skip
def test_what_was_modified_is_counted_back(text: str, first: str, last: str) -> None:
    assert read_days(text, MONDAY, ahead=False) == _days(first, last)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<",
        "..",
        "soon",
        "2026-13",
        "2026-02-30",
        "99999y",
        "<99999m",
        "0000",
        "every friday",
        "a..b",
        "7 dwarfs",
        "<<7d",
    ],
)  # fmt: skip
def test_what_is_no_day_is_none(text: str) -> None:
    assert read_days(text, MONDAY, ahead=True) is None


def test_a_typed_order_of_day_and_month_is_read_as_elsewhere() -> None:
    assert read_days("15/12/2026", MONDAY, ahead=True) == _days("2026-12-15", "2026-12-15")
    assert read_days("03/04/2027", MONDAY, ahead=True) is None


@given(st.text(max_size=80), st.booleans())
def test_nothing_typed_is_an_error(text: str, ahead: bool) -> None:
    found = read_days(text, MONDAY, ahead=ahead)
    assert found is None or (found.said and (found.has(MONDAY.today) in (True, False)))


def test_days_in_words() -> None:
    assert [read_days(text, MONDAY, ahead=True).said for text in ("<7d", ">7d", "today", "2026-12", "any")] == [  # type: ignore[union-attr]
        "until 2026-12-06", "from 2026-12-08", "2026-11-30", "2026-12-01 to 2026-12-31", "any day",
    ]  # fmt: skip
