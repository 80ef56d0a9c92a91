"""The ledger of a past day, told from the journal.

A day is the one that the person's calendar showed where they were: the date of a line's own local time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from pathlib import Path

from app.clock import AsOf
from app.errors import LedgerError
from app.ledger.batches import parts_in
from app.ledger.closed_tables import resolution_of
from app.ledger.entry import Entry, Resolution
from app.ledger.journal import JournalLine, advance, ids_in, is_task, parts_of
from app.ledger.rendering import Table
from app.ledger.tables import entry_of
from app.ledger.view import View
from app.ledger.writing import Writing


class PastWriting(Writing):
    """A ledger on a clock that stands on a day. When the journal knows of a later change, it is that day's ledger.

    Without a later change it is the present ledger, and can be written as on that day.
    """

    def __init__(self, root: Path, clock: AsOf, lock: Path) -> None:
        super().__init__(root, clock, lock)
        self._day = clock.day
        self._present = self.view

    def look(self) -> None:
        """Read the ledger again, and tell the day's from the journal when there are later changes."""
        with self.lock.threads:
            shown, self.view = self.view, self._present
            super().look()
            self._present = self.view
            try:
                lines = self.journal.lines
            except LedgerError as error:
                self.problem, lines = error, []
            self.past_day = self._day if any(line.time.date() > self._day for line in lines) else None
            if self.past_day is not None:
                entries = ledger_on(lines, self._day)
                self.view = shown if shown.entries == entries and shown is not self._present else View(entries=entries)


def lines_until(lines: Iterable[JournalLine], day: date) -> list[JournalLine]:
    """Return what was recorded up to the end of a local day."""
    return [line for line in lines if line.time.date() <= day]


def ledger_on(lines: Iterable[JournalLine], day: date) -> tuple[Entry, ...]:
    """Return the open entries as they were at the end of a local day.

    An entry that was first met in the file, written by hand, counts from its `created` when that is earlier than the
    line that records it.

    Args:
        lines: The journal, in order.
        day: Which day.
    """
    state: dict[str, Table] = {}
    known: set[str] = set()
    for line in lines:
        if line.time.date() <= day or (line.id not in known and _was_there(line, day)):
            advance(state, line)
        known |= ids_in([line])
    return tuple(entry_of(table, entry_id) for entry_id, table in state.items())


def closed_on(lines: Iterable[JournalLine], closed: Sequence[Resolution], day: date) -> list[Resolution]:
    """Return the closed entries as they were at the end of a local day, the latest first.

    Args:
        lines: The journal up to that day.
        closed: What is closed today: counts where the journal says nothing.
        day: Which day.
    """
    known: dict[str, Resolution | None] = {}
    for line in lines:
        if not is_task(line):
            _follow(known, line)
    found = [item for item in known.values() if item is not None]
    found += [item for item in closed if item.entry.id not in known and item.resolved.date() <= day]
    return sorted(found, key=lambda item: item.resolved.timestamp(), reverse=True)


def _was_there(line: JournalLine, day: date) -> bool:
    if line.kind != "added-by-hand" or not isinstance(line.after, dict):
        return False
    created = entry_of(line.after).created
    return created is not None and (created.date() if isinstance(created, datetime) else created) <= day


def _follow(known: dict[str, Resolution | None], line: JournalLine) -> None:
    closing, parts = line.details.get("closing"), parts_in(line)
    for part in parts_of(line):
        known[str(part.get("id"))] = None
    for closed in parts:
        known[closed.id] = _resolution(closed.closed_after, line)
    if not parts:
        is_closed = isinstance(line.before, dict) and line.after is None and isinstance(closing, dict)
        known[line.id] = _resolution(line.before | closing, line) if is_closed else None


def _resolution(closed: Table | None, line: JournalLine) -> Resolution | None:
    return None if closed is None else resolution_of(closed, line.time.year)
