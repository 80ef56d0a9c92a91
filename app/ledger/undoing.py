"""Undo and redo: the journal read backwards, and new lines at its end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.errors import NotFound
from app.ledger.batches import parts_in, reverse_parts
from app.ledger.edit_records import edit_in, recorded_place
from app.ledger.history import TaskUndo, Undone, describe
from app.ledger.journal import JournalLine, is_task
from app.ledger.journal_shape import DISMISSAL
from app.ledger.reversal import Conflict, carry_out, move_of
from app.ledger.stack_tops import next_changes
from app.ledger.view import View
from app.ledger.writing import Writing
from app.vault.applied import AppliedEdit


class Undoing:
    """The steps back and forth through what was done to one ledger, task lines included."""

    def __init__(self, writing: Writing) -> None:
        self._writing = writing

    def step(self, kind: str) -> Undone | TaskUndo:
        """Take one step: `"undo"` or `"redo"`. Raises as `Ledger.undo` does."""
        found: list[JournalLine] = []

        def change(view: View) -> JournalLine | None:
            self._writing.reconcile()
            passed: list[str] = []
            for line in next_changes(self._writing.journal.endings(), kind):
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
        if "copy" in line.details:
            from app.ledger.merging import follow_merge

            follow_merge(self._writing.files.folder, line, forward=kind == "redo")
        return _task_undo(line, kind) if is_task(line) else Undone(describe(line), line.id, _line_undo(line, kind))

    def record_task(self, kind: str, edit: AppliedEdit, remark: str) -> None:
        """Record the change of a task line; see `Ledger.record_edit`."""
        details = recorded_place(edit) | ({"remark": remark} if remark else {})
        recorded = self._writing.line(kind, f"{edit.path}:{edit.line}", edit.before, edit.after, details)
        self._writing.change(lambda view: recorded, whatever_the_ledger=True)

    def settle(self, task: TaskUndo, carried_out: bool) -> None:
        """Record what became of a task line; see `Ledger.settle`."""
        key = "redoes" if task.redo and carried_out else "undoes"
        kind = ("redo" if task.redo else "undo") if carried_out else "undo-skipped"
        details = {key: task.op, "path": task.path, "line": task.line}
        recorded = self._writing.line(kind, task.id, task.after, task.before, details)
        self._writing.change(lambda view: recorded, whatever_the_ledger=True)

    def record_dismissal(self, suggestion_id: str, key: str, sentence: str) -> None:
        """Record that a sentence is not to be suggested any more; see `Ledger.dismiss`."""
        details = {DISMISSAL: {"key": key, "sentence": sentence}}
        recorded = self._writing.line("dismissed", suggestion_id, None, None, details)
        self._writing.change(lambda view: recorded, whatever_the_ledger=True)

    def _reverse(self, view: View, line: JournalLine, kind: str) -> JournalLine:
        details: dict[str, Any] = {"undoes" if kind == "undo" else "redoes": line.op}
        if DISMISSAL in line.details:
            dismissal = {DISMISSAL: line.details[DISMISSAL]}
            return self._writing.line(kind, line.id, None, None, details | dismissal)
        if self._writing.problem is not None:
            raise self._writing.problem
        if parts_in(line):
            entries = reverse_parts(self._writing.files, view, line, forward=kind == "redo")
            return self._writing.line(kind, line.id, None, None, details | {"entries": entries})
        move = move_of(line, forward=kind == "redo")
        carry_out(self._writing.files, view, move)
        if move.closing is not None:
            details["closing"] = move.closing
        if move.next_id:
            details["next"] = {"id": move.next_id, "before": move.next_source, "after": move.next_target}
        return self._writing.line(kind, line.id, move.source, move.target, details)


def _task_undo(line: JournalLine, kind: str) -> TaskUndo:
    edit = edit_in(line.details | {"before": line.before, "after": line.after}, forward=kind == "undo")
    return replace(_undo_of(edit), description=describe(line), op=line.op, redo=kind == "redo", id=line.id)


def _line_undo(line: JournalLine, kind: str) -> TaskUndo | None:
    """Return what is to be done to the line of an entry that was changed with it."""
    recorded = line.details.get("task")
    if not isinstance(recorded, dict):
        return None
    edit = edit_in(recorded, forward=kind == "undo")
    return _undo_of(edit)


def _undo_of(edit: AppliedEdit) -> TaskUndo:
    return TaskUndo(edit.path, edit.line, edit.before, edit.after, gap=edit.gap, between=edit.between)
