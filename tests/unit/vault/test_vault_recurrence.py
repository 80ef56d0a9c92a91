from __future__ import annotations

from datetime import date

import pytest

from app.vault.recurrence import RepetitionOver, RuleNotUnderstood, anchor_after, next_date, read_rule

DONE = date(2026, 12, 3)  # a Thursday


def day(text: str) -> date:
    return date.fromisoformat(text)


@pytest.mark.parametrize(
    ("rule", "base", "expected"),
    [
        ("every day", "2026-11-30", "2026-12-01"),
        ("every 10 days", "2026-12-25", "2027-01-04"),
        ("every week", "2026-11-30", "2026-12-07"),
        ("EVERY  2 Weeks", "2026-11-30", "2026-12-14"),
        ("every fortnight", "2026-11-30", "2026-12-14"),
        ("every month", "2026-01-31", "2026-02-28"),
        ("every month", "2026-02-28", "2026-03-28"),
        ("every 6 months", "2022-03-31", "2022-09-30"),
        ("every quarter", "2026-11-30", "2027-02-28"),
        ("every year", "2024-02-29", "2025-02-28"),
        ("every week on Friday", "2026-11-30", "2026-12-04"),
        ("every week on monday", "2026-11-30", "2026-12-07"),
        ("every 2 weeks on tue", "2026-11-30", "2026-12-01"),
        ("every 2 weeks on tue", "2026-12-01", "2026-12-15"),
        ("every 2 weeks on Monday and Friday", "2026-11-30", "2026-12-04"),
        ("every 2 weeks on Monday and Friday", "2026-12-04", "2026-12-14"),
        ("every sunday", "2026-11-29", "2026-12-06"),
        ("every weekday", "2026-12-04", "2026-12-07"),
        ("every weekend", "2026-11-29", "2026-12-05"),
        ("every 2 sundays", "2026-11-29", "2026-12-13"),
        ("every day except Tuesday", "2026-11-30", "2026-12-02"),
        ("every month on the 15th", "2026-11-02", "2026-11-15"),
        ("every month on the 15th", "2026-11-15", "2026-12-15"),
        ("every month on 3rd", "2026-11-30", "2026-12-03"),
        ("every month on the 31st", "2026-01-31", "2026-02-28"),
        ("every month on the 31st", "2026-02-28", "2026-03-31"),
        ("every month on the 29th and 30th", "2026-02-20", "2026-02-28"),
        ("every month on the 29th and 30th", "2026-02-28", "2026-03-29"),
        ("every 3 months on the last", "2026-11-30", "2027-02-28"),
        ("every month on the last day", "2028-01-31", "2028-02-29"),
        ("every month on the 4th last", "2026-02-01", "2026-02-25"),
        ("every month on the 5th Friday", "2026-11-30", "2027-01-29"),
        ("every month on the last weekday", "2026-10-01", "2026-10-30"),
        ("every month on the first weekday", "2026-11-05", "2026-12-01"),
        ("every year on 29 February", "2026-01-01", "2026-02-28"),
        ("every year on 29 February", "2027-02-28", "2028-02-29"),
        ("every February and March on the 31st", "2026-02-28", "2026-03-31"),
        ("every year on the first Monday in September", "2026-09-07", "2027-09-06"),
        ("every Monday in March", "2026-11-30", "2027-03-01"),
        ("every friday on the 13th", "2026-02-13", "2026-03-13"),
        ("every day at 9", "2026-11-30", "2026-12-01"),
        ("every week until 2026-12-07", "2026-11-30", "2026-12-07"),
    ],
)
def test_a_rule_gives_the_next_date(rule: str, base: str, expected: str) -> None:
    assert next_date(rule, day(base), DONE) == day(expected)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("every 3 months when done", "2027-03-03"),
        ("every week on Friday when done", "2026-12-04"),
        ("every friday when done", "2026-12-04"),
        ("every day When  Done", "2026-12-04"),
        ("every! 10 days", "2026-12-13"),
        ("monthly when done", "2027-01-03"),
    ],
)
def test_when_done_counts_from_the_day_of_completion(rule: str, expected: str) -> None:
    assert next_date(rule, day("2026-11-01"), DONE) == day(expected)
    assert next_date(rule, day("2026-11-01"), DONE, anchor=day("2026-10-31")) == day(expected)


def test_what_is_late_is_followed_by_the_next_one_however_late() -> None:
    assert next_date("every month", day("2026-08-15"), DONE) == day("2026-09-15")


@pytest.mark.parametrize(
    ("rule", "dates"),
    [
        ("every month", "2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31"),
        ("every 2 months", "2026-12-30 2027-02-28 2027-04-30"),
        ("every year", "2024-02-29 2025-02-28 2026-02-28 2027-02-28 2028-02-29 2029-02-28"),
        ("every January and February", "2027-01-31 2027-02-28 2028-01-31 2028-02-29"),
    ],
)
def test_an_anchor_brings_the_day_back_after_a_shorter_month(rule: str, dates: str) -> None:
    base, *following = map(day, dates.split())
    anchor: date | None = None
    for expected in following:
        found = next_date(rule, base, base, anchor)
        assert found == expected
        anchor = anchor_after(read_rule(rule), base, found, anchor)
        assert (anchor is None) == (found.day == day(dates[:10]).day)
        base = found


@pytest.mark.parametrize(
    ("rule", "base", "anchor", "expected"),
    [
        ("every month", "2026-02-27", "2026-01-31", "2026-03-27"),
        ("every month", "2026-03-28", "2026-01-31", "2026-04-28"),
        ("every year", "2026-03-29", "2024-02-29", "2027-03-29"),
        ("every month on the 15th", "2026-02-28", "2026-01-31", "2026-03-15"),
        ("every week", "2026-02-28", "2026-01-31", "2026-03-07"),
    ],
)
def test_an_anchor_that_does_not_belong_to_the_date_is_passed_over(
    rule: str, base: str, anchor: str, expected: str
) -> None:
    assert next_date(rule, day(base), DONE, day(anchor)) == day(expected)
    assert anchor_after(read_rule(rule), day(base), day(expected), day(anchor)) is None


@pytest.mark.parametrize("rule", ["every 9999 years", "every day", "every week on friday", "every month on the 15th"])
def test_a_date_beyond_the_calendar_is_refused(rule: str) -> None:
    with pytest.raises(RuleNotUnderstood, match="out of the calendar"):
        next_date(rule, date.max, DONE)


def test_nothing_follows_behind_the_last_day_of_a_rule() -> None:
    with pytest.raises(RepetitionOver, match="2026-12-07"):
        next_date("every week until 2026-12-06", day("2026-11-30"), DONE)


@pytest.mark.parametrize("rule", ["every hour", "every 90 minutes when done"])
def test_hours_and_minutes_need_a_time_to_count_from(rule: str) -> None:
    with pytest.raises(RuleNotUnderstood, match="date without a time"):
        next_date(rule, day("2026-11-30"), DONE)
