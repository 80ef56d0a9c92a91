from __future__ import annotations

import json
import threading
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from app.errors import BetimesError, VaultError
from app.ledger.commitment import Place, Terms
from app.ledger.firing_log import FiredEvent, FiringLog
from app.ledger.locking import WriterLock
from app.salience.operations import OperationsLog

NOW = datetime(2026, 11, 30, 8, 0, 0, 123456, tzinfo=UTC)
EVENT = FiredEvent(
    NOW, "k7q2", "Daily/2026-08-14.md", 12, "The quote came.", "The quote came.", "the quote", 1.5, 1.0, Terms(1.5)
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / ".betimes" / "operations.jsonl"


@pytest.fixture
def log(path):
    return FiringLog(path, nullcontext)


def test_an_event_is_read_as_it_was_written(log, path):
    assert log.add_events([EVENT]) == [EVENT]
    (line,) = path.read_text().splitlines()
    record = json.loads(line)
    assert record["time"] == NOW.astimezone().isoformat(timespec="microseconds")
    assert record["evidence"] == {"path": "Daily/2026-08-14.md", "line": 12}
    assert (record["kind"], record["reason"], len(record["key"])) == ("fired", "event", 8)
    again = FiringLog(path, nullcontext)
    again.refresh()
    assert again.events == (replace(EVENT, given_key=EVENT.key),)
    firing = again.events[0].firing()
    assert (firing.reason, firing.key, firing.evidence) == ("event", EVENT.key, Place("Daily/2026-08-14.md", 12))
    assert EVENT.firing(14).evidence == Place("Daily/2026-08-14.md", 14)


@pytest.mark.parametrize(
    "other",
    [
        EVENT,
        replace(EVENT, said="the QUOTE came", path="Other.md", time=NOW + timedelta(days=300)),
        replace(EVENT, said="The quote ca", time=NOW + timedelta(seconds=20)),
        replace(EVENT, said="It rained. The quote came.", time=NOW + timedelta(seconds=20)),
    ],
)
def test_the_same_words_never_fire_an_entry_twice(log, other):
    log.add_events([EVENT])
    assert log.add_events([other]) == []
    assert len(log.events) == 1


@pytest.mark.parametrize(
    "other",
    [
        replace(EVENT, id="other"),
        replace(EVENT, said="Another quote."),
        replace(EVENT, said="It rained. The quote came.", path="Other.md"),
        replace(EVENT, said="It rained. The quote came.", time=NOW + timedelta(days=2)),
    ],
)
def test_other_words_or_another_entry_are_another_event(log, other):
    log.add_events([EVENT])
    assert log.add_events([other]) == [other]
    assert len({event.key for event in log.events}) == 2


def test_another_instance_is_heard_before_anything_is_added(path):
    first, second = FiringLog(path, nullcontext), FiringLog(path, nullcontext)
    first.refresh()
    second.refresh()
    assert first.add_events([EVENT]) == [EVENT]
    assert second.add_events([EVENT]) == []


def test_of_many_instances_at_once_one_records(path, tmp_path):
    new = []

    def add():
        new.extend(FiringLog(path, WriterLock(tmp_path / "lock").held).add_events([EVENT]))

    threads = [threading.Thread(target=add) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert new == [EVENT]
    assert len(path.read_text().splitlines()) == 1


def test_dates_and_contexts_are_recorded_once(log, path):
    for _ in range(2):
        log.add_date("k7q2", date(2026, 12, 1), NOW)
        log.add_context("k7q2", NOW)
    log.add_date("k7q2", date(2027, 12, 1), NOW)
    log.add_context("k7q2", NOW + timedelta(days=1))
    found = [json.loads(line) for line in path.read_text().splitlines()]
    assert [(record["reason"], record.get("due")) for record in found] == [
        ("date", "2026-12-01"),
        ("context", None),
        ("date", "2027-12-01"),
        ("context", None),
    ]
    assert log.events == ()


def test_what_cannot_be_read_is_passed_over_and_use_of_notes_is_not_disturbed(log, path):
    use = OperationsLog(path)
    use.append("opened", "Kitchen.md", NOW)
    log.add_events([EVENT])
    good = json.loads(path.read_text().splitlines()[1])
    wrong = [
        good | {"time": "yesterday"},
        good | {"id": 3},
        good | {"evidence": ["x", 1]},
        good | {"evidence": {"path": "x", "line": 0}},
        good | {"said": None},
        good | {"score": "high"},
        good | {"kind": "other"},
        {"kind": "fired"},
        ["fired"],
    ]
    with path.open("a") as file:
        file.writelines(json.dumps(record) + "\n" for record in wrong)
        file.write('{"kind": "fired", torn\n')
        file.write(json.dumps(good | {"id": "b", "terms": {"odd": 1}, "key": 7}) + "\n")
    log.refresh()
    assert [event.id for event in log.events] == ["k7q2", "b"]
    assert log.events[1].terms is None
    assert list(use.mentions()) == ["Kitchen.md"]


HUGE = 10**400
ODD = [
    {"score": float("nan")},
    {"score": float("inf")},
    {"score": HUGE},
    {"score": True},
    {"threshold": float("-inf")},
    {"threshold": None},
    {"evidence": {"path": "x.md", "line": True}},
    {"evidence": {"path": "x.md", "line": 10**30}},
    {"evidence": {"path": "\ud800.md", "line": 1}},
    {"evidence": {"path": "a\0b.md", "line": 1}},
    {"evidence": {"path": "x" * 200_000, "line": 1}},
    {"id": "\ud800"},
    {"said": "half a character \udc00"},
    {"sentence": "a\0b"},
    {"sentence": ["x"]},
    {"sentence": ""},
    {"said": " \n"},
    {"evidence": {"path": "", "line": 1}},
    {"met": "m" * 200_000},
]


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: repr(odd)[:40])
def test_a_record_that_no_program_wrote_fires_nothing(log, path, odd):
    log.add_events([EVENT])
    good = json.loads(path.read_text())
    path.write_text(json.dumps(good | odd) + "\n")
    anew = FiringLog(path, nullcontext)
    anew.refresh()
    assert anew.events == ()


@pytest.mark.parametrize(
    "terms",
    [{"words": float("nan")}, {"words": HUGE}, {"named": 1, "amounts": True}, {"denied": {}}, {"blocker": "\ud800"}]
    + [{"shared": [1]}, {"shared": 5}, {"amount": "\0"}],
    ids=lambda odd: repr(odd)[:40],
)
def test_odd_terms_are_left_out(log, path, terms):
    log.add_events([EVENT])
    path.write_text(json.dumps(json.loads(path.read_text()) | {"terms": terms}) + "\n")
    log.refresh()
    assert [(event.said, event.terms) for event in log.events] == [(EVENT.said, None)]


@pytest.mark.parametrize("key", ["\x1b[31m", "[bold]", "\ud800", "k" * 1000, "", None])
def test_an_odd_key_is_made_anew(log, path, key):
    log.add_events([EVENT])
    path.write_text(json.dumps(json.loads(path.read_text()) | {"key": key}) + "\n")
    log.refresh()
    assert [event.key for event in log.events] == [EVENT.key]


def test_a_log_that_an_editor_wrote_anew_in_its_place_is_read_from_the_start(log, path):
    log.add_events([EVENT])
    other = json.loads(path.read_text()) | {"id": "b", "key": "other"}
    path.write_text(json.dumps(other) + "\n" + json.dumps({"kind": "opened", "note": "y" * 2000}) + "\n")
    log.refresh()
    assert [event.id for event in log.events] == ["b"]


def test_a_log_that_goes_or_is_replaced_is_read_anew(log, path):
    log.add_events([EVENT])
    path.write_bytes(b"")
    log.refresh()
    assert log.events == ()
    assert log.add_events([EVENT]) == [EVENT]
    path.unlink()
    log.refresh()
    assert log.events == ()


def test_a_log_that_cannot_be_used_says_so(tmp_path):
    (tmp_path / "log").mkdir()
    log = FiringLog(tmp_path / "log", nullcontext)
    with pytest.raises(VaultError, match="cannot be read"):
        log.refresh()
    with pytest.raises(BetimesError):
        log.add_events([EVENT])
