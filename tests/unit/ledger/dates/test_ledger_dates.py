from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ledger.dates import NotADate, read_date
from app.ledger.dates.words import shown

WEDNESDAY = date(2026, 8, 12)

DAYS = {
    "today": "2026-08-12", "tonight": "2026-08-12", "EOD": "2026-08-12", "this evening": "2026-08-12",
    "tomorrow": "2026-08-13", "tomorrow morning": "2026-08-13", "day after tomorrow": "2026-08-14",
    "yesterday": "2026-08-11", "day before yesterday": "2026-08-10",
    "Friday": "2026-08-14", "friday": "2026-08-14", "Fri": "2026-08-14", "fri": "2026-08-14", "Sat": "2026-08-15",
    "Wednesday": "2026-08-19", "this Friday": "2026-08-14", "next Friday": "2026-08-21", "next monday": "2026-08-17",
    "friday next week": "2026-08-21", "last Friday": "2026-08-07", "by Friday": "2026-08-14", "on Friday": "2026-08-14",
    "until Friday": "2026-08-14", "due Friday": "2026-08-14", "before Friday": "2026-08-13",
    "Friday morning": "2026-08-14", "COB Friday": "2026-08-14", "@ friday": "2026-08-14",
    "next week": "2026-08-17", "early next week": "2026-08-17", "next month": "2026-09-01", "next year": "2027-01-01",
    "end of week": "2026-08-14", "EOW": "2026-08-14", "by end of next week": "2026-08-21",
    "this weekend": "2026-08-15", "the weekend": "2026-08-15",
    "end of month": "2026-08-31", "EOM": "2026-08-31", "before the end of the month": "2026-08-31",
    "end of next month": "2026-09-30", "end of August": "2026-08-31", "end of the year": "2026-12-31",
    "end of the quarter": "2026-09-30", "beginning of September": "2026-09-01", "start of August": "2027-08-01",
    "in two weeks": "2026-08-26", "in 2 weeks": "2026-08-26", "2 weeks": "2026-08-26", "in 10 days": "2026-08-22",
    "in a month": "2026-09-12", "within 3 days": "2026-08-15", "2 weeks from now": "2026-08-26",
    "a fortnight": "2026-08-26", "in 3 business days": "2026-08-17", "+3d": "2026-08-15", "+2w": "2026-08-26",
    "in 1y": "2027-08-12", "3 days ago": "2026-08-09", "a week from Friday": "2026-08-21",
    "3 days before Christmas": "2026-12-22", "2 days after tomorrow": "2026-08-15",
    "15 August": "2026-08-15", "Aug 15th": "2026-08-15", "15th of August": "2026-08-15", "12 Aug": "2026-08-12",
    "August 15, 2026": "2026-08-15", "Sat 15 Aug": "2026-08-15", "Sat, 15 Aug 2026": "2026-08-15",
    "Aug 10": "2027-08-10", "March 3": "2027-03-03", "29 February": "2028-02-29", "15. August": "2026-08-15",
    "August": "2026-08-31", "March": "2027-03-31", "March 2027": "2027-03-31", "before March": "2027-02-28",
    "mid-June": "2027-06-15", "mid-June 2028": "2028-06-15", "late September": "2026-09-30",
    "15/08/2026": "2026-08-15", "08/15/2026": "2026-08-15", "15/08": "2026-08-15", "8/15": "2026-08-15",
    "05/05/2027": "2027-05-05", "15.08.2026": "2026-08-15", "15-08-2026": "2026-08-15",
    "2026-08-15": "2026-08-15", "2026/08/15": "2026-08-15", "20260815": "2026-08-15", "2026-08": "2026-08-31",
    "2055-01-01": "2055-01-01", "2026-W33": "2026-08-16", "2026-W33-5": "2026-08-14", "week 33": "2026-08-16",
    "week 2": "2027-01-17", "Q3": "2026-09-30", "Q1": "2027-03-31", "Q4 2026": "2026-12-31",
    "end of Q3": "2026-09-30", "the 15th": "2026-08-15", "the 3rd": "2026-09-03", "the 31st": "2026-08-31",
    "15th of next month": "2026-09-15", "first Monday of March": "2027-03-01", "last Friday of the month": "2026-08-28",
    "second Tuesday of next month": "2026-09-08", "before Christmas": "2026-12-24", "new year's eve": "2026-12-31",
}  # fmt: skip

TIMES = {
    "tomorrow at 5pm": "2026-08-13T17:00", "Friday 5pm": "2026-08-14T17:00", "5pm tomorrow": "2026-08-13T17:00",
    "before 5pm Friday": "2026-08-14T17:00", "at noon": "2026-08-12T12:00", "5pm": "2026-08-12T17:00",
    "17:30": "2026-08-12T17:30", "12am tomorrow": "2026-08-13T00:00", "8.15pm": "2026-08-12T20:15",
    "midnight": "2026-08-13T00:00", "15 Aug 2026 9:05": "2026-08-15T09:05", "2026-08-15 17:00": "2026-08-15T17:00",
    "2026-08-15T17:00Z": "2026-08-15T17:00+00:00", "2026-08-15T17:00:00+02:00": "2026-08-15T17:00+02:00",
    "2026-08-15 17:00 Europe/Berlin": "2026-08-15T17:00+02:00",
}  # fmt: skip

REFUSED = (
    "", "   ", "soon", "ASAP", "someday", "may", "sat", "march", "12", "2027", "2.5", "v1.2.3", "10-12", "1/2/3/4",
    "1234567890", "1767225600000", "2026-13-01", "2026-02-29", "2026-02-30", "20260230", "February 30", "32/08/2026",
    "03/04/2027", "3/4", "02/07/18", "15 Aug 26", "Aug 15 '26", "Mon 15 Aug", "by March", "until next week",
    "next weekend", "this week", "this month", "this Monday", "first Monday of the month", "in half an hour",
    "in 2 hours", "every day", "every other Tuesday", "weekly", "after the holidays", "summer 2027", "2026-W54",
    "week 60", "the 32nd", "2 weeks from next week", "13pm", "25:00", "next week at 5pm", "Friday midnight",
    "2026-08-15 25:00", "2026-03-29 02:30 Europe/Berlin", "2026-08-15 17:00 Nowhere/Land", "2026-08-15 17:00 EST",
    "2026-08-15T17:00+99:99", "\u202e15 August", "in 4000 years", "in 9999 days", "15 Aug 5102", "١٥/٠٨/٢٠٢٦",
    "x" * 61, "before soon", "a week from soon", "2027-00", "fifth of never", "1 week and 40 days",
    "room 5 on monday 7",
)  # fmt: skip


@pytest.mark.parametrize(("phrase", "expected"), DAYS.items())
def test_days_are_read(phrase: str, expected: str) -> None:
    value = read_date(phrase, WEDNESDAY).value
    assert not isinstance(value, datetime)
    assert value.isoformat() == expected


@pytest.mark.parametrize(("phrase", "expected"), TIMES.items())
def test_times_are_read(phrase: str, expected: str) -> None:
    value = read_date(phrase, WEDNESDAY).value
    assert isinstance(value, datetime)
    assert value.isoformat(timespec="minutes") == expected


@pytest.mark.parametrize("phrase", REFUSED)
def test_what_names_no_day_is_refused_with_a_reason(phrase: str) -> None:
    with pytest.raises(NotADate) as caught:
        read_date(phrase, WEDNESDAY)
    assert str(caught.value)


def test_two_readings_are_both_named_in_the_usual_order() -> None:
    with pytest.raises(NotADate, match="Sat 3 Apr 2027 or Thu 4 Mar 2027"):
        read_date("03/04/2027", WEDNESDAY)
    with pytest.raises(NotADate, match="Thu 4 Mar 2027 or Sat 3 Apr 2027"):
        read_date("03/04/2027", WEDNESDAY, day_first=False)


def test_the_reading_is_said_in_words() -> None:
    assert read_date("fri", WEDNESDAY).said == "Fri 14 Aug 2026"
    assert read_date("fri 5pm", WEDNESDAY).said == "Fri 14 Aug 2026, 17:00"
    assert read_date("2026-08-15T17:00Z", WEDNESDAY).said == "Sat 15 Aug 2026, 17:00 +0000"


@pytest.mark.parametrize(
    ("phrase", "language", "expected"),
    [
        ("morgen", "de", "2026-08-13"),
        ("übermorgen", "de", "2026-08-14"),
        ("Freitag", "de", "2026-08-14"),
        ("03.04.2027", "de", "2027-04-03"),
        ("demain", "fr", "2026-08-13"),
        ("le 15 août", "fr", "2026-08-15"),
        ("15 de agosto", "es", "2026-08-15"),
        ("明天", "zh", "2026-08-13"),
        ("2026年8月15日", "zh", "2026-08-15"),
        ("завтра", "ru", "2026-08-13"),
    ],
)
def test_plain_phrases_of_other_languages_are_read(phrase: str, language: str, expected: str) -> None:
    assert str(read_date(phrase, WEDNESDAY, languages=(language,)).value) == expected


@pytest.mark.parametrize(
    ("phrase", "language"), [("März", "de"), ("bis Freitag", "de"), ("vendredi prochain", "fr"), ("morgen", "xx")]
)
def test_unsure_phrases_of_other_languages_are_refused(phrase: str, language: str) -> None:
    with pytest.raises(NotADate):
        read_date(phrase, WEDNESDAY, languages=(language,))


def test_on_a_saturday_this_week_is_over_and_the_weekend_is_now() -> None:
    saturday = date(2026, 8, 15)
    assert read_date("this weekend", saturday).value == saturday
    with pytest.raises(NotADate, match="past"):
        read_date("end of week", saturday)


def test_month_ends_are_kept() -> None:
    assert read_date("in a month", date(2027, 1, 31)).value == date(2027, 2, 28)
    assert read_date("the 31st", date(2026, 9, 1)).value == date(2026, 10, 31)


@given(base=st.dates(date(2000, 1, 1), date(2090, 1, 1)), ahead=st.integers(-300, 3000))
def test_a_day_that_is_shown_reads_as_itself(base: date, ahead: int) -> None:
    day = base + timedelta(days=ahead)
    assert read_date(shown(day), base).value == day
    assert read_date(day.isoformat(), base).value == day
    assert read_date(f"{day:%Y%m%d}", base).value == day


@given(
    st.datetimes(datetime(2000, 1, 1), datetime(2090, 1, 1)).map(lambda value: value.replace(second=0, microsecond=0)),
    st.integers(-14 * 60, 14 * 60),
)
def test_a_moment_reads_as_itself(moment: datetime, offset: int) -> None:
    assert read_date(moment.isoformat(sep=" ", timespec="minutes"), WEDNESDAY).value == moment
    aware = moment.replace(tzinfo=timezone(timedelta(minutes=offset)))
    assert read_date(aware.isoformat(), WEDNESDAY).value == aware


@given(st.text(max_size=70), st.dates(date(2, 1, 1), date(9980, 1, 1)))
def test_anything_typed_is_read_or_refused(phrase: str, base: date) -> None:
    try:
        reading = read_date(phrase, base)
    except NotADate as error:
        assert str(error)
    else:
        assert reading.said
