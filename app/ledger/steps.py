"""The journal as a person reads it: what was done, to what, when, and what it changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from app.ledger.conflicts import typed
from app.ledger.history import changed_keys, describe
from app.ledger.journal import BY_HAND, JournalLine, ids_in, is_task

_BACK = {"undo": ("undoes", "took back"), "redo": ("redoes", "made again")}


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field that a step changed, as text; lists have one item a line, "" is no value."""

    field: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Step:
    """One change of the ledger or of a task line.

    Attributes:
        op: Its name in the journal: what `Ledger.restore` takes.
        time: When.
        said: What was done: "edited due of 'Renew passport'".
        id: The entry, or `path:line` of a task line.
        by_hand: True when it was noticed in the file, and not done here.
        can_restore: True when the entry can be brought back to what it was before.
        changes: Field by field; of an entry that came or went, all of them.
    """

    op: str
    time: datetime
    said: str
    id: str
    by_hand: bool
    can_restore: bool
    changes: tuple[FieldChange, ...]


def steps_of(lines: Iterable[JournalLine], entry_id: str | None = None) -> list[Step]:
    """Return the steps of a journal, or those that concern one entry, the latest first."""
    known: dict[str, JournalLine] = {}
    found = []
    for line in lines:
        known[line.op] = line
        if entry_id is None or entry_id in ids_in([line]):
            found.append(_step(line, known))
    return found[::-1]


def _step(line: JournalLine, known: Mapping[str, JournalLine]) -> Step:
    return Step(
        line.op,
        line.time,
        _said(line, known),
        line.id,
        line.kind in BY_HAND,
        isinstance(line.before, Mapping) and not is_task(line),
        tuple(_changes(line)),
    )


def _said(line: JournalLine, known: Mapping[str, JournalLine]) -> str:
    key, words = _BACK.get(line.kind, ("", ""))
    meant = known.get(str(line.details.get(key)))
    return f"{words}: {describe(meant)}" if meant is not None else describe(line)


def _changes(line: JournalLine) -> Iterator[FieldChange]:
    if is_task(line):
        yield FieldChange("line", str(line.before or "").strip(), str(line.after or "").strip())
        return
    before, after = (side if isinstance(side, Mapping) else {} for side in (line.before, line.after))
    for key in changed_keys(line):
        if key != "id":
            yield FieldChange(key, typed(before.get(key)), typed(after.get(key)))
