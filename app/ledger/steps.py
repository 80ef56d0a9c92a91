"""The journal as a person reads it: what was done, to what, when, and what it changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import overload

from app.ledger.batches import parts_in
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
        changes: Field by field; of an entry that came or went, all of them; of a step that changed several entries, the
            action of each by its id.
    """

    op: str
    time: datetime
    said: str
    id: str
    by_hand: bool
    can_restore: bool
    changes: tuple[FieldChange, ...]


class Steps(Sequence[Step]):
    """The steps of a journal, the latest first; each is put into words when it is asked for.

    Years of use make tens of thousands of them, of which a screen shows twenty.
    """

    def __init__(self, lines: Iterable[JournalLine], entry_id: str | None = None) -> None:
        """Take the steps of a journal, or those that concern one entry.

        Args:
            lines: The journal, in order.
            entry_id: The entry, or `path:line` of a task line.
        """
        every = list(lines)
        self._entry_id = entry_id
        self._known = {line.op: line for line in every}
        self._lines = [line for line in reversed(every) if entry_id is None or entry_id in ids_in([line])]

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> list[Step]: ...

    def __getitem__(self, index: int | slice) -> Step | list[Step]:
        if isinstance(index, slice):
            return [self._step(line) for line in self._lines[index]]
        return self._step(self._lines[index])

    def _step(self, line: JournalLine) -> Step:
        part = next((part for part in parts_in(line) if part.id == self._entry_id), None)
        shown = line if part is None else replace(line, id=part.id, before=part.before, after=part.after)
        return Step(
            line.op,
            line.time,
            _said(line, self._known),
            shown.id,
            line.kind in BY_HAND,
            isinstance(shown.before, Mapping) and not is_task(line),
            tuple(_changes(shown)),
        )


def _said(line: JournalLine, known: Mapping[str, JournalLine]) -> str:
    key, words = _BACK.get(line.kind, ("", ""))
    meant = known.get(str(line.details.get(key)))
    return f"{words}: {describe(meant)}" if meant is not None else describe(line)


def _changes(line: JournalLine) -> Iterator[FieldChange]:
    before, after = line.before, line.after
    if is_task(line):
        yield FieldChange("line", str(before or "").strip(), str(after or "").strip())
    elif before is after is None:
        yield from (FieldChange(part.id, _action(part.before), _action(part.after)) for part in parts_in(line))
    else:
        old, new = (side if isinstance(side, Mapping) else {} for side in (before, after))
        for key in changed_keys(line):
            if key != "id":
                yield FieldChange(key, typed(old.get(key)), typed(new.get(key)))


def _action(table: Mapping[str, object] | None) -> str:
    return typed(table.get("action")) if table else ""
