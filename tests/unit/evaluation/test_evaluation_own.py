from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.errors import VaultError
from app.evaluation.own import OWN_RATES, OwnEvent, own_record, read_events
from app.evaluation.report import own_lines
from app.evaluation.shape import own_shape
from app.ledger.firing_log import FiredEvent, FiringLog
from app.ledger.journal import JournalLine

BEGAN = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)


def at(minutes: int) -> datetime:
    return BEGAN + timedelta(minutes=minutes)


def event(minutes: int, kind: str, id: str, reason: str = "") -> OwnEvent:  # noqa: A002
    return OwnEvent(at(minutes), kind, id, reason)


def rates(events: list[OwnEvent]) -> dict[str, tuple[int, float | None]]:
    record = own_record(events)
    return {name: (rate(record).n, rate(record).value) for name, rate in OWN_RATES.items()}


def test_nothing_recorded_is_said_and_counts_as_zero(tmp_path):
    record = own_record(read_events(tmp_path / "none.jsonl", ()))
    assert not record.recorded
    assert record.counts == {"fired": 0, "acknowledged": 0, "confirmed": 0, "corrected": 0, "resolved": 0}
    assert list(own_lines(record)) == ["No firing is recorded in this vault yet; all figures are zero."]
    assert own_shape(record)["rates"]["confirmed"] == {"n": 0, "rate": None, "interval": None}


def test_each_firing_is_judged_by_what_follows_it():
    events = [
        event(0, "fired", "a", "context"),
        event(1, "confirmed", "a"),
        event(2, "fired", "a", "event"),
        event(3, "corrected", "a"),
        event(4, "fired", "b", "date"),
        event(5, "acknowledged", "b"),
        event(6, "resolved", "b"),
        event(7, "fired", "c"),
        event(8, "confirmed", "unknown"),
    ]
    assert rates(events) == {
        "acknowledged": (4, 0.25),
        "confirmed": (4, 0.25),
        "corrected": (4, 0.25),
        "resolved": (4, 0.25),
        "right_of_judged": (2, 0.5),
    }
    record = own_record(events)
    assert record.fired == {"date": 1, "context": 1, "event": 1, "reason not recorded": 1}
    assert record.since == at(0)
    text = "\n".join(own_lines(record))
    assert "fired 4 since 2026-11-30: by date 1, by context 1, by event 1" in text
    assert own_shape(record)["recorded"] is True


def test_both_records_are_read_and_an_event_in_both_counts_once(tmp_path):
    log = tmp_path / "operations.jsonl"
    records = [
        {"time": at(0).isoformat(), "kind": "fired", "id": "a", "reason": "context", "path": "x.md"},
        {"time": at(1).isoformat(), "kind": "opened", "path": "x.md"},
        {"time": "yesterday", "kind": "fired", "id": "a"},
        {"time": at(2).isoformat(), "kind": "fired", "id": ["a"]},
        {"time": at(2).isoformat(), "kind": ["fired"], "id": "a"},
        ["fired"],
    ]
    log.write_text("\n".join(map(json.dumps, records)) + '\n{"torn', encoding="utf-8")
    journal = [
        JournalLine(at(0), "fired", "a", details={"reason": "context"}),
        JournalLine(at(3), "confirmed", "a", op="one"),
        JournalLine(at(4), "edited", "a", op="two"),
    ]
    found = list(read_events(log, journal))
    assert [(item.kind, item.id, item.reason) for item in found] == [("fired", "a", "context"), ("confirmed", "a", "")]


def test_what_the_application_records_is_counted(tmp_path):
    log = FiringLog(tmp_path / "operations.jsonl", nullcontext)
    one = FiredEvent(at(0), "a", "Daily.md", 3, "The quote came.", "The quote came.", "the quote", 1.2, 1.0)
    log.add_events([one, replace(one, said="Another one came."), replace(one, path="Copy.md")])
    log.add_date("b", at(0).date(), at(1))
    log.add_context("a", at(2))
    table = {"id": "a", "action": "Compare"}
    journal = [
        JournalLine(at(3), "acknowledged", "a", table, table, "one", {"events": [one.key]}),
        JournalLine(at(4), "corrected", "a", table, table, "two", {"events": [one.key]}),
        JournalLine(at(5), "undo", "a", table, table, "three", {"undoes": "two"}),
        JournalLine(at(6), "confirmed", "b", table, table, "four"),
    ]
    record = own_record(read_events(tmp_path / "operations.jsonl", journal))
    assert record.fired == {"date": 1, "context": 1, "event": 2}
    assert record.counts == {"fired": 4, "acknowledged": 1, "confirmed": 1, "corrected": 0, "resolved": 0}


def test_what_was_undone_did_not_happen_unless_it_was_done_again(tmp_path):
    undone = JournalLine(at(1), "undo", "a", op="u", details={"undoes": "one"})
    again = JournalLine(at(2), "redo", "a", op="r", details={"redoes": "one"})
    first = JournalLine(at(0), "corrected", "a", op="one")
    assert not list(read_events(tmp_path / "none", [first, undone]))
    assert [item.kind for item in read_events(tmp_path / "none", [first, undone, again])] == ["corrected"]


def test_a_log_that_cannot_be_read_is_said(tmp_path):
    with pytest.raises(VaultError, match="cannot be read"):
        list(read_events(tmp_path, ()))
