"""Where the index is kept for one run when its own folder takes nothing: search works, and everybody is told."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile

from app.errors import StoreError
from app.index.condition import Fitness, inspect
from app.index.opening import FolderUnusable, Opened, open_database


@dataclass(frozen=True, slots=True)
class Refuge:
    """A folder that goes when it is left; none when the index is in its own."""

    folder: Path | None = None

    def leave(self) -> None:
        """Delete it."""
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def open_somewhere(path: Path, vault_root: str, reading: str) -> tuple[Opened, Refuge]:
    """Open the index of a vault in its place or, where that cannot be written to, a copy of it in a temporary folder.

    Raises:
        StoreError: It cannot be opened there either, or another process holds it for too long.
    """
    try:
        return open_database(path, vault_root, reading), Refuge()
    except FolderUnusable as error:
        return _take_refuge(path, vault_root, reading, error)


def _take_refuge(path: Path, vault_root: str, reading: str, reason: FolderUnusable) -> tuple[Opened, Refuge]:
    try:
        folder = Path(tempfile.mkdtemp(prefix="betimes-index-"))
    except OSError:
        raise reason from None
    refuge = Refuge(folder)
    try:
        copied = _copied(path, folder / path.name)
        opened = open_database(copied, vault_root, reading)
    except StoreError:
        refuge.leave()
        raise
    notice = f"{reason.message}. {reason.hint} Until then a copy is used that goes when Betimes ends."
    return Opened(opened.connection, opened.path, notice), refuge


def _copied(source: Path, target: Path) -> Path:
    """Copy a sound index, so that its vectors need not be made again; what cannot be copied is made anew."""
    try:
        if inspect(source).fitness is Fitness.USABLE and source.exists():
            for suffix in ("", "-wal"):
                if source.with_name(source.name + suffix).exists():
                    copyfile(source.with_name(source.name + suffix), target.with_name(target.name + suffix))
    except OSError:
        for file in target.parent.iterdir():
            file.unlink()
    return target
