"""How changes by other programs are noticed, and whether the system's limits leave room for that."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from app.doctor.check import Check, Subject
from app.doctor.mounts import mount_of

_LIMITS = (Path("/proc/sys/fs/inotify/max_user_watches"), Path("/proc/sys/user/max_inotify_watches"))
_LOOK = 'mode = "poll" under [watch] looks every few seconds, poll_seconds says how often.'
_CLOSE_ON_EXEC = 0o2000000


def examine_watching(subject: Subject) -> Iterator[Check]:
    """Look at settings, file system and limits."""
    assert subject.root is not None
    settings = subject.config.watch
    if settings.mode == "off":
        hint = 'Set mode = "auto" under [watch] to see them while Betimes runs.'
        yield Check("watcher.off", "note", "switched off: other programs' changes are seen at the start only", hint)
        return
    if settings.mode == "poll":
        yield Check("watcher.poll", "ok", f"looks every {settings.poll_seconds:g} s, as the settings say")
        return
    mount = mount_of(subject.root)
    if mount.is_remote:
        said = f"the vault is on a network share ({mount.kind}): the system does not tell what other machines write"
        yield Check("watcher.remote", "note", said, _LOOK)
    yield from _limits(subject.root)


def _limits(root: Path) -> Iterator[Check]:
    folders = sum(1 for _ in os.walk(root))
    if sys.platform == "linux":
        yield limit_check(folders, min(filter(None, map(_number, _LIMITS)), default=0), _refused())
    else:
        yield Check("watcher.auto", "ok", f"told by the system, {folders:,} folders")


def limit_check(folders: int, limit: int, refused: str) -> Check:
    """Return what to say of a vault of so many folders.

    Args:
        folders: Each takes one watch.
        limit: How many the system gives; 0 when it does not tell.
        refused: Why it would not give one more watcher; empty when it would.
    """
    if limit and folders > limit:
        said = f"{folders:,} folders, and the system watches {limit:,} at the most: Betimes looks every few seconds"
        hint = f"Allow more: sudo sysctl fs.inotify.max_user_watches={_rounded(folders)}"
        return Check("watcher.limit", "note", said, hint)
    if refused:
        said = f"the system gives no more watchers ({refused}): Betimes looks every few seconds instead"
        hint = "Close programs that watch many folders, or allow more: sudo sysctl fs.inotify.max_user_instances=512"
        return Check("watcher.instances", "note", said, hint)
    return Check("watcher.auto", "ok", f"told by the system; {folders:,} folders of {limit:,} that it may watch")


def _number(path: Path) -> int:
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0


def _refused() -> str:
    """Return why the system would not give one more watcher; "" when it does."""
    library = ctypes.CDLL(None, use_errno=True)
    descriptor = library.inotify_init1(_CLOSE_ON_EXEC)
    if descriptor >= 0:
        os.close(descriptor)
        return ""
    number = ctypes.get_errno()
    return "the limit of this user is reached" if number == errno.EMFILE else os.strerror(number)


def _rounded(folders: int) -> int:
    """Return twice as many, as a power of two: the system counts those of all programs of a person."""
    return 1 << (2 * folders - 1).bit_length()
