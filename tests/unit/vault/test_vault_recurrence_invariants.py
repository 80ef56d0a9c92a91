from __future__ import annotations

import calendar
import json
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from dateutil.rrule import DAILY, MO, MONTHLY, WEEKLY, YEARLY, rrule, rrulestr, weekday
from hypothesis import given
from hypothesis import strategies as st

from app.vault.recurrence import (
    RuleNotUnderstood,
    anchor_after,
    find_rule,
    next_date,
    next_moment,
    read_rule,
    upcoming,
)
from app.vault.task_edits import tick
from app.vault.tasks import parse_task

DATA = Path("/work/shared/data/task-formats")
RRULE_TEXTS, OBSIDIAN_ROWS = DATA / "rrule_text.jsonl", DATA / "obsidian_tasks_recurrence.jsonl"
DONE = date(2026, 12, 3)

NAMES = calendar.day_name[:]
WORDS = [
    *("every", "every!", "each", "daily", "weekly", "other", "second", "2", "3rd", "31st", "last", "-", "first", "day"),
    *("days", "weekday", "weekend", "week", "month", "months", "year", "quarter", "hour", "Monday", "tue", "Fridays"),
    *("March", "feb", "on", "in", "the", "of", "and", "or", ",", "/", "to", "at", "9", "17:30", "9am", "p.m.", "noon"),
    *("until", "2027-01-01", "31", "2027", "for", "times", "when", "done", "except", "blah", "0", "9999", "biweekly"),
]
SOUP = st.one_of(st.text(), st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
COUNTS = st.integers(1, 30)
BASES = st.dates(date(1990, 1, 1), date(2100, 1, 1))
NTH = st.sampled_from(["1st", "15th", "28th", "29th", "31st", "last", "2nd last", "first Monday", "last weekday"])
NAMED = st.one_of(
    st.builds("every {} months on the {}".format, COUNTS, NTH),
    st.builds("every {} weeks on {} and {}".format, COUNTS, st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.builds("every year on the {} of {}".format, NTH, st.sampled_from(["January", "May", "December"])),
    st.builds("every {} in March".format, st.sampled_from(["day", "2 weeks", "weekday", "Sunday"])),
)
PLAIN = st.builds("every {} {}".format, COUNTS, st.sampled_from(["days", "weeks", "months", "quarters", "years"]))
RULES = st.one_of(NAMED, PLAIN)


@given(RULES, BASES)
def test_the_next_date_is_always_later(rule: str, base: date) -> None:
    assert next_date(rule, base, DONE) > base
    assert next_date(f"{rule} when done", base, DONE) > DONE
    dates = upcoming(rule, base, 5)
    assert all(former < later for former, later in pairwise([base, *dates]))


@given(RULES, BASES, st.times(), st.sampled_from(["", " at 9 and 17:30"]))
def test_the_next_moment_is_always_later_and_on_such_a_day(rule: str, base: date, at: time, times: str) -> None:
    moment = datetime.combine(base, at)
    following = next_moment(rule + times, moment, moment)
    assert following > moment
    assert following.time() in ((time(9), time(17, 30)) if times else (at,))
    assert following.date() in (base, next_date(rule, base, base))


@given(st.integers(1, 12000), st.sampled_from(["minutes", "hours"]), st.datetimes(max_value=datetime(9000, 1, 1)))
def test_hours_and_minutes_add_up(count: int, unit: str, base: datetime) -> None:
    if count > 9999:
        with pytest.raises(RuleNotUnderstood):
            read_rule(f"every {count} {unit}")
    else:
        assert next_moment(f"every {count} {unit}", base, base) == base.replace(microsecond=0) + timedelta(
            **{unit: count}
        )


@given(st.sampled_from(["month", "quarter", "year", "January and February"]), BASES, st.integers(1, 40))
def test_an_anchor_always_comes_back(unit: str, base: date, steps: int) -> None:
    rule, present, anchor = read_rule(f"every {unit}"), base, None
    for _ in range(steps):
        following = next_date(rule, present, DONE, anchor)
        anchor = anchor_after(rule, present, following, anchor)
        days_of_month = calendar.monthrange(following.year, following.month)[1]
        assert following.day == min(base.day, days_of_month)
        assert (anchor is None) == (following.day == base.day)
        present = following


@given(SOUP)
def test_a_text_is_read_the_same_again_or_refused(text: str) -> None:
    try:
        rule = read_rule(text)
    except RuleNotUnderstood as refused:
        assert str(refused)
        return
    assert rule.text == text
    assert rule.said
    again = read_rule(f"  {text.upper()}  ")
    assert replace(again, text=text) == rule


@given(SOUP, st.dates())
def test_nothing_but_a_refusal_comes_from_any_text(text: str, base: date) -> None:
    with suppress(RuleNotUnderstood):
        assert next_date(text, base, base, base) > base
    with suppress(RuleNotUnderstood):
        moment = datetime.combine(base, time(9))
        assert next_moment(text, moment, moment, base) > moment


@given(SOUP, st.text(max_size=5), st.sampled_from(["", " ", ", ", " (", "!"]))
def test_what_is_found_in_a_text_is_a_rule_of_its_own(text: str, before: str, between: str) -> None:
    whole = before + between + text
    found = find_rule(whole)
    if found is not None:
        assert whole[found.start : found.end] == found.rule.text
        assert read_rule(found.rule.text) == found.rule
    with suppress(RuleNotUnderstood):
        read_rule(text)
        if text.lower().startswith("every ") and text == text.strip():
            alone = find_rule(text)
            assert alone is not None
            assert len(text) == alone.end


@given(COUNTS, BASES, st.sets(st.integers(0, 6), min_size=1))
def test_weeks_agree_with_dateutil(count: int, base: date, days: set[int]) -> None:
    names = ", ".join(NAMES[day] for day in sorted(days))
    expected = rrule(WEEKLY, datetime.combine(base, time()), count, MO, byweekday=sorted(days)).xafter(
        datetime.combine(base, time()), 6
    )
    assert upcoming(f"every {count} weeks on {names}", base, 6) == [moment.date() for moment in expected]


@given(COUNTS, BASES, st.integers(1, 28) | st.integers(-28, -1), st.integers(0, 6), st.integers(-4, 4))
def test_months_and_years_agree_with_dateutil(count: int, base: date, nth: int, of: int, week: int) -> None:
    start = datetime.combine(base, time())
    text = f"{abs(nth)}th" + (" last" if nth < 0 else "")
    by_day = rrule(MONTHLY, start, count, bymonthday=nth).xafter(start, 4)
    assert upcoming(f"every {count} months on the {text}", base, 4) == [moment.date() for moment in by_day]
    week = week or 5
    text = f"{abs(week)}th" + (" last" if week < 0 else "")
    by_week = rrule(YEARLY, start, count, bymonth=3, byweekday=weekday(of)(week)).xafter(start, 2)
    rule = f"every {count} years on the {text} {NAMES[of]} of March"
    if week != 5:
        assert upcoming(rule, base, 2) == [moment.date() for moment in by_week]
    by_days = rrule(DAILY, start, count).xafter(start, 4)
    assert upcoming(f"every {count} days", base, 4) == [moment.date() for moment in by_days]


@pytest.mark.skipif(not RRULE_TEXTS.exists(), reason="the shared data is not there")
def test_it_reads_the_texts_of_rrule_as_rrule_does() -> None:
    rows = [json.loads(line) for line in RRULE_TEXTS.read_text("utf-8").splitlines()]
    assert rows
    start = datetime(2026, 11, 12, 9, 0)
    for row in rows:
        expected = list(rrulestr(row["rrule"], dtstart=start).xafter(start, 8))
        assert upcoming(row["text"], start, 8) == expected, row["text"]


@pytest.mark.skipif(not OBSIDIAN_ROWS.exists(), reason="the shared data is not there")
def test_it_makes_the_next_task_as_obsidian_tasks_does() -> None:
    """Of the rows, one date is left out: Obsidian Tasks replaces a scheduled date that does not exist, we keep it."""
    symbols = {"dueDate": "📅", "scheduledDate": "⏳", "startDate": "🛫"}
    rows = [json.loads(line) for line in OBSIDIAN_ROWS.read_text("utf-8").splitlines()]
    dropped = 0
    for row in rows:
        fields = " ".join(f"{symbols[key]} {value}" for key, value in row["task"].items())
        task = parse_task("a.md", 1, tick(f"- [ ] a 🔁 {row['rule']} {fields}", DONE).split("\n")[0])
        assert task is not None
        assert str(task.due) == row["next"]["dueDate"]
        for got, key in ((task.scheduled, "scheduledDate"), (task.start, "startDate")):
            expected = row["next"][key]
            dropped += str(got) != str(expected)
            assert str(got) == str(expected) or row["task"][key] == "2022-02-30"
    assert (len(rows), dropped) == (4, 1)
