from __future__ import annotations

from datetime import date, datetime

import pytest

from app.errors import UsageError
from app.ledger.drafts import FIELDS, Reader, apply_draft, check_draft, draft_of
from app.ledger.entry import Entry

READER = Reader(date(2026, 11, 30))
ENTRY = Entry(
    id="k7q2",
    action="Reconcile the quote",
    when="the quote arrives",
    cues=("they sent their price", "the price is here"),
    due=date(2026, 12, 15),
    lead="3 days",
    links=("Projects/Kitchen#Quotes",),
    tags=("money",),
    priority="high",
)


def test_a_draft_typed_back_changes_nothing():
    assert set(draft_of(ENTRY)) == set(FIELDS)
    assert apply_draft(ENTRY, draft_of(ENTRY), READER) == ENTRY


def test_lists_have_one_item_a_line_and_lose_their_marks():
    changed = apply_draft(ENTRY, {"links": "[[A]]\n\n [[B#c]] ", "tags": "#a\nb"}, READER)
    assert changed.links == ("A", "B#c")
    assert changed.tags == ("a", "b")


def test_an_empty_field_is_removed():
    changed = apply_draft(ENTRY, {"due": "", "cues": " ", "priority": ""}, READER)
    assert (changed.due, changed.cues, changed.priority) == (None, (), None)


def test_dates_are_read_from_the_day_given():
    assert apply_draft(ENTRY, {"due": "tomorrow"}, READER).due == date(2026, 12, 1)


def test_a_date_time_is_typed_as_it_is_stored():
    entry = Entry("a", "x", due=datetime(2026, 12, 1, 9, 30))
    assert draft_of(entry)["due"] == "2026-12-01 09:30"
    assert apply_draft(entry, draft_of(entry), READER).due == entry.due


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("due", "soon"),
        ("due", "2.5"),
        ("lead", "a bit"),
        ("repeat", "now and then"),
        ("priority", "urgent"),
        ("action", "  "),
        ("colour", "red"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(field, typed):
    with pytest.raises(UsageError) as caught:
        apply_draft(ENTRY, {field: typed}, READER)
    assert field in caught.value.message or typed in caught.value.message


def test_each_field_says_how_it_is_read():
    said = check_draft({"action": "", "due": "tomorrow", "lead": "3 days", "repeat": "every day", "tags": "a"}, READER)
    assert said["action"].startswith("! ")
    assert "1 Dec" in said["due"] or "2026-12-01" in said["due"]
    assert said["lead"] == "3 days before"
    assert said["repeat"] == "next Tue 01 Dec 2026"
    assert said["tags"] == ""


def test_a_field_that_cannot_be_read_says_why():
    assert check_draft({"due": "soon"}, READER)["due"].startswith("! soon")
