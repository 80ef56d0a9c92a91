"""An entry that was changed on both sides: by a person here, and by somebody else since it was shown.

Nothing is merged field by field: two changes that are each right may contradict each other together (a later date here,
a shorter lead there), so every difference stops the write and both versions are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from app.errors import NotFound, WriteRefused
from app.ledger.commitment import Commitment
from app.ledger.entry import Entry
from app.ledger.rendering import Table, render_value, same
from app.ledger.tables import ORDER, changed_table, entry_of, table_of
from app.ledger.view import LEDGER, View, doubled

Seen = Entry | Commitment
"""What a person had before them when they decided: the entry itself, or what the agenda showed of it."""

_NO_CHANGES: Mapping[str, object] = {}


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """A field of which two versions of an entry differ, as text; lists have one item a line, "" is no value."""

    field: str
    mine: str
    theirs: str


class EntryChanged(WriteRefused):
    """An entry is not what the person had before them, so nothing was written.

    Show `differences(error.mine, error.theirs)`. To go on with some of them, call again with `seen=error.theirs`; all
    of mine is `ledger.edit(id, seen=error.theirs, **changes_to(error.mine, error.theirs))`. When `theirs` is None,
    `ledger.reopen(id)` brings the entry back first.

    Attributes:
        seen: What the person had before them; what the agenda does not show of an entry is as it is on disk.
        theirs: What is on disk now; None when the entry is no longer open.
        mine: What would have been written.
    """

    def __init__(self, seen: Entry, theirs: Entry | None, mine: Entry) -> None:
        if theirs is None:
            what = f"“{seen.action}” is no longer open: it was resolved or removed elsewhere"
            super().__init__(what, "Nothing was written. Open it again first, or leave it.")
        else:
            fields = ", ".join(item.field for item in differences(seen, theirs))
            what = f"“{seen.action}” was changed elsewhere meanwhile ({fields})"
            super().__init__(what, "Nothing was written. Compare both versions, then decide.")
        self.seen = seen
        self.theirs = theirs
        self.mine = mine


def differences(one: Entry, other: Entry) -> tuple[FieldDifference, ...]:
    """Return the fields of which two versions differ, `one` as mine and `other` as theirs, in the order of a file."""
    mine, theirs = table_of(one), table_of(other)
    return tuple(FieldDifference(key, typed(mine.get(key)), typed(theirs.get(key))) for key in _differing(mine, theirs))


def changes_to(wanted: Entry, present: Entry) -> dict[str, Any]:
    """Return the changes that make the fields of `present` those of `wanted`, for `Ledger.edit`.

    Keys that Betimes does not know stay as they are in `present`: no edit reaches them.
    """
    keys = _differing(table_of(wanted), table_of(present))
    return {key: getattr(wanted, key) for key in keys if key in ORDER}


def typed(value: object) -> str:
    """Return a value of a table as a person types it."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return "\n".join(value)
    return value.isoformat(sep=" ") if isinstance(value, datetime) else render_value(value)


def equal(one: Entry, other: Entry) -> bool:
    """Return True when two versions of an entry hold the same."""
    return same(table_of(one), table_of(other))


def place_of(view: View, entry_id: str, seen: Seen | None = None, changes: Mapping[str, object] = _NO_CHANGES) -> int:
    """Return where an open entry stands, after making sure that it is what the person had before them.

    Args:
        view: What is open.
        entry_id: Which.
        seen: What the person had before them; None when it does not matter.
        changes: The fields that are to be changed.

    Raises:
        NotFound: There is no such entry, and none was seen.
        EntryChanged: It is not what was seen, nor what it was to become.
        UsageError: The changes cannot be made.
        WriteRefused: Several entries have the id.
    """
    if entry_id in view.duplicates:
        hint = f"Give one of them another id in {LEDGER}, then try again."
        raise WriteRefused(doubled(entry_id, view.duplicates[entry_id]), hint)
    index = view.places.get(entry_id)
    if seen is not None:
        _check(_entry_seen(seen, None if index is None else view.rows[index]), view, index, changes)
    if index is None:
        raise NotFound(f"There is no open entry {entry_id}", "See `betimes agenda --json` for the ids.")
    return index


def _check(seen: Entry, view: View, index: int | None, changes: Mapping[str, object]) -> None:
    mine = entry_of(changed_table(table_of(seen), changes))
    if index is None:
        raise EntryChanged(seen, None, mine)
    theirs = view.rows[index]
    is_there_already = bool(changes) and equal(mine, theirs)
    if not equal(seen, theirs) and not is_there_already:
        raise EntryChanged(seen, theirs, mine)


def _entry_seen(seen: Seen, present: Entry | None) -> Entry:
    """Return what was seen as an entry; what a commitment does not show of it counts as unchanged."""
    if isinstance(seen, Entry):
        return seen
    shown: dict[str, Any] = {key: getattr(seen, key) for key in ORDER if hasattr(seen, key)}
    return replace(present or Entry(seen.id, seen.action), **shown)


def _differing(mine: Table, theirs: Table) -> list[str]:
    keys = [*ORDER, *(key for key in mine | theirs if key not in ORDER)]
    return [key for key in keys if key != "id" and not same(mine.get(key), theirs.get(key))]
