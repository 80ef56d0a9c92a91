"""Dates, leads and repetitions in a line; today is Monday 30 November 2026."""

from __future__ import annotations

from datetime import date

import pytest

from app.ledger.drafts import Reader
from app.ledger.quick_add import read_line

READER = Reader(date(2026, 11, 30))


def draft(line: str, *languages: str) -> dict[str, str]:
    return read_line(line, Reader(date(2026, 11, 30), languages=languages or ("en",))).draft


@pytest.mark.parametrize(
    ("line", "action", "due", "phrase"),
    [
        ("call Anna by Friday", "call Anna", "2026-12-04", "by Friday"),
        ("call Anna due: friday", "call Anna", "2026-12-04", "due: friday"),
        ("call Anna due by 15 Aug", "call Anna", "2027-08-15", "due by 15 Aug"),
        ("call Anna no later than Fri", "call Anna", "2026-12-04", "no later than Fri"),
        ("call Anna before Friday", "call Anna", "2026-12-03", "before Friday"),
        ("wait until 5 Dec", "wait", "2026-12-05", "until 5 Dec"),
        ("call Anna on the 15th", "call Anna", "2026-12-15", "on the 15th"),
        ("meet Bob @ 5pm", "meet Bob", "2026-11-30 17:00", "@ 5pm"),
        ("@friday call Bob", "call Bob", "2026-12-04", "@friday"),
        ("tomorrow call Anna", "call Anna", "2026-12-01", "tomorrow"),
        ("Friday: call Anna", "call Anna", "2026-12-04", "Friday"),
        ("call Anna next week", "call Anna", "2026-12-07", "next week"),
        ("call Anna 15 Aug", "call Anna", "2027-08-15", "15 Aug"),
        ("call Anna May 3rd about it", "call Anna about it", "2027-05-03", "May 3rd"),
        ("call Anna in 3 days", "call Anna", "2026-12-03", "in 3 days"),
        ("call Anna at 5pm about it", "call Anna about it", "2026-11-30 17:00", "at 5pm"),
        ("book a table for Friday at 7pm", "book a table", "2026-12-04 19:00", "for Friday at 7pm"),
        ("call Anna tomorrow about it at 17:30", "call Anna about it", "2026-12-01 17:30", "tomorrow at 17:30"),
        ("dentist 3 Dec 10:30", "dentist", "2026-12-03 10:30", "3 Dec 10:30"),
        ("tomorrow at six pm call mum", "call mum", "2026-12-01 18:00", "tomorrow at six pm"),
        ("call mum at six pm", "call mum", "2026-11-30 18:00", "at six pm"),
        ("call mum this evening", "call mum", "2026-11-30", "this evening"),
        ("call mum at noon on Friday", "call mum", "2026-12-04 12:00", "at noon on Friday"),
        ("finish by EOD", "finish", "2026-11-30", "by EOD"),
        ("ship within 2 weeks", "ship", "2026-12-14", "within 2 weeks"),
        ("pay 2 weeks before Christmas", "pay", "2026-12-11", "2 weeks before Christmas"),
        ("wrap it three days before 20 december", "wrap it", "2026-12-17", "three days before 20 december"),
        ("check it 2 weeks after 15 Aug", "check it", "2027-08-29", "2 weeks after 15 Aug"),
        ("plant bulbs in October", "plant bulbs", "2027-10-31", "in October"),
        ("call on Monday 14 December 2026, please", "call, please", "2026-12-14", "on Monday 14 December 2026"),
        ("call the bank on 15/08", "call the bank", "2027-08-15", "on 15/08"),
        ("pay 15/08/2027", "pay", "2027-08-15", "15/08/2027"),
    ],
)
def test_a_date_leaves_the_action_and_its_words_are_kept(line, action, due, phrase):
    assert draft(line) == {"action": action, "due": due, "due_phrase": phrase}


@pytest.mark.parametrize("line", ["pay 2027-03-01", "pay by 2027-03-01", "pay due 2027-03-01"])
def test_an_iso_date_needs_no_words_beside_it(line):
    assert draft(line) == {"action": "pay", "due": "2027-03-01"}


def test_of_several_dates_the_last_with_a_cue_counts():
    assert draft("move Friday talk, tomorrow and by 3 Dec and by 4 Dec")["due"] == "2026-12-04"
    assert draft("by 3 Dec tell Anna of it tomorrow") == {
        "action": "tell Anna of it tomorrow", "due": "2026-12-03", "due_phrase": "by 3 Dec",
    }  # fmt: skip


def test_days_that_are_listed_stay_in_the_action():
    assert draft("call on Monday or Tuesday") == {
        "action": "call on Monday or Tuesday", "due": "2026-12-07", "due_phrase": "on Monday",
    }  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "I may sit down with Anna",
        "we sat in the march to the office",
        "read the 3rd edition by hand",
        "wait for the 3rd",
        "pay May Smith and April Jones 20 euros",
        "read version 2.5 of 10-12",
        "buy 3 kg at 5",
        "prepare for the 5 Dec meeting",
        "the Friday meeting needs a chair",
        "prepare Friday lunch",
        "read Friday's report and tomorrow's plan",
        "notes since Monday, from 1 July to 31 August",
        "call after 15 Aug",
        "postpone to Friday",
        "write about last Friday",
        "report on 3 Aug 2025 events",
        "it takes two weeks of work",
        "ship within 2 weeks of delivery",
        "Room 5/6 has 10:1 odds",
        "he came on time by the way",
        "due to the delay",
        "multiply by 3 until done",
        "by Anna",
        'play "Tomorrow" at the "Friday club"',
        "plan the March 2027 edition",
        "a second in the first half",
    ],
)
def test_what_is_no_date(line):
    assert "due" not in draft(line)
    assert draft(line)["action"] == line


@pytest.mark.parametrize(
    ("typed", "lead"),
    [
        ("3 days ahead", "3 days"),
        ("3 days early", "3 days"),
        ("two weeks in advance", "two weeks"),
        ("a week before", "a week"),
        ("remind me 2 weeks before", "2 weeks"),
        ("and please remind me 1 month beforehand", "1 month"),
        ("remind me the day before", "1 day"),
        ("with 3 weeks' notice", "3 weeks"),
        ("with a week's notice", "a week"),
        ("lead 10d", "10d"),
        ("2 business days ahead of time", "2 business days"),
    ],
)
def test_leads(typed, lead):
    assert draft(f"renew it by 1 March, {typed}") == {
        "action": "renew it", "due": "2027-03-01", "due_phrase": "by 1 March", "lead": lead,
    }  # fmt: skip
    assert draft(f"renew it, {typed}, by 1 March")["lead"] == lead


def test_a_lead_of_hours_needs_a_time():
    assert draft("call Anna tomorrow at 5pm, 2 hours before")["lead"] == "2 hours"
    assert "lead" not in draft("arrive 2 hours early tomorrow")


@pytest.mark.parametrize(
    ("line", "action", "repeat", "due"),
    [
        ("pay rent every month on the 15th when done", "pay rent", "every month on the 15th when done", "2026-12-15"),
        ("water the plants every! 2 weeks", "water the plants", "every! 2 weeks", "2026-12-14"),
        ("review every other Friday", "review", "every other Friday", "2026-12-04"),
        ("every Friday at 5pm call mum", "call mum", "every Friday at 5pm", "2026-12-04 17:00"),
        ("call mum every Friday", "call mum", "every Friday", "2026-12-04"),
        ("team review weekly", "team review", "weekly", "2026-12-07"),
        ("check it every 3 months, by 1 March, when done", "check it", "every 3 months when done", "2027-03-01"),
        ("pay rent every month starting 1 Jan", "pay rent", "every month", "2027-01-01"),
        ("pay rent every month from 1 Jan", "pay rent", "every month", "2027-01-01"),
        ("stretch every day", "stretch", "every day", "2026-12-01"),
    ],
)
def test_a_repetition_gives_the_first_date_when_there_is_none(line, action, repeat, due):
    read = draft(line)
    assert (read["action"], read["repeat"], read["due"]) == (action, repeat, due)


def test_the_first_dates_of_a_repetition_are_said():
    (part,) = read_line("pay rent every month on the 15th", READER).parts
    assert part.said == "every month on the 15th: first Tue 15 Dec 2026, then Fri 15 Jan 2027"


def test_a_repetition_takes_a_time_that_stands_elsewhere():
    assert draft("every Friday call mum at 5pm")["due"] == "2026-12-04 17:00"


def test_a_part_of_a_day_stays_in_the_action_with_its_repetition():
    read = draft("gym every Saturday evening")
    assert (read["action"], read["repeat"], read["due"]) == (
        "gym every Saturday evening", "every Saturday", "2026-12-05",
    )  # fmt: skip


@pytest.mark.parametrize("line", ["pay at the start of each month", "meet every Tuesday of March"])
def test_a_part_of_a_repetition_is_none(line):
    read = read_line(line, READER)
    assert read.draft == {"action": line}
    assert [part.field for part in read.parts if part.problem] == ["repeat"]


@pytest.mark.parametrize("line", ["water palms every 2 weekdays", "stretch biweekly", "ring the vet twice a year"])
def test_a_repetition_of_two_meanings_is_named_and_stays_text(line):
    found = read_line(line, READER)
    assert found.draft == {"action": line}
    (part,) = found.parts
    assert part.field == "repeat" and part.problem


@pytest.mark.parametrize("line", ["write the weekly report", "make every minute count", "check every third Wednesday"])
def test_what_is_no_repetition(line):
    assert draft(line) == {"action": line}


@pytest.mark.parametrize(
    ("language", "line", "action", "due"),
    [
        ("de", "Rechnung bis Freitag bezahlen", "Rechnung bezahlen", "2026-12-04"),
        ("de", "Rechnung bis zum 15. Mai bezahlen", "Rechnung bezahlen", "2027-05-15"),
        ("de", "morgen Anna anrufen", "Anna anrufen", "2026-12-01"),
        ("fr", "appeler Anna demain", "appeler Anna", "2026-12-01"),
        ("fr", "payer avant vendredi", "payer", "2026-12-03"),
        ("fr", "payer le 15 août", "payer", "2027-08-15"),
        ("es", "llamar a Ana mañana", "llamar a Ana", "2026-12-01"),
        ("es", "pagar antes del 15 de agosto", "pagar", "2027-08-14"),
        ("zh", "明天交报告", "交报告", "2026-12-01"),
    ],
)
def test_dates_in_other_languages(language, line, action, due):
    read = draft(line, language)
    assert (read["action"], read.get("due")) == (action, due)
    if language != "zh":
        assert draft(line) == {"action": line}
