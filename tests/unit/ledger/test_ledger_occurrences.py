from __future__ import annotations

import os
import subprocess
import sys
from datetime import date, datetime, timedelta, timezone

import pytest
from ledger_support import NOW, VaultOnDisk

from app.errors import WriteRefused
from app.ledger.entry import Entry
from app.ledger.occurrences import next_occurrence, repeats

LOCAL = """
import sys
from datetime import datetime
from app.ledger.occurrences import next_occurrence
due = datetime.fromisoformat(sys.argv[1])
for _ in range(3):
    due = next_occurrence({"id": "a", "action": "a", "due": due, "repeat": "every day"}, due, "b")["due"]
    print(due.isoformat())
"""


def table(**fields: object) -> dict[str, object]:
    return {"id": "a", "action": "Pay", "repeat": "every month"} | fields


def following(resolved: datetime = NOW, **fields: object) -> dict[str, object]:
    found = next_occurrence(table(**fields), resolved, "b")
    assert found is not None
    return found


def test_only_what_is_done_goes_on() -> None:
    assert repeats(table(), "done")
    assert not repeats(table(), "dropped")
    assert not repeats({"action": "a"}, "done")


def test_the_next_occurrence_is_new_and_keeps_everything_else() -> None:
    found = following(due=date(2026, 12, 3), lead="3 days", snoozed=date(2026, 12, 1), due_phrase="3 Dec", x={"y": 1})
    assert found == table(id="b", due=date(2027, 1, 3), lead="3 days", x={"y": 1}, created=NOW)


def test_a_shorter_month_keeps_the_day_as_an_anchor_until_it_is_back() -> None:
    february = following(due=date(2026, 1, 31))
    assert (february["due"], february["anchor"]) == (date(2026, 2, 28), date(2026, 1, 31))
    march = next_occurrence(february, NOW, "c")
    assert march is not None
    assert march["due"] == date(2026, 3, 31)
    assert "anchor" not in march
    april = next_occurrence(march, NOW, "d")
    assert april is not None
    assert (april["due"], april["anchor"]) == (date(2026, 4, 30), date(2026, 3, 31))


def test_a_leap_day_comes_back_in_leap_years() -> None:
    present, dues = table(due=date(2024, 2, 29), repeat="every year"), []
    for _ in range(4):
        after = next_occurrence(present, NOW, "b")
        assert after is not None
        present = after
        dues.append((str(present["due"]), "anchor" in present))
    assert dues == [("2025-02-28", True), ("2026-02-28", True), ("2027-02-28", True), ("2028-02-29", False)]


@pytest.mark.parametrize(
    ("due", "repeat"),
    [
        (date(2026, 3, 15), "every month"),
        (date(2026, 2, 28), "every month on the 28th"),
        (date(2026, 2, 28), "every month when done"),
    ],
)
def test_an_anchor_is_dropped_when_the_date_was_moved_or_the_rule_changed(due: date, repeat: str) -> None:
    found = following(due=due, repeat=repeat, anchor=date(2026, 1, 31))
    assert "anchor" not in found
    assert found["due"] in (date(2026, 4, 15), date(2026, 3, 28), date(2026, 12, 30))


def test_times_anchor_too() -> None:
    found = following(due=datetime(2026, 1, 31, 9, 0))
    assert (found["due"], found["anchor"]) == (datetime(2026, 2, 28, 9, 0), date(2026, 1, 31))


def test_what_is_late_is_followed_by_the_next_one_and_when_done_by_none_that_is_late() -> None:
    assert following(due=date(2026, 8, 15))["due"] == date(2026, 9, 15)
    assert following(due=date(2026, 8, 15), repeat="every month when done")["due"] == date(2026, 12, 30)
    assert following(due=date(2026, 8, 15), repeat="every! 2 weeks")["due"] == date(2026, 12, 14)


@pytest.mark.parametrize(
    ("repeat", "due", "expected"),
    [
        ("every day", None, date(2026, 12, 1)),
        ("every 4 hours", None, datetime(2026, 11, 30, 12, 0)),
        ("every day at 9:30", None, datetime(2026, 12, 1, 9, 30)),
        ("every day at 9 and 17", date(2026, 12, 3), datetime(2026, 12, 4, 9, 0)),
        ("every day at 9 and 17", datetime(2026, 12, 3, 9, 0), datetime(2026, 12, 3, 17, 0)),
        ("every 2 hours when done", datetime(2026, 11, 30, 7, 0), datetime(2026, 11, 30, 10, 0)),
    ],
)
def test_a_rule_that_names_times_gives_them(repeat: str, due: object, expected: object) -> None:
    fields = {} if due is None else {"due": due}
    assert following(repeat=repeat, **fields)["due"] == expected


def test_a_condition_waits_again_with_a_date_or_without() -> None:
    waiting = following(when="the fan hums", repeat="every 3 months")
    assert waiting == table(id="b", when="the fan hums", repeat="every 3 months", created=NOW)
    dated = following(when="the fan hums", due=date(2026, 11, 30), snoozed="until the condition fires")
    assert (dated["when"], dated["due"]) == ("the fan hums", date(2026, 12, 30))
    assert "snoozed" not in dated


def test_a_rule_with_a_last_day_ends() -> None:
    for fields in ({"due": date(2026, 11, 28)}, {}, {"when": "it hums"}):
        assert next_occurrence(table(repeat="every week until 2026-11-30", **fields), NOW, "b") is None
        assert next_occurrence(table(repeat="every day until 2026-12-01", **fields), NOW, "b") is not None


@pytest.mark.parametrize("repeat", ["every 2 weekdays", "every day blah", "every week for 3 times", "every 4 hours"])
def test_what_cannot_be_computed_is_refused_with_the_reason(repeat: str) -> None:
    with pytest.raises(WriteRefused, match=repeat) as refused:
        next_occurrence(table(due=date(2026, 11, 30), repeat=repeat), NOW, "b")
    assert "“Pay” was not resolved" in refused.value.message


@pytest.mark.parametrize(
    ("zone", "due", "expected"),
    [
        ("Europe/Berlin", "2026-03-28T09:00:00+01:00", ["2026-03-29T09:00:00+02:00", "2026-03-30T09:00:00+02:00"]),
        ("Europe/Berlin", "2026-03-28T02:30:00+01:00", ["2026-03-29T02:30:00+01:00", "2026-03-30T02:30:00+02:00"]),
        ("America/Sao_Paulo", "2018-02-17T09:00:00-02:00", ["2018-02-18T09:00:00-03:00", "2018-02-19T09:00:00-03:00"]),
        ("Asia/Kathmandu", "2026-03-28T09:00:00+05:45", ["2026-03-29T09:00:00+05:45", "2026-03-30T09:00:00+05:45"]),
        ("Europe/Berlin", "2026-03-28T09:00:00+05:45", ["2026-03-29T09:00:00+05:45", "2026-03-30T09:00:00+05:45"]),
    ],
)
def test_the_wall_time_stays_across_summer_time(zone: str, due: str, expected: list[str]) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LOCAL, due], env=os.environ | {"TZ": zone}, capture_output=True, text=True, check=True
    )
    assert ran.stdout.split()[:2] == expected


def test_a_named_offset_is_kept() -> None:
    due = datetime(2026, 11, 30, 10, 0, tzinfo=timezone(timedelta(hours=5, minutes=45)))
    assert str(following(due=due, repeat="every week")["due"]) == "2026-12-07 10:00:00+05:45"


def test_the_anchor_is_in_the_file_and_one_undo_takes_all_of_it_back(vault: VaultOnDisk) -> None:
    ledger = vault.open()
    entry = ledger.add(Entry("", "Pay", due=date(2026, 1, 31), due_phrase="end of Jan", repeat="every month"))
    before = vault.read()
    after = ledger.entry(ledger.resolve(entry.id).followed_by)
    assert (after.due, after.anchor, after.due_phrase) == (date(2026, 2, 28), date(2026, 1, 31), None)
    assert "anchor = 2026-01-31" in vault.read()
    vault.open().undo()
    assert vault.read() == before
    assert vault.resolved_ids() == []
    vault.open().redo()
    assert [item.due for item in vault.open().entries] == [date(2026, 2, 28)]
    again = vault.open()
    march = again.entry(again.resolve(after.id).followed_by)
    assert (march.due, march.anchor) == (date(2026, 3, 31), None)
    assert "anchor" not in vault.read()


def test_the_last_occurrence_of_a_rule_leaves_none_and_can_be_taken_back(vault: VaultOnDisk) -> None:
    ledger = vault.open()
    entry = ledger.add(Entry("", "Pay", due=date(2026, 11, 30), repeat="every week until 2026-12-06"))
    assert ledger.resolve(entry.id).followed_by == ""
    assert ledger.entries == ()
    ledger.undo()
    assert [item.repeat for item in ledger.entries] == ["every week until 2026-12-06"]
    ledger.resolve(entry.id)
    assert ledger.reopen(entry.id).repeat == "every week until 2026-12-06"
