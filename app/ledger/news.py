"""What a person is told of changes that were made to the ledger by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.events import Notice
from app.ledger.history import describe
from app.ledger.journal import JournalLine

HISTORY = "history_all"
"""The command that shows the history of the ledger: an entry that is gone has no row of its own to show it from."""


def news_of(lines: Iterable[JournalLine]) -> Iterator[Notice]:
    """Yield what to say: entries that were taken out of the file, because that may not have been meant."""
    gone = [describe(line) for line in lines if line.kind == "removed-by-hand"]
    if len(gone) == 1:
        yield Notice(f"Ledger: {gone[0]}", "The history of the ledger restores it.", "warning", HISTORY)
    elif gone:
        more = f"{gone[0]} and {len(gone) - 1} more"
        yield Notice(f"Ledger: {more}", "The history of the ledger restores them.", "warning", HISTORY)
