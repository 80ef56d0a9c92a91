from __future__ import annotations

import os
import subprocess
import sys
import time
import tomllib
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.ledger.dates import Ambiguous, NotADate, read_date, read_phrase
from app.ledger.dates.values import shown, typed
from app.ledger.dates.vocabulary import VALUES

TABLE = tomllib.loads((Path(__file__).parents[3] / "data" / "dates_golden.toml").read_text(encoding="utf-8"))
PHRASES = [phrase for group in TABLE.values() for part in ("table", "own") for phrase in group.get(part, {})]
WORDS = sorted({word for phrase in PHRASES for word in phrase.split()} | set(VALUES))
LANGUAGES = ("en", "de", "fr", "es", "zh")
BASES = (date(2026, 8, 12), date(2026, 12, 31), date(2027, 3, 28), date(2028, 2, 29), date(2026, 10, 25))
DAYS = 730
SECONDS_ALLOWED = 0.05
bases = st.one_of(st.dates(), st.datetimes())
phrases = st.one_of(
    st.text(max_size=70),
    st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join),
    st.lists(st.sampled_from(PHRASES), min_size=2, max_size=2).map(" ".join),
)


@pytest.mark.parametrize("base", BASES)
def test_every_day_of_two_years_reads_back_in_each_form_that_is_printed(base: date) -> None:
    for ahead in range(DAYS):
        day = base + timedelta(days=ahead)
        for text in (shown(day), typed(day), read_date(typed(day), base).said, f"{day:%Y%m%d}", f"by {shown(day)}"):
            reading = read_date(text, base, fallback=False)
            assert (reading.value, reading.kind) == (day, "date"), text


_READ_BACK = """
import time
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo
import sys
from app.ledger.dates import NotADate, read_date
from app.ledger.dates.values import shown, typed
zone, bases = sys.argv[1], [date.fromisoformat(text) for text in sys.argv[2:]]
time.tzset()
count = 0
for base in bases:
    for ahead in range(730):
        day = base + timedelta(days=ahead)
        local = datetime(day.year, day.month, day.day, (ahead * 7) % 24, (ahead * 13) % 60)
        there = local.replace(tzinfo=ZoneInfo(zone))
        for moment, text in ((local, shown(local)), (there, typed(there))):
            value = read_date(text, base, fallback=False).value
            assert (value.replace(tzinfo=None), value.timestamp()) == (local, moment.timestamp()), text
            count += 1
        later = datetime(day.year, day.month, day.day, 0, 30)
        reading = read_date("in 3 hours", later)
        assert reading.value.timestamp() - later.timestamp() == 3 * 3600, later
        assert read_date(reading.said, day).value == reading.value
print(count)
"""


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"])
def test_moments_of_two_years_read_back_in_a_zone_with_summer_time(zone: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", _READ_BACK, zone, *(base.isoformat() for base in BASES)],
        env=os.environ | {"TZ": zone, "PYTHONPATH": os.getcwd()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) == len(BASES) * DAYS * 2


@given(st.datetimes(datetime(2000, 1, 1), datetime(2090, 1, 1)), st.integers(-14 * 60, 14 * 60))
def test_a_moment_reads_as_itself(moment: datetime, offset: int) -> None:
    moment = moment.replace(microsecond=0)
    aware = moment.replace(tzinfo=timezone(timedelta(minutes=offset)))
    for value in (moment, aware):
        assert read_date(value.isoformat(), moment).value == value
        assert read_date(typed(value), moment).value == value
        assert read_date(shown(value), moment).value == value


@given(phrases, bases, st.booleans())
@example("2 hours ago", datetime.min, True)
@example("midnight", date.max, True)
@example("week 1", date.max, True)
@example("3/4", date.max, False)
@example("+2w and", date(2026, 8, 12), True)
@settings(max_examples=300, deadline=None)
def test_anything_typed_is_read_or_refused_with_a_reason(phrase: str, base: date, day_first: bool) -> None:
    try:
        reading = read_phrase(phrase, base, day_first=day_first, languages=LANGUAGES, fallback=False)
    except Ambiguous as error:
        assert error.choices and all(typed(choice.value) in str(error) for choice in error.choices)
    except NotADate as error:
        assert str(error)
    else:
        assert reading.said and reading.distance


@given(st.text(max_size=60), st.sampled_from(PHRASES), st.integers(0, 60))
@settings(max_examples=150, deadline=None)
def test_the_library_raises_nothing_else_either(noise: str, phrase: str, at: int) -> None:
    for text in (noise, phrase[:at] + noise[:2] + phrase[at:]):
        try:
            assert read_phrase(text, date(2026, 8, 12), languages=LANGUAGES).said
        except NotADate as error:
            assert str(error)


SLOW = (
    "by by by by by by by by by by by by by by by by by by by by",
    "1 day after 1 day after 1 day after 1 day after 1 day after",
    "a to a to a to a to a to a to a to a to a to a to a to a to",
    "from 3 - 4 - 5 - 6 - 7 - 8 - 9 - 10 - 11 - 12 - 13 - 14 - 15",
    "before the day after the day before the day after the day of",
    "end of end of end of end of end of end of end of end of week",
    "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
    "between 1 and 2 and 3 and 4 and 5 and 6 and 7 and 8 and 9",
    "在" * 60,
    "十" * 60,
    "9" * 60,
    "fin " * 15,
    "- " * 30,
    "x" * 10_000,
    " " * 10_000,
)


@pytest.mark.parametrize("phrase", [*SLOW, *PHRASES])
def test_no_phrase_takes_long(phrase: str) -> None:
    read_phrase("demain", BASES[0], languages=LANGUAGES, fallback=False)
    shortest = SECONDS_ALLOWED * 2
    for _ in range(5):
        start = time.process_time()
        try:
            read_phrase(phrase, BASES[0], languages=LANGUAGES, fallback=False)
        except NotADate as error:
            assert str(error)
        shortest = min(shortest, time.process_time() - start)
    assert shortest < SECONDS_ALLOWED
