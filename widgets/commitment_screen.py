"""The part of the main screen that acts on commitments: keys come in, flows act, threads do the work."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import on

from app.errors import BetimesError
from app.ledger.commitment import Agenda, Commitment
from widgets import messages
from widgets.entry_flow import EntryFlow, FormWanted
from widgets.glyphs import glyphs_named
from widgets.ledger_flow import DayWanted, LedgerFlow
from widgets.pane_screen import PaneScreen
from widgets.toasts import toast

if TYPE_CHECKING:
    from app.workspace import Workspace

NOTHING_SELECTED = "Highlight a commitment first: in the agenda, or in the band above the results."


class CommitmentScreen(PaneScreen):
    """Panes, and what can be done to the commitment that is highlighted in one of them."""

    def __init__(self, workspace: Workspace, agenda: Agenda | None) -> None:
        super().__init__(agenda, glyphs_named(workspace.config.glyphs))
        self._workspace = workspace
        self._entries = EntryFlow(self, workspace)
        self._ledger = LedgerFlow(self, workspace)

    @property
    def commitment(self) -> Commitment | None:
        """The commitment that commands act on: of the list that was used last."""
        return self.agenda.commitment if self._list == "agenda" else self.results.commitment

    def work(self, group: str, task: Callable[[], object]) -> None:
        """Run a task in a thread; an error that a person can act on becomes a toast."""

        def guarded() -> None:
            try:
                task()
            except BetimesError as error:
                self.post_error(error)

        self.run_worker(guarded, thread=True, group=group, exit_on_error=False)

    def post_error(self, error: BetimesError) -> None:
        """Show an error as a toast; from whatever thread."""
        messages.post_error(self, error)

    def action_new(self) -> None:
        """Write a new commitment."""
        self._entries.new()

    def action_edit(self) -> None:
        """Edit the highlighted entry."""
        self._with_commitment(self._entries.edit)

    def action_resolve(self) -> None:
        """Resolve the highlighted commitment."""
        self._with_commitment(self._ledger.resolve)

    def action_snooze(self) -> None:
        """Snooze the highlighted commitment."""
        self._with_commitment(self._ledger.snooze)

    def _with_commitment(self, command: Callable[[Commitment], None]) -> None:
        if self.commitment is None:
            toast(self.app, NOTHING_SELECTED)
        else:
            command(self.commitment)

    def action_undo(self) -> None:
        """Undo."""
        self._ledger.undo()

    def action_redo(self) -> None:
        """Redo."""
        self._ledger.redo()

    @on(FormWanted)
    def _open_form(self, message: FormWanted) -> None:
        self._entries.open_form(message)

    @on(DayWanted)
    def _ask_day(self, message: DayWanted) -> None:
        self._ledger.ask_day(message)
