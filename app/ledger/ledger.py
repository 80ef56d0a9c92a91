"""The ledger of a vault: its open entries, and everything that can be done to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from app.errors import LedgerError, NotFound, UsageError, WriteRefused
from app.ledger.commitment import NotUnderstood
from app.ledger.entry import Entry, Outcome, Resolution, Snoozed
from app.ledger.history import TaskUndo, Undone, describe, stacks
from app.ledger.ids import new_id
from app.ledger.journal import JournalLine, ids_in, is_task
from app.ledger.occurrences import next_occurrence, repeats
from app.ledger.rendering import Table, same
from app.ledger.resolved import closing_keys, closing_part, own_part, resolution_of
from app.ledger.reversal import Conflict, carry_out, move_of
from app.ledger.tables import changed_table, check_table, table_of
from app.ledger.view import LEDGER, View, doubled
from app.ledger.writing import Writing
from app.paths import Locations


class Ledger:
    """The commitments that a vault's `.betimes` folder keeps.

    Nothing is kept in memory that is not on disk: every change reads the files again first, under a lock, so that two
    programs and a person's editor can work on one vault. Methods may be called from any thread.
    """

    def __init__(self, root: Path, clock: Callable[[], datetime], lock: Path) -> None:
        self._writing = Writing(root, clock, lock)
        self._files = self._writing.files
        self._line = self._writing.line

    @classmethod
    def open(cls, vault_root: Path, clock: Callable[[], datetime], lock: Path | None = None) -> Ledger:
        """Open the ledger of a vault; a missing one is empty, and nothing is written.

        Args:
            vault_root: The vault.
            clock: Gives the local time, with its zone.
            lock: The file that writers lock, outside the vault; by default in the platform's cache folder.
        """
        ledger = cls(vault_root, clock, lock or Locations.default().ledger_lock(vault_root))
        ledger._writing.look()
        return ledger

    @property
    def problem(self) -> LedgerError | None:
        """Why the ledger cannot be used at present; the entries are the last good ones then."""
        return self._writing.problem

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The open entries, in the file's order."""
        return self._writing.view.entries

    @property
    def duplicates(self) -> frozenset[str]:
        """The ids that several open entries have."""
        return frozenset(self._writing.view.duplicates)

    @property
    def flagged(self) -> tuple[NotUnderstood, ...]:
        """What in the ledger a person should correct by hand."""
        return self._writing.view.flagged

    def entry(self, entry_id: str) -> Entry:
        """Return an open entry; raises `NotFound`."""
        for entry in self.entries:
            if entry.id == entry_id:
                return entry
        raise NotFound(f"There is no open entry {entry_id}", "See `betimes agenda --json` for the ids.")

    def resolved(self) -> list[Resolution]:
        """Return the closed entries, the latest first; raises `LedgerError` when a file of them does not parse."""
        return self._files.resolved.all()

    def history(self, entry_id: str | None = None) -> list[JournalLine]:
        """Return the journal, or what it says of one entry, in order; raises `LedgerError`."""
        with self._writing.lock.threads:
            self._writing.journal.refresh()
            lines = list(self._writing.journal.lines)
        return [line for line in lines if entry_id is None or entry_id in ids_in([line])]

    def reload(self) -> bool:
        """Look at the files again, and record in the journal what was changed by hand.

        Returns:
            True when the entries, or what is wrong with the ledger, have changed.
        """
        writing = self._writing
        view, problem = writing.view, str(self.problem or "")
        writing.look()
        if writing.view is not view and self.problem is None:
            writing.record_by_hand()
        return writing.view is not view or str(self.problem or "") != problem

    def add(self, entry: Entry) -> Entry:
        """Add an entry; without an id it is given one, without a `created` it is made now.

        Returns:
            The entry as it was stored.

        Raises:
            UsageError: A field cannot be stored, or the id was used before.
            WriteRefused: Nothing was written, and why.
            LedgerError: The ledger does not parse.
        """

        def change(view: View) -> JournalLine:
            used = self._writing.used_ids()
            if entry.id in used:
                raise UsageError(f"the id {entry.id} was used before", "Leave it out to be given a new one.")
            stored = replace(entry, id=entry.id or new_id(used), created=entry.created or self._writing.now())
            table = table_of(stored)
            check_table(table)
            place = self._files.insert(view, table)
            return self._line("added", stored.id, None, table, {"place": place})

        return self.entry(self._recorded(change).id)

    def edit(self, entry_id: str, **changes: object) -> Entry:
        """Change fields of an entry; None or an empty value removes one.

        Raises:
            NotFound: There is no such entry.
            UsageError: There is no such field, or it cannot take that value.
            WriteRefused: Nothing was written, and why.
            LedgerError: The ledger does not parse.
        """
        return self._alter("edited", entry_id, changes)

    def snooze(self, entry_id: str, until: Snoozed | None) -> Entry:
        """Hide an entry until a day, or until its condition fires; None shows it again. Raises as `edit` does."""
        return self._alter("snoozed", entry_id, {"snoozed": until})

    def resolve(self, entry_id: str, outcome: Outcome = "done", remark: str = "") -> Resolution:
        """Close an entry. One that repeats and was done gets its next occurrence in the same step.

        Dropped and superseded entries end their repetition.

        Raises:
            NotFound: There is no such entry.
            WriteRefused: Nothing was changed, and why.
            LedgerError: The ledger or the year's resolved file does not parse.
        """

        def change(view: View) -> JournalLine:
            view = self._files.write_id(view, self._place(view, entry_id))
            index = self._place(view, entry_id)
            table, now = view.document.tables[index], self._writing.now()
            following = (
                next_occurrence(table, now, new_id(self._writing.used_ids())) if repeats(table, outcome) else None
            )
            closing = closing_keys(outcome, now, remark, following["id"] if following else "")
            details = _closing_details(closing, None, following)
            place = self._files.close(view, index, closing, following)
            return self._line("resolved", entry_id, table, None, details | ({"place": place} if place else {}))

        line = self._recorded(change)
        return resolution_of(line.before | line.details["closing"], line.time.year)

    def reopen(self, entry_id: str) -> Entry:
        """Open a resolved entry again.

        Its next occurrence gives way when it is untouched; otherwise the repetition goes on there, and what is opened
        again no longer repeats.

        Raises:
            NotFound: It is not among the resolved entries.
            WriteRefused: Nothing was changed, and why.
            LedgerError: A file does not parse.
        """

        def change(view: View) -> JournalLine:
            closed = self._files.resolved.table(entry_id)
            if closed is None:
                raise NotFound(f"{entry_id} is not among the resolved entries", "See `betimes log` for the ids.")
            following = self._untouched_following(view, closed)
            given_way = None if following is None else view.document.tables[following]
            table = own_part(closed)
            if following is None and "followed_by" in closed:
                table.pop("repeat", None)
            details = _closing_details(closing_part(closed), given_way, None)
            self._files.reopen(view, table, following, {})
            return self._line("reopened", entry_id, None, table, details)

        return self.entry(self._recorded(change).id)

    def undo(self) -> Undone | TaskUndo:
        """Take back the last change that still can be.

        A change whose entry was altered by hand since is passed over. A task line's change is not made here: whoever
        gets a `TaskUndo` carries it out in the note and calls `settle`.

        Raises:
            NotFound: There is nothing to undo; the hint names what was passed over.
            WriteRefused: Nothing was changed, and why.
            LedgerError: A file does not parse.
        """
        return self._step("undo")

    def redo(self) -> Undone | TaskUndo:
        """Make again what was undone last. Raises as `undo` does."""
        return self._step("redo")

    def record_task(self, kind: str, path: str, line: int, before: str, after: str, remark: str = "") -> None:
        """Record the change of a task line, so that `undo` covers it.

        Args:
            kind: `task-resolved`, `task-rescheduled` ...
            path: The note.
            line: The line's number.
            before: The raw line as it was.
            after: The raw line as it is now.
            remark: What the person said of it.
        """
        details: dict[str, Any] = {"path": path, "line": line} | ({"remark": remark} if remark else {})
        recorded = self._line(kind, f"{path}:{line}", before, after, details)
        self._writing.change(lambda view: recorded, whatever_the_ledger=True)

    def settle(self, task: TaskUndo, *, carried_out: bool = True) -> None:
        """Record that a task line was put back, or (`carried_out=False`) that it could not be and is passed over."""
        key = "redoes" if task.redo and carried_out else "undoes"
        kind = ("redo" if task.redo else "undo") if carried_out else "undo-skipped"
        details = {key: task.op, "path": task.path, "line": task.line}
        recorded = self._line(kind, task.id, task.after, task.before, details)
        self._writing.change(lambda view: recorded, whatever_the_ledger=True)

    def _step(self, kind: str) -> Undone | TaskUndo:
        found: list[JournalLine] = []

        def change(view: View) -> JournalLine | None:
            done, undone = stacks(self._writing.journal.lines)
            passed: list[str] = []
            for line in reversed(done if kind == "undo" else undone):
                found[:] = [line]
                if is_task(line):
                    return None
                try:
                    return self._reverse(view, line, kind)
                except Conflict as error:
                    passed.append(f"{describe(line)}: {error}")
            raise NotFound(f"There is nothing to {kind}", "; ".join(passed))

        self._writing.change(change, whatever_the_ledger=True)
        line = found[0]
        return _task_undo(line, kind) if is_task(line) else Undone(describe(line), line.id)

    def _reverse(self, view: View, line: JournalLine, kind: str) -> JournalLine:
        if self.problem is not None:
            raise self.problem
        move = move_of(line, forward=kind == "redo")
        carry_out(self._files, view, move)
        details: dict[str, Any] = {"undoes" if kind == "undo" else "redoes": line.op}
        if move.closing is not None:
            details["closing"] = move.closing
        if move.next_id:
            details["next"] = {"id": move.next_id, "before": move.next_source, "after": move.next_target}
        return self._line(kind, line.id, move.source, move.target, details)

    def _alter(self, kind: str, entry_id: str, changes: Mapping[str, object]) -> Entry:
        def change(view: View) -> JournalLine | None:
            index = self._place(view, entry_id)
            before = view.document.tables[index]
            after = changed_table({"id": entry_id} | before | {"id": entry_id}, changes)
            if same(before, after):
                return None
            self._files.alter(view, index, after)
            return self._line(kind, entry_id, before, after)

        self._writing.change(change)
        return self.entry(entry_id)

    def _place(self, view: View, entry_id: str) -> int:
        if entry_id in view.duplicates:
            hint = f"Give one of them another id in {LEDGER}, then try again."
            raise WriteRefused(doubled(entry_id, view.duplicates[entry_id]), hint)
        if entry_id not in view.places:
            raise NotFound(f"There is no open entry {entry_id}", "See `betimes agenda --json` for the ids.")
        return view.places[entry_id]

    def _recorded(self, make: Callable[[View], JournalLine | None]) -> JournalLine:
        line = self._writing.change(make)
        assert line is not None
        return line

    def _untouched_following(self, view: View, closed: Table) -> int | None:
        index = view.places.get(str(closed.get("followed_by", "")))
        moment = closed.get("resolved")
        if index is None or not isinstance(moment, datetime):
            return None
        expected = next_occurrence(own_part(closed), moment, str(closed["followed_by"]))
        return index if same(view.document.tables[index], expected) else None


def _task_undo(line: JournalLine, kind: str) -> TaskUndo:
    before, after = (line.before, line.after) if kind == "undo" else (line.after, line.before)
    path, number = str(line.details["path"]), int(line.details["line"])
    return TaskUndo(path, number, before, after, describe(line), line.op, kind == "redo", line.id)


def _closing_details(closing: Table, given_way: Table | None, following: Table | None) -> dict[str, Any]:
    details: dict[str, Any] = {"closing": closing}
    table = following or given_way
    if table is not None:
        details["next"] = {"id": table["id"], "before": given_way, "after": following}
    return details
