"""A program in a terminal of its own, as a person has it: keys in, drawn text out, times of both."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from types import TracebackType

_ESCAPES = re.compile(rb"\x1b\[[0-9;?<>=]*[A-Za-z]|\x1b[\]P][^\x07\x1b]*(?:\x07|\x1b\\)")


class Terminal:
    """Runs a command in a pseudo-terminal; use it as a context."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], size: tuple[int, int] = (30, 100)
    ) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env={**environment, "TERM": "xterm-256color"},
            start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self._seen = b""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        os.close(self._master)

    def type(self, keys: str) -> None:
        """Send keys, and forget what was drawn so far."""
        self._seen = b""
        os.write(self._master, keys.encode())

    def read_for(self, seconds: float) -> None:
        """Take what is drawn for a while, as a terminal does."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            if select.select([self._master], [], [], 0.05)[0]:
                os.read(self._master, 1 << 16)

    def wait_for_anything(self, seconds: float) -> float:
        """Return the time at which something was drawn."""
        if not select.select([self._master], [], [], seconds)[0]:
            raise AssertionError(f"nothing was drawn in {seconds} s")
        self._seen += os.read(self._master, 1 << 16)
        return time.perf_counter()

    def wait_for(self, text: str, seconds: float = 30.0) -> float:
        """Return the time at which a text was drawn."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            if select.select([self._master], [], [], 0.05)[0]:
                self._seen += os.read(self._master, 1 << 16)
                if text.encode() in _ESCAPES.sub(b"", self._seen):
                    return time.perf_counter()
        raise AssertionError(f"{text!r} was not drawn in {seconds} s: {_ESCAPES.sub(b'', self._seen)[-2000:]!r}")
