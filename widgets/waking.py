"""What is done when the person comes back: to the terminal's window, or to a program that was stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.app import App

if TYPE_CHECKING:
    from app.workspace import Workspace
    from widgets.main_screen import MainScreen


class Waking:
    """Has notes and clock looked at: meanwhile the person may have been in an editor, or asleep."""

    def __init__(self, screen: MainScreen, workspace: Workspace, look_at_clock: Callable[[], None]) -> None:
        self._screen = screen
        self._workspace = workspace
        self._look_at_clock = look_at_clock

    def begin(self) -> None:
        """Wait for it."""
        app = self._screen.app
        self._screen.watch(app, "app_focus", self._focused, init=False)
        app.app_resume_signal.subscribe(self._screen, self._resumed)

    def _focused(self, has_focus: bool) -> None:
        if has_focus:
            self._look()

    def _resumed(self, app: App[object]) -> None:
        self._look()

    def _look(self) -> None:
        self._workspace.look_again()
        self._look_at_clock()
