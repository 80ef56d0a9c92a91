from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.index.fresh_rows import FreshRow
from app.ledger.event_times import Written, by_program, moment_of, own_day

MADE = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)
NOW = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
OLD, LATE = MADE - timedelta(days=300), MADE + timedelta(hours=2)


def counts(moment=LATE, day=None, is_first=False, by_program=False, oldest=OLD):
    return Written(moment, day, is_first, by_program).is_after(MADE, oldest, NOW)


def test_a_change_that_was_seen_counts_by_its_time():
    assert counts(LATE)
    assert counts(MADE)
    assert not counts(MADE - timedelta(seconds=1))
    assert counts(LATE, day=date(2026, 8, 14))


def test_when_the_index_is_new_a_note_of_a_day_counts_by_that_day():
    assert counts(OLD, day=date(2026, 11, 21), is_first=True)
    assert not counts(LATE, day=date(2026, 11, 19), is_first=True)
    assert not counts(LATE, day=date(2026, 12, 5), is_first=True)


def test_on_the_day_itself_the_time_of_the_file_decides_if_it_can_be_believed():
    day = MADE.date()
    assert counts(LATE, day=day, is_first=True)
    assert not counts(OLD, day=day, is_first=True)
    assert not counts(LATE, day=day, is_first=True, oldest=LATE)


def test_a_note_without_a_day_counts_by_its_file_unless_the_whole_vault_is_younger():
    assert counts(LATE, is_first=True)
    assert not counts(LATE, is_first=True, oldest=MADE + timedelta(minutes=2))
    assert counts(LATE, is_first=True, oldest=MADE + timedelta(seconds=30))
    assert not counts(OLD, is_first=True)


def test_what_a_program_wrote_counts_by_days_alone():
    assert not counts(LATE, by_program=True)
    assert counts(LATE, day=date(2026, 11, 25), by_program=True)
    assert not counts(LATE, day=MADE.date(), by_program=True)


def test_a_time_to_come_waits():
    assert Written(NOW + timedelta(hours=1), None, False, False).is_to_come(NOW)
    assert not Written(NOW, None, False, False).is_to_come(NOW)


def test_the_day_that_a_passage_tells_of():
    assert Written(LATE, date(2026, 11, 25), True, False).told_on == date(2026, 11, 25)
    assert Written(LATE, date(2026, 8, 14), False, False).told_on == LATE.date()


def rows(times):
    return [FreshRow(n, f"{n}.md", int(t * 1e9), "new", (), (), False) for n, t in enumerate(times)]


def test_nobody_writes_so_many_notes_in_a_minute():
    assert by_program(rows([1000 + n for n in range(20)])) == frozenset()
    assert by_program(rows([1000 + n for n in range(21)] + [9000])) == frozenset(range(21))


@given(st.lists(st.integers(0, 10**6), max_size=60))
def test_the_program_is_seen_as_by_counting(times):
    found = rows(times)
    expected = {a.id for a in found if sum(abs(a.changed_ns - b.changed_ns) <= 60 * 10**9 for b in found) > 20}
    assert by_program(found) == expected


@pytest.mark.parametrize(
    ("path", "properties", "day"),
    [
        ("Daily/2026-08-14.md", {}, date(2026, 8, 14)),
        ("Journal/2026_08_14 Friday.md", {}, date(2026, 8, 14)),
        ("20260814.md", {}, date(2026, 8, 14)),
        ("2026-13-14.md", {}, None),
        ("Invoice 2026081499.md", {}, None),
        ("Meeting.md", {"date": "2026-08-14"}, date(2026, 8, 14)),
        ("Meeting.md", {"created": "2026-08-14T10:00:00Z"}, date(2026, 8, 14)),
        ("Meeting.md", {"date": ["2026-08-14"]}, None),
        ("Kitchen.md", {}, None),
    ],
)
def test_the_own_day_of_a_note(path, properties, day):
    assert own_day(path, properties) == day


def test_a_date_is_its_first_minute_and_a_time_without_zone_is_local():
    assert moment_of(date(2026, 11, 20), NOW) == datetime(2026, 11, 20, tzinfo=UTC)
    assert moment_of(datetime(2026, 11, 20, 9), NOW) == datetime(2026, 11, 20, 9, tzinfo=UTC)
    assert moment_of(MADE, NOW) is MADE
