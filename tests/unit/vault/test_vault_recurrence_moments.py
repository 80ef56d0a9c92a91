from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from app.vault.recurrence import RepetitionOver, RuleNotUnderstood, next_moment, upcoming

BERLIN, SAO_PAULO, KATHMANDU = map(ZoneInfo, ("Europe/Berlin", "America/Sao_Paulo", "Asia/Kathmandu"))
DONE = datetime(2026, 12, 3, 14, 20, 30, 5)

LOCAL = """
import sys
from datetime import datetime
from app.vault.recurrence import next_moment
rule, moment, count = sys.argv[1:]
at = datetime.fromisoformat(moment)
for _ in range(int(count)):
    at = next_moment(rule, at, at)
    print(at.isoformat())
"""


def local_dates(zone: str, rule: str, moment: str, count: int) -> list[str]:
    command = [sys.executable, "-c", LOCAL, rule, moment, str(count)]
    return subprocess.run(
        command, env=os.environ | {"TZ": zone}, capture_output=True, text=True, check=True
    ).stdout.split()


@pytest.mark.parametrize(
    ("rule", "base", "expected"),
    [
        ("every day", "2026-11-30 09:00", "2026-12-01 09:00"),
        ("every month", "2026-01-31 09:00", "2026-02-28 09:00"),
        ("every 2 days when done", "2026-11-01 09:00", "2026-12-05 09:00"),
        ("every day at 10:15", "2026-11-30 09:00", "2026-11-30 10:15"),
        ("every day at 9 and 17", "2026-11-30 09:00", "2026-11-30 17:00"),
        ("every 2 days at 9 and 17", "2026-11-30 17:00", "2026-12-02 09:00"),
        ("every day at 9 when done", "2026-11-01 17:00", "2026-12-04 09:00"),
        ("every week on Sunday at 10, 12 and 17", "2026-11-29 12:00", "2026-11-29 17:00"),
        ("every week on Sunday at 10, 12 and 17", "2026-11-30 09:00", "2026-12-06 10:00"),
        ("every 2 weeks on Friday at 9 and 17", "2026-11-30 08:00", "2026-12-04 09:00"),
        ("every January at 9 and 17", "2027-01-05 10:00", "2027-01-05 17:00"),
        ("every January at 9 and 17", "2026-11-05 10:00", "2027-01-05 09:00"),
        ("every month on the 31st at 9 and 17", "2026-02-28 09:00", "2026-02-28 17:00"),
        ("every 4 hours", "2026-11-30 22:00", "2026-12-01 02:00"),
        ("every 45 minutes", "2026-11-30 23:30", "2026-12-01 00:15"),
        ("every 4 hours when done", "2026-11-30 22:00", "2026-12-03 18:20"),
        ("every 2 hours on weekdays", "2026-12-04 22:00", "2026-12-07 00:00"),
        ("every hour in March", "2026-11-30 22:00", "2027-03-01 00:00"),
    ],
)
def test_a_rule_gives_the_next_moment(rule: str, base: str, expected: str) -> None:
    assert next_moment(rule, datetime.fromisoformat(base), DONE) == datetime.fromisoformat(expected)


def test_an_anchor_counts_for_moments_too() -> None:
    base = datetime(2026, 2, 28, 9, 0)
    assert next_moment("every month", base, DONE, date(2026, 1, 31)) == datetime(2026, 3, 31, 9, 0)


@pytest.mark.parametrize(
    ("zone", "base", "offsets"),
    [
        (BERLIN, datetime(2026, 3, 27, 9, 0), (1, 1, 2, 2)),
        (BERLIN, datetime(2026, 10, 23, 9, 0), (2, 2, 1, 1)),
        (SAO_PAULO, datetime(2017, 10, 13, 9, 0), (-3, -3, -2, -2)),
        (SAO_PAULO, datetime(2018, 2, 16, 9, 0), (-2, -2, -3, -3)),
        (KATHMANDU, datetime(1985, 12, 30, 9, 0), (5.5, 5.5, 5.75, 5.75)),
    ],
)
def test_the_wall_time_stays_across_a_change_of_the_zone(
    zone: ZoneInfo, base: datetime, offsets: tuple[float, ...]
) -> None:
    base = base.replace(tzinfo=zone)
    days = [base, *upcoming("every day", base, 3)]
    assert [day.time() for day in days] == [base.time()] * 4
    assert [day.utcoffset() for day in days] == [timedelta(hours=hours) for hours in offsets]


@pytest.mark.parametrize(
    ("zone", "before", "moment"),
    [
        (BERLIN, datetime(2026, 3, 28, 2, 30), datetime(2026, 3, 29, 1, 30, tzinfo=UTC)),
        (SAO_PAULO, datetime(2017, 10, 14, 0, 30), datetime(2017, 10, 15, 3, 30, tzinfo=UTC)),
    ],
)
def test_a_time_that_a_day_leaves_out_is_there_again_the_day_after(
    zone: ZoneInfo, before: datetime, moment: datetime
) -> None:
    left_out, after = upcoming("every day", before.replace(tzinfo=zone), 2)
    assert left_out.replace(tzinfo=None) == before + timedelta(days=1)
    assert left_out.astimezone(UTC) == moment
    assert after.replace(tzinfo=None) == before + timedelta(days=2)


def test_an_offset_that_is_the_local_one_follows_summer_time() -> None:
    assert local_dates("Europe/Berlin", "every day", "2026-03-27T02:30:00+01:00", 3) == [
        "2026-03-28T02:30:00+01:00",
        "2026-03-29T02:30:00+01:00",
        "2026-03-30T02:30:00+02:00",
    ]
    assert local_dates("Europe/Berlin", "every day", "2026-10-24T02:30:00+02:00", 3) == [
        "2026-10-25T02:30:00+02:00",
        "2026-10-26T02:30:00+01:00",
        "2026-10-27T02:30:00+01:00",
    ]
    assert local_dates("Europe/Berlin", "every 6 months", "2026-10-25T02:30:00+01:00", 1) == [
        "2027-04-25T02:30:00+02:00"
    ]
    assert local_dates("America/Sao_Paulo", "every week", "2017-10-08T00:30:00-03:00", 2) == [
        "2017-10-15T00:30:00-03:00",
        "2017-10-22T00:30:00-02:00",
    ]


def test_any_other_offset_and_no_offset_stay_as_they_are() -> None:
    assert local_dates("Europe/Berlin", "every day", "2026-03-28T10:00:00+05:45", 1) == ["2026-03-29T10:00:00+05:45"]
    assert local_dates("Asia/Kathmandu", "every day", "2026-03-28T10:00:00+05:45", 1) == ["2026-03-29T10:00:00+05:45"]
    assert local_dates("Europe/Berlin", "every day", "2026-03-28T02:30:00", 2) == [
        "2026-03-29T02:30:00",
        "2026-03-30T02:30:00",
    ]


def test_hours_are_lengths_of_time_where_there_is_a_zone() -> None:
    base = datetime(2026, 3, 29, 1, 30, tzinfo=BERLIN)
    assert [moment.hour for moment in upcoming("every hour", base, 2)] == [3, 4]
    assert local_dates("Europe/Berlin", "every hour", "2026-10-25T01:30:00+02:00", 3) == [
        "2026-10-25T02:30:00+02:00",
        "2026-10-25T02:30:00+01:00",
        "2026-10-25T03:30:00+01:00",
    ]
    assert [moment.hour for moment in upcoming("every hour", base.replace(tzinfo=None), 2)] == [2, 3]


def test_completion_counts_by_the_day_where_the_clock_of_the_due_date_hangs() -> None:
    completed = datetime(2026, 11, 30, 23, 0, tzinfo=UTC)
    foreign = datetime(2026, 11, 1, 9, 0, tzinfo=timezone(timedelta(hours=5, minutes=45)))
    assert next_moment("every day when done", foreign, completed).date() == date(2026, 12, 2)
    assert next_moment("every day when done", foreign.replace(tzinfo=KATHMANDU), completed).date() == date(2026, 12, 2)
    assert next_moment("every day when done", foreign.replace(tzinfo=None), completed).date() == date(2026, 12, 1)
    assert next_moment("every 2 hours when done", foreign, completed) == completed + timedelta(hours=2)
    assert next_moment("every 2 hours when done", foreign, DONE) == DONE.astimezone().replace(
        second=0, microsecond=0
    ) + timedelta(hours=2)


def test_moments_end_with_the_rule_and_with_the_calendar() -> None:
    with pytest.raises(RepetitionOver):
        next_moment("every day at 9 until 2026-11-30", datetime(2026, 11, 30, 9), DONE)
    for base in (datetime.max, datetime.max.replace(tzinfo=UTC), datetime.min.replace(tzinfo=UTC)):
        for rule in ("every 9999 years", "every 9999 years at 9", "every year when done"):
            with pytest.raises(RuleNotUnderstood, match="out of the calendar"):
                next_moment(rule, base, datetime.max)


def test_upcoming_shows_as_many_as_there_are() -> None:
    base = date(2026, 1, 31)
    assert upcoming("every month", base, 3) == [date(2026, 2, 28), date(2026, 3, 31), date(2026, 4, 30)]
    assert upcoming("every month", date(2026, 2, 28), 1, base) == [date(2026, 3, 31)]
    assert upcoming("every month until 2026-03-30", base, 3) == [date(2026, 2, 28)]
    assert upcoming("every week when done", base, 2) == [date(2026, 2, 7), date(2026, 2, 14)]
    assert upcoming("every day", base, 0) == []
    assert upcoming("every day", date.max, 5) == []
    assert upcoming("every 30 minutes", datetime(2026, 1, 31, 23, 30), 1) == [datetime(2026, 2, 1)]
    with pytest.raises(RuleNotUnderstood, match="without a time"):
        upcoming("every hour", base, 3)
