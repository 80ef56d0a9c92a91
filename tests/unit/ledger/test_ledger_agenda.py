from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone
from pathlib import Path

import pytest

from app.ledger.agenda import build_agenda, commitment_of_entry, commitment_of_task
from app.ledger.commitment import Agenda, Blocking, Firing, Met, NotUnderstood, Place
from app.ledger.entry import UNTIL_FIRED, Entry
from app.ledger.toml_file import parse_document
from app.ledger.view import View, view_of
from app.vault.markdown import parse_note
from app.vault.note import TaskLine
from app.vault.statuses import DEFAULT_STATUSES

DEMO = Path(__file__).resolve().parents[3] / "app" / "demo" / "vault"
NOW = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
TODAY = NOW.date()


@pytest.fixture(scope="module")
def demo() -> tuple[list[Entry], list[TaskLine]]:
    document = parse_document((DEMO / ".betimes" / "ledger.toml").read_bytes(), "ledger.toml")
    notes = [parse_note(path.relative_to(DEMO).as_posix(), path.read_bytes()) for path in sorted(DEMO.rglob("*.md"))]
    return list(view_of(document, {}, View()).entries), [task for note in notes for task in note.tasks]


def ids(items: tuple[object, ...]) -> set[str]:
    return {item.id for item in items if item.home == "ledger"}  # type: ignore[attr-defined]


def test_the_demo_vault_holds_what_the_tour_says(demo: tuple[list[Entry], list[TaskLine]]) -> None:
    context = {name: Firing("event", evidence=Place("Daily/2026-11-27.md", 5)) for name in ("k7q2", "d3fa", "f8ro")}
    agenda = build_agenda(*demo, now=NOW, context=context)
    dated = [item for item in agenda.firing if item.firing and item.firing.reason == "date"]
    late = [item for item in dated if item.firing and (item.firing.days_late or 0) > 0]
    assert {item.id: item.firing.days_late for item in late if item.home == "ledger" and item.firing} == {
        "n147": 7,
        "r14b": 3,
    }
    assert len([item for item in late if item.home == "note"]) == 8
    started = [item for item in dated if item not in late and not item.is_scheduled]
    assert {item.id: item.firing.days_late for item in started if item.home == "ledger" and item.firing} == {
        "e5ff": 0,
        "m3rx": -3,
    }
    assert [item.note.path for item in started if item.note] == ["Daily/2026-11-30.md"] * 2
    assert {item.id for item in agenda.firing if item.firing and item.firing.reason == "event"} == {
        "k7q2",
        "d3fa",
        "f8ro",
    }
    assert [item.action for item in dated if item.is_scheduled] == ["List the width of every appliance for Lena"]
    _check_upcoming(agenda)


def _check_upcoming(agenda: Agenda) -> None:
    week = [item for item in agenda.upcoming if item.due and item.due <= TODAY + timedelta(days=6)]  # type: ignore[operator]
    assert [item.id for item in week if item.home == "ledger"] == ["g8pt"]
    assert len([item for item in week if item.home == "note" and not item.is_scheduled]) == 7
    later = [item for item in agenda.upcoming if item.due and item not in week]
    assert {item.id: str(item.due) for item in later if item.home == "ledger"} == {
        "p68m": "2026-12-14",
        "x15q": "2026-12-15",
        "z31j": "2027-01-31",
    }
    assert {item.id for item in agenda.upcoming if item.when} == {"p68m", "t0rs", "w4sa", "c1dr"}
    assert agenda.snoozed == agenda.maybe == agenda.not_understood == ()
    assert agenda.as_of == TODAY


def test_without_a_context_conditions_wait(demo: tuple[list[Entry], list[TaskLine]]) -> None:
    agenda = build_agenda(*demo, now=NOW)
    assert ids(agenda.firing) == {"n147", "r14b", "e5ff", "m3rx"}
    assert ids(agenda.upcoming) >= {"k7q2", "d3fa", "f8ro"}


def task(**values: object) -> TaskLine:
    given = {"path": "A.md", "line": 3, "raw": "- [ ] x", "status": " ", "text": "x"} | values
    given.setdefault("state", DEFAULT_STATUSES.state(str(given["status"])))
    return TaskLine(**given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("due", "lead", "now", "fires"),
    [
        (date(2026, 12, 1), None, NOW, False),
        (date(2026, 11, 30), None, NOW, True),
        (date(2026, 12, 3), "3 days", NOW, True),
        (date(2026, 12, 4), "3 days", NOW, False),
        (date(2026, 12, 30), "1 month", NOW, True),
        (date(2026, 12, 30), "soon", NOW, False),
        (datetime(2026, 11, 30, 9, 0), None, NOW, False),
        (datetime(2026, 11, 30, 8, 0), None, NOW, True),
        (datetime(2026, 11, 30, 9, 0, tzinfo=timezone(timedelta(hours=1))), None, NOW, True),
        (datetime(2026, 11, 30, 9, 1, tzinfo=timezone(timedelta(hours=1))), None, NOW, False),
        (datetime(2026, 12, 2, 8, 0), "2 days", NOW, True),
        (datetime(2026, 11, 30, 10, 0), "2 hours", NOW, True),
        (datetime(2026, 11, 30, 10, 1), "2 hours", NOW, False),
        (date(2026, 12, 1), "2 hours", NOW, False),
        (date(2026, 11, 30), "2 hours", NOW, True),
        (date(2026, 12, 3), "3 business days", NOW, True),
        (date(2026, 12, 7), "4 business days", NOW, False),
        (date(2026, 12, 7), "5 business days", NOW, True),
        (date(1, 1, 2), "9 years", NOW, True),
        (None, "3 days", NOW, False),
    ],
)
def test_an_entry_fires_from_its_due_date_less_its_lead(
    due: date | None, lead: str | None, now: datetime, fires: bool
) -> None:
    agenda = build_agenda([Entry("aaaa", "x", due=due, lead=lead)], [], now=now)
    assert bool(agenda.firing) is fires
    assert bool(agenda.upcoming) is not fires


def test_days_late_are_counted_in_local_days() -> None:
    here = timezone(timedelta(hours=-8))
    due = datetime(2026, 11, 30, 2, 0, tzinfo=UTC)
    agenda = build_agenda([Entry("aaaa", "x", due=due)], [], now=datetime(2026, 11, 30, 8, 0, tzinfo=here))
    assert agenda.firing[0].firing == Firing("date", 1)
    naive = build_agenda([Entry("aaaa", "x", due=due)], [], now=datetime(2030, 1, 1))
    assert naive.firing


def test_what_waits_for_its_condition_is_hidden_until_the_context_meets_it() -> None:
    entry = Entry("aaaa", "x", when="the quote arrives", due=TODAY - timedelta(days=3), snoozed=UNTIL_FIRED)
    later = Entry("bbbb", "y", snoozed=TODAY + timedelta(days=1))
    hidden = build_agenda([entry, later], [], now=NOW)
    assert (hidden.firing, [item.id for item in hidden.snoozed]) == ((), ["bbbb", "aaaa"])
    met = build_agenda([entry, later], [], now=NOW, context={"aaaa": Firing("context", score=3.0)})
    assert [(item.id, item.firing and item.firing.reason) for item in met.firing] == [("aaaa", "context")]


def test_a_snoozed_entry_is_hidden_until_its_day() -> None:
    entry = Entry("aaaa", "x", due=TODAY, snoozed=TODAY + timedelta(days=1))
    hidden = build_agenda([entry], [], now=NOW, context={"aaaa": Firing("context")})
    assert (hidden.firing, [item.id for item in hidden.snoozed]) == ((), ["aaaa"])
    assert build_agenda([entry], [], now=NOW + timedelta(days=1)).firing


def test_a_match_of_the_context_says_more_than_a_date() -> None:
    firing = Firing("context", score=0.8, threshold=0.5, met=Met("the quote came", "a price"))
    agenda = build_agenda([Entry("aaaa", "x", due=TODAY - timedelta(days=2))], [], now=NOW, context={"aaaa": firing})
    assert agenda.firing[0].firing == Firing("context", 2, 0.8, 0.5, Met("the quote came", "a price"))


def test_what_fires_is_ordered_by_reason_lateness_and_priority() -> None:
    entries = [
        Entry("d", "d", due=TODAY, priority="low"),
        Entry("c", "c", due=TODAY, priority="high"),
        Entry("b", "b", due=TODAY - timedelta(days=1)),
        Entry("a", "a", when="w"),
    ]
    agenda = build_agenda(entries, [task(due=TODAY)], now=NOW, context={"a": Firing("event")})
    assert [item.id for item in agenda.firing] == ["a", "b", "c", "A.md:3", "d"]


def test_what_comes_is_ordered_by_date_then_condition() -> None:
    entries = [Entry("z", "nothing"), Entry("w", "waits", when="x"), Entry("d", "dated", due=date(2027, 1, 1))]
    assert [item.id for item in build_agenda(entries, [], now=NOW).upcoming] == ["d", "w", "z"]


def test_at_most_three_maybes_and_none_that_fires() -> None:
    entries = [Entry(name, name, when="w") for name in "abcde"]
    maybe = {
        name: Firing("context", score=score) for name, score in zip("abcde", (0.1, 0.2, 0.3, 0.4, 0.5), strict=True)
    }
    agenda = build_agenda(entries, [], now=NOW, context={"e": Firing("context", score=0.9)}, maybe=maybe)
    assert [item.id for item in agenda.maybe] == ["d", "c", "b"]
    assert {item.id for item in agenda.upcoming} == set("abcd")


def test_task_lines_count_when_open_and_dated() -> None:
    lines = [
        task(due=TODAY, block_id="b1", tags=("t",), priority="high", repeat="every day"),
        task(line=4, scheduled=TODAY - timedelta(days=3)),
        task(line=5),
        task(line=6, due=TODAY, status="x"),
        task(line=7, due=TODAY, start=TODAY + timedelta(days=1)),
        task(line=8, due=TODAY + timedelta(days=1), scheduled=TODAY - timedelta(days=9)),
        task(line=9, raw="- [ ] y 📅 2026-13-01 ", problem="there is no such day"),
    ]
    agenda = build_agenda([], lines, now=NOW, flagged=[NotUnderstood("l", 1, "t", "r")])
    assert [(item.id, item.firing and item.firing.days_late) for item in agenda.firing] == [
        ("A.md#^b1", 0),
        ("A.md:4", None),
    ]
    assert [item.id for item in agenda.upcoming] == ["A.md:8"]
    assert [(item.id, item.snoozed) for item in agenda.snoozed] == [("A.md:7", TODAY + timedelta(days=1))]
    assert [item.line for item in agenda.not_understood] == [9, 1]
    assert agenda.not_understood[0].text == "- [ ] y 📅 2026-13-01"


def test_commitments_carry_what_their_home_holds() -> None:
    entry = Entry("aaaa", "x", problem="p", cues=("c",), blockers=("b",), created=TODAY)
    assert commitment_of_entry(entry).problem == "p"
    assert commitment_of_entry(entry).cues == ("c",)
    line = commitment_of_task(task(scheduled=TODAY, start=TODAY, links=("L",)))
    assert (line.due, line.start, line.note, line.raw, line.is_scheduled) == (
        TODAY,
        TODAY,
        Place("A.md", 3),
        "- [ ] x",
        True,
    )
    assert [commitment_of_task(task(status=status)).status for status in " x-"] == ["open", "done", "dropped"]


def test_a_task_that_depends_on_an_open_one_is_blocked() -> None:
    lines = [
        task(path="B.md", due=TODAY, depends_on=("a1", "b2", "gone", "me"), task_id="me"),
        task(line=5, text="Ask first", task_id="a1", block_id="blk"),
        task(line=6, text="Was done", task_id="b2", status="x"),
    ]
    agenda = build_agenda([], lines, now=NOW)
    assert [(item.action, item.blocked_by) for item in agenda.firing] == [("x", (Blocking("A.md#^blk", "Ask first"),))]


def test_an_entry_waits_and_is_waited_for_as_the_line_that_it_was_made_of() -> None:
    lines = [
        task(line=1, text="Book the surveyor", due=TODAY, task_id="a1", block_id="one"),
        task(line=2, due=TODAY, depends_on=("a1",)),
        task(line=3, text="Pay", due=TODAY, depends_on=("b2",), block_id="three"),
        task(line=4, text="Sign", task_id="b2"),
        task(line=5, due=TODAY, block_id="one", path="B.md"),
    ]
    entries = [Entry("k7q2", "Book the surveyor", due=TODAY), Entry("p4y5", "Pay", due=TODAY)]
    owners = {("A.md", "one"): "k7q2", ("A.md", "three"): "p4y5"}
    agenda = build_agenda(entries, lines, now=NOW, owners=owners)
    assert {item.id: [one.id for one in item.blocked_by] for item in agenda.firing} == {
        "k7q2": [],
        "p4y5": ["A.md:4"],
        "A.md:2": ["k7q2"],
        "B.md#^one": [],
    }


def test_a_task_fires_at_its_time_of_day_and_from_its_reminder_on() -> None:
    later = TODAY + timedelta(days=9)
    lines = [
        task(line=1, due=TODAY, at=time(23, 59)),
        task(line=2, due=TODAY, at=time(0, 1)),
        task(line=3, due=later, reminder=TODAY, reminder_at=time(0, 1)),
        task(line=4, due=later, reminder=TODAY, reminder_at=time(23, 59)),
        task(line=5, due=later, reminder=TODAY),
        task(line=6, scheduled=TODAY, at=time(0, 1), implied=True, parent=1, parent_text="House"),
    ]
    agenda = build_agenda([], lines, now=NOW)
    assert {item.id for item in agenda.firing} == {"A.md:2", "A.md:3", "A.md:5", "A.md:6"}
    (last,) = [item for item in agenda.firing if item.id == "A.md:6"]
    assert (last.is_implied, last.is_scheduled, last.under) == (True, True, "House")
