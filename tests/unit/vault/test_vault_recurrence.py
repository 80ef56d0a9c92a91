from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.vault.recurrence import RuleNotUnderstood, next_date

GIVEN_ROWS = Path("/work/shared/data/task-formats/obsidian_tasks_recurrence.jsonl")
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
        ("every month", "2026-01-31", "2026-02-28"),
        ("every month", "2026-02-28", "2026-03-28"),
        ("every 6 months", "2022-03-31", "2022-09-30"),
        ("every year", "2024-02-29", "2025-02-28"),
        ("every week on Friday", "2026-11-30", "2026-12-04"),
        ("every week on monday", "2026-11-30", "2026-12-07"),
        ("every 2 weeks on tue", "2026-11-30", "2026-12-01"),
        ("every 2 weeks on tue", "2026-12-01", "2026-12-15"),
        ("every sunday", "2026-11-29", "2026-12-06"),
        ("every month on the 15th", "2026-11-02", "2026-11-15"),
        ("every month on the 15th", "2026-11-15", "2026-12-15"),
        ("every month on 3rd", "2026-11-30", "2026-12-03"),
        ("every month on the 31st", "2026-01-31", "2026-02-28"),
        ("every month on the 31st", "2026-02-28", "2026-03-31"),
        ("every 3 months on the last", "2026-11-30", "2027-02-28"),
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
    ],
)
def test_when_done_counts_from_the_day_of_completion(rule: str, expected: str) -> None:
    assert next_date(rule, day("2026-11-01"), DONE) == day(expected)


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "every",
        "every day blah",
        "every 0 days",
        "every day on monday",
        "every week on the 3rd",
        "every year on the 3rd",
        "every month on monday",
        "every month on the 0th",
        "every month on the 32nd",
        "every week on m",
        "every ١ days",
    ],
)
def test_any_other_rule_is_refused_by_name(rule: str) -> None:
    with pytest.raises(RuleNotUnderstood) as refused:
        next_date(rule, day("2026-11-30"), DONE)
    assert f'"{rule}"' in str(refused.value)


@pytest.mark.parametrize("rule", ["every 9999 years", "every day", "every week on friday", "every month on the 15th"])
def test_a_date_beyond_the_calendar_is_refused(rule: str) -> None:
    with pytest.raises(RuleNotUnderstood, match="out of the calendar"):
        next_date(rule, date.max, DONE)


@given(
    count=st.integers(1, 60),
    unit=st.sampled_from(["days", "weeks", "months", "years", "weeks on sat", "months on the 30th", "months on last"]),
    base=st.dates(date(1990, 1, 1), date(2100, 1, 1)),
)
def test_the_next_date_is_always_later(count: int, unit: str, base: date) -> None:
    assert next_date(f"every {count} {unit}", base, DONE) > base


@given(st.text())
def test_no_text_does_anything_but_give_a_date_or_refuse(rule: str) -> None:
    try:
        assert next_date(rule, day("2026-11-30"), DONE)
    except RuleNotUnderstood as refused:
        assert str(refused)


@pytest.mark.skipif(not GIVEN_ROWS.exists(), reason="the shared data is not there")
def test_it_agrees_with_the_due_dates_of_obsidian_tasks() -> None:
    rows = [json.loads(line) for line in GIVEN_ROWS.read_text("utf-8").splitlines()]
    assert rows
    for row in rows:
        assert next_date(row["rule"], day(row["task"]["dueDate"]), DONE) == day(row["next"]["dueDate"])
