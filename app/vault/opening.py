"""Opening a file that may turn out to be anything."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager

_DATALESS = 0x40000000
NOT_HERE = "it is in the cloud and not downloaded"
_REASONS = {
    errno.ENOENT: "it is gone",
    errno.ENOTDIR: "it is gone",
    errno.EACCES: "no permission",
    errno.EPERM: "no permission",
    errno.ELOOP: "a link that leads back to itself",
    errno.ENAMETOOLONG: "the name is too long",
    errno.EIO: "the disk reports an error",
    errno.ESTALE: "the network folder is no longer there",
    errno.ENXIO: "it is not a regular file",
    errno.ENODEV: "it is not a regular file",
}


class NotRegular(OSError):
    """A pipe, socket, device or folder; a file too large; or one whose content is not on this machine."""

    def __init__(self, reason: str) -> None:
        super().__init__(errno.EINVAL, reason)


def read_regular(path: str | os.PathLike[str], limit: int) -> bytes:
    """Read a file whole; nothing that it may be (a pipe, a device) can block this call or fill the memory.

    Args:
        path: The file, links already resolved: a link in its place is refused.
        limit: Bytes that it may have at most.

    Raises:
        OSError: It cannot be opened or read; `NotRegular` when it is nothing to be read.
    """
    with _regular(path) as (descriptor, size):
        data = _read(descriptor, limit) if size <= limit else None
    if data is None:
        raise NotRegular(f"it is larger than {limit >> 20} MB")
    return data


def read_start(path: str | os.PathLike[str], most: int) -> tuple[bytes, int]:
    """Read the beginning of a file of any size.

    Args:
        path: The file, links already resolved: a link in its place is refused.
        most: Bytes that are read at most.

    Returns:
        The bytes, and how many the whole file has.

    Raises:
        OSError: It cannot be opened or read; `NotRegular` when it is nothing to be read.
    """
    with _regular(path) as (descriptor, size), open(descriptor, "rb", closefd=False) as file:
        data = file.read(most)
    return data, max(size, len(data)) if len(data) == most else len(data)


@contextmanager
def _regular(path: str | os.PathLike[str]) -> Iterator[tuple[int, int]]:
    """Open a regular file; gives its descriptor and its size."""
    if getattr(os.lstat(path), "st_flags", 0) & _DATALESS:
        raise NotRegular(NOT_HERE)
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise NotRegular("it is not a regular file")
        if _is_hollow(descriptor, status):
            raise NotRegular(NOT_HERE)
        yield descriptor, status.st_size
    finally:
        os.close(descriptor)


def _is_hollow(descriptor: int, status: os.stat_result) -> bool:
    """Return True for a file that has a size and no content, as sync programs leave one in place of what they evict.

    File systems that do not count blocks say that there is data at the beginning.
    """
    if status.st_size == 0 or getattr(status, "st_blocks", 1) > 0 or not hasattr(os, "SEEK_DATA"):
        return False
    try:
        os.lseek(descriptor, 0, os.SEEK_DATA)
    except OSError as error:
        return error.errno == errno.ENXIO
    os.lseek(descriptor, 0, os.SEEK_SET)
    return False


def _read(descriptor: int, limit: int) -> bytes | None:
    """Read to the end; None when there is more than `limit`: the file may grow meanwhile."""
    with open(descriptor, "rb", closefd=False) as file:
        data = file.read(limit + 1)
    return data if len(data) <= limit else None


def reason(error: OSError) -> str:
    """Return what an error of the system means, in words that fit after "cannot be read:"."""
    return _REASONS.get(error.errno or 0, error.strerror or str(error))
