"""What was done before: shown, and brought back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.ledger.commitment import Commitment

if TYPE_CHECKING:
    from app.ledger.steps import Step
    from app.workspace import Workspace
    from widgets.ledger_screen import LedgerScreen


class HistoryFlow:
    """Shows histories, and restores what a person picks in one."""

    def __init__(self, screen: LedgerScreen, workspace: Workspace) -> None:
        self._screen = screen
        self._workspace = workspace

    def of_entry(self, item: Commitment) -> None:
        """Show what was done to a commitment."""
        name = f"{item.note.path}:{item.note.line}" if item.note else item.id
        self._show(f"History of '{item.action}'", name)

    def of_ledger(self) -> None:
        """Show what was done to any commitment."""
        self._show("History of the ledger", None)

    def _show(self, title: str, entry_id: str | None) -> None:
        from widgets.dialogs.history import HistoryDialog

        def restore(step: Step | None) -> None:
            if step is not None:
                self._screen.work("ledger", lambda: self._restore(step))

        ledger = self._workspace.ledger
        dialog = HistoryDialog(title, lambda: ledger.steps(entry_id), self._workspace.now())
        self._screen.app.push_screen(dialog, restore)

    def _restore(self, step: Step) -> None:
        item = self._workspace.ledger.restore(step.op, step.id)
        self._screen.done(f"Restored: {item.action}", item.id, item)
