"""What was typed and not saved yet, kept outside the vault: whatever ends the program, the next one can offer it.

Each program has files of its own, one for each thing that is being typed, and holds a lock as long as it runs. Files
whose lock is free were left behind. So two programs on one vault never take each other's drafts.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import secrets
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from app.private import private_folder
from app.vault.descriptors import sync_folder, write_all

MOST = 1 << 20
"""Bytes of a draft that is kept; more than that was not typed."""

_VERSION = 1
_LOCK, _DRAFT, _NEW = ".lock", ".json", ".new"


@dataclass(frozen=True, slots=True)
class Draft:
    """What was being typed.

    Attributes:
        kind: Where: "quick", "form", "line", "resolve" or "raw".
        title: What for, in words.
        values: What is needed to open that dialog again; JSON values only.
        typed_at: When, local time.
    """

    kind: str
    title: str
    values: Mapping[str, Any]
    typed_at: datetime | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class LeftDraft:
    """A draft of a program that has ended."""

    draft: Draft
    path: Path


class DraftBox:
    """The drafts of one program on one vault; nothing is made on disk before the first of them. For any thread.

    Args:
        folder: Where the drafts of the vault are; made for its owner alone.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._program = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._guard = threading.Lock()
        self._locks: dict[str, int] = {}
        self._is_closed = False

    def put(self, number: int, draft: Draft) -> None:
        """Keep a draft under a number; one with that number gives way to it, all or nothing.

        Raises:
            OSError: It could not be kept.
        """
        data = json.dumps(_shape(draft)).encode("ascii")
        if len(data) > MOST:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        with self._guard:
            if self._is_closed:
                return
            private_folder(self._folder)
            if not self._lock(self._program):
                raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))
            path = self._path(number)
            new = path.with_suffix(_NEW)
            descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            try:
                write_all(descriptor, data)
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            os.replace(new, path)
            sync_folder(self._folder)

    def drop(self, number: int) -> None:
        """Forget a draft; raises `OSError` when its file stays."""
        with self._guard:
            self._path(number).unlink(missing_ok=True)

    def left_behind(self) -> list[LeftDraft]:
        """Return the drafts of programs that have ended, the oldest first. They are this program's from now on."""
        found: list[LeftDraft] = []
        with self._guard, suppress(OSError):
            programs = {
                path.name.partition(".")[0] for path in self._folder.iterdir() if path.suffix in (_LOCK, _DRAFT)
            }
            for program in sorted(programs - {self._program}):
                if self._lock(program):
                    for path in sorted(self._folder.glob(f"{program}.*")):
                        if path.suffix == _NEW:
                            path.unlink(missing_ok=True)
                        elif path.suffix == _DRAFT and (draft := _read(path)) is not None:
                            found.append(LeftDraft(draft, path))
                    self._release(program)
        return sorted(found, key=lambda left: str(left.draft.typed_at))

    def forget(self, left: LeftDraft) -> None:
        """Delete a draft that was left behind; raises `OSError` when it stays."""
        with self._guard:
            left.path.unlink(missing_ok=True)
            self._release(left.path.name.partition(".")[0])

    def close(self) -> None:
        """Let go of everything; drafts that are still there are offered by the next program."""
        with self._guard:
            self._is_closed = True
            for program in list(self._locks):
                self._release(program, even_used=True)

    def _path(self, number: int) -> Path:
        return self._folder / f"{self._program}.{number}{_DRAFT}"

    def _lock(self, program: str) -> bool:
        """Take the lock of a program; False when it still runs, or when there are no locks here."""
        if program in self._locks:
            if os.fstat(self._locks[program]).st_nlink:
                return True
            os.close(self._locks.pop(program))  # somebody deleted the file: nobody else would see this lock
        path = self._folder / f"{program}{_LOCK}"
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_there = os.fstat(descriptor).st_nlink > 0
        except OSError:
            is_there = False
        if is_there:
            self._locks[program] = descriptor
        else:
            os.close(descriptor)
        return is_there

    def _release(self, program: str, *, even_used: bool = False) -> None:
        """Let go of a lock, and delete it when nothing is left that it stands for."""
        is_used = any(path.suffix == _DRAFT for path in self._folder.glob(f"{program}.*"))
        if program == self._program and not even_used:
            return
        if not is_used:
            (self._folder / f"{program}{_LOCK}").unlink(missing_ok=True)
        if program in self._locks and (not is_used or even_used):
            os.close(self._locks.pop(program))


def _shape(draft: Draft) -> dict[str, Any]:
    typed_at = (draft.typed_at or datetime.now()).isoformat(timespec="seconds")
    return {
        "version": _VERSION, "kind": draft.kind, "title": draft.title, "values": dict(draft.values), "at": typed_at
    }  # fmt: skip


def _read(path: Path) -> Draft | None:
    """Return a draft; None for a file that is none of ours, or of a later version."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW)
        with open(descriptor, "rb") as file:
            shape = json.loads(file.read(MOST + 1))
        kind, title, values = shape["kind"], shape["title"], shape["values"]
        typed_at = datetime.fromisoformat(shape["at"])
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return None
    if shape.get("version") != _VERSION or not (isinstance(kind, str) and isinstance(title, str)):
        return None
    return Draft(kind, title, values, typed_at) if isinstance(values, dict) else None
