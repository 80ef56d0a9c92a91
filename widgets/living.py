"""The application as a process: what it keeps, what it leaves behind, and how it ends, whoever ends it."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

from textual import on
from textual.app import App
from textual.widgets import Input, TextArea

from app.crashes import Crashes
from app.events import Notice
from app.text import safe_line
from app.unsaved import DraftBox
from widgets import messages
from widgets.draft_flow import DraftFlow, LeftBehind
from widgets.drafts import DraftKeeper, Settled
from widgets.driver import TerminalDriver
from widgets.lifetime import WRITES, Lifetime

if TYPE_CHECKING:
    from app.workspace import Workspace
    from widgets.ledger_screen import LedgerScreen

CRASHED = 70
"""Exit status when the program itself is at fault (`EX_SOFTWARE`)."""
_LOOK = 0.02
"""Seconds between looks at whether everything is written."""


class LivingApp(App[None]):
    """An application that ends in good order.

    Attributes:
        lifetime: Brings it to its end when the system calls for it.
        keeper: Keeps what is typed; None when nothing is to be kept.
    """

    def __init__(self, workspace: Workspace, drafts: DraftBox | None, crashes: Crashes | None) -> None:
        self._workspace = workspace
        self._crashes = crashes
        self._crash = ""
        self._finishing: asyncio.Task[None] | None = None
        self.lifetime = Lifetime(self._end_at_once)
        self.drafts = drafts
        self.keeper: DraftKeeper | None = None
        self._left: DraftFlow | None = None
        super().__init__(driver_class=TerminalDriver)
        if drafts is not None:
            self.keeper = DraftKeeper(self, drafts, lambda: self.main, lambda: bool(workspace.ledger.held()))

    @property
    def main(self) -> LedgerScreen:
        """The main screen."""
        from widgets.ledger_screen import LedgerScreen

        screen = self.screen_stack[0]
        assert isinstance(screen, LedgerScreen)
        return screen

    def live(self, close: Callable[[], None]) -> int:
        """Run until the end, whatever brings it; then close, and say what is to be said.

        Args:
            close: Closes everything else.

        Returns:
            The exit status: 0, 70 after a crash, 128 and more for a signal.
        """
        hook, threading.excepthook = threading.excepthook, self._thread_broke
        try:
            with self.lifetime:
                try:
                    self.run()
                except Exception as error:  # whatever it is: it is written down, and the terminal given back
                    self._record(error)
                finally:
                    self._give_back()
                    close()
        finally:
            threading.excepthook = hook
            self._say_last()
        return self.lifetime.status(CRASHED if self._crash else self.return_code or 0)

    def _give_back(self) -> None:
        if isinstance(self._driver, TerminalDriver):
            self._driver.force_restore()
        if self.keeper is not None and self.drafts is not None:
            self.keeper.end(gave_up=not self.lifetime.ending and not self._crash)
            self.drafts.close()

    def _say_last(self) -> None:
        """Say below the prompt what was not saved, and what went wrong."""
        lines = [f"Not saved: {change.description}: {change.error.message}" for change in self._workspace.ledger.held()]
        if self._crash:
            lines.append(f"Something went wrong: {self._crash}")
        with suppress(OSError, ValueError):
            for line in lines if self._crash or self.lifetime.ending else ():
                print(f"betimes: {safe_line(line)}", file=sys.__stderr__, flush=True)
        _let_go(sys.__stdout__)
        _let_go(sys.__stderr__)

    # What is typed

    def push_screen(self, screen: Any, callback: Any = None, *args: Any, **options: Any) -> Any:
        """Open a screen, and keep what is typed into it until it is saved or given up."""
        watched = self.keeper.watch(screen, callback) if self.keeper is not None else callback
        return super().push_screen(screen, watched, *args, **options)

    @on(Input.Changed)
    @on(TextArea.Changed)
    def _typed(self) -> None:
        if self.keeper is not None:
            self.keeper.touched()

    def _start_drafts(self) -> None:
        """Look for what was typed and not saved before."""
        if self.drafts is not None and self.keeper is not None:
            self._left = DraftFlow(self.main, self._workspace, self.drafts, self.keeper)
            self.screen_change_signal.subscribe(self, lambda screen: self._offer_left())
            self._left.look()

    @on(LeftBehind)
    def _take_left(self, message: LeftBehind) -> None:
        if self._left is not None:
            self._left.take(message.found)

    def _offer_left(self) -> None:
        if self._left is not None:
            self.call_after_refresh(self._left.offer)

    @on(Settled)
    @on(messages.CommitmentsChanged)
    def _settled(self) -> None:
        if self.keeper is not None:
            self.keeper.settled()

    # The end

    def on_ready(self) -> None:
        """Look for drafts when everything stands."""
        self.call_after_refresh(self._start_drafts)

    def on_load(self) -> None:
        """From now on the end begins on the event loop."""
        loop = asyncio.get_running_loop()

        def begin() -> None:
            with suppress(RuntimeError):  # the loop has ended already
                loop.call_soon_threadsafe(self._begin_end)

        self.lifetime.call_at_end(begin)

    def terminal_gone(self) -> None:
        """End as by a hangup: there is no terminal any more; from whatever thread."""
        import signal

        self.lifetime.end(signal.SIGHUP)

    def _begin_end(self) -> None:
        if self._finishing is None:
            self._finishing = asyncio.get_running_loop().create_task(self._finish())

    async def _finish(self) -> None:
        """Keep what is typed, let writes under way finish, and end."""
        until = time.monotonic() + WRITES
        keeping: threading.Thread | None = None
        if self.keeper is not None:
            self.keeper.look()
            keeping = threading.Thread(target=self.keeper.write, name="drafts", daemon=True)
            keeping.start()
        while time.monotonic() < until and (self._is_writing() or (keeping is not None and keeping.is_alive())):
            await asyncio.sleep(_LOOK)
        self.exit(return_code=self.lifetime.status(0))

    def _is_writing(self) -> bool:
        return self.main.is_busy("ledger") or (self.keeper is not None and self.keeper.is_settling)

    def _end_at_once(self) -> None:
        """Save what can be saved without the event loop, which stands still."""
        if isinstance(self._driver, TerminalDriver):
            self._driver.force_restore()
        if self.keeper is not None:
            self.keeper.write()

    # What went wrong

    def _handle_exception(self, error: Exception) -> None:
        """End after an error of our own: recorded without anybody's text, which a traceback with values would show."""
        if self._crashes is None:
            super()._handle_exception(error)
            return
        self._record(error)
        if self.keeper is not None:
            self.keeper.look()
            self.keeper.write()
        self._close_messages_no_wait()

    def _record(self, error: BaseException) -> None:
        if not self._crash and self._crashes is not None:
            self._crash = self._crashes.record(error, "screen")
        elif self._crashes is None:
            raise error

    def broke(self, error: BaseException, where: str) -> str:
        """Record an error that the program goes on after; returns what and where to, in words."""
        return self._crashes.record(error, where) if self._crashes is not None else ""

    def _thread_broke(self, raised: threading.ExceptHookArgs) -> None:
        """Tell of a thread that ended before its time."""
        if raised.exc_value is None or raised.exc_type is SystemExit:
            return
        name = raised.thread.name if raised.thread else "?"
        said = self.broke(raised.exc_value, f"thread {name}")
        if self._running and self.screen_stack:
            notice = Notice(f"A part of Betimes has stopped ({name}): quit and start again", said, "error")
            self.main.post_message(messages.Noticed(notice))


def _let_go(stream: IO[str] | None) -> None:
    """Turn a stream away from a terminal that is gone: for what it still holds Python would end with another status."""
    try:
        if stream is not None:
            stream.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            assert stream is not None
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def broke(app: App[Any], error: BaseException | None, where: str) -> str:
    """Record an error that the program goes on after; returns what and where to, "" where nothing is recorded."""
    return app.broke(error, where) if error is not None and isinstance(app, LivingApp) else ""
