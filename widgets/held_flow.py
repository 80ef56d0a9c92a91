"""What the system would not write: told, tried again, or given up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.message import Message

from app.errors import NotWritable
from app.events import Notice
from widgets import messages
from widgets.toasts import toast

if TYPE_CHECKING:
    from app.ledger.held import HeldChange
    from app.workspace import Workspace
    from widgets.ledger_screen import LedgerScreen

NOTHING_HELD = "Every change is on disk."


class LeaveWanted(Message):
    """What was being written when a person wanted to leave is written; handled by the screen."""


class HeldFlow:
    """Sees to the changes that are kept in memory."""

    def __init__(self, screen: LedgerScreen, workspace: Workspace) -> None:
        self._screen = screen
        self._ledger = workspace.ledger
        self._leaving = False

    def tell(self, error: NotWritable) -> None:
        """Say that a change is kept, or that it was not made when it is none to keep; from whatever thread."""
        is_kept = any(change.error is error for change in self._ledger.held())
        said = f"{'Not saved yet' if is_kept else 'Not done'}: {error.message}"
        self._screen.post_message(messages.Noticed(Notice(said, error.hint, "error")))
        self._screen.post_message(messages.CommitmentsChanged())

    def line(self, retry: str, show: str) -> str:
        """Return what the banner says.

        Args:
            retry: The key that tries again.
            show: The key that lists the changes.
        """
        held = self._ledger.held()
        if not held:
            return ""
        count = "1 change is" if len(held) == 1 else f"{len(held)} changes are"
        return f"{count} not saved, {retry} tries again, {show} shows them: {held[-1].error.message}"

    def retry(self) -> None:
        """Try to write all of them again."""
        if self._ledger.held():
            self._screen.work("ledger", self._retry)
        else:
            toast(self._screen.app, NOTHING_HELD)

    def _retry(self) -> None:
        done, still = self._ledger.retry()
        if done:
            self._screen.done(f"Saved now: {', '.join(done)}")
        if still:
            notice = Notice(f"Still not saved: {_named(still)}", still[0].error.message, "error")
            self._screen.post_message(messages.Noticed(notice))
        self._screen.post_message(messages.CommitmentsChanged())

    def show(self, *, latest: bool = False) -> None:
        """List them, the first one highlighted or the latest."""
        from widgets.dialogs.held import HeldDialog

        held = self._ledger.held()
        if held:
            self._screen.app.push_screen(HeldDialog(held, latest=latest), self._decide)
        else:
            toast(self._screen.app, NOTHING_HELD)

    def _decide(self, dropped: tuple[HeldChange, ...] | None) -> None:
        if dropped is None:
            return
        if not dropped:
            self.retry()
            return
        for change in dropped:
            self._ledger.discard(change)
        toast(self._screen.app, f"Given up: {_named(dropped)}")
        self._screen.post_message(messages.CommitmentsChanged())

    def leave(self) -> None:
        """End the program, when nothing is being written and nothing is kept; else wait, or ask."""
        if self._screen.is_busy("ledger") and not self._leaving:
            self._leaving = True
            self._screen.work("ledger", lambda: self._screen.post_message(LeaveWanted()))
            return
        self._leaving = False
        held = self._ledger.held()
        if held:
            self._ask(held)
        else:
            self._screen.app.exit()

    def _ask(self, held: tuple[HeldChange, ...]) -> None:
        from widgets.dialogs.held import leaving_dialog

        def decide(answer: str | None) -> None:
            if answer == "yes":
                self._screen.app.exit()

        self._screen.app.push_screen(leaving_dialog(held), decide)


def _named(changes: Iterable[HeldChange]) -> str:
    return ", ".join(change.description for change in changes)
