"""Dismissed sentences: steps of the journal, so that they can be taken back as any other change."""

from __future__ import annotations

from collections.abc import Set
from pathlib import Path

from app.ledger.journal import decode_lines
from app.ledger.journal_shape import DISMISSAL
from app.ledger.log_tail import LogTail

_SIGN = f'"{DISMISSAL}": {{'.encode()


class Dismissals:
    """The sentences that a journal dismisses; only new lines are read again.

    Args:
        journal: The ledger's journal; it need not be there.
    """

    def __init__(self, journal: Path) -> None:
        self._tail = LogTail(journal, "journal")
        self._keys: set[str] = set()

    def refresh(self) -> Set[str]:
        """Return the keys of the sentences that are dismissed now.

        Raises:
            VaultError: The journal is there and cannot be read.
        """
        data, is_all = self._tail.read()
        if is_all:
            self._keys.clear()
        lines = b"\n".join(raw for raw in data.split(b"\n") if _SIGN in raw) if _SIGN in data else b""
        for line in decode_lines(lines):
            key = line.details[DISMISSAL]["key"] if DISMISSAL in line.details else None
            if key is not None:
                (self._keys.discard if line.kind == "undo" else self._keys.add)(key)
        return frozenset(self._keys)
