"""Reading the agenda anew: one at a time, and once more when it was asked for meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from app.errors import BetimesError
from app.ledger.commitment import Agenda

if TYPE_CHECKING:
    from app.workspace import Workspace
    from widgets.main_screen import MainScreen
    from widgets.underway import Underway


class AgendaReady(Message):
    """The agenda was read; None when it could not be. Handled by `MainScreen`."""

    def __init__(self, agenda: Agenda | None) -> None:
        super().__init__()
        self.agenda = agenda


class AgendaRefresh:
    """Has the agenda read in a thread."""

    def __init__(self, screen: MainScreen, workspace: Workspace, underway: Underway) -> None:
        self._screen = screen
        self._underway = underway
        self._workspace = workspace
        self._running = False
        self._again = False
        self.focus_id = ""

    def ask(self, focus_id: str = "") -> None:
        """Read the agenda, and put the cursor on a commitment when one is named."""
        self.focus_id = focus_id or self.focus_id
        if self._running:
            self._again = True
            return
        self._running = True
        self._underway.begin_reading()
        self._screen.work("agenda", self._read)

    def settle(self) -> None:
        """Take note of the end of a reading."""
        self._running = False
        if self._again:
            self._again = False
            self.ask()

    def _read(self) -> None:
        agenda = None
        try:
            agenda = self._workspace.agenda()
        except BetimesError as error:
            self._screen.post_error(error)
        finally:
            self._screen.post_message(AgendaReady(agenda))
