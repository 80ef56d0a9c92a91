from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import UsageError
from app.ledger.entry import UNTIL_FIRED, Entry
from app.ledger.rendering import same
from app.ledger.tables import changed_table, check_table, entry_of, table_of

GOOD = {
    "id": "k7q2",
    "action": "Reconcile",
    "when": "the quote arrives",
    "cues": ["a", "b"],
    "blockers": ["c"],
    "due": date(2026, 8, 15),
    "lead": "3 days",
    "repeat": "every month on the 15th",
    "snoozed": date(2026, 8, 20),
    "links": ["Projects/Kitchen#Quotes"],
    "project": "kitchen",
    "priority": "high",
    "tags": ["money"],
    "created": datetime(2026, 3, 2, 10, 11, tzinfo=timezone(timedelta(hours=1))),
}


def test_a_whole_entry_is_read_and_written() -> None:
    entry = entry_of(GOOD)
    assert (entry.problem, entry.due, entry.cues, entry.priority) == ("", date(2026, 8, 15), ("a", "b"), "high")
    assert table_of(entry) == GOOD


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("due", "soon", "expected a date"),
        ("due", 5, "expected a date"),
        ("due", "2026-02-30", "no such day"),
        ("snoozed", datetime(2026, 1, 1), "without a time"),
        ("action", 5, "expected a text"),
        ("cues", "one", "expected a list"),
        ("tags", ["a", 1], "expected a list"),
        ("priority", "High", "expected one of"),
        ("id", 5, "expected a text"),
        ("created", "yesterday", "expected a date"),
        ("lead", "2 moons", "days, working days, weeks"),
        ("lead", "2 hours", "needs a time of day"),
        ("lead", "9999 years", "before the calendar"),
        ("repeat", "every blue moon", "every blue moon"),
        ("action", "  ", "no action"),
        ("due", "x" * 80, "…"),
    ],
)
def test_a_bad_value_is_kept_and_named(key: str, value: object, expected: str) -> None:
    entry = entry_of(GOOD | {key: value}, "fall")
    assert key in entry.problem or "no action" in entry.problem
    assert expected in entry.problem
    assert same(table_of(entry)[key], value) or key == "id"


def test_a_date_in_quotes_is_taken_as_meant() -> None:
    entry = entry_of(GOOD | {"due": "2026-08-15", "created": "2026-08-15T10:00:00+01:00"})
    assert entry.due == date(2026, 8, 15)
    assert entry.created == datetime(2026, 8, 15, 10, tzinfo=timezone(timedelta(hours=1)))
    assert entry.problem == ""


def test_unknown_keys_are_kept() -> None:
    table = GOOD | {"estimate": 3, "nested": {"a": [1, date(2026, 1, 1)]}}
    entry = entry_of(table)
    assert entry.unknown == {"estimate": 3, "nested": {"a": [1, date(2026, 1, 1)]}}
    assert table_of(entry) == table


def test_changes_set_and_remove_keys() -> None:
    changed = changed_table(GOOD, {"due": None, "tags": (), "project": "", "cues": ("x",), "priority": "low"})
    assert changed["cues"] == ["x"]
    assert changed["priority"] == "low"
    assert not {"due", "tags", "project"} & changed.keys()


@pytest.mark.parametrize(
    "changes",
    [{"due": "soon"}, {"id": "x"}, {"estimate": 1}, {"action": ""}, {"cues": "one"}, {"lead": "soon"}, {"repeat": "x"}],
)
def test_a_change_that_a_field_cannot_take_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        changed_table(GOOD, changes)


def test_an_old_mistake_does_not_stand_in_the_way_of_another_field() -> None:
    assert changed_table(GOOD | {"due": "soon"}, {"project": "x"})["due"] == "soon"


def test_what_is_said_of_a_due_date_goes_with_it() -> None:
    table = GOOD | {"due": date(2027, 2, 28), "due_phrase": "end of february", "anchor": date(2027, 1, 31)}
    moved = changed_table(table, {"due": date(2027, 3, 5)})
    assert not {"due_phrase", "anchor"} & moved.keys()
    assert changed_table(table, {"due": date(2027, 3, 5), "due_phrase": "5 March"})["due_phrase"] == "5 March"
    assert changed_table(table, {"project": "x"})["anchor"] == date(2027, 1, 31)


def test_waiting_for_the_condition_needs_one() -> None:
    waiting = changed_table({"id": "a", "action": "x", "when": "it rains"}, {"snoozed": UNTIL_FIRED})
    assert entry_of(waiting).snoozed == UNTIL_FIRED
    with pytest.raises(UsageError, match="needs a condition"):
        changed_table(waiting, {"when": None})
    assert changed_table(waiting, {"when": None, "snoozed": None}) == {"id": "a", "action": "x"}


def test_a_date_in_words_is_named_as_the_day_it_was_when_the_entry_was_made() -> None:
    table = {"id": "a", "action": "x", "due": "next friday", "created": datetime(2026, 8, 12, 9, 0)}
    assert "counted from `created` that is 2026-08-21" in entry_of(table).problem
    assert "counted" not in entry_of(table | {"due": "whenever"}).problem
    assert "counted" not in entry_of({"id": "a", "action": "x", "due": "next friday"}).problem


def test_text_that_utf8_cannot_hold_is_refused() -> None:
    with pytest.raises(UsageError, match="cannot be stored"):
        check_table({"id": "a", "action": "x", "other": [{"k": "\ud800"}]})


entries = st.builds(
    Entry,
    id=st.text("abcdef234", min_size=4, max_size=4),
    action=st.text(min_size=1).filter(str.strip),
    when=st.none() | st.text(min_size=1),
    cues=st.lists(st.text(), max_size=3).map(tuple),
    due=st.none()
    | st.dates(date(2, 1, 1))
    | st.datetimes(datetime(2, 1, 1)).map(lambda value: value.replace(microsecond=0)),
    lead=st.none() | st.sampled_from(["3 days", "1 week"]),
    snoozed=st.none() | st.dates() | st.just(UNTIL_FIRED),
    priority=st.none() | st.sampled_from(["highest", "low"]),
    tags=st.lists(st.text(), max_size=3).map(tuple),
    unknown=st.dictionaries(st.sampled_from(["x", "y"]), st.integers() | st.text(), max_size=2),
).filter(lambda entry: entry.when is not None or entry.snoozed != UNTIL_FIRED)


@given(entries)
def test_entries_survive_the_table(entry: Entry) -> None:
    assert entry_of(table_of(entry)) == entry
