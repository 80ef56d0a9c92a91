"""Betimes in a pseudo-terminal that a test can resize, hang up, stop and look at: a real process, real signals."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).resolve().parents[2]
ESCAPES = re.compile(rb"\x1b\[[0-9;?<>=$]*[A-Za-z]|\x1b[\]P][^\x07\x1b]*(?:\x07|\x1b\\)")
RESTORED = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[?2004l")
"""What a terminal has to see before the shell has it again: screen, cursor, mouse, pastes."""
PATIENCE = 60.0
"""Seconds to wait for what must come: the machine may be slow, and have much else to do."""

BETIMES = (sys.executable, "-P", "-m", "app")


def environment(places: Path, **others: str) -> dict[str, str]:
    """Return what a process needs to run this very program, with its files below `places`."""
    folders = {name: str(places) for name in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "TMPDIR")}
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    places.mkdir(parents=True, exist_ok=True)
    return kept | folders | {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "HF_HUB_OFFLINE": "1"} | others


class Terminal:
    """Runs a command as a terminal's foreground job; use it as a context."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], size: tuple[int, int] = (30, 100)
    ) -> None:
        self.master, slave = pty.openpty()
        self.seen = b""
        self.resize(*size)
        self.before = termios.tcgetattr(slave)

        def take_terminal() -> None:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)  # whoever started the suite in the background had them ignored

        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=dict(environment), preexec_fn=take_terminal
        )
        self.slave = slave

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
            self.process.wait()
        for descriptor in (self.master, self.slave):
            if descriptor >= 0:
                os.close(descriptor)

    def resize(self, lines: int, columns: int) -> None:
        """Give the terminal another size; whoever is in front of it gets SIGWINCH."""
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def type(self, keys: str) -> None:
        """Send keys."""
        os.write(self.master, keys.encode())

    def forget(self) -> None:
        """Forget what was drawn so far."""
        self.read(0.0)
        self.seen = b""

    def read(self, seconds: float = 0.05) -> None:
        """Take what is drawn, waiting for the first of it at most that long."""
        while select.select([self.master], [], [], seconds)[0]:
            try:
                data = os.read(self.master, 1 << 16)
            except OSError:
                return
            if not data:
                return
            self.seen += data
            seconds = 0.0

    @property
    def text(self) -> str:
        """What was drawn, without the escape sequences."""
        return ESCAPES.sub(b"", self.seen).decode("utf-8", "replace")

    def wait_until(self, condition: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
        """Read until a condition holds."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"{what}: not in {seconds} s; drawn: {self.text[-2500:]!r}"
            self.read()

    def wait_for(self, *texts: str) -> None:
        """Read until all texts were drawn."""
        for text in texts:
            self.wait_until(lambda wanted=text: wanted in self.text, f"{text!r} is drawn")  # type: ignore[misc]

    def wait_for_bytes(self, *wanted: bytes) -> None:
        """Read until all byte strings were sent to the terminal."""
        self.wait_until(lambda: all(item in self.seen for item in wanted), f"{wanted} is sent")

    def end(self, seconds: float = PATIENCE) -> int:
        """Read until the process has ended; returns its exit status, as a shell names it."""
        self.wait_until(lambda: self.process.poll() is not None, "the end", seconds)
        self.read()
        status = self.process.returncode
        return 128 - status if status < 0 else status

    def hang_up(self) -> None:
        """Go away, as a window that is closed: the kernel sends SIGHUP."""
        os.close(self.slave)
        os.close(self.master)
        self.master = self.slave = -1

    @property
    def is_restored(self) -> bool:
        """Whether the last thing that was done to each mode of the terminal was to switch it off again."""
        pairs = ((b"?1049h", b"?1049l"), (b"?25l", b"?25h"), (b"?1000h", b"?1000l"), (b"?2004h", b"?2004l"))
        modes = all(self.seen.rfind(off) >= self.seen.rfind(on) for on, off in pairs)
        return modes and all(item in self.seen for item in RESTORED) and termios.tcgetattr(self.slave) == self.before


def state_of(pid: int) -> str:
    """Return the state letter of a process, such as T for stopped; "" when it is no more."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started and that still are."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
            if parent == pid:
                found.append(int(entry.name))
    return found
