"""What happens when an entry was changed on both sides: both versions are shown, and a person decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from app.ledger.conflicts import EntryChanged
from widgets.toasts import toast

if TYPE_CHECKING:
    from app.ledger.entry import Entry
    from widgets.dialogs.versions import Wording
    from widgets.ledger_screen import LedgerScreen


@dataclass(frozen=True, slots=True)
class Stopped:
    """A change that was stopped.

    Attributes:
        error: Both versions.
        write: Writes mine over what is on disk, or as a new entry when that is None; called in a thread.
        back: Opens what mine was typed into, with mine in it.
    """

    error: EntryChanged
    write: Callable[[Entry | None], object]
    back: Callable[[], object]


class ChangeStopped(Message):
    """A change was stopped; handled by the screen."""

    def __init__(self, stopped: Stopped, wording: Callable[[], Wording]) -> None:
        super().__init__()
        self.stopped, self.wording = stopped, wording


class VersionsFlow:
    """Asks which version is to stand, and sees to it."""

    def __init__(self, screen: LedgerScreen) -> None:
        self._screen = screen

    def ask(self, stopped: Stopped, wording: Wording) -> None:
        """Show both versions; without an answer nothing is lost either: one is back where one came from."""
        from widgets.dialogs.versions import MINE, THEIRS, VersionsDialog

        error = stopped.error

        def decide(answer: str | None) -> None:
            if answer == MINE:
                self._screen.work("ledger", lambda: stopped.write(error.theirs))
            elif answer == THEIRS:
                toast(self._screen.app, f"Left as it is on disk: {error.seen.action}")
                self._screen.look_again(error.seen.id)
            else:
                stopped.back()

        self._screen.app.push_screen(VersionsDialog(error, wording), decide)
