"""Whether a vault is where it was: there, gone, or only the bare folder that is left where a disk was taken away."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from app.errors import VaultError
from app.private import private_file

NOT_MOUNTED = "Look whether its disk is mounted."
_OWN = ".betimes"


class VaultAway(VaultError):
    """The vault is not where it was; what is known of it stands until it is back."""


class Presence:
    """Knows a vault's folder by more than its name.

    A disk that is taken away leaves the folder that it was mounted on: another one, and empty. What is not in there is
    not gone, and what would be written there would be hidden as soon as the disk is back. Another folder that has
    something in it is taken for the vault restored or replaced, and is known from then on.
    """

    def __init__(self, root: Path, memory: Path | None = None) -> None:
        """Take the folder for the vault, unless it is bare and the vault is remembered to have been another one.

        Args:
            root: The folder.
            memory: A file outside the vault that keeps what the folder was over restarts.
        """
        self._root = root
        self._memory = memory
        self._identity = _identity(root)
        self._remembered = _recall(memory)
        if self._remembered is not None and self._remembered != self._identity and is_bare(root):
            self._identity = self._remembered

    def check(self) -> None:
        """Look at the folder.

        Raises:
            VaultAway: It is not the vault at present; says why.
        """
        found = _identity(self._root)
        if found is None:
            hint = "Look whether the folder was moved or is not mounted."
            raise VaultAway(f"{self._root} is not there", hint)
        if found == self._identity:
            return
        if is_bare(self._root):
            raise VaultAway(f"{self._root} is another folder now, and empty", NOT_MOUNTED)
        self._identity = found

    def remember(self) -> None:
        """Remember the folder as it is now: notes were found in it. Without the file it is only not known next time."""
        if self._memory is None or self._identity is None or self._identity == self._remembered:
            return
        self._remembered = self._identity
        with suppress(OSError):
            private_file(self._memory, "{} {}\n".format(*self._identity).encode("ascii"))


def is_bare(folder: Path) -> bool:
    """Return True for a folder with nothing in it that could belong to a vault; an unreadable one is not known to be.

    Hidden files are left there by file managers; `.betimes` is not.
    """
    try:
        names = os.listdir(folder)
    except OSError:
        return False
    return all(name.startswith(".") and name != _OWN or name == "lost+found" for name in names)


def _recall(memory: Path | None) -> tuple[int, int] | None:
    if memory is None:
        return None
    try:
        device, inode = map(int, memory.read_text(encoding="ascii").split())
    except (OSError, ValueError):
        return None
    return device, inode


def _identity(folder: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(folder)
    except OSError:
        return None
    return status.st_dev, status.st_ino
