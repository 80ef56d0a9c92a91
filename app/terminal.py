"""What the program needs of the system before it draws: a terminal, and file names and text in UTF-8."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import IO

from app.errors import UsageError

_PLAIN = frozenset({"dumb", "unknown"})
_INSTEAD = "Commands work everywhere: `betimes agenda`, `betimes search`, `betimes --help`."


def use_utf8() -> None:
    """Start this process once more in Python's UTF-8 mode, where the locale stands for another encoding.

    Names of notes are bytes, and notes are shared between machines: read by another encoding, the same file would be
    another note. Returns when there is nothing to do; the process keeps its id, its arguments and its terminal.
    """
    if sys.getfilesystemencoding() != "utf-8" and sys.executable:
        words = [sys.executable, "-X", "utf8", *sys.orig_argv[1:]]
        os.execve(sys.executable, words, {**os.environ, "PYTHONUTF8": "1"})


def require_terminal(environment: Mapping[str, str], *, keys: IO[str] | None, drawing: IO[str] | None) -> None:
    """Make sure that there is a terminal to draw on.

    Args:
        environment: Where `TERM` is looked up.
        keys: Where keys come from; None when the program has no such stream.
        drawing: Where is drawn.

    Raises:
        UsageError: There is none, or it can do nothing but print lines.
    """
    kind = environment.get("TERM", "")
    if kind in _PLAIN:
        raise UsageError(f"This terminal can only print lines (TERM={kind}): the screen needs more", _INSTEAD)
    for stream, what in ((keys, "input"), (drawing, "output")):
        if stream is None or stream.closed or not stream.isatty():
            raise UsageError(f"Standard {what} is not a terminal: the screen needs one", _INSTEAD)
