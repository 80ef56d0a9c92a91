"""Noticing changes by looking: for folders that the system does not watch."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from app.vault.files import Vault
from app.vault.ignore import IGNORE_FILE
from app.vault.names import escape

Stamps = dict[str, tuple[int, ...]]
_OWN = ".betimes"


class Poller:
    """Compares the vault with how it was at the look before; nothing is opened."""

    def __init__(self, vault: Vault) -> None:
        self._vault = Vault(vault.root, vault.reading)  # of its own: the indexer scans at the same time
        self._before: Stamps | None = None
        self._conflicts: list[str] = []

    def look(self) -> set[str | None]:
        """Return what has changed since the last look, as keys; None stands for anything, and so does a first look.

        Raises:
            VaultError: The vault cannot be listed.
        """
        now = dict(self._stamps())
        before, self._before = self._before, now
        conflicts, self._conflicts = self._conflicts, list(self._vault.conflicts)
        if before is None or conflicts != self._conflicts:
            return {None}
        return {key for key in before.keys() | now.keys() if before.get(key) != now.get(key)}

    def _stamps(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        for stamp in self._vault.scan():
            yield stamp.path, (stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode)
        root = self._vault.root
        yield from _own_stamps(root, [IGNORE_FILE])
        try:
            names = os.listdir(root / _OWN)
        except OSError:
            return
        yield from _own_stamps(root, (f"{_OWN}/{name}" for name in names))


def _own_stamps(root: Path, names: Iterator[str] | list[str]) -> Iterator[tuple[str, tuple[int, ...]]]:
    for name in names:
        try:
            status = os.stat(root / name)
        except OSError:
            continue
        yield escape(name), (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
