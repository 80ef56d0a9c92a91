"""What the person said of suggestions: dismissed for good, or accepted as an entry.

What is dismissed is a step of the journal; it was a line of the operations log before, and such lines still count. What
is accepted is kept in that log. Its lines with a `path` count as use of a note; these have none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from app.ledger.log_tail import LogTail
from app.ledger.suggestions.dismissals import Dismissals

DISMISSED, ACCEPTED, OFFERED = "dismissed", "accepted", "offered"
_KINDS = (DISMISSED, ACCEPTED, OFFERED)
_SIGNS = tuple(f'"{kind}"'.encode() for kind in _KINDS)


class Answers:
    """The answers in a log and a journal; only new lines are read again.

    Attributes:
        taken_back: Keys that were accepted until the entry, named here, was undone.

    Args:
        path: The operations log; it need not be there.
        journal: The ledger's journal; neither need that.
    """

    def __init__(self, path: Path, journal: Path) -> None:
        self._log = LogTail(path, "operations log")
        self._dismissals = Dismissals(journal)
        self._entries: dict[str, str] = {}
        self.taken_back: dict[str, str] = {}

    def refresh(self) -> Mapping[str, str]:
        """Return the keys of the sentences that are not offered any more, each with the entry made of it, if any.

        Raises:
            VaultError: The log or the journal is there and cannot be read.
        """
        data, is_all = self._log.read()
        if is_all:
            self._entries, self.taken_back = {}, {}
        for line in data.splitlines():
            if any(sign in line for sign in _SIGNS):
                self._take(line)
        return dict.fromkeys(self._dismissals.refresh(), "") | self._entries

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
