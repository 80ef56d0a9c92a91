"""Folders and files outside the vault that nobody but their owner is to read: they say what is in the notes."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

FOLDER = 0o700


def private_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for their owner only, whatever the umask; else leave it.

    Raises:
        OSError: It cannot be made.
    """
    missing = [folder] if not folder.exists() else []
    while missing and not missing[-1].parent.exists():
        missing.append(missing[-1].parent)
    for new in reversed(missing):
        with suppress(FileExistsError):  # another process was faster
            new.mkdir(FOLDER)
            new.chmod(FOLDER)
    if not folder.is_dir():
        raise NotADirectoryError(20, "Not a directory", str(folder))


def private_file(path: Path, data: bytes) -> None:
    """Write a small file for its owner only, in one step: it is there whole, or as it was.

    Raises:
        OSError: It cannot be written.
    """
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except OSError:
        os.unlink(name)
        raise


def narrow(*folders: Path) -> None:
    """Take the access of all others from what is in these folders of ours; links are left alone and not followed.

    What an older version or a copy left open to others is closed. Where that is not allowed, it stays as it is.
    """
    for folder in folders:
        for path in _below(folder):
            with suppress(OSError):
                _narrow_one(path)


def _below(folder: Path) -> Iterator[str]:
    yield str(folder)
    for parent, folders, files in os.walk(folder):
        yield from (os.path.join(parent, name) for name in (*folders, *files))


def _narrow_one(path: str) -> None:
    status = os.lstat(path)
    if status.st_mode & 0o077 and not stat.S_ISLNK(status.st_mode):
        os.chmod(path, stat.S_IMODE(status.st_mode) & FOLDER)
