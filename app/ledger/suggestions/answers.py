"""What the person said of suggestions: dismissed for good, or accepted as an entry.

Kept in the operations log. Its lines with a `path` count as use of a note; these have none.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from app.errors import VaultError

DISMISSED, ACCEPTED, OFFERED = "dismissed", "accepted", "offered"
_KINDS = (DISMISSED, ACCEPTED, OFFERED)
_SIGNS = tuple(f'"{kind}"'.encode() for kind in _KINDS)


class Answers:
    """The answers in a log; only new lines are read again.

    Attributes:
        taken_back: Keys that were accepted until the entry, named here, was undone.

    Args:
        path: The operations log; it need not be there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._entries: dict[str, str] = {}
        self.taken_back: dict[str, str] = {}
        self._read_to = 0
        self._inode = 0

    def refresh(self) -> Mapping[str, str]:
        """Return the keys of the sentences that are not offered any more, each with the entry made of it, if any.

        Raises:
            VaultError: The log is there and cannot be read.
        """
        try:
            with self._path.open("rb") as file:
                found = os.fstat(file.fileno())
                if found.st_ino != self._inode or found.st_size < self._read_to:
                    self._forget(found.st_ino)
                file.seek(self._read_to)
                data = file.read()
        except FileNotFoundError:
            self._forget(0)
            return {}
        except OSError as error:
            raise VaultError(f"The operations log {self._path} cannot be read: {error.strerror}.") from error
        whole = data[: data.rfind(b"\n") + 1]
        self._read_to += len(whole)
        for line in whole.splitlines():
            if any(sign in line for sign in _SIGNS):
                self._take(line)
        return dict(self._entries)

    def _forget(self, inode: int) -> None:
        self._entries, self.taken_back, self._read_to, self._inode = {}, {}, 0, inode

    def _take(self, line: bytes) -> None:
        try:
            record = json.loads(line)
            kind, key, entry = record["kind"], record["key"], record.get("id", "")
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return
        if kind not in _KINDS or not isinstance(key, str) or not isinstance(entry, str):
            return
        if kind == OFFERED:
            self._entries.pop(key, None)
            self.taken_back[key] = entry
        else:
            self._entries[key] = entry
            self.taken_back.pop(key, None)


def answer(kind: str, key: str, sentence: str, now: datetime, entry: str = "") -> dict[str, str]:
    """Return the record of an answer.

    Args:
        kind: One of the three above.
        key: Names the sentence.
        sentence: What it says, for whoever reads the log.
        now: When.
        entry: The id of the entry that was made of it.
    """
    record = {"time": now.astimezone().isoformat(timespec="seconds"), "kind": kind, "key": key, "sentence": sentence}
    return record | ({"id": entry} if entry else {})
