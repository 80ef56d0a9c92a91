"""The folder of a demonstration, which goes with it; one that was killed leaves its folder to the next to clear."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PREFIX = "betimes-demo-"
_LOCK = "in-use"
_UNLOCKED_SECONDS = 24 * 3600.0
"""After this time a folder without a lock is nobody's: it was left before it was locked."""


@contextmanager
def throwaway_folder() -> Iterator[Path]:
    """Make a folder in the platform's temporary folder, and remove those that nobody uses any more.

    Yields:
        The folder, for its owner alone.
    """
    above = Path(tempfile.gettempdir())
    clear_left_folders(above)
    with tempfile.TemporaryDirectory(prefix=PREFIX, dir=above, ignore_cleanup_errors=True) as name:
        descriptor = os.open(Path(name) / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield Path(name)
        finally:
            os.close(descriptor)


def clear_left_folders(above: Path) -> int:
    """Remove the folders of demonstrations that have ended without doing so; returns how many."""
    return sum(_cleared(folder) for folder in above.glob(f"{PREFIX}*"))


def _cleared(folder: Path) -> bool:
    """Remove a folder, if it is this person's own and no running program holds its lock."""
    try:
        status = folder.lstat()
        if folder.is_symlink() or not folder.is_dir() or status.st_uid != os.geteuid():
            return False
        if not (folder / _LOCK).exists():
            is_left = time.time() - status.st_mtime > _UNLOCKED_SECONDS
        else:
            is_left = _is_free(folder / _LOCK)
    except OSError:
        return False
    if is_left:
        shutil.rmtree(folder, ignore_errors=True)
    return is_left


def _is_free(lock: Path) -> bool:
    descriptor = os.open(lock, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(descriptor)
    return True
