"""The next occurrence of a repeating entry.

One occurrence follows another, however late it was done: each month's rent has to be paid. With `when done` the next
one counts from the day of completion, and none is left behind.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime

from app.errors import WriteRefused
from app.ledger.entry import Entry, Outcome
from app.ledger.rendering import Table, plain
from app.ledger.tables import changed_table, entry_of
from app.vault.recurrence import (
    RepetitionOver,
    Rule,
    RuleNotUnderstood,
    anchor_after,
    next_date,
    next_moment,
    read_rule,
)


def repeats(table: Mapping[str, object], outcome: Outcome) -> bool:
    """Return True when closing an entry so leaves a next occurrence: only what is done goes on."""
    return outcome == "done" and "repeat" in table


def next_occurrence(table: Mapping[str, object], resolved: datetime, next_id: str) -> Table | None:
    """Return the table of the occurrence after the one that was done; None when that was the rule's last.

    It has a new id, is not snoozed, and is made at the moment of the resolution. What waits for a situation and has no
    due date waits again; what has neither is due by the rule from the day on which it was done. A date becomes a
    date-time where the rule names the time ("every day at 9"). What was typed for the former date is left out, and the
    day to which a rule by months comes back is kept as `anchor` as long as the date is another one.

    Args:
        table: The occurrence that was done.
        resolved: When, in local time.
        next_id: The new id.

    Raises:
        WriteRefused: The rule cannot be read, or counts hours from a date without a time.
    """
    entry = entry_of(table)
    following = {key: value for key, value in table.items() if key != "snoozed"} | {"id": next_id}
    try:
        changes = _changes(entry, read_rule(str(table["repeat"])), resolved)
    except RepetitionOver:
        return None
    except RuleNotUnderstood as error:
        hint = "Correct `repeat`, or resolve it as dropped to end the repetition."
        raise WriteRefused(f"“{entry.action}” was not resolved: {error}", hint) from error
    return changed_table(following, changes | {"created": plain(resolved)})


def _changes(entry: Entry, rule: Rule, resolved: datetime) -> dict[str, object]:
    """Return the fields in which the next occurrence differs; None removes one."""
    due = due_after(entry, rule, resolved)
    if due is None:
        return {}
    return {
        "due": plain(due),
        "anchor": anchor_after(rule, _day(_base(entry, rule, resolved)), _day(due), entry.anchor),
    }


def due_after(entry: Entry, rule: Rule, resolved: datetime) -> date | datetime | None:
    """Return when the next occurrence is due; None for one that waits for its situation again, and has no date.

    Raises:
        RepetitionOver: There is none behind this one.
        RuleNotUnderstood: The rule counts hours from a date without a time.
    """
    if entry.due is None and entry.when:
        if rule.until is not None and resolved.date() >= rule.until:
            raise RepetitionOver(f"it ends on {rule.until}")
        return None
    return _next_due(rule, _base(entry, rule, resolved), resolved, entry.anchor)


def _base(entry: Entry, rule: Rule, resolved: datetime) -> date | datetime:
    """Return what a rule counts from: the due date, else when it was done."""
    if entry.due is not None:
        return entry.due
    return resolved.replace(second=0, microsecond=0, tzinfo=None) if rule.needs_time else resolved.date()


def _next_due(rule: Rule, base: date | datetime, resolved: datetime, anchor: date | None) -> date | datetime:
    if isinstance(base, datetime):
        return next_moment(rule, base, resolved, anchor)
    day = next_date(rule, base, resolved.date(), anchor)
    return datetime.combine(day, rule.times[0]) if rule.times else day


def _day(moment: date | datetime) -> date:
    return moment.date() if isinstance(moment, datetime) else moment
