"""Closing entries, opening them again, and bringing back what an entry was: what each does to the files."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from app.errors import NotFound, UsageError, WriteRefused
from app.ledger.batches import open_table, parts_in
from app.ledger.closed_tables import closing_keys, closing_part, own_part
from app.ledger.conflicts import Seen, place_of
from app.ledger.entry import Outcome
from app.ledger.ids import new_id
from app.ledger.journal import JournalLine, is_task
from app.ledger.occurrences import next_occurrence, repeats
from app.ledger.rendering import Table, same
from app.ledger.view import LEDGER, View, doubled
from app.ledger.writing import Writing


class Closing:
    """The ways of an entry between the ledger and the resolved files. Each returns what to record."""

    def __init__(self, writing: Writing) -> None:
        self._writing = writing
        self._files = writing.files

    def close(
        self, view: View, entry_id: str, outcome: Outcome, moment: datetime, remark: str, seen: Seen | None
    ) -> JournalLine:
        """Close an entry; see `Ledger.resolve`."""
        view = self._files.write_id(view, place_of(view, entry_id, seen))
        index = place_of(view, entry_id)
        table, following = view.document.tables[index], None
        if repeats(table, outcome):
            following = next_occurrence(table, moment, new_id(self._writing.used_ids()))
        closing = closing_keys(outcome, moment, remark, following["id"] if following else "")
        details = _closing_details(closing, None, following)
        place = self._files.close(view, index, closing, following)
        return self._writing.line("resolved", entry_id, table, None, details | ({"place": place} if place else {}))

    def reopen(self, view: View, entry_id: str) -> JournalLine:
        """Open an entry again that was closed, or removed by hand; see `Ledger.reopen`."""
        closed = self._files.resolved.table(entry_id)
        if closed is not None:
            return self._reopened(view, closed, own_part(closed), "reopened", {})
        line = self._removal(entry_id)
        if line is None or entry_id in view.places or entry_id in view.duplicates:
            raise NotFound(f"{entry_id} is not among the resolved entries", "See `betimes log` for the ids.")
        return self._restored(view, entry_id, _table_before(line, entry_id), line)

    def restore(self, view: View, op: str, entry_id: str | None) -> tuple[str, JournalLine | None]:
        """Bring an entry back to what it was before a change; see `Ledger.restore`.

        Returns:
            The entry's id, and what to record: None when it is that already.
        """
        self._writing.reconcile()
        line = next((line for line in self._writing.journal.lines if line.op == op), None)
        if line is None or not op:
            raise NotFound(f"There is no change {op} in the journal", "See `betimes log` for what was changed.")
        entry_id = entry_id or line.id
        target = _table_before(line, entry_id)
        if same(open_table(view, entry_id), target):
            return entry_id, None
        return entry_id, self._restored(view, entry_id, target, line)

    def _restored(self, view: View, entry_id: str, target: Table, line: JournalLine) -> JournalLine:
        if entry_id in view.duplicates:
            hint = f"Give one of them another id in {LEDGER}, then try again."
            raise WriteRefused(doubled(entry_id, view.duplicates[entry_id]), hint)
        details: dict[str, Any] = {"restores": line.op}
        if entry_id in view.places:
            before = open_table(view, entry_id)
            self._files.alter(view, view.places[entry_id], target)
            return self._writing.line("restored", entry_id, before, target, details)
        closed = self._files.resolved.table(entry_id)
        if closed is not None:
            return self._reopened(view, closed, target, "restored", details)
        place = self._files.insert(view, target)
        return self._writing.line("restored", entry_id, None, target, details | {"place": place})

    def _reopened(self, view: View, closed: Table, table: Table, kind: str, details: dict[str, Any]) -> JournalLine:
        following = self._untouched_following(view, closed)
        given_way = None if following is None else view.document.tables[following]
        if following is None and "followed_by" in closed:
            table = {key: value for key, value in table.items() if key != "repeat"}
        details = _closing_details(closing_part(closed), given_way, None) | details
        self._files.reopen(view, table, following, {})
        return self._writing.line(kind, str(table["id"]), None, table, details)

    def _untouched_following(self, view: View, closed: Table) -> int | None:
        index = view.places.get(str(closed.get("followed_by", "")))
        moment = closed.get("resolved")
        if index is None or not isinstance(moment, datetime) or "repeat" not in closed:
            return None
        try:
            expected = next_occurrence(own_part(closed), moment, str(closed["followed_by"]))
        except WriteRefused:
            return None  # its rule was changed by hand, and is none any longer
        return index if same(view.document.tables[index], expected) else None

    def _removal(self, entry_id: str) -> JournalLine | None:
        self._writing.reconcile()
        lines = (line for line in reversed(self._writing.journal.about(entry_id)) if line.id == entry_id)
        return next((line for line in lines if line.kind == "removed-by-hand"), None)


def _table_before(line: JournalLine, entry_id: str) -> Table:
    """Return what an entry was before a change; raises `UsageError`."""
    if is_task(line):
        raise UsageError(f"{line.id} is a task line: it cannot be brought back here", "Undo the change, or edit it.")
    tables = {part.id: part.before for part in parts_in(line)} or {line.id: line.before}
    if entry_id not in tables:
        raise UsageError(f"the change {line.op} is none of {entry_id}", f"It changed {', '.join(tables)}.")
    before = tables[entry_id]
    if not isinstance(before, dict):
        raise UsageError(f"{entry_id} was not open before that change", "Bring back what it was before a later one.")
    return {"id": entry_id} | before | {"id": entry_id}


def _closing_details(closing: Table, given_way: Table | None, following: Table | None) -> dict[str, Any]:
    details: dict[str, Any] = {"closing": closing}
    table = following or given_way
    if table is not None:
        details["next"] = {"id": table["id"], "before": given_way, "after": following}
    return details
