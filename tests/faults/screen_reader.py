"""A program in a terminal of its own: every byte that it sends is kept, and what a person would see is worked out."""

from __future__ import annotations

import codecs
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

_SEQUENCE = re.compile(
    r"\x1b\[(?P<row>\d*);?(?P<column>\d*)H|\x1b\[(?P<count>\d*)(?P<way>[ABCD])|(?P<clear>\x1b\[2J)"
    r"|\x1b\[[0-?]*[ -/]*[@-~]|\x1b[PX^_\]][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][0-9A-B]|\x1b[=>78Mc]"
)
_OURS = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\]22;[a-z-]*\x07|\x1b[()][0-9A-B]|\x1b[=>78Mc]")
"""What Textual sends: moving, colours, modes, questions, and the shape of the mouse's pointer."""
_STEPS = {"A": (-1, 0), "B": (1, 0), "C": (0, 1), "D": (0, -1)}
_FIRST_PRINTABLE = " "


class Grid:
    """As much of a terminal as Textual makes use of: what stands where."""

    def __init__(self, rows: int, columns: int) -> None:
        self._size = rows, columns
        self._row = self._column = 0
        self._rest = ""
        self._clear()

    def _clear(self) -> None:
        self._cells = [[" "] * self._size[1] for _ in range(self._size[0])]

    def feed(self, data: str) -> None:
        """Draw what is sent; a sequence that is not whole yet waits for its end."""
        data, at = self._rest + data, 0
        self._rest = ""
        while at < len(data):
            if data[at] != "\x1b":
                self._put(data[at])
                at += 1
            elif found := _SEQUENCE.match(data, at):
                self._obey(found)
                at = found.end()
            elif len(data) - at < 40:
                self._rest = data[at:]
                return
            else:
                at += 1

    def _obey(self, found: re.Match[str]) -> None:
        if found["row"] is not None:
            self._row, self._column = int(found["row"] or 1) - 1, int(found["column"] or 1) - 1
        elif found["way"]:
            down, right = _STEPS[found["way"]]
            self._row += down * int(found["count"] or 1)
            self._column += right * int(found["count"] or 1)
        elif found["clear"]:
            self._clear()

    def _put(self, sign: str) -> None:
        if sign == "\r":
            self._column = 0
        elif sign == "\n":
            self._row += 1
        elif sign >= _FIRST_PRINTABLE and 0 <= self._row < self._size[0] and 0 <= self._column < self._size[1]:
            if width := cell_len(sign):
                self._cells[self._row][self._column : self._column + width] = [sign] + [""] * (width - 1)
            self._column += width

    def __str__(self) -> str:
        return "\n".join("".join(cells).rstrip() for cells in self._cells)


def obeyed(data: str) -> list[str]:
    """Return what a terminal would obey beyond what Textual itself sends: moving, colours, modes and questions."""
    rest = _OURS.sub("", data)
    found = re.findall(r"\x1b.{0,12}|[\x00-\x09\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]", rest, re.DOTALL)
    return found + re.findall("[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]", rest)


class Session:
    """Runs a command in a pseudo-terminal; use it as a context.

    Attributes:
        process: The program.
        output: All that it has sent so far.
    """

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
        self.output = ""
        self._grid = Grid(*size)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *error: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        os.close(self._master)

    @property
    def screen(self) -> str:
        """What can be seen now."""
        return str(self._grid)

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
        text = self._decoder.decode(data)
        self.output += text
        self._grid.feed(text)
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
        """Send keys and read on: until something can be seen, or until nothing more comes.

        Escapes at the beginning are keys of their own: with a letter at once behind, one would be alt and that letter.
        """
        while keys.startswith("\x1b") and not keys.startswith("\x1b["):
            self.type("\x1b")
            self.settle(0.3)
            keys = keys[1:]
        self.type(keys)
        return self.settle() if wanted is None else self.wait_for(wanted)
