"""What the system says when it cannot write, in words that a person can act on."""

from __future__ import annotations

import errno
from pathlib import Path

from app.errors import NotWritable, WriteRefused

_FULL = ("the disk is full", "Free some space and try again; nothing was changed.")
_READ_ONLY = ("the file system is read-only", "Reading and searching still work; nothing was changed.")
_FORBIDDEN = ("there is no permission to write there", "Check the permissions of the file and of its folder.")
_MISSING = ("the folder is no longer there", "Look whether the folder was moved or is not mounted.")
_REASONS = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EROFS: _READ_ONLY,
    errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN,
    errno.ENOENT: _MISSING,
    errno.ENOTDIR: _MISSING,
    errno.ELOOP: ("it is a symbolic link that leads back to itself", "Repair or remove the link."),
    errno.ENAMETOOLONG: ("the name is too long", "Give the file or its folder a shorter name."),
}


def refusal(path: Path, error: OSError) -> NotWritable:
    """Return the refusal that stands for a failure of the operating system."""
    unknown = (error.strerror or str(error), "Try again; nothing was changed.")
    reason, hint = _REASONS.get(error.errno or 0, unknown)
    return NotWritable(f"{path} was not written: {reason}", hint)


def changed(path: Path) -> WriteRefused:
    """Return the refusal for a file that is not what the caller read."""
    return WriteRefused(f"{path} was not written: it was changed by another program", "Look at it again, then repeat.")
