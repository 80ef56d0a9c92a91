"""The person's own browser, as an argument list: no shell ever sees an address."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from app.errors import UsageError

_IN_TERMINAL = frozenset({"lynx", "w3m", "links", "links2", "elinks", "browsh", "carbonyl", "chawan", "cha"})
_USUAL = {"darwin": ("open",), "linux": ("xdg-open", "wslview", "termux-open-url")}
_ON_A_SCREEN = frozenset({"xdg-open"})
"""What cannot show anything without a graphical session."""


def browser_command(address: str, environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return the argument list that opens an address.

    Args:
        address: One that `OutsideLink.address` gives.
        environment: Where `BROWSER` is looked up: programs parted by colons, `%s` for the address if it is not last.

    Raises:
        UsageError: There is no browser; the address is in the message, so that it can be copied.
    """
    for named in filter(None, environment.get("BROWSER", "").split(os.pathsep)):
        try:
            words = shlex.split(named)
        except ValueError:
            continue
        if words and _is_there(words[0], environment):
            return _with(words, address)
    graphical = any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")) or sys.platform != "linux"
    for name in _USUAL.get(sys.platform, _USUAL["linux"]):
        if (graphical or name not in _ON_A_SCREEN) and _is_there(name, environment):
            return [name, address]
    raise UsageError(f"There is no browser to open {address}", "Set $BROWSER, for example: export BROWSER=firefox")


def needs_terminal(command: Sequence[str]) -> bool:
    """Return whether a browser draws in the terminal, which must be handed to it."""
    return Path(command[0]).name in _IN_TERMINAL


def start_browser(command: Sequence[str]) -> None:
    """Start a browser with a window of its own, and do not wait for it.

    Raises:
        UsageError: It cannot be started.
    """
    nothing = subprocess.DEVNULL
    try:
        subprocess.Popen(list(command), stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True)
    except OSError as error:
        raise UsageError(f"{command[0]} cannot be started: {error.strerror}", "Set $BROWSER.") from error


def _is_there(program: str, environment: Mapping[str, str]) -> bool:
    return shutil.which(program, path=environment.get("PATH")) is not None


def _with(words: Sequence[str], address: str) -> list[str]:
    if any("%s" in word for word in words):
        return [word.replace("%s", address) for word in words]
    return [*words, address]
