"""What the journal keeps of an entry's line in a note: what was done to it, and how it stood when it was last seen.

Every change of an entry that has a line says how it left the line, or (`NOTED`, which changes nothing) how the line was
found. Whatever the line says beyond that, another program has written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.ledger.batches import parts_in
from app.ledger.edit_records import recorded_edit
from app.ledger.journal import JournalLine, is_task
from app.ledger.rendering import Table
from app.vault.applied import AppliedEdit
from app.vault.decoding import clean
from app.vault.task_shape import block_id_of, read_shape

SHARED: Final = ("due", "priority", "repeat")
"""The fields of an entry that a line has a token for."""

STATE: Final = "state"
"""Whether the line is open: what a line and its entry share beside their fields."""


@dataclass(frozen=True, slots=True)
class LineStep:
    """What a change of an entry means for its line.

    Attributes:
        edit: What was done to it; None for nothing.
        seen: How it stands, when nothing was done; empty when it was not found.
        fields: The shared fields that the change was about; None when it was about all, and whether the line is open.
        note: The note whose change the entry takes over; empty for a person's own change.
        problem: What a person should know.
    """

    edit: AppliedEdit | None = None
    seen: str = ""
    fields: tuple[str, ...] | None = None
    note: str = ""
    problem: str = ""

    @property
    def details(self) -> dict[str, Any]:
        """What the journal keeps of it. Undoing the change undoes `task`; what was `seen` stays as it is."""
        found: dict[str, Any] = {"in_note": self.note} if self.note else {}
        if self.edit is not None:
            found["task"] = recorded_edit(self.edit)
        elif self.seen:
            found["seen"] = clean(self.seen)
        return found | ({"fields": list(self.fields)} if self.fields is not None else {})


@dataclass(frozen=True, slots=True)
class KnownLine:
    """How a line stood when it was last seen, and what its entry was then.

    Attributes:
        raw: The line; empty when it was taken out.
        table: The entry; None when it was not open.
    """

    raw: str
    table: Table | None


def known_lines(history: Iterable[JournalLine], entry_id: str, block: str) -> dict[str, KnownLine]:
    """Return for each of `SHARED` and for `STATE` how the line of an entry was when a change was about that.

    Args:
        history: What the journal says of the entry, in order.
        entry_id: The entry.
        block: The id of the line's block.

    Returns:
        Nothing when the journal never saw the line.
    """
    known: dict[str, KnownLine] = {}
    origins: dict[str, Mapping[str, Any]] = {}
    for line in history:
        if is_task(line):
            continue
        forward = line.kind != "undo"
        details = origins.get(str(line.details.get("redoes" if forward else "undoes")), line.details)
        origins[line.op] = details
        text = _text_after(details, forward=forward)
        if text is not None:
            here = KnownLine(line_with(text, block), _table_after(line, entry_id))
            known |= dict.fromkeys(details.get("fields", (*SHARED, STATE)), here)
    return known


def line_with(text: str, block: str) -> str:
    """Return of one or more lines the task with a block id, and the lines below that are its own; "" without one."""
    lines = text.split("\n")
    start = next((at for at, line in enumerate(lines) if block_id_of(line) == block), None)
    if start is None:
        return ""
    end = next((at for at in range(start + 1, len(lines)) if read_shape(lines[at]) is not None), len(lines))
    return "\n".join(lines[start:end])


def _text_after(details: Mapping[str, Any], *, forward: bool) -> str | None:
    edit = details.get("task")
    if isinstance(edit, dict):
        return str(edit.get("after" if forward else "before") or "")
    seen = details.get("seen")
    return seen if isinstance(seen, str) else None


def _table_after(line: JournalLine, entry_id: str) -> Table | None:
    if line.id == entry_id and "entries" not in line.details:
        return line.after if isinstance(line.after, dict) else None
    following = line.details.get("next")
    if isinstance(following, dict) and following.get("id") == entry_id:
        return following.get("after")
    return next((part.after for part in parts_in(line) if part.id == entry_id), None)
