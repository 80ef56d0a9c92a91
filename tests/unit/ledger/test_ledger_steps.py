from __future__ import annotations

from datetime import UTC, date, datetime

from app.ledger.entry import UNTIL_FIRED
from app.ledger.journal import JournalLine
from app.ledger.steps import FieldChange, Steps

NOW = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
RENT = {"id": "aaaa", "action": "Pay the rent", "when": "it is late", "tags": ["money"]}

OPEN, DONE = "- [ ] call 📅 2026-12-01", "- [x] call 📅 2026-12-01"


def line(op: str, kind: str, before: object, after: object, **details: object) -> JournalLine:
    return JournalLine(NOW, kind, "aaaa", before, after, op, details)


LINES = [
    line("1", "added", None, RENT),
    line("2", "edited", RENT, RENT | {"due": date(2026, 12, 1)}),
    line("3", "undo", RENT | {"due": date(2026, 12, 1)}, RENT, undoes="2"),
    line("4", "snoozed", RENT, RENT | {"snoozed": UNTIL_FIRED}),
    line("5", "edited-by-hand", RENT, RENT | {"tags": ["money", "home"]}),
    line("6", "removed-by-hand", RENT, None),
    JournalLine(
        NOW,
        "task-resolved",
        "A.md:3",
        "- [ ] call 📅 2026-12-01",
        "- [x] call 📅 2026-12-01",
        "7",
        {"path": "A.md", "line": 3},
    ),
]


def test_steps_are_named_and_the_latest_comes_first() -> None:
    assert [step.said for step in Steps(LINES)] == [
        "resolved 'call'",
        "removed by hand 'Pay the rent'",
        "edited by hand tags of 'Pay the rent'",
        "snoozed until the condition fires 'Pay the rent'",
        "took back: edited due of 'Pay the rent'",
        "edited due of 'Pay the rent'",
        "added 'Pay the rent'",
    ]


def test_a_step_shows_what_it_changed() -> None:
    steps = {step.op: step for step in Steps(LINES)}
    assert steps["2"].changes == (FieldChange("due", "", "2026-12-01"),)
    assert steps["5"].changes == (FieldChange("tags", "money", "money\nhome"),)
    assert steps["7"].changes == (FieldChange("line", OPEN, DONE),)
    assert [change.field for change in steps["6"].changes] == ["action", "when", "tags"]


def test_what_can_be_restored_is_an_entry_as_it_was_before() -> None:
    steps = {step.op: step for step in Steps(LINES)}
    assert {op for op, step in steps.items() if step.can_restore} == {"2", "3", "4", "5", "6"}
    assert {op for op, step in steps.items() if step.by_hand} == {"5", "6"}


def test_the_steps_of_one_entry_are_told_apart() -> None:
    assert [step.op for step in Steps(LINES, "A.md:3")] == ["7"]
    assert len(Steps(LINES, "aaaa")) == 6


def test_a_step_is_put_into_words_when_it_is_asked_for() -> None:
    steps = Steps(LINES * 5_000)
    assert len(steps) == 35_000
    assert steps[0].said == "resolved 'call'" and steps[-1].said == "added 'Pay the rent'"
    assert [step.op for step in steps[5:7]] == ["2", "1"]


def test_a_step_of_several_entries_names_each_and_counts_for_each() -> None:
    entries = [
        {"id": "aaaa", "before": RENT, "after": RENT | {"due": date(2026, 12, 1)}},
        {"id": "bbbb", "before": None, "after": {"id": "bbbb", "action": "Order seeds"}},
    ]
    merged = JournalLine(NOW, "merged", "ledger 2.toml", None, None, "8", {"entries": entries})
    whole = Steps([merged])[0]
    assert whole.said == "merged 'ledger 2.toml'" and not whole.can_restore
    assert whole.changes == (
        FieldChange("aaaa", "Pay the rent", "Pay the rent"),
        FieldChange("bbbb", "", "Order seeds"),
    )
    own = Steps([merged], "aaaa")[0]
    assert own.id == "aaaa" and own.can_restore and own.changes == (FieldChange("due", "", "2026-12-01"),)
    assert not Steps([merged], "bbbb")[0].can_restore
