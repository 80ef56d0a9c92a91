"""What a person typed into a form or after `betimes edit`, field by field, and the entry that it means.

A draft is text: what was typed stays what it is until the whole of it can be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from app.errors import UsageError
from app.ledger.condition_dates import read_season
from app.ledger.draft_dates import is_iso, iso
from app.ledger.draft_fields import FIELDS, LISTS, Reader, read_field, read_snooze
from app.ledger.entry import UNTIL_FIRED, Entry

__all__ = [
    "FIELDS",
    "LISTS",
    "Draft",
    "Reader",
    "apply_draft",
    "check_draft",
    "draft_of",
    "read_field",
    "read_snooze",
]

Draft = Mapping[str, str]
"""Field name to what was typed; lists have one item a line."""


def draft_of(entry: Entry) -> dict[str, str]:
    """Return an entry as it is typed."""
    return {name: _typed(getattr(entry, name)) for name in FIELDS}


def _typed(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return "\n".join(value)
    return iso(value) if isinstance(value, date) else str(value)


def apply_draft(entry: Entry, draft: Draft, reader: Reader) -> Entry:
    """Return the entry with the draft's fields; those that the draft does not name stay.

    Of a date that is typed in words the words are kept beside it.

    Raises:
        UsageError: A field cannot be read; the message begins with its name.
    """
    return replace(entry, **_changes(entry, draft, reader))


def _changes(entry: Entry, draft: Draft, reader: Reader) -> dict[str, Any]:
    """Return the fields that a draft changes, and those that change with them: the words of a date.

    Raises:
        UsageError: A field cannot be read, or the fields do not go together.
    """
    before = draft_of(entry)
    changes: dict[str, Any] = {}
    for name, typed in draft.items():
        if name not in FIELDS:
            raise UsageError(f"{name}: no such field", f"Fields: {', '.join(FIELDS)}.")
        if typed.strip() != before[name].strip():
            changes[name] = read_field(name, typed, reader)[0]
    if "due" in changes or "due_phrase" in changes:
        changes["due_phrase"] = _due_phrase(entry, draft, changes)
    _check_together(entry, changes, reader)
    return changes


def _due_phrase(entry: Entry, draft: Draft, changes: Mapping[str, Any]) -> str | None:
    """Return the words of the date: those given with it, else those that were typed as the date."""
    given = changes.get("due_phrase")
    if changes.get("due", entry.due) is None:
        if given and "due" not in changes:
            raise UsageError("due_phrase: there is no date that these could be the words of", "Give `due`.")
        return None
    if "due_phrase" in changes:
        return str(given) if given else None
    words = " ".join(draft["due"].split())
    return None if is_iso(words) else words


def _check_together(entry: Entry, changes: Mapping[str, Any], reader: Reader) -> None:
    """Refuse fields that are right by themselves and wrong together."""
    changed = replace(entry, **changes)
    if not changed.action.strip():
        raise UsageError("action: say what is to be done")
    if changed.snoozed == UNTIL_FIRED and not changed.when and {"snoozed", "when"} & set(changes):
        raise UsageError("snoozed: there is no condition to wait for", "Give it a day, or the entry a condition.")
    if "when" in changes and changed.when and entry.id:
        _check_counted_alike(changed.when, entry, reader)
    for name in ("lead", "repeat"):
        value = getattr(changed, name)
        if value and {name, "due"} & set(changes) and changed.due is not None:
            read_field(name, value, reader, changed.due)


def _check_counted_alike(when: str, entry: Entry, reader: Reader) -> None:
    """Refuse dates in a condition that today mean others than on the day from which they will be counted.

    That is the day on which the entry was made, and what a person types is meant from today.
    """
    created = entry.created.date() if isinstance(entry.created, datetime) else entry.created
    kept, meant = read_season(when, created), read_season(when, reader.today)
    if meant is not None and meant.phrases and (kept is None or kept.days != meant.days):
        since = f"{created.isoformat()}, when the entry was made" if created else "a day that is not known"
        words = ", ".join(meant.phrases)
        raise UsageError(f"when: “{words}” would be counted from {since}", "Write the date with its month and year.")


def check_draft(draft: Draft, reader: Reader) -> dict[str, str]:
    """Return for each field how it is read, or `! ` and why it cannot be."""
    due = _readable_due(draft, reader)
    begins = due or _first_day(draft.get("when", ""), reader)
    said = {}
    for name, typed in draft.items():
        try:
            said[name] = read_field(name, typed, reader, begins if name == "lead" else due)[1] if typed.strip() else ""
        except UsageError as error:
            said[name] = f"! {error.message}"
    if "action" in draft and not draft["action"].strip():
        said["action"] = "! say what is to be done"
    if said.get("snoozed") == f"hidden {UNTIL_FIRED}" and not draft.get("when", "-").strip():
        said["snoozed"] = "! there is no condition to wait for"
    return said


def _first_day(when: str, reader: Reader) -> date | None:
    """Return the first of the days that are the condition; a lead counts from them where there is no due date."""
    season = read_season(" ".join(when.split()), reader.today)
    return season.first if season is not None and season.fires else None


def _readable_due(draft: Draft, reader: Reader) -> date | datetime | None:
    try:
        return reader.date(draft["due"])[0] if draft.get("due", "").strip() else None
    except UsageError:
        return None
