"""The append-only record of what was opened, edited and resolved: where usage activation comes from."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from app.errors import VaultError


class OperationsLog:
    """One JSON object a line: `time`, `kind`, `path` and, for what a search led to, `query`.

    Lines of other writers are kept and read; what cannot be read is passed over. Only new lines are read again.

    Args:
        path: The file; it and its folder are made by the first `append`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._mentions: dict[str, list[datetime]] = {}
        self._read_to = 0
        self._inode = 0

    def append(self, kind: str, path: str, now: datetime, query: str | None = None) -> None:
        """Record one use of a note.

        Args:
            kind: `"opened"`, `"edited"`, `"resolved"` or another short word.
            path: The note, relative to the vault.
            now: When; a time without zone is local.
            query: What was searched for, when a search led to it.

        Raises:
            VaultError: The file cannot be written.
        """
        record = {"time": now.astimezone().isoformat(timespec="seconds"), "kind": kind, "path": path}
        if query is not None:
            record["query"] = query
        try:
            self._write(json.dumps(record).encode() + b"\n")
        except OSError as error:
            raise VaultError(
                f"The operations log {self.path} cannot be written: {error.strerror}.",
                "Make the folder writable; until then, use is not remembered in the ranking.",
            ) from error

    def note(self, record: Mapping[str, str]) -> None:
        """Record something that is no use of a note: it has no `path`.

        Raises:
            VaultError: The file cannot be written.
        """
        try:
            self._write(json.dumps(dict(record)).encode() + b"\n")
        except OSError as error:
            raise VaultError(
                f"The operations log {self.path} cannot be written: {error.strerror}.",
                "Make the folder writable; nothing was recorded.",
            ) from error

    def mentions(self) -> dict[str, list[datetime]]:
        """Return the times of use of each note, oldest line first; empty without a file.

        Raises:
            VaultError: The file is there and cannot be read.
        """
        try:
            self._read_new_lines()
        except FileNotFoundError:
            self._forget()
        except OSError as error:
            raise VaultError(f"The operations log {self.path} cannot be read: {error.strerror}.") from error
        return {path: list(times) for path, times in self._mentions.items()}

    def _write(self, line: bytes) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            end = os.fstat(descriptor).st_size
            torn = end > 0 and os.pread(descriptor, 1, end - 1) != b"\n"
            os.write(descriptor, b"\n" + line if torn else line)
        finally:
            os.close(descriptor)

    def _read_new_lines(self) -> None:
        with self.path.open("rb") as file:
            found = os.fstat(file.fileno())
            if found.st_ino != self._inode or found.st_size < self._read_to:
                self._forget()
                self._inode = found.st_ino
            file.seek(self._read_to)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        self._read_to += len(whole)
        for line in whole.splitlines():
            self._take(line)

    def _take(self, line: bytes) -> None:
        try:
            record = json.loads(line)
            path, time = record["path"], datetime.fromisoformat(record["time"]).astimezone()
        except (ValueError, TypeError, KeyError, OverflowError, OSError, RecursionError):
            return
        if isinstance(path, str):
            self._mentions.setdefault(path, []).append(time)

    def _forget(self) -> None:
        self._mentions, self._read_to, self._inode = {}, 0, 0
