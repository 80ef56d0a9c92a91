"""What a closed entry has beside its own: how it ended, when, and what followed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, get_args

from app.errors import WriteRefused
from app.ledger.entry import Outcome, Resolution
from app.ledger.rendering import Table, plain
from app.ledger.tables import entry_of
from app.ledger.toml_file import parsed_value

CLOSING = ("outcome", "resolved", "remark", "followed_by")
"""The keys that a closed entry has beside its own."""

SNOOZED = "snoozed"
"""The key that an entry loses when it is closed."""


def own_part(closed: Mapping[str, object]) -> Table:
    """Return a closed entry's table without the four keys: what it was when it was open, and awake."""
    return {key: value for key, value in closed.items() if key not in CLOSING and key != SNOOZED}


def awake(table: Mapping[str, object]) -> Table:
    """Return a table without what hides its entry: that ends with the entry's resolution."""
    return {key: value for key, value in table.items() if key != SNOOZED}


def closing_part(closed: Mapping[str, object]) -> Table:
    """Return the four keys of a closed entry's table."""
    return {key: closed[key] for key in CLOSING if key in closed}


def closing_keys(outcome: Outcome, resolved: datetime, remark: str, followed_by: str) -> Table:
    """Return the keys that close an entry."""
    keys: Table = {"outcome": outcome, "resolved": plain(resolved)}
    if remark:
        keys["remark"] = remark
    if followed_by:
        keys["followed_by"] = followed_by
    return keys


def resolution_of(closed: Mapping[str, object], year: int) -> Resolution:
    """Return a closed entry as a value; where a hand edit spoilt its keys, the file's year and `done` stand in."""
    outcome: Any = closed.get("outcome")
    moment = closed.get("resolved")
    if not isinstance(moment, datetime):
        day = moment if isinstance(moment, date) else date(year, 1, 1)
        moment = datetime(day.year, day.month, day.day)
    return Resolution(
        entry_of(own_part(closed)),
        outcome if outcome in get_args(Outcome) else "done",
        _with_zone(moment),
        parsed_value(closed, "remark"),
        parsed_value(closed, "followed_by"),
    )


def _with_zone(moment: datetime) -> datetime:
    """Return a moment with a zone: the local one, or UTC where the calendar ends before it can be told."""
    try:
        return moment if moment.tzinfo is not None else moment.astimezone()
    except (OverflowError, ValueError, OSError):
        return moment.replace(tzinfo=UTC)


def check_no_closing_keys(table: Mapping[str, object]) -> None:
    """Refuse to close an entry that already uses one of the four keys for something else."""
    for key in CLOSING:
        if key in table:
            raise WriteRefused(
                f"The entry was not resolved: it has a key `{key}`, which resolved entries need for themselves",
                "Give that key another name in .betimes/ledger.toml.",
            )
