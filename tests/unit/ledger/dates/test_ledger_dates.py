from __future__ import annotations

import subprocess
import sys
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from app.ledger.dates import Ambiguous, NotADate, Span, read_date, read_phrase
from app.ledger.dates.meaning import grammar
from app.ledger.dates.patterns import _Node
from app.ledger.dates.tokens import tokenise
from app.ledger.dates.translation import _MODULES, _tongue, translate
from app.ledger.dates.values import distance, shown_span
from app.ledger.dates.vocabulary import VALUES

WEDNESDAY = date(2026, 8, 12)
NINE = datetime(2026, 8, 12, 9)


def test_two_readings_are_both_named_in_the_usual_order_and_in_a_form_to_type() -> None:
    with pytest.raises(Ambiguous, match="Sat 3 Apr 2027 or Thu 4 Mar 2027; write 2027-04-03 or 2027-03-04") as caught:
        read_date("03/04/2027", WEDNESDAY)
    assert [choice.value for choice in caught.value.choices] == [date(2027, 4, 3), date(2027, 3, 4)]
    with pytest.raises(Ambiguous, match="Thu 4 Mar 2027 or Sat 3 Apr 2027"):
        read_date("03/04/2027", WEDNESDAY, day_first=False)


def test_a_doubt_that_only_one_reading_fits_is_none() -> None:
    assert read_date("Sat 03/04/2027", WEDNESDAY).value == date(2027, 4, 3)
    with pytest.raises(NotADate, match="none of the days"):
        read_date("Sun 03/04/2027", WEDNESDAY)


def test_a_time_that_the_clocks_pass_twice_is_asked_within_a_doubt_too() -> None:
    with pytest.raises(Ambiguous) as caught:
        read_date("10/11/2026 1:30 America/New_York", WEDNESDAY)
    assert [choice.value.isoformat() for choice in caught.value.choices] == [
        "2026-11-10T01:30:00-05:00",
        "2026-10-11T01:30:00-04:00",
    ]
    with pytest.raises(NotADate, match="skip that time"):
        read_date("14/3/2027 2:30 America/New_York", WEDNESDAY)
    with pytest.raises(Ambiguous, match="write 2026-11-01 01:30 -04:00 or 2026-11-01 01:30 -05:00"):
        read_date("1 Nov 2026 1:30 America/New_York", WEDNESDAY)


def test_what_may_be_a_date_or_none_names_the_date() -> None:
    with pytest.raises(Ambiguous, match="it may be Sat 15 Aug 2026, or no date at all; write 2026-08-15"):
        read_date("15-8", WEDNESDAY)


def test_a_doubt_within_a_phrase_reaches_its_whole() -> None:
    for phrase, expected in {
        "before 03/04/2027 at 9:00": ["2027-04-03 09:00", "2027-03-04 09:00"],
        "a week after 3/4": ["2027-04-10", "2027-03-11"],
        "from 10/1/2027 to 10/7/2027": ["2027-07-10", "2027-10-07"],
        "the Monday after 3/4": ["2027-04-05", "2027-03-08"],
        "week of 3/4": ["2027-04-04", "2027-03-07"],
    }.items():
        with pytest.raises(Ambiguous) as caught:
            read_date(phrase, WEDNESDAY)
        assert [str(choice.value)[:16] for choice in caught.value.choices] == expected, phrase


def test_the_reading_is_said_in_words() -> None:
    assert read_date("fri", WEDNESDAY).said == "Fri 14 Aug 2026"
    assert read_date("fri 5pm", WEDNESDAY).said == "Fri 14 Aug 2026, 17:00"
    assert read_date("2026-08-15T17:00:05Z", WEDNESDAY).said == "Sat 15 Aug 2026, 17:00:05 +00:00"
    assert read_date("next week", WEDNESDAY).said == "Mon 17 Aug 2026 (17 to 23 Aug 2026)"
    assert read_phrase("every other Friday", WEDNESDAY).said.startswith("every 2 weeks on Friday, first Fri ")


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("2026-08-15", "2026-08-20", "15 to 20 Aug 2026"),
        ("2026-08-15", "2026-09-03", "15 Aug to 3 Sep 2026"),
        ("2026-12-28", "2027-01-03", "28 Dec 2026 to 3 Jan 2027"),
        ("2026-08-15", "2026-08-15", "Sat 15 Aug 2026"),
    ],
)
def test_a_span_is_said_with_both_ends(first: str, last: str, expected: str) -> None:
    assert shown_span(Span(date.fromisoformat(first), date.fromisoformat(last))) == expected


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (0, "today"), (1, "tomorrow"), (-1, "yesterday"), (3, "in 3 days"), (-3, "3 days ago"), (13, "in 13 days"),
        (14, "in 2 weeks"), (36, "in 5 weeks"), (-36, "5 weeks ago"), (92, "in 3 months"), (800, "in 2 years"),
    ],
)  # fmt: skip
def test_a_distance_is_said_in_the_unit_of_its_size(days: int, expected: str) -> None:
    assert distance(date.fromordinal(WEDNESDAY.toordinal() + days), WEDNESDAY) == expected


def test_a_repetition_is_read_by_its_own_rules_and_is_no_date() -> None:
    reading = read_phrase("every Friday", WEDNESDAY)
    assert (reading.kind, reading.value) == ("repetition", date(2026, 8, 14))
    assert reading.rule is not None and reading.rule.text == "every Friday"
    with pytest.raises(NotADate, match="`repeat`"):
        read_date("every Friday", WEDNESDAY)
    with pytest.raises(NotADate, match="blah"):
        read_phrase("every blah", WEDNESDAY)


def test_a_repetition_with_a_time_begins_at_its_next_time() -> None:
    assert read_phrase("every day at 10", NINE).value == datetime(2026, 8, 12, 10)
    assert read_phrase("every day at 8", NINE).value == datetime(2026, 8, 13, 8)
    assert read_phrase("every Friday at 9", WEDNESDAY).value == datetime(2026, 8, 14, 9)


def test_repetitions_of_other_languages_are_put_into_english() -> None:
    reading = read_phrase("jeden Freitag", WEDNESDAY, languages=("de",))
    assert reading.rule is not None and reading.rule.text == "every friday"


def test_hours_from_now_need_a_moment() -> None:
    with pytest.raises(NotADate, match="need to know the time"):
        read_date("in 2 hours", WEDNESDAY)
    assert read_date("in 2 hours", NINE).value == datetime(2026, 8, 12, 11)
    aware = datetime(2026, 10, 25, 1, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    assert read_date("in 3 hours", aware).value == datetime(2026, 10, 25, 3, 30)


def test_a_base_with_a_zone_counts_its_own_days() -> None:
    assert read_date("tomorrow", datetime(2026, 8, 12, 23, tzinfo=UTC)).value == date(2026, 8, 13)


def test_on_a_saturday_the_weekend_is_now_and_the_end_of_the_week_is_asked() -> None:
    saturday = date(2026, 8, 15)
    assert read_date("this weekend", saturday).value == saturday
    assert read_date("this weekend", date(2026, 8, 16)).value == date(2026, 8, 16)
    with pytest.raises(Ambiguous, match="write 2026-08-16 or 2026-08-21"):
        read_date("end of week", saturday)


def test_ends_of_months_are_kept() -> None:
    assert read_date("in a month", date(2027, 1, 31)).value == date(2027, 2, 28)
    assert read_date("the 31st", date(2026, 9, 1)).value == date(2026, 10, 31)
    assert read_date("end of February", date(2027, 3, 1)).value == date(2028, 2, 29)
    assert read_date("last working day of May", WEDNESDAY).value == date(2027, 5, 31)


def test_further_words_for_a_day() -> None:
    for phrase, expected in {
        "first week of 2027": "2027-01-10",
        "the last week of August": "2026-08-30",
        "third week of next month": "2026-09-20",
        "Friday in two weeks": "2026-08-28",
        "for Friday": "2026-08-14",
        "now + 1 day": "2026-08-13",
        "about 3 days ago": "2026-08-09",
        "the eve of Christmas": "2026-12-24",
        "August 2027": "2027-08-31",
        "last August": "2025-08-31",
        "next August": "2027-08-31",
        "March of next year": "2027-03-31",
        "fiscal": None,
        "for 3 days": None,
        "Monday two weeks from now": None,
        "on 2027": None,
        "quarter past next week": None,
        "32nd quarter": None,
        "week of next month": None,
        "last 3 March": None,
        "next 3 September": None,
        "half to nine": None,
    }.items():
        if expected is None:
            with pytest.raises(NotADate):
                read_date(phrase, WEDNESDAY)
        else:
            assert str(read_date(phrase, WEDNESDAY).value) == expected, phrase


def test_the_library_reads_what_no_rule_of_ours_knows() -> None:
    for phrase, language, expected in (
        ("20 ноября", "ru", "2026-11-20"),
        ("март 2027", "ru", "2027-03-31"),
        ("завтра в 17:00", "ru", "2026-08-13 17:00:00"),
        ("14 januari 2027", "nl", "2027-01-14"),
    ):
        assert str(read_date(phrase, WEDNESDAY, languages=(language,)).value) == expected
        with pytest.raises(NotADate):
            read_date(phrase, WEDNESDAY, languages=(language,), fallback=False)


def test_what_the_library_reads_too_freely_is_refused() -> None:
    for phrase in ("friday 7.6", "через 2 часа", "B12", "morgen"):
        with pytest.raises(NotADate):
            read_date(phrase, WEDNESDAY, languages=("xx",) if phrase == "morgen" else ("en", "ru"))
    assert translate("morgen", "xx") is None
    assert translate("«friday»", "de") is None


def test_every_word_of_a_rule_and_of_a_language_is_known() -> None:
    def words(node: _Node) -> set[str]:
        inner = [*node.words.values(), *node.slots.values(), *([node.rest] if node.rest else [])]
        return set(node.words).union(*(words(child) for child in inner))

    assert {word for word in words(grammar()._root) if word not in VALUES} <= {"+", "-", "@"}
    marks = {"every", "afternext", "LATER", "BEFORE", "WITHIN"}
    for language in _MODULES:
        for word in {word for english in _tongue(language).words.values() for word in english.split()} - marks:
            assert tokenise(word), (language, word)


def test_the_tables_and_the_library_are_loaded_when_they_are_needed() -> None:
    code = (
        "import sys, datetime; import app.workspace, app.ledger.agenda; from app.ledger.dates import read_date;"
        "late = ('app.ledger.dates.r', 'app.ledger.dates.t', 'dateparser');"
        "assert not [name for name in sys.modules if name.startswith(late)];"
        "read_date('next Friday', datetime.date(2026, 8, 12));"
        "assert 'dateparser' not in sys.modules and 'app.ledger.dates.german' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
