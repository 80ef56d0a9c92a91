"""Dates that a longer phrase goes on beside, or that are denied; today is Monday 30 November 2026."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from app.ledger.drafts import Reader
from app.ledger.quick_add import QuickLine, read_line

TODAY = date(2026, 11, 30)


def read(line: str, *languages: str, today: date = TODAY) -> QuickLine:
    return read_line(line, Reader(today, languages=("en", *languages)))


@pytest.mark.parametrize(
    ("language", "line", "action", "due"),
    [
        ("en", "see dentist a week on Tuesday", "see dentist", "2026-12-08"),
        ("en", "see dentist a week on Tuesday at 5pm", "see dentist", "2026-12-08 17:00"),
        ("en", "two weeks today call Bob", "call Bob", "2026-12-14"),
        ("en", "tomorrow week call Bob", "call Bob", "2026-12-08"),
        ("en", "renew it in a year and a half", "renew it", "2028-05-30"),
        ("en", "pay 2w before 5 Jan", "pay", "2026-12-22"),
        ("en", "pay the evening before Friday", "pay", "2026-12-03"),
        ("en", "pay Friday at the latest", "pay", "2026-12-04"),
        ("en", "pay in three days' time", "pay", "2026-12-03"),
        ("en", "pay on the second Friday of January next year", "pay", "2027-01-08"),
        ("en", "pay tomorrow 17:00 Europe/Berlin", "pay", "2026-12-01 17:00+01:00"),
        ("en", "pay tomorrow 5pm UTC", "pay", "2026-12-01 17:00+00:00"),
        ("en", "pay 2026-12-01 17:00Z", "pay", "2026-12-01 17:00+00:00"),
        ("en", "pay 2026-12-01 17:00 +02:00", "pay", "2026-12-01 17:00+02:00"),
        ("de", "Arzt am zweiten Freitag im Januar", "Arzt", "2027-01-08"),
        ("en", "pay in Q1 next year", "pay", "2027-03-31"),
        ("de", "am 3. Freitag im Januar zahlen", "zahlen", "2027-01-15"),
        ("zh", "这个周末付款", "付款", "2026-12-05"),
        ("de", "zahlen nächstes Jahr im März", "zahlen", "2027-03-31"),
        ("de", "Arzt am Samstag in acht Tagen", "Arzt", "2026-12-12"),
        ("de", "Arzt bis zum 15. anrufen", "Arzt anrufen", "2026-12-15"),
        ("de", "nicht später als Freitag zahlen", "zahlen", "2026-12-04"),
        ("fr", "payer vendredi en huit", "payer", "2026-12-11"),
        ("fr", "payer lundi en quinze", "payer", "2026-12-21"),
        ("fr", "payer en mars l'année prochaine", "payer", "2027-03-31"),
        ("es", "pagar en un año y medio", "pagar", "2028-05-30"),
        ("zh", "一年半后付款", "付款", "2028-05-30"),
        ("zh", "下个月5号付款", "付款", "2026-12-05"),
        ("zh", "2027年3月付款", "付款", "2027-03-31"),
        ("zh", "明年三月付款", "付款", "2027-03-31"),
        ("zh", "付款 二〇二七年三月五日", "付款", "2027-03-05"),
    ],
)
def test_what_stands_beside_a_date_is_read_with_it(language, line, action, due):
    draft = read(line, language).draft
    assert (draft["action"], draft.get("due")) == (action, due)


@pytest.mark.parametrize(
    ("line", "due"), [("pay next year in March", "2027-03-31"), ("pay on 5 Mar next year", "2027-03-05")]
)
def test_the_year_is_the_one_that_is_named(line, due):
    assert read(line, today=date(2026, 2, 2)).draft["due"] == due


@pytest.mark.parametrize("languages", [("fr",), ("fr", "es"), ("es", "fr"), ("de", "fr", "es", "zh")])
def test_other_languages_beside_make_no_difference(languages):
    assert read("payer vendredi en huit", *languages).draft["due"] == "2026-12-11"
    assert read("payer lundi en quinze", *languages).draft["due"] == "2026-12-21"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "pay in two weeks on Friday"),
        ("en", "pay by 5 Jan 3000"),
        ("en", "pay on Monday 5/1"),
        ("en", "pay tomorrow 5pm EST"),
        ("en", "pay by 01/12/26"),
        ("en", "pay 01/12/26"),
        ("en", "pay by 1.12."),
        ("en", "ship it in a month or two"),
        ("en", "pay next month by the 5th"),
        ("en", "pay tomorrow in two weeks"),
        ("en", "plan next week by Friday"),
        ("en", "pay Christmas next year"),
        ("en", "pay the 4th of December 2026 Thursday"),
        ("en", "pay 5pm London time tomorrow"),
        ("de", "am ersten Montag im neuen Jahr zahlen"),
        ("de", "zahlen am Freitag dem 4.12."),
        ("es", "pagar el viernes en ocho días"),
        ("zh", "两周后的周五付款"),
        ("zh", "明年春节付款"),
        ("zh", "一月的第二个周五付款"),
        ("de", "Arzt in drei bis vier Wochen"),
        ("de", "zahlen am 5.1."),
        ("fr", "payer mardi 9 décembre"),
        ("es", "pagar el lunes 9 de diciembre"),
        ("zh", "周五以后付款"),
        ("zh", "周五后付款"),
    ],
)
def test_a_part_of_a_phrase_that_cannot_be_read_is_never_the_due_date(language, line):
    found = read(line, language)
    assert found.draft == {"action": line}
    (part,) = found.parts
    assert part.field == "due" and part.problem


def test_a_day_in_numbers_with_a_dot_offers_both_days():
    (part,) = read("pay by 1.12.").parts
    assert part.choices == ("2026-12-01", "2027-01-12")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "pay not before Wed"),
        ("en", "not before Wed pay"),
        ("en", "pay no earlier than Friday"),
        ("en", "never on Sunday pay"),
        ("en", "work never on Sunday"),
        ("en", "pay not until Friday"),
        ("en", "meet not on Friday but Monday"),
        ("en", "not tomorrow"),
        ("en", "Friday at the earliest call Bob"),
        ("en", "call Bob Friday onwards"),
        ("de", "zahlen nicht vor Freitag"),
        ("de", "frühestens am Freitag zahlen"),
        ("fr", "payer pas avant vendredi"),
        ("es", "pagar no antes del viernes"),
        ("zh", "周五前不要付款"),
        ("en", "move the meeting from Friday to Monday"),
        ("fr", "déplacer la réunion du vendredi au lundi"),
        ("es", "mover la reunión del viernes al lunes"),
    ],
)
def test_a_date_that_is_denied_or_moved_to_is_kept_as_text(language, line):
    found = read(line, language)
    assert found.draft == {"action": line}
    assert [part.field for part in found.parts if part.problem] == ["due"]


def test_another_date_counts_beside_one_that_is_denied():
    found = read("by Friday, not before Wed, call")
    assert found.draft["due"] == "2026-12-04"
    assert [part.typed for part in found.parts if part.problem] == ["not before Wed"]


@pytest.mark.parametrize(
    ("line", "action", "due"),
    [
        ("meditate 30 minutes tomorrow", "meditate 30 minutes", "2026-12-01"),
        ("file VAT for October by Friday", "file VAT for October", "2026-12-04"),
        ("tomorrow 3 people come", "3 people come", "2026-12-01"),
        ("call April tomorrow", "call April", "2026-12-01"),
        ("by Friday 20 euros to Bob", "20 euros to Bob", "2026-12-04"),
        ("pay by 5 Jan 3000 euros", "pay 3000 euros", "2027-01-05"),
        ("call tomorrow 17:00 Anna/Bob", "call Anna/Bob", "2026-12-01 17:00"),
        ("tomorrow by 5pm call Bob", "call Bob", "2026-12-01 17:00"),
        ("say no on Friday", "say no", "2026-12-04"),
        ("decide whether or not by Friday", "decide whether or not", "2026-12-04"),
    ],
)
def test_an_ordinary_neighbour_is_left_alone(line, action, due):
    draft = read(line).draft
    assert (draft["action"], draft["due"]) == (action, due)


@pytest.mark.parametrize(
    "line",
    [
        "every quarter end file VAT",
        "every month-end pay rent",
        "every year's end pay",
        "pay every week and a half",
        "pay in two Fridays",
    ],
)
def test_a_longer_repetition_is_not_the_shorter_one(line):
    found = read(line)
    assert found.draft == {"action": line}
    assert [part.field for part in found.parts if part.problem] == ["repeat"]


def test_a_local_time_that_the_clocks_skip_is_refused():
    now = datetime(2026, 11, 30, 9, tzinfo=ZoneInfo("Europe/Berlin"))
    reader = Reader(TODAY, now=now)
    found = read_line("call 28 March 2027 2:30am", reader)
    assert found.draft == {"action": "call 28 March 2027 2:30am"}
    assert "skip" in found.parts[0].problem
    assert read_line("call 28 March 2027 3:30am", reader).draft["due"] == "2027-03-28 03:30"


@pytest.mark.parametrize(
    "piece", ["a week ", "next ", "in two ", "on Friday ", "not ", "5/1 ", "en huit ", "三月", "半"]
)
def test_a_long_row_of_pieces_is_quick_and_raises_nothing(piece):
    line = piece * (10_000 // len(piece))
    assert read(line, "de", "fr", "es", "zh").draft["action"] is not None
