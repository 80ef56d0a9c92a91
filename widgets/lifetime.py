"""The end of the program when the system calls for it: writes finish, drafts are kept, the terminal is given back."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from types import FrameType, TracebackType
from typing import Any

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)
_KEYS = (signal.SIGINT, signal.SIGQUIT)
"""What a terminal makes of keys: they go to the editor as well, and are meant for it."""
_LATE = 1.0
"""Seconds for which such a signal may come late, after the editor that it ended: while we draw, no key makes one."""
_PATIENCE = 6.0
"""Seconds from the signal to the end, whatever is still under way: a disk may hang, a terminal stand still."""
WRITES = 3.0
"""Of these, the seconds that writes under way are given to finish."""


class Lifetime:
    """From the first signal on, brings the program to its end; use it as a context around all that it does.

    Args:
        at_last: Called from a thread when the program does not come to its end in time: saves what can be saved.
    """

    def __init__(self, at_last: Callable[[], None]) -> None:
        self.ending = 0
        self._at_last = at_last
        self._begin: Callable[[], None] | None = None
        self._editor: subprocess.Popen[bytes] | None = None
        self._is_lent, self._back_at = False, float("-inf")
        self._told, self._over = threading.Event(), threading.Event()
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Lifetime:
        for number in SIGNALS:
            handler = signal.getsignal(number)
            if handler is not signal.SIG_IGN:  # `nohup` means what it says
                self._before[number] = handler
                signal.signal(number, self._on_signal)
        threading.Thread(target=self._watch, name="lifetime", daemon=True).start()
        return self

    def __exit__(self, *error: type[BaseException] | BaseException | TracebackType | None) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._over.set()
        self._told.set()

    def call_at_end(self, begin: Callable[[], None]) -> None:
        """Have a function called, from whatever thread and within a signal too, when the end begins."""
        self._begin = begin
        if self.ending:
            begin()

    def lend(self, argv: Sequence[str]) -> int:
        """Let an editor have the terminal until it ends: keys are its own, and it hears of the end.

        Returns:
            Its exit code; the number of the signal that ended it, below 0.

        Raises:
            OSError: It cannot be started.
        """
        self._is_lent = True
        try:
            self._editor = subprocess.Popen(list(argv))
            if self.ending:
                self._pass_on(self.ending)
            return self._editor.wait()
        finally:
            self._editor, self._is_lent, self._back_at = None, False, time.monotonic()

    def end(self, number: int) -> None:
        """Begin the end, once; from whatever thread, within a signal too."""
        if self.ending:
            return
        self.ending = number
        self._told.set()
        self._pass_on(number)
        if self._begin is not None:
            self._begin()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        is_the_editors = self._is_lent or time.monotonic() - self._back_at < _LATE
        if is_the_editors and number in _KEYS:
            return
        self.end(number)
        if self._begin is None:
            raise SystemExit(self.status(0))

    def _pass_on(self, number: int) -> None:
        if self._editor is not None and self._editor.returncode is None:
            os.kill(self._editor.pid, number)

    def status(self, otherwise: int) -> int:
        """Return the exit status: as a shell names the signal that ended the program, if one did."""
        return 128 + self.ending if self.ending else otherwise

    def _watch(self) -> None:
        """End the process when it does not end by itself."""
        self._told.wait()
        if not self._over.wait(_PATIENCE):
            self._at_last()
            os._exit(self.status(0))
