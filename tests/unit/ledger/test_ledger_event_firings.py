from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from app.errors import VaultError
from app.ledger.event_firings import EventFirings
from app.ledger.firing_log import FiredEvent
from app.ledger.journal import JournalLine, encode_line

NOW = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
EVENT = FiredEvent(NOW, "a", "Daily.md", 12, "The quote came.", "The quote came.", "the quote", 1.5, 1.0)
LATER = replace(EVENT, said="Another came.", time=NOW + timedelta(hours=1))
TABLE = {"id": "a", "action": "Compare", "when": "the quote"}


def line(kind, minutes=5, before=TABLE, after=TABLE, op="", id="a", **details):  # noqa: A002
    return JournalLine(NOW + timedelta(minutes=minutes), kind, id, before, after, op, details)


@pytest.fixture
def journal(tmp_path):
    class Journal:
        path = tmp_path / "journal.jsonl"

        def add(self, *lines):
            with self.path.open("ab") as file:
                file.writelines(map(encode_line, lines))

    return Journal()


@pytest.fixture
def firings(journal):
    return EventFirings(journal.path)


def standing(firings, *events, until=None):
    return firings.current(events or (EVENT,), {"a", "b"}, until)


def test_the_newest_event_of_an_open_entry_stands(firings):
    assert standing(firings) == {"a": EVENT}
    assert standing(firings, LATER, EVENT) == {"a": LATER}
    assert firings.current([EVENT], set()) == {}


@pytest.mark.parametrize(
    "ends",
    [
        line("acknowledged", events=[EVENT.key]),
        line("corrected", events=[EVENT.key]),
        line("resolved", after=None),
        line("removed-by-hand", after=None),
        line("snoozed", after=TABLE | {"snoozed": date(2026, 12, 4)}),
        line("edited-by-hand", after=TABLE | {"snoozed": date(2026, 12, 4)}),
        line("snoozed", minutes=0, after=TABLE | {"snoozed": "until the condition fires"}),
        line("merged", id="b", entries=[{"id": "a", "before": TABLE, "after": None}]),
    ],
)
def test_what_ends_an_event_and_its_undoing(firings, journal, ends):
    ended = replace(ends, op="one")
    journal.add(ended)
    assert standing(firings) == {}
    journal.add(line("undo", 6, undoes="one"))
    assert standing(firings) == {"a": EVENT}
    journal.add(line("redo", 7, undoes="", redoes="one"))
    assert standing(firings) == {}
    assert standing(EventFirings(journal.path)) == {}


@pytest.mark.parametrize(
    "other",
    [
        line("confirmed", after=TABLE | {"cues": ["x"]}),
        line("edited", after=TABLE | {"project": "kitchen"}),
        line("acknowledged", events=["another"]),
        line("resolved", minutes=-5, after=None),
        line("snoozed", before=TABLE | {"snoozed": date(2026, 12, 4)}),
        line("edited", before=TABLE | {"snoozed": date(2026, 12, 4)}, after=TABLE | {"snoozed": date(2026, 12, 4)}),
        line("resolved", after=None, id="b"),
        line("acknowledged", events="all"),
    ],
)
def test_what_ends_nothing(firings, journal, other):
    journal.add(other)
    assert standing(firings) == {"a": EVENT}


def test_an_acknowledged_event_stays_over_when_a_newer_one_comes_and_goes(firings, journal):
    journal.add(line("acknowledged", 90, events=[LATER.key]))
    assert standing(firings, EVENT, LATER) == {"a": EVENT}
    journal.add(line("acknowledged", 91, events=[EVENT.key]))
    assert standing(firings, EVENT, LATER) == {}


def test_a_past_day_knows_nothing_of_what_came_later(firings, journal):
    journal.add(line("acknowledged", 60 * 24, op="one", events=[EVENT.key]), line("undo", 60 * 48, undoes="one"))
    assert standing(firings, until=date(2026, 11, 29)) == {}
    assert standing(firings, until=date(2026, 11, 30)) == {"a": EVENT}
    assert standing(firings, until=date(2026, 12, 1)) == {}
    assert standing(firings) == {"a": EVENT}


def test_a_journal_that_is_replaced_or_goes_is_read_anew(firings, journal):
    journal.add(line("resolved", after=None))
    assert standing(firings) == {}
    journal.path.write_bytes(encode_line(line("edited", after=TABLE | {"project": "x" * 400})))
    assert standing(firings) == {"a": EVENT}
    journal.add(line("resolved", after=None))
    assert standing(firings) == {}
    journal.path.unlink()
    assert standing(firings) == {"a": EVENT}
    journal.path.mkdir()
    with pytest.raises(VaultError, match="journal"):
        standing(firings)


def test_a_torn_line_counts_when_it_is_whole(firings, journal):
    data = encode_line(line("resolved", after=None))
    journal.path.write_bytes(data[:-9])
    assert standing(firings) == {"a": EVENT}
    with journal.path.open("ab") as file:
        file.write(data[-9:])
    assert standing(firings) == {}


def test_an_event_that_comes_later_is_judged_by_the_whole_journal(firings, journal):
    other = replace(EVENT, id="b")
    journal.add(line("resolved", after=None, id="b"))
    assert standing(firings, EVENT) == {"a": EVENT}
    assert standing(firings, EVENT, other) == {"a": EVENT}


def test_a_long_journal_is_read_quickly(firings, journal):
    filler = encode_line(line("edited", id="zzzz", before=None, after={"id": "zzzz", "action": "x" * 200}))
    journal.path.write_bytes(filler * 50_000 + encode_line(line("acknowledged", events=[EVENT.key])))
    began = time.process_time()
    assert standing(firings) == {}
    first = time.process_time() - began
    journal.add(line("edited", after=TABLE))
    began = time.process_time()
    assert standing(firings) == {}
    assert first < 1.0
    assert time.process_time() - began < 0.1
