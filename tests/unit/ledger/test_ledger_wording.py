from __future__ import annotations

from datetime import date, datetime

import pytest

from app.ledger.commitment import Commitment, Firing, Met, Place
from app.ledger.firing_constants import OUT_OF_REACH
from app.ledger.wording import score_words, when_words, why_words

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("due", "words"),
    [
        (None, ""),
        (date(2026, 11, 28), "2 d late"),
        (date(2026, 11, 30), "today"),
        (datetime(2026, 11, 30, 17, 30), "today 17:30"),
        (date(2026, 12, 1), "tomorrow"),
        (date(2026, 12, 3), "Thu"),
        (date(2026, 12, 7), "7 Dec"),
        (date(2027, 1, 31), "31 Jan"),
        (date(2027, 10, 30), "30 Oct"),
        (date(2027, 10, 31), "31 Oct 2027"),
        (date(2028, 1, 31), "31 Jan 2028"),
    ],
)
def test_when_is_said_in_the_shortest_words(due, words):
    assert when_words(Commitment("a", "ledger", "do it", due=due), TODAY) == words


def test_a_scheduled_day_that_has_passed_is_not_called_late():
    item = Commitment("a", "note", "do it", due=date(2026, 11, 28), is_scheduled=True)
    assert when_words(item, TODAY) == "scheduled 2 d ago"


@pytest.mark.parametrize(
    ("firing", "words"),
    [
        (Firing("date", days_late=2), ""),
        (Firing("date", days_late=0), ""),
        (Firing("date", days_late=-3), "due in 3 d"),
        (Firing("context", met=Met("the price came", "the quote arrives")), "because of “the price came”"),
        (
            Firing("event", met=Met("the price came", "x"), evidence=Place("Daily/2026-11-27.md", 12)),
            "because of Daily/2026-11-27, line 12: “the price came”",
        ),
        (Firing("event", evidence=Place("Log.MARKDOWN", 1)), "because of Log, line 1"),
        (Firing("event", met=Met("two\nlines", "x"), evidence=Place(".md", 1)), "because of .md, line 1: “two lines”"),
    ],
)
def test_why_names_the_words_and_the_place(firing, words):
    assert why_words(firing) == words


@pytest.mark.parametrize(("threshold", "words"), [(1.6, "0.74 of 1.60"), (OUT_OF_REACH, "0.74")])
def test_a_score_stands_beside_what_asserts_it_when_anything_does(threshold, words):
    assert score_words(Firing("context", score=0.741, threshold=threshold)) == words
