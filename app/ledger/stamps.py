"""What the file system says of a file: enough to tell that nobody has touched it since."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, NamedTuple


class Stamp(NamedTuple):
    """A file's identity, size and times in nanoseconds.

    The time of the last change of its status (`changed`) cannot be set back by a program that keeps modification times,
    as programs that synchronise do.
    """

    device: int
    inode: int
    size: int
    modified: int
    changed: int


def stamp_of(path: Path) -> Stamp | None:
    """Return a file's stamp; None when there is no file, or none that can be looked at."""
    try:
        status = path.stat()
    except OSError:
        return None
    return Stamp(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def stamp_from(values: Any) -> Stamp:
    """Return the stamp that was kept as JSON; raises `ValueError` or `TypeError` when it is none."""
    if len(values) != len(Stamp._fields) or not all(type(value) is int for value in values):
        raise ValueError("this is no stamp")
    return Stamp(*values)


def digest_of(data: bytes | None) -> str:
    """Return a digest of a file's bytes; "" for a file that is not there."""
    return "" if data is None else hashlib.sha256(data).hexdigest()
