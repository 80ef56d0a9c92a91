"""Text handed to another program for a while, in a file that nobody else can read and that goes away afterwards."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.errors import UsageError


@contextmanager
def scratch_file(text: str, name: str) -> Iterator[Path]:
    """Write text into a new file of the platform's temporary folder.

    The file has a folder of its own, which is removed with all that an editor leaves beside it.

    Args:
        text: What it holds.
        name: What the file is called; editors know a format by it.

    Yields:
        The file, readable and writable for its owner alone.

    Raises:
        UsageError: It cannot be written.
    """
    try:
        folder = Path(tempfile.mkdtemp(prefix="betimes-"))
    except OSError as error:
        raise _unusable(error) from error
    try:
        path = folder / name
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(descriptor, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        except OSError as error:
            raise _unusable(error) from error
        yield path
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def rescue(path: Path) -> Path | None:
    """Keep what an editor that was killed has left beside a scratch file, such as its own recovery file.

    Returns:
        The folder that everything is in now; None when nothing lies there but the scratch file, or it cannot be kept.
    """
    kept = path.parent.with_name(f"{path.parent.name}-kept")
    try:
        if all(item == path for item in path.parent.iterdir()):
            return None
        path.parent.rename(kept)
    except OSError:
        return None
    return kept


def left_text(path: Path, most: int) -> str | None:
    """Return what a scratch file holds that nobody came back for; None when it is gone, or not this person's own.

    Args:
        path: The file.
        most: Bytes that it may have.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            is_own = stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid() and status.st_size <= most
            return file.read().decode() if is_own else None
    except (OSError, ValueError):
        return None


def read_back(path: Path) -> str:
    """Return what a program has left in a scratch file, line ends as they are.

    Raises:
        UsageError: It is gone, or no text in UTF-8.
    """
    try:
        return path.read_bytes().decode()
    except OSError as error:
        raise UsageError(f"The text did not come back from the editor: {error.strerror}", "Nothing changed.") from error
    except UnicodeDecodeError as error:
        raise UsageError("The editor did not write UTF-8", "Nothing changed. Let it write UTF-8.") from error


def _unusable(error: OSError) -> UsageError:
    return UsageError(f"{tempfile.gettempdir()} cannot be written: {error.strerror}", "Set $TMPDIR to another folder.")
