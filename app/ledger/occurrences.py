"""The next occurrence of a repeating entry."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime

from app.errors import WriteRefused
from app.ledger.entry import Outcome
from app.ledger.rendering import Table, plain
from app.ledger.tables import changed_table, entry_of
from app.vault.recurrence import RuleNotUnderstood, next_date


def repeats(table: Mapping[str, object], outcome: Outcome) -> bool:
    """Return True when closing an entry so leaves a next occurrence: only what is done goes on."""
    return outcome == "done" and "repeat" in table


def next_occurrence(table: Mapping[str, object], resolved: datetime, next_id: str) -> Table:
    """Return the table of the occurrence after the one that was done.

    It has a new id, is not snoozed, and is made at the moment of the resolution. What waits for a situation and has no
    due date waits again.

    Args:
        table: The occurrence that was done.
        resolved: When, in local time.
        next_id: The new id.

    Raises:
        WriteRefused: The rule cannot be read.
    """
    entry = entry_of(table)
    following = {key: value for key, value in table.items() if key != "snoozed"} | {"id": next_id}
    try:
        due = _next_due(entry.due, entry.when, str(table["repeat"]), resolved.date())
    except RuleNotUnderstood as error:
        hint = "Correct `repeat`, or resolve it as dropped to end the repetition."
        raise WriteRefused(f"“{entry.action}” was not resolved: {error}", hint) from error
    if due is not None:
        following["due"] = plain(due)
    return changed_table(following, {"created": plain(resolved)})


def _next_due(due: date | datetime | None, when: str | None, rule: str, today: date) -> date | datetime | None:
    if due is None:
        return None if when else next_date(rule, today, today)
    if not isinstance(due, datetime):
        return next_date(rule, due, today)
    return _at_same_time(due, next_date(rule, due.date(), today))


def _at_same_time(due: datetime, day: date) -> datetime:
    """Return another day at the same wall time: across a change to summer time a local offset changes, not the hour."""
    moved = due.replace(year=day.year, month=day.month, day=day.day)
    is_local = due.tzinfo is not None and due.astimezone().utcoffset() == due.utcoffset()
    return moved.replace(tzinfo=None).astimezone() if is_local else moved
