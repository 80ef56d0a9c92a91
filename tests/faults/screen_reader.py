"""A program in a terminal of its own: every byte that it sends is kept, and what a person would see is worked out."""

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
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType

from rich.cells import cell_len

_MOVE = re.compile(r"\x1b\[(\d*);?(\d*)H")
_STEP = re.compile(r"\x1b\[(\d*)([ABCD])")
_CSI = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
_STRING = re.compile(r"\x1b[PX^_\]][^\x07\x1b]*(?:\x07|\x1b\\)")
_SHORT = re.compile(r"\x1b[()][0-9A-B]|\x1b[=>78Mc]")
_CLEAR = re.compile(r"\x1b\[2J")
_BELOW = 0x20


def drawn(data: str, rows: int, columns: int) -> list[str]:
    """Return the lines on a screen after some output: as much of a terminal as Textual makes use of."""
    grid = [[" "] * columns for _ in range(rows)]
    row = column = at = 0
    while at < len(data):
        if found := _MOVE.match(data, at):
            row, column = int(found[1] or 1) - 1, int(found[2] or 1) - 1
        elif found := _STEP.match(data, at):
            count = int(found[1] or 1)
            row += {"A": -count, "B": count}.get(found[2], 0)
            column += {"D": -count, "C": count}.get(found[2], 0)
        elif found := _CLEAR.match(data, at):
            grid = [[" "] * columns for _ in range(rows)]
        else:
            found = _CSI.match(data, at) or _STRING.match(data, at) or _SHORT.match(data, at)
        if found:
            at = found.end()
            continue
        sign, at = data[at], at + 1
        if sign == "\r":
            column = 0
        elif sign == "\n":
            row += 1
        elif ord(sign) >= _BELOW and 0 <= row < rows and 0 <= column < columns:
            width = cell_len(sign)
            if width:
                grid[row][column : column + width] = [sign] + [""] * (width - 1)
            column += width
    return ["".join(cells[:columns]).rstrip() for cells in grid]


def obeyed(data: str) -> list[str]:
    """Return what a terminal would obey beyond what Textual itself sends: moving, colours, modes and questions."""
    rest = _SHORT.sub("", _CSI.sub("", data))
    found = re.findall(r"\x1b.{0,12}|[\x00-\x09\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]", rest, re.DOTALL)
    return found + re.findall("[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]", rest)


class Session:
    """Runs a command in a pseudo-terminal; use it as a context."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], size: tuple[int, int] = (40, 130)
    ) -> None:
        self.size = size
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env={**environment, "TERM": "xterm-256color"},
            start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self._output = b""

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *error: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        os.close(self._master)

    @property
    def output(self) -> str:
        """All that was sent so far."""
        return self._output.decode("utf-8", "replace")

    @property
    def screen(self) -> str:
        """What can be seen now."""
        return "\n".join(drawn(self.output, *self.size))

    def type(self, keys: str) -> None:
        """Send keys."""
        os.write(self._master, keys.encode())

    def read(self, seconds: float = 0.0) -> bool:
        """Take what is sent; returns whether there was anything within the time."""
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:
            return False
        self._output += data
        return bool(data)

    def wait_for(self, wanted: str | Callable[[str], bool], seconds: float = 40.0) -> str:
        """Read until a text can be seen, or a condition of the screen holds; returns the screen."""
        end = time.monotonic() + seconds
        screen = self.screen
        while not (wanted in screen if isinstance(wanted, str) else wanted(screen)):
            if time.monotonic() > end or (self.process.poll() is not None and not self.read()):
                raise AssertionError(f"{wanted!r} was not drawn:\n{screen}")
            if self.read(0.1):
                while self.read():
                    pass
                screen = self.screen
        return screen

    def settle(self, quiet: float = 0.35, seconds: float = 20.0) -> str:
        """Read until nothing has been sent for a while; returns the screen."""
        end = time.monotonic() + seconds
        while self.read(quiet) and time.monotonic() < end:
            pass
        return self.screen

    def press(self, keys: str, wanted: str | Callable[[str], bool] | None = None) -> str:
        """Send keys and read on: until something can be seen, or until nothing more comes."""
        self.type(keys)
        return self.settle() if wanted is None else self.wait_for(wanted)
