"""Writing a file so that it is either the old one or the new one, and never somebody else's work undone.

The new content goes to a temporary file in the same folder, is flushed to the disk, and takes the place of the old
file in one step, after a last look that the old file still is what the caller read.
"""

from __future__ import annotations

import fcntl
import os
import re
import stat
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from app.errors import NotWritable, WriteRefused
from app.vault.descriptors import (
    PREFIX,
    can_give_away,
    copy_attributes,
    opened,
    sync_folder,
    temporary,
    write_all,
    write_or_restore,
)
from app.vault.exchanging import exchange
from app.vault.refusals import changed, refusal

SUFFIX = ".tmp"
BACKUP_SUFFIX = ".bak"
_TEMPORARY = re.compile(re.escape(PREFIX) + r"[a-z0-9_]{8}" + re.escape(SUFFIX))
"""What `tempfile` makes of our prefix and suffix: a file that merely begins and ends alike is somebody else's."""

Hook = Callable[[], None]


def _nothing() -> None:
    pass


def write_atomically(path: Path, data: bytes, *, expected: bytes | None, before_replace: Hook = _nothing) -> None:
    """Replace the content of a file, or make a new one, all or nothing.

    A symbolic link stays and its target is written; mode, owner and extended attributes are kept. A file with several
    hard links, or one that belongs to somebody else, is written in place while a copy of it lies beside it.

    Args:
        path: The file. Whether a symbolic link may lead where it does is for the caller to decide.
        data: Its whole new content.
        expected: What must be in the file at the last moment before the write; None when there must be no file.
        before_replace: Called when the new content is safe on disk, right before that last look.

    Raises:
        WriteRefused: Nothing was changed, and why.
    """
    target = Path(os.path.realpath(path))
    try:
        status = _status(target)
        if status is not None and expected is not None and _must_stay(status):
            _overwrite(target, data, expected, before_replace)
        else:
            _replace(target, data, expected, status, before_replace)
    except OSError as error:
        raise refusal(path, error) from error


def append_line(path: Path, data: bytes) -> None:
    r"""Add one line at the end of a file, which is made when it is missing.

    When the last line has no end, as after a crash, one is put there first, so that only that line is spoilt.

    Args:
        path: The file.
        data: The line; `\n` is added when it is missing.

    Raises:
        WriteRefused: Nothing was added, and why.
    """
    line = data if data.endswith(b"\n") else data + b"\n"
    try:
        is_new = not path.exists()
        with opened(path, os.O_RDWR | os.O_APPEND | os.O_CREAT) as descriptor:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            size = os.fstat(descriptor).st_size
            torn = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
            write_or_restore(descriptor, b"\n" + line if torn else line, lambda: os.ftruncate(descriptor, size))
        if is_new:
            sync_folder(path.parent)
    except OSError as error:
        raise refusal(path, error) from error


def remove_leftovers(folder: Path) -> int:
    """Remove the temporary files that a killed process left in a folder and the folders below it.

    Files in use by a running process stay; so do copies (`.bak`) of files whose writing in place was cut off: they may
    be the only whole ones. Folders with a leading dot are passed over, `.betimes` excepted; where that, or a file in
    it, is a symbolic link, the folder that it leads to is looked at too: temporary files are made there.

    Returns:
        How many were removed.
    """
    removed = 0
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".") or name == ".betimes"]
        removed += _removed_from(Path(parent), names)
    for elsewhere in _linked_folders(folder / ".betimes"):
        with suppress(OSError):
            removed += _removed_from(elsewhere, os.listdir(elsewhere))
    return removed


def _linked_folders(folder: Path) -> set[Path]:
    """Return the folders that a folder, or the files in it, stand for, where that is another one."""
    try:
        links = [Path(entry.path) for entry in os.scandir(folder) if entry.is_symlink()]
    except OSError:
        return set()
    found = {Path(os.path.realpath(link)).parent for link in links}
    return found | ({Path(os.path.realpath(folder))} if folder.is_symlink() else set())


def _removed_from(folder: Path, names: Iterable[str]) -> int:
    return sum(_removed_unless_in_use(folder / name) for name in names if _TEMPORARY.fullmatch(name))


def _removed_unless_in_use(path: Path) -> bool:
    try:
        with opened(path, os.O_RDONLY) as descriptor:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink()
    except (OSError, WriteRefused):
        return False
    return True


def _status(target: Path) -> os.stat_result | None:
    try:
        status = target.lstat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode):
        raise WriteRefused(f"{target} was not written: it is not a regular file")
    if not status.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise NotWritable(f"{target} was not written: it is read-only", "Make the file writable and repeat.")
    return status


def _must_stay(status: os.stat_result) -> bool:
    """Return True when another file in its place would not be the same file to others."""
    return status.st_nlink > 1 or not can_give_away(status, os.geteuid(), (os.getegid(), *os.getgroups()))


def _replace(
    target: Path, data: bytes, expected: bytes | None, status: os.stat_result | None, before_replace: Hook
) -> None:
    with temporary(target.parent, SUFFIX) as (descriptor, path):
        if status is not None:
            copy_attributes(descriptor, target, status)
        write_all(descriptor, data)
        os.fsync(descriptor)
        before_replace()
        _check_unchanged(target, expected)
        _put_in_place(path, target, expected)


def _put_in_place(path: Path, target: Path, expected: bytes | None) -> None:
    """Let the new file take the old one's place; what somebody else wrote since the last look comes back.

    Where two files can change places, what stood there is looked at once more when nobody finds it by its name any
    longer, and again when the folder is safe on disk: a program that had it open may have written by then.
    """
    try:
        if expected is None or not exchange(path, target):
            os.replace(path, target)
            sync_folder(target.parent)
            return
    except FileNotFoundError as error:
        raise changed(target) from error
    _bring_back(path, target, expected)
    sync_folder(target.parent)
    _bring_back(path, target, expected)


def _bring_back(path: Path, target: Path, expected: bytes) -> None:
    try:
        is_other = path.read_bytes() != expected
    except FileNotFoundError:  # another program of ours may have tidied up
        return
    except OSError:  # what stood there cannot be looked at, so that it is not for us to remove
        exchange(path, target)
        raise
    if is_other:
        with suppress(FileNotFoundError):
            exchange(path, target)
            sync_folder(target.parent)
            raise changed(target)


def _overwrite(target: Path, data: bytes, expected: bytes, before_replace: Hook) -> None:
    with temporary(target.parent, BACKUP_SUFFIX) as (descriptor, backup):
        write_all(descriptor, expected)
        os.fsync(descriptor)
        before_replace()
        _check_unchanged(target, expected)
        _write_in_place(target, data, expected, backup)


def _write_in_place(target: Path, data: bytes, old: bytes, backup: Path) -> None:
    with opened(target, os.O_RDWR) as descriptor:

        def restore() -> None:
            try:
                os.ftruncate(descriptor, len(old))
                os.lseek(descriptor, 0, os.SEEK_SET)
                write_all(descriptor, old)
            except OSError as error:
                kept = backup.with_name(f"{target.name}.before")
                os.replace(backup, kept)
                raise WriteRefused(f"{target} was only partly written", f"Its former content is in {kept}.") from error

        write_or_restore(descriptor, data, restore, size=len(data))


def _check_unchanged(target: Path, expected: bytes | None) -> None:
    try:
        with opened(target, os.O_RDONLY) as descriptor, os.fdopen(os.dup(descriptor), "rb") as file:
            current: bytes | None = file.read()
    except FileNotFoundError:
        current = None
    if current != expected:
        raise changed(target)
