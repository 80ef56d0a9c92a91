"""The small steps of a safe write, on file descriptors."""

from __future__ import annotations

import fcntl
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from app.errors import WriteRefused

PREFIX = ".betimes-"


@contextmanager
def opened(path: Path, flags: int) -> Iterator[int]:
    """Open a regular file; a pipe or device put in its place neither blocks nor is written.

    Raises:
        WriteRefused: It is not a regular file.
        OSError: It cannot be opened.
    """
    descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise WriteRefused(f"{path} was not written: it is not a regular file")
        yield descriptor
    finally:
        close(descriptor)


def close(descriptor: int) -> None:
    """Close a file that was read, or written and flushed to the disk.

    Network file systems may report an error even then. It changes nothing about what was flushed, and a file that has
    taken its place must not be said to be unwritten.
    """
    with suppress(OSError):
        os.close(descriptor)


def _locked(folder: Path, suffix: str) -> tuple[int, str]:
    """Make a temporary file and lock it; another one when it was cleaned up before it was locked."""
    while True:
        descriptor, name = tempfile.mkstemp(prefix=PREFIX, suffix=suffix, dir=folder)
        with suppress(OSError):  # not every network file system has locks; they only spare the file a clean-up
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return descriptor, name
        os.close(descriptor)


@contextmanager
def temporary(folder: Path, suffix: str) -> Iterator[tuple[int, Path]]:
    """Make a locked temporary file (mode 0600) whose name is gone afterwards."""
    descriptor, name = _locked(folder, suffix)
    try:
        yield descriptor, Path(name)
    finally:
        close(descriptor)
        with suppress(OSError):  # it is removed at the next start; what was done with it is done
            Path(name).unlink(missing_ok=True)


def write_all(descriptor: int, data: bytes) -> None:
    """Write every byte: the system may take fewer than it is given."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def write_or_restore(descriptor: int, data: bytes, restore: Callable[[], None], size: int | None = None) -> None:
    """Write, cut the file at `size` if given, flush to the disk; whatever interrupts that, call `restore`."""
    done = False
    try:
        write_all(descriptor, data)
        if size is not None:
            os.ftruncate(descriptor, size)
        os.fsync(descriptor)
        done = True
    finally:
        if not done:
            restore()


def can_give_away(status: os.stat_result, user: int, groups: Collection[int]) -> bool:
    """Return True when a new file of this user can be given the owner and group of an old one."""
    return user == 0 or (status.st_uid == user and status.st_gid in groups)


def copy_attributes(descriptor: int, source: Path, status: os.stat_result) -> None:
    """Give a new file the owner, mode and extended attributes of an old one."""
    created = os.fstat(descriptor)
    if (created.st_uid, created.st_gid) != (status.st_uid, status.st_gid):
        os.fchown(descriptor, status.st_uid, status.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(status.st_mode))
    if sys.platform == "linux":
        with suppress(OSError):  # the file system may have none, and some belong to the system
            for name in os.listxattr(source):
                os.setxattr(descriptor, name, os.getxattr(source, name))


def sync_folder(folder: Path) -> None:
    """Make a rename durable, where the file system can: the new content is in place by now, so it never fails."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            close(descriptor)
