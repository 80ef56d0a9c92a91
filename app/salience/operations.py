"""The append-only record of what was opened, edited and resolved: where usage activation comes from."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from app.errors import VaultError
from app.private import FOLDER
from app.vault.presence import Presence, VaultAway

RENAMED = "renamed"
"""Kind of a line that tells of no use, but that the note has another path: `to`."""


class OperationsLog:
    """One JSON object a line: `time`, `kind`, `path` and, for what a search led to, `query`.

    Lines of other writers are kept and read; what cannot be read is passed over. Only new lines are read again.

    Args:
        path: The file; it and its folder are made by the first `append`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._presence = Presence(path.parent.parent)
        self._mentions: dict[str, list[datetime]] = {}
        self._renames: dict[str, str] = {}
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
        self._record([record])

    def append_renames(self, renames: Mapping[str, str], now: datetime) -> None:
        """Record that notes have other paths: their use goes with them, and links can still be told what is meant.

        Args:
            renames: Former path to present one.
            now: When that was seen.

        Raises:
            VaultError: The file cannot be written.
        """
        time = now.astimezone().isoformat(timespec="seconds")
        self._record([{"time": time, "kind": RENAMED, "path": old, "to": new} for old, new in renames.items()])

    def _record(self, records: Sequence[Mapping[str, str]]) -> None:
        try:
            self._write(b"".join(json.dumps(record).encode() + b"\n" for record in records))
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
        self._read()
        return {path: list(times) for path, times in self._mentions.items()}

    def renames(self) -> dict[str, str]:
        """Return the notes that were renamed, former path to the one that came next. Raises as `mentions`."""
        self._read()
        return dict(self._renames)

    def _read(self) -> None:
        try:
            self._presence.check()
            self._read_new_lines()
        except VaultAway:
            return  # what was read stands until it is back
        except FileNotFoundError:
            self._forget()
        except OSError as error:
            raise VaultError(f"The operations log {self.path} cannot be read: {error.strerror}.") from error

    def _write(self, line: bytes) -> None:
        self._presence.check()
        self.path.parent.mkdir(FOLDER, exist_ok=True)
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
        if record.get("kind") == RENAMED:
            self._rename(path, record.get("to"))
        elif isinstance(path, str):
            self._mentions.setdefault(path, []).append(time)

    def _rename(self, old: object, new: object) -> None:
        if isinstance(old, str) and isinstance(new, str) and old != new:
            self._renames[old] = new
            if times := self._mentions.pop(old, None):
                self._mentions.setdefault(new, []).extend(times)

    def _forget(self) -> None:
        self._mentions, self._renames, self._read_to, self._inode = {}, {}, 0, 0
