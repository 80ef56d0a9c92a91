"""The part of the main screen that keeps the ledger safe: what is written, in which order, and what was not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from textual import on
from textual.worker import Worker, WorkerState

from app.errors import BetimesError, NotWritable
from app.ledger.commitment import Agenda, Commitment
from widgets import messages
from widgets.copies_flow import CopiesFlow, CopiesRead, MergeWanted
from widgets.glyphs import glyphs_named
from widgets.held_flow import HeldFlow, LeaveWanted
from widgets.history_flow import HistoryFlow
from widgets.lanes import Lanes, Task
from widgets.ledger_flow import HeldFirst, LedgerDone, LedgerFlow, Refused
from widgets.pane_screen import PaneScreen
from widgets.repair_flow import BrokenRead, RepairFlow
from widgets.toasts import toast
from widgets.type_ahead import Opened, Opening
from widgets.versions_flow import ChangeStopped, VersionsFlow

if TYPE_CHECKING:
    from app.workspace import Workspace


class LedgerScreen(PaneScreen):
    """Panes, and the safe keeping of what a person does to commitments."""

    def __init__(self, workspace: Workspace, agenda: Agenda | None) -> None:
        super().__init__(agenda, glyphs_named(workspace.config.glyphs), workspace.searches.complete)
        self._workspace = workspace
        self._lanes = Lanes()
        self._ledger = LedgerFlow(self, workspace)
        self._versions = VersionsFlow(self)
        self._history = HistoryFlow(self, workspace)
        self._held = HeldFlow(self, workspace)
        self._copies = CopiesFlow(self, workspace)
        self._repair = RepairFlow(self, workspace)

    # Work in threads

    def work(self, group: str, task: Callable[[], object]) -> None:
        """Run a task in a thread, after those of its group; an error that a person can act on becomes a toast."""
        if self._lanes.add(group, lambda: self._guarded(task)):
            self._run(group)

    def prepare(self, task: Callable[[], object]) -> None:
        """Run a task that opens a dialog, after what is being written; what is typed meanwhile waits for the dialog."""
        self.post_message(Opening(self))

        def prepared() -> None:
            try:
                task()
            finally:
                self.post_message(Opened(self))

        self.work("ledger", prepared)

    def _run(self, group: str) -> None:
        self.run_worker(lambda: self._lanes.run(group), thread=True, group=group, exit_on_error=False)

    def _guarded(self, task: Task) -> None:
        try:
            task()
        except NotWritable as error:
            self.kept(error)
        except BetimesError as error:
            self.post_error(error)

    def is_busy(self, group: str) -> bool:
        """Return True while a task of the group runs or waits."""
        return self._lanes.is_busy(group)

    @on(Worker.StateChanged)
    def _go_on(self, event: Worker.StateChanged) -> None:
        """Take up what waited behind a task that broke."""
        if event.state is not WorkerState.ERROR:
            return
        self._underway.forget()
        if self._lanes.resume(event.worker.group):
            self._run(event.worker.group)

    def post_error(self, error: BetimesError) -> None:
        """Show an error as a toast; from whatever thread."""
        messages.post_error(self, error)

    # What was done and does not show yet

    def put_aside(self, item: Commitment) -> None:
        """Take a commitment out of the agenda that a person has just dealt with: the next row is at hand at once."""
        self._underway.put_aside(item)
        self.agenda.show_again()

    def put_back(self, item: Commitment) -> None:
        """Show a commitment again when the agenda is read next; from whatever thread."""
        self._underway.put_back(item.id)

    def look_again(self, item_id: str) -> None:
        """Show a commitment again of which nothing came, and put the cursor on it."""
        self._underway.put_back(item_id)
        self.post_message(LedgerDone("", item_id))

    def latest(self, item: Commitment) -> Commitment:
        """Return a commitment as it was written here last, if the agenda does not show that yet."""
        return self._underway.latest(item)

    def wrote(self, item: Commitment) -> None:
        """Take note of what a commitment is now; from whatever thread."""
        self._underway.write(item)

    def forget(self) -> None:
        """Take commitments for what the agenda shows: a change was taken back, or another version found."""
        self._underway.forget()

    def done(self, said: str, focus_id: str = "", written: Commitment | None = None) -> None:
        """Tell that something was written; from whatever thread."""
        if written is not None:
            self.wrote(written)
        self.post_message(LedgerDone(said, focus_id))

    def kept(self, error: NotWritable) -> None:
        """Tell that a change is not on disk, and that it is kept; from whatever thread."""
        self._held.tell(error)

    def warnings(self, keys: Mapping[str, str]) -> tuple[str, str]:
        """Return what the banner says of changes that are not on disk, and of conflict copies; "" when there are none.

        Args:
            keys: The key of each action.
        """
        held = self._held.line(keys.get("retry", ""), keys.get("held", ""))
        return held, self._copies.line(keys.get("merge", ""))

    # What was refused or stopped

    @on(Refused)
    def _ask_again(self, message: Refused) -> None:
        self._ledger.ask_again(message.change)

    @on(ChangeStopped)
    def _show_versions(self, message: ChangeStopped) -> None:
        self._versions.ask(message.stopped, message.wording())

    @on(HeldFirst)
    def _show_held(self, message: HeldFirst) -> None:
        toast(self.app, message.said, severity="warning")
        self._held.show(latest=True)

    # Commands

    def action_undo(self) -> None:
        """Undo."""
        self._ledger.undo()

    def action_redo(self) -> None:
        """Redo."""
        self._ledger.redo()

    def action_history_all(self) -> None:
        """Show what was done to the ledger."""
        self._history.of_ledger()

    def action_retry(self) -> None:
        """Try to write again what could not be written."""
        self._held.retry()

    def action_held(self) -> None:
        """Show what could not be written."""
        self._held.show()

    def action_merge(self) -> None:
        """Merge the conflict copies of the ledger."""
        self._copies.merge()

    def action_repair(self) -> None:
        """Repair the links of commitments to notes that were renamed."""
        self._repair.repair()

    def leave(self) -> None:
        """End the program after what is being written; what could not be written is asked about."""
        self._held.leave()

    @on(LeaveWanted)
    def _leave(self) -> None:
        self._held.leave()

    @on(CopiesRead)
    def _take_copies(self, message: CopiesRead) -> None:
        self._copies.take(message)

    @on(BrokenRead)
    def _take_broken(self, message: BrokenRead) -> None:
        self._repair.take(message)

    @on(MergeWanted)
    def _merge_next(self) -> None:
        self._copies.merge_next()
