from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

import pytest

from app.errors import UsageError
from app.ledger.drafts import FIELDS, Reader, apply_draft, check_draft, draft_of
from app.ledger.entry import UNTIL_FIRED, Entry
from app.ledger.quick_add import read_line

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
    changed = apply_draft(ENTRY, {"links": "[[A]]\n\n [[B#c]] ", "tags": "#a, b\nc"}, READER)
    assert changed.links == ("A", "B#c")
    assert changed.tags == ("a", "b", "c")


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
    assert said["due"] == "Tue 1 Dec 2026, tomorrow"
    assert said["lead"] == "3 days before: from Sat 28 Nov 2026"
    assert said["repeat"] == "every day: then Wed 2 Dec 2026, then Thu 3 Dec 2026"
    assert said["tags"] == ""


def test_a_field_that_cannot_be_read_says_why():
    assert check_draft({"due": "soon"}, READER)["due"].startswith("! soon")


def test_a_repetition_without_a_date_says_when_it_falls_first():
    said = check_draft({"due": "", "lead": "a week", "repeat": "every month on the 15th"}, READER)
    assert said["repeat"] == "every month on the 15th: first Tue 15 Dec 2026, then Fri 15 Jan 2027"
    assert said["lead"] == "a week before"


@pytest.mark.parametrize(
    ("draft", "due", "phrase"),
    [
        ({"due": "next friday "}, date(2026, 12, 11), "next friday"),
        ({"due": "2026-12-24"}, date(2026, 12, 24), None),
        ({"due": "2026-12-24 09:30"}, datetime(2026, 12, 24, 9, 30), None),
        ({"due": "2026-12-24", "due_phrase": "by Christmas Eve"}, date(2026, 12, 24), "by Christmas Eve"),
        ({"due": "2026-12-24", "due_phrase": "by the 15th"}, date(2026, 12, 24), None),
        ({"due": ""}, None, None),
        ({"due": "2026-12-15", "due_phrase": "by the 15th"}, date(2026, 12, 15), "by the 15th"),
        ({"due_phrase": ""}, date(2026, 12, 15), None),
        ({"due_phrase": "mid December"}, date(2026, 12, 15), "mid December"),
        ({"action": "x"}, date(2026, 12, 15), "by the 15th"),
    ],
)
def test_the_words_of_a_date_go_with_it(draft, due, phrase):
    changed = apply_draft(replace(ENTRY, due_phrase="by the 15th"), draft, READER)
    assert (changed.due, changed.due_phrase) == (due, phrase)


def test_hours_from_now_need_to_know_the_time():
    with pytest.raises(UsageError, match="in 2 hours"):
        apply_draft(ENTRY, {"due": "in 2 hours"}, READER)
    reader = replace(READER, now=datetime(2026, 11, 30, 8, 15, 20).astimezone())
    assert apply_draft(ENTRY, {"due": "in 2 hours"}, reader).due == datetime(2026, 11, 30, 10, 15)
    assert read_line("call Ann in 2 hours", reader).draft["due"] == "2026-11-30 10:15"
    assert "due" not in read_line("call Ann in 2 hours", READER).draft


def test_words_without_a_date_are_refused():
    with pytest.raises(UsageError, match="due_phrase"):
        apply_draft(replace(ENTRY, due=None), {"due_phrase": "by May"}, READER)


@pytest.mark.parametrize(
    ("typed", "snoozed", "said"),
    [
        ("in 3 weeks", date(2026, 12, 21), "hidden until Mon 21 Dec 2026, in 3 weeks"),
        ("next week", date(2026, 12, 7), "hidden until Mon 7 Dec 2026, in 7 days"),
        ("January", date(2027, 1, 1), "hidden until Fri 1 Jan 2027, in 5 weeks"),
        ("this week", date(2026, 12, 6), "hidden until Sun 6 Dec 2026, in 6 days"),
        ("until the condition fires", UNTIL_FIRED, "hidden until the condition fires"),
        ("Until it fires", UNTIL_FIRED, "hidden until the condition fires"),
        ("off", None, "not hidden"),
        ("", None, ""),
    ],
)
def test_snoozed_is_a_field(typed, snoozed, said):
    hidden = replace(ENTRY, snoozed=date(2026, 12, 31))
    assert apply_draft(hidden, {"snoozed": typed}, READER).snoozed == snoozed
    assert check_draft({"snoozed": typed, "when": "x"}, READER)["snoozed"] == said


@pytest.mark.parametrize("typed", ["2026-12-24 10:00", "tomorrow 5pm", "tomorrow at 17:00"])
def test_a_time_until_which_an_entry_is_hidden_is_refused_not_dropped(typed):
    assert check_draft({"snoozed": typed}, READER)["snoozed"].startswith(f"! snoozed: {typed} has a time")
    with pytest.raises(UsageError, match="has a time, and an entry is hidden until a day"):
        apply_draft(ENTRY, {"snoozed": typed}, READER)


@pytest.mark.parametrize(
    ("draft", "message"),
    [
        ({"snoozed": "2026-11-30"}, "not after today"),
        ({"snoozed": "soon"}, "soon"),
        ({"snoozed": "until it fires", "when": ""}, "no condition"),
        ({"lead": "2 hours"}, "lead: "),
        ({"repeat": "every 2 hours"}, "repeat: "),
        ({"links": "[[ ]]"}, "names no note"),
    ],
)
def test_fields_that_do_not_go_together_are_refused(draft, message):
    with pytest.raises(UsageError, match=message):
        apply_draft(ENTRY, draft, READER)


def test_a_wait_for_no_condition_is_said():
    assert check_draft({"snoozed": "until it fires", "when": " "}, READER)["snoozed"].startswith("! ")


def test_a_lead_of_hours_goes_with_a_time():
    changed = apply_draft(ENTRY, {"lead": "2 hours", "due": "2026-12-15 17:00"}, READER)
    assert changed.lead == "2 hours"


def test_marks_that_people_type_in_a_field_are_left_out():
    draft = {
        "links": "![[A.md|shown]]\nB#c|d\n[[A.md]]",
        "tags": "#a\na",
        "project": '@"kitchen work"',
        "priority": "!High",
    }
    changed = apply_draft(ENTRY, draft, READER)
    assert (changed.links, changed.tags) == (("A.md", "B#c"), ("a",))
    assert (changed.project, changed.priority) == ("kitchen work", "high")


def test_a_link_to_no_note_is_a_remark_and_no_error():
    reader = Reader(date(2026, 11, 30), known={"Kitchen"}.__contains__)
    said = check_draft({"links": "Kitchen#Quotes\nKitchn\n#here"}, reader)
    assert said == {"links": "no such note yet: Kitchn"}
    assert check_draft({"links": "Kitchn"}, READER) == {"links": ""}
