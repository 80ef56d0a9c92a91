"""The terminal as Textual drives it, and what it leaves out: a terminal that stops, goes on, goes away or stands still.

Textual acts in the middle of a signal, where a lock that the interrupted line holds is waited for without end; it
starts the terminal twice when it goes on without having stopped; and it waits for ever to draw on one that is gone.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
import termios
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO, cast

from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from textual.app import App

_RESTORE = (
    b"\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"
    b"\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l\x1b[0m"
)
"""Switches off all that is ever switched on, and shows the screen of before."""
_STILL = 0.5
"""Seconds that a terminal that takes nothing is waited for."""


def drawing_stream() -> TextIO | None:
    """Return the stream to draw on: standard error as Textual does, or standard output when the former is elsewhere."""
    error, output = sys.__stderr__, sys.__stdout__
    if error is not None and not error.closed and error.isatty():
        return cast("TextIO", error)
    return cast("TextIO | None", output)


class _Drawn:
    """A stream that may go away: what cannot be written any more is dropped, and somebody is told."""

    def __init__(self, stream: TextIO, gone: Callable[[], None]) -> None:
        self._stream = stream
        self._gone = gone
        self._is_gone = False

    def write(self, text: str) -> int:
        if not self._is_gone:
            self._try(lambda: self._stream.write(text))
        return len(text)

    def flush(self) -> None:
        if not self._is_gone:
            self._try(self._stream.flush)

    def fileno(self) -> int:
        return self._stream.fileno()

    def isatty(self) -> bool:
        return True

    def _try(self, write: Callable[[], object]) -> None:
        try:
            write()
        except (OSError, ValueError):
            self._is_gone = True
            self._gone()


class TerminalDriver(LinuxDriver):
    """Drives the terminal of the application.

    Attributes:
        is_drawing: Whether the terminal is ours at present: not while an editor has it, nor while we are stopped.
    """

    def __init__(self, app: App[Any], **options: Any) -> None:
        self._own_loop: asyncio.AbstractEventLoop | None = None
        self._is_stopped = False
        self.is_drawing = False
        super().__init__(app, **options)
        stream = drawing_stream()
        assert stream is not None
        self._drawn = _Drawn(stream, self._gone)
        self._file = cast("Any", self._drawn)

    def _get_terminal_size(self) -> tuple[int, int]:
        """Ask the terminal itself: COLUMNS and LINES, if they are in the environment, may be of another one."""
        with suppress(OSError, ValueError):
            columns, lines = os.get_terminal_size(self._drawn.fileno())
            if columns and lines:
                return columns, lines
        return super()._get_terminal_size()

    # Start and end

    def start_application_mode(self) -> None:
        """Take the terminal."""
        before = self._writer_thread
        if self._own_loop is None:
            self._own_loop = asyncio.get_running_loop()
            threading.Thread(target=self._wait_for_hangup, name="hangup", daemon=True).start()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self.is_drawing = self._writer_thread is not before

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        if self.is_drawing:
            super().stop_application_mode()
            self.is_drawing = False

    def disable_input(self) -> None:
        """Take no more keys; nothing is left to do when the terminal was given back."""
        if self.is_drawing:
            super().disable_input()

    def force_restore(self) -> None:
        """Give the terminal back past everything that may be stuck; from whatever thread."""
        if not self.is_drawing:
            return
        with suppress(OSError, ValueError):
            descriptor = self._drawn.fileno()
            if select.select([], [descriptor], [], _STILL)[1]:
                os.write(descriptor, _RESTORE)
        if self.attrs_before is not None:
            with suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)

    # Stopped and going on

    def _sigtstp_application(self, *_: object) -> None:
        """Stop: at once while an editor has the terminal, else when the event loop comes to it."""
        if self._auto_restart and self._own_loop is not None:
            self._own_loop.call_soon_threadsafe(self._stop)
        else:
            os.kill(os.getpid(), signal.SIGSTOP)

    def _stop(self) -> None:
        if not self._auto_restart or not self.is_drawing:
            return
        self._app.app_suspend_signal.publish(self._app)
        self._is_stopped = self._must_signal_resume = True
        self.suspend_application_mode()
        os.kill(os.getpid(), signal.SIGSTOP)

    def _sigcont_application(self, *_: object) -> None:
        if self._auto_restart and self._own_loop is not None:
            self._own_loop.call_soon_threadsafe(self._go_on)

    def _go_on(self) -> None:
        """Take the terminal again; after a stop that nobody announced, whoever had it meanwhile may have changed it."""
        if not self._auto_restart:
            return
        if not self._is_stopped and self.is_drawing:
            self.suspend_application_mode()
            self._is_stopped = True
        if self._is_stopped:
            self.resume_application_mode()
            self._is_stopped = not self.is_drawing
            self._app.refresh(layout=True)

    # Gone

    def _gone(self) -> None:
        """End the application as by SIGHUP: nobody sees it any more."""
        ended = getattr(self._app, "terminal_gone", None)
        if ended is not None:
            ended()

    def _wait_for_hangup(self) -> None:
        """Sleep until the terminal is hung up; not every program that is started gets SIGHUP then."""
        poll = select.poll()
        try:
            poll.register(self.fileno, 0)
            poll.poll()
        except OSError:
            return
        self._gone()

    def _run_input_thread(self) -> None:
        """Read keys until the end, or until the terminal is gone."""
        try:
            self.run_input_thread()
        except OSError:
            self._gone()
