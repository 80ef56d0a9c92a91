from __future__ import annotations

import json
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ledger.condition_dates import in_season, is_over, read_season, season_of, situation_of, span_of
from app.ledger.condition_dates.leading_words import condition_words
from app.ledger.condition_dates.wording import condition_reading, season_words
from app.ledger.entry import Entry
from app.ledger.entry_vectors import entry_texts
from app.ledger.toml_file import parse_document
from app.ledger.view import View, view_of

ROOT = Path(__file__).resolve().parents[3]
MADE = date(2026, 5, 20)

LIMITS = {
    "after the 15th when the quote is in": ("2026-06-16", None, "the quote is in"),
    "when the quote is in, after the 15th": ("2026-06-16", None, "when the quote is in"),
    "the quote is in (after the 15th)": ("2026-06-16", None, "the quote is in"),
    "after June 15, 2027, when the quote is in": ("2027-06-16", None, "the quote is in"),
    "after the 15th and before the 30th when the quote is in": ("2026-06-16", "2026-06-29", "the quote is in"),
    "once past the 15th, when Anna calls": ("2026-06-16", None, "Anna calls"),
    "after the weekend, when it is dry": ("2026-05-25", None, "it is dry"),
    "after 2 weeks when the paint is dry": ("2026-06-03", None, "the paint is dry"),
    "after 17:00 on 15 June when it rains": ("2026-06-15", None, "it rains"),
    "not before 1 July when it rains": ("2026-07-01", None, "it rains"),
    "from 1 July on, whenever I book a flight": ("2026-07-01", None, "I book a flight"),
    "on or after 1 June when Anna calls": ("2026-06-01", None, "Anna calls"),
    "since 1 June, the quote is in": (None, None, "the quote is in"),
    "since 1 May 2026 when the quote is in": ("2026-05-01", None, "the quote is in"),
    "before 14 June when the quote is in": (None, "2026-06-13", "the quote is in"),
    "before June when Anna calls": (None, "2026-05-31", "Anna calls"),
    "no later than 5 June if Anna calls": (None, "2026-06-05", "Anna calls"),
    "until the 5th, if Anna calls": (None, "2026-06-05", "Anna calls"),
    "within 2 weeks, when the paint is dry": (None, "2026-06-03", "the paint is dry"),
    "while Anna is away (until 14 June)": (None, "2026-06-14", "while Anna is away"),
    "between 1 and 14 June when the quote is in": ("2026-06-01", "2026-06-14", "the quote is in"),
    "in June when the roses bloom": ("2026-06-01", "2026-06-30", "the roses bloom"),
    "in 2027 when I book": ("2027-01-01", "2027-12-31", "I book"),
    "on 15 June when the shop opens": ("2026-06-15", "2026-06-15", "the shop opens"),
    "tomorrow when the plumber comes": ("2026-05-21", "2026-05-21", "the plumber comes"),
    "next week when Anna is back": ("2026-05-25", "2026-05-31", "Anna is back"),
    "over the weekend when it is dry": ("2026-05-23", "2026-05-24", "it is dry"),
    "nach dem 15. wenn das Angebot da ist": ("2026-06-16", None, "das Angebot da ist"),
    "après le 15 juin, quand le devis est là": ("2026-06-16", None, "le devis est là"),
    "después del 15 de junio cuando llegue el presupuesto": ("2026-06-16", None, "llegue el presupuesto"),
}
DAYS = {
    "while we are abroad (1 to 14 June)": ("2026-06-01", "2026-06-14", "while we are abroad"),
    "while we are abroad from 1 to 14 June": ("2026-06-01", "2026-06-14", "while we are abroad"),
    "from 1 to 14 June while we are abroad": ("2026-06-01", "2026-06-14", "while we are abroad"),
    "during our holiday, 1-14 June": ("2026-06-01", "2026-06-14", "during our holiday"),
    "during the open day (15 June)": ("2026-06-15", "2026-06-15", "during the open day"),
    "we are abroad (1 to 14 June)": ("2026-06-01", "2026-06-14", "we are abroad"),
    "the kids are on holiday, 20 July to 31 Aug": ("2026-07-20", "2026-08-31", "the kids are on holiday"),
    "we are away (24 Dec to 2 Jan)": ("2026-12-24", "2027-01-02", "we are away"),
    "from 1 to 14 June": ("2026-06-01", "2026-06-14", ""),
    "in the week of 7 June": ("2026-06-01", "2026-06-07", ""),
    "during June": ("2026-06-01", "2026-06-30", ""),
    "15 June": ("2026-06-15", "2026-06-15", ""),
    "by Friday": ("2026-05-22", "2026-05-22", ""),
    "after Christmas": ("2026-12-26", None, ""),
    "in 2 weeks": ("2026-06-03", None, ""),
    "until 14 June": (None, "2026-06-14", ""),
    "während wir weg sind (1. bis 14. Juni)": ("2026-06-01", "2026-06-14", "während wir weg sind"),
    "pendant les vacances (du 1er au 14 juin)": ("2026-06-01", "2026-06-14", "pendant les vacances"),
}
WORDS = (
    "the Saturday market closes", "a may tree blossoms", "the 15th wedding anniversary", "room 12 is free",
    "until then", "before the guests arrive", "after the first, the second comes", "after work when the shop is open",
    "after 5pm when I am home", "after midnight when it rains", "in the morning, when it rains",
    "the invoice (June) arrives", "the invoice arrives (June)", "the invoice arrives (Q3 2027)",
    "the fair opens (15 June)", "the report on 3 June is ready", "on Fridays when the shop opens", "every Friday",
    "2 weeks when the paint dries", "when March comes", "march on, when the band plays", "the shop is open (9-5)",
    "open 9 to 5", "the quote is above 25,000", "between 10 and 20 euro", "more than 3 quotes are in",
    "version 2.1 comes out, 3.2", "the price drops, down to 4", "Saturday, pyjamas, coffee", "May, June and Ann meet",
    "one day when I have time", "the second when he calls", "once the camper has done about 100 km", "a week",
    "someone asks for a quote by 15 June", "", " ",
)  # fmt: skip


@pytest.mark.parametrize(("when", "expected"), LIMITS.items())
def test_dates_that_limit_a_situation(when: str, expected: tuple[str | None, str | None, str]) -> None:
    season = read_season(when, MADE)
    assert season is not None
    first, last = (day and day.isoformat() for day in season.days)
    assert (first, last, season.situation, season.fires) == (*expected, False)


@pytest.mark.parametrize(("when", "expected"), DAYS.items())
def test_days_that_are_the_condition(when: str, expected: tuple[str | None, str | None, str]) -> None:
    season = read_season(when, MADE)
    assert season is not None
    first, last = (day and day.isoformat() for day in season.days)
    assert (first, last, season.situation, season.fires) == (*expected, True)


@pytest.mark.parametrize("when", WORDS)
def test_words_that_only_look_like_dates(when: str) -> None:
    assert read_season(when, MADE) is None


@pytest.mark.parametrize("when", ["after 03/04/2027 when it rains", "until June when it rains"])
def test_what_may_mean_several_days_is_said_and_limits_nothing(when: str) -> None:
    season = read_season(when, MADE)
    assert season is not None
    assert (season.days, season.fires, season.situation) == ((None, None), False, when)
    assert "it may be" in season.doubt and "write" in season.doubt
    assert in_season(_entry(when), MADE)
    assert condition_reading(when, MADE).startswith("not taken as a date: ")


def test_no_condition_of_the_blueprints_and_of_the_demonstration_has_a_date() -> None:
    lines = (ROOT / "tests/data/blueprints.jsonl").read_text(encoding="utf-8").splitlines()
    conditions = [json.loads(line)["entry"]["condition"] for line in lines]
    demo = ROOT / "app/demo/vault/.betimes/ledger.toml"
    entries = view_of(parse_document(demo.read_bytes(), demo.name), {}, View()).entries
    found = [when for when in (*conditions, *(entry.when for entry in entries)) if when]
    assert len(found) == 25 + 7
    assert [when for when in found if read_season(when, date(2026, 1, 1))] == []
    assert [entry.when for entry in entries if season_of(entry)] == []


def _entry(when: str | None, lead: str | None = None, created: date | None = MADE) -> Entry:
    return Entry("a", "Do it", when=when, lead=lead, created=created)


def test_in_season_is_true_inside_the_dates_and_without_any() -> None:
    entry = _entry("after the 15th when the quote is in")
    assert [in_season(entry, date(2026, 6, day)) for day in (1, 15, 16, 30)] == [False, False, True, True]
    assert in_season(_entry("the quote is in"), MADE)
    assert in_season(_entry(None), MADE)
    assert span_of(entry) is None


def test_a_lead_widens_days_that_are_the_condition_and_not_those_that_limit_it() -> None:
    abroad, gated = (
        _entry("while we are abroad (1 to 14 June)", "3 days"),
        _entry("from 1 June when it rains", "3 days"),
    )
    days = [date(2026, 5, 28), date(2026, 5, 29), date(2026, 6, 14), date(2026, 6, 15)]
    assert [in_season(abroad, day) for day in days] == [False, True, True, False]
    assert not in_season(gated, date(2026, 5, 31))
    assert in_season(_entry("15 June", "2 hours"), date(2026, 6, 15))
    assert not in_season(_entry("15 June", "9999 years"), date(2026, 6, 14))


def test_dates_are_counted_from_the_day_on_which_the_entry_was_made() -> None:
    when = "after the 15th when the quote is in"
    made = datetime(2026, 3, 20, 23, 30, tzinfo=UTC)
    season = season_of(Entry("a", "Do it", when=when, created=made))
    assert season is not None and season.first == date(2026, 4, 16)


def test_without_that_day_only_dates_with_a_year_count() -> None:
    assert season_of(_entry("after the 15th when it rains", created=None)) is None
    season = season_of(_entry("after 15 June 2026 when it rains", created=None))
    assert season is not None and season.first == date(2026, 6, 16)


def test_is_over_behind_the_last_day() -> None:
    entry = _entry("while we are abroad (1 to 14 June)")
    assert [is_over(entry, date(2026, 6, day)) for day in (14, 15)] == [False, True]
    assert not is_over(_entry("after the 15th when it rains"), date(2030, 1, 1))
    assert not is_over(_entry(None), MADE)


def test_what_is_matched_has_no_dates_and_what_is_shown_has_them() -> None:
    entry = _entry("after the 15th when the quote is in")
    assert situation_of(entry) == "the quote is in"
    texts = entry_texts(entry)
    assert [text.text for text in texts] == ["the quote is in", "Do it: the quote is in"]
    assert {text.shown for text in texts} == {entry.when}
    assert entry_texts(_entry("from 1 to 14 June")) == ()
    assert situation_of(_entry(None)) == ""


@pytest.mark.parametrize(
    ("when", "words"),
    [
        ("after the 15th when the quote is in", "counts from Tue 16 Jun 2026 on"),
        ("until the 5th, if Anna calls", "counts until Fri 5 Jun 2026"),
        ("on 15 June when the shop opens", "counts on Mon 15 Jun 2026"),
        ("while we are abroad (1 to 14 June)", "fires 1 to 14 Jun 2026"),
        ("since 1 June, the quote is in", "counts always"),
        ("until 1 May 2026, when it rains", "counts until Fri 1 May 2026, which is past"),
        ("after 5 July and before 1 June 2026 when it rains", "never counts: no day is in all of after 5 July, before"),
        ("the quote is in after the 15th", "“after the 15th” counts as words only"),
        ("the quote is in", ""),
    ],
)
def test_how_a_condition_is_read_is_said(when: str, words: str) -> None:
    said = condition_reading(when, MADE)
    assert said.startswith(words) and (said != "") == (words != "")


def test_season_words_say_what_is_past_only_when_asked() -> None:
    season = read_season("until 1 May 2026, when it rains", MADE)
    assert season is not None
    assert season_words(season) == "counts until Fri 1 May 2026"


def test_a_condition_follows_an_action_with_one_when() -> None:
    assert condition_words("the quote is in") == "when the quote is in"
    for when in ("when the quote is in", "while we are abroad (1 to 14 June)", "after the 15th when the quote is in"):
        assert condition_words(when) == when


@given(st.text(max_size=200), st.none() | st.dates(date(2000, 1, 1), date(2100, 1, 1)))
def test_anything_is_read(when: str, made: date | None) -> None:
    season = read_season(when, made)
    assert season is None or season.phrases or season.doubt


_PIECES = st.sampled_from(
    [
        "after",
        "before",
        "until",
        "from",
        "between",
        "while",
        "during",
        "in",
        "on",
        "by",
        ",",
        "(",
        ")",
        "-",
        "and",
        "when",
        "the",
        "15th",
        "1",
        "14",
        "June",
        "to",
        "Friday",
        "next",
        "week",
        "2027",
        "03/04/2027",
        "it",
        "rains",
        "5pm",
    ]
)


@given(st.lists(_PIECES, max_size=14).map(" ".join), st.dates(date(2000, 1, 1), date(2100, 1, 1)))
def test_any_row_of_date_words_is_read(when: str, made: date) -> None:
    season = read_season(when, made)
    if season is not None and not season.doubt:
        assert season.phrases
        assert len(season.situation) <= len(when)
        assert all(phrase in " ".join(when.split()) for phrase in season.phrases)


@given(
    st.dates(date(2000, 1, 1), date(2090, 1, 1)),
    st.integers(0, 300),
    st.integers(0, 60),
    st.sampled_from(["while we are away ({} to {})", "from {} to {}", "between {} and {} when it rains"]),
)
def test_days_written_out_are_those_days(made: date, ahead: int, length: int, pattern: str) -> None:
    first = made + timedelta(days=ahead)
    last = first + timedelta(days=length)
    season = read_season(pattern.format(first.isoformat(), last.isoformat()), made)
    assert season is not None and season.days == (first, last)


@pytest.mark.parametrize(
    "when",
    ["after " * 2000, "(" * 10_000, "(1 to 14 June) " * 700, ", " * 5000, "1" * 10_000, "when " * 2000 + "15th",
             "after the 15th and " * 500, " " * 10_000 + "15 June", "during 1-14 June, " * 600],
    ids=range(9),
)  # fmt: skip
def test_long_text_is_read_at_once(when: str) -> None:
    began = time.process_time()
    season = read_season(when, MADE)
    assert time.process_time() - began < 1.0
    assert season is None or season.phrases
