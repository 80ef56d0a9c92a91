"""The steps that a person can take back: those of entries, and those of task lines, which are recorded beside them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from app.ledger.on_disk import LedgerOnDisk

if TYPE_CHECKING:
    from app.ledger.history import TaskUndo, Undone
    from app.ledger.undoing import Undoing
    from app.vault.applied import AppliedEdit


class LedgerSteps(LedgerOnDisk):
    """The one stack of undo of a `Ledger`."""

    @cached_property
    def _undoing(self) -> Undoing:
        from app.ledger.undoing import Undoing

        return Undoing(self._writing)

    def undo(self) -> Undone | TaskUndo:
        """Take back the last change that still can be.

        A change whose entry was altered by hand since is passed over. A task line's change is not made here: whoever
        gets a `TaskUndo` carries it out in the note and calls `settle`.

        Raises:
            NotFound: There is nothing to undo; the hint names what was passed over.
            WriteRefused: Nothing was changed, and why.
            LedgerError: A file does not parse.
        """
        return self._undoing.step("undo")

    def redo(self) -> Undone | TaskUndo:
        """Make again what was undone last. Raises as `undo` does."""
        return self._undoing.step("redo")

    def dismiss(self, suggestion_id: str, key: str, sentence: str) -> None:
        """Record that a sentence is not to be suggested any more, so that `undo` covers it.

        Args:
            suggestion_id: What the agenda calls it.
            key: Names the sentence, whatever note it stands in.
            sentence: What it says, for whoever reads the journal.

        Raises:
            WriteRefused: It was not recorded, and why.
        """
        self._undoing.record_dismissal(suggestion_id, key, sentence)

    def record_task(self, kind: str, edit: AppliedEdit, remark: str = "") -> None:
        """Record the change of a task line as it was made, so that `undo` covers it.

        Args:
            kind: `task-resolved`, `task-edited` ...
            edit: What was done to the line.
            remark: What the person said of it.
        """
        self._undoing.record_task(kind, edit, remark)

    def settle(self, task: TaskUndo, *, carried_out: bool = True) -> None:
        """Record that a task line was put back, or (`carried_out=False`) that it could not be and is passed over."""
        self._undoing.settle(task, carried_out)
