"""What a person does to commitments: dialogs ask, threads act, and the agenda is read again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from textual.message import Message

from app.errors import UsageError
from app.ledger.commitment import Commitment
from app.ledger.wording import day_words

if TYPE_CHECKING:
    from app.ledger.entry import Outcome, Snoozed
    from app.workspace import Workspace
    from widgets.commitment_screen import CommitmentScreen


class LedgerDone(Message):
    """Something was written; handled by the screen."""

    def __init__(self, said: str, focus_id: str = "") -> None:
        super().__init__()
        self.said, self.focus_id = said, focus_id


class DayWanted(Message):
    """A day to snooze until is to be asked for once more, because it was refused; handled by the screen."""

    def __init__(self, item: Commitment, typed: str = "", problem: str = "") -> None:
        super().__init__()
        self.item, self.typed, self.problem = item, typed, problem


class LedgerFlow:
    """Carries out the commands on commitments."""

    def __init__(self, screen: CommitmentScreen, workspace: Workspace) -> None:
        self._screen = screen
        self._workspace = workspace

    def resolve(self, item: Commitment) -> None:
        """Ask how it ended, and close it."""
        from widgets.dialogs.resolve import ResolveDialog

        def close(answer: tuple[Outcome, str] | None) -> None:
            if answer is not None:
                outcome, remark = answer
                self._run(lambda: self._resolve(item, outcome, remark))

        self._screen.app.push_screen(ResolveDialog(item.action), close)

    def _resolve(self, item: Commitment, outcome: Outcome, remark: str) -> None:
        self._workspace.ledger.resolve(item, outcome, remark)
        self._done(f"{outcome.capitalize()}: {item.action}")

    def snooze(self, item: Commitment) -> None:
        """Ask until when, and hide it until then."""
        self.ask_day(DayWanted(item))

    def ask_day(self, wanted: DayWanted) -> None:
        """Open the dialog for a day; what comes back is tried."""
        from widgets.dialogs.snooze import SnoozeDialog

        def hide(when: str | None) -> None:
            if when is not None:
                self._run(lambda: self._snooze(wanted.item, when))

        check = self._workspace.ledger.check_draft
        dialog = SnoozeDialog(wanted.item.action, check, typed=wanted.typed, problem=wanted.problem)
        self._screen.app.push_screen(dialog, hide)

    def _snooze(self, item: Commitment, when: str) -> None:
        try:
            changed = self._workspace.ledger.snooze(item, when)
        except UsageError as error:
            self._screen.post_message(DayWanted(item, when, f"{error.message}. {error.hint}".strip()))
            return
        until = changed.snoozed or changed.start
        self._done(f"Snoozed{self._until(until) if until else ''}: {item.action}")

    def _until(self, until: Snoozed) -> str:
        if not isinstance(until, date):
            return f" {until}"
        return f" until {until:%a} {day_words(until, self._workspace.now().date())}"

    def undo(self) -> None:
        """Take the last change back."""
        self._run(lambda: self._step("Undone", self._workspace.ledger.undo))

    def redo(self) -> None:
        """Make the change that was taken back again."""
        self._run(lambda: self._step("Redone", self._workspace.ledger.redo))

    def _step(self, name: str, step: Callable[[], str]) -> None:
        said = step()
        self._done(f"{name}: {said}", self._workspace.ledger.history()[-1].id)

    def _done(self, said: str, focus_id: str = "") -> None:
        self._screen.post_message(LedgerDone(said, focus_id))

    def _run(self, task: Callable[[], object]) -> None:
        self._screen.work("ledger", task)
