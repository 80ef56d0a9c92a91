"""Resolves an entry while one flush to the disk after the other fails, and says what became of it."""

from __future__ import annotations

import errno
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from app.errors import WriteRefused
from app.ledger.journal import open_tables
from app.ledger.ledger import Ledger

LEDGER = '# head\n\n[[entry]]\nid = "aaaa"\naction = "A"\n\n[[entry]]\nid = "bbbb"\naction = "B"\n'
flush = os.fsync


def failing_at(number: int) -> list[int]:
    """Make the flush with that number fail, and return the numbers of those that were tried."""
    tried: list[int] = []

    def fsync(descriptor: int) -> None:
        tried.append(len(tried) + 1)
        if len(tried) == number:
            raise OSError(errno.EIO, "Input/output error")
        flush(descriptor)

    os.fsync = fsync  # type: ignore[assignment]
    return tried


def attempt(root: Path, number: int) -> bool:
    """Resolve with that flush failing; return False when there are not so many."""
    (root / ".betimes").mkdir(parents=True)
    (root / ".betimes" / "ledger.toml").write_text(LEDGER)
    lock = root / "cache" / "lock"
    ledger = Ledger.open(root, lambda: datetime.now(UTC), lock)
    ledger.edit("bbbb", priority="low")
    tried = failing_at(number)
    try:
        ledger.resolve("aaaa")
        outcome = "done"
    except WriteRefused as error:
        outcome = "refused, made" if "was made" in error.message else "refused"
    os.fsync = flush
    again = Ledger.open(root, lambda: datetime.now(UTC), lock)
    again.edit("bbbb", priority="high")
    opened, closed = [entry.id for entry in again.entries], [item.entry.id for item in again.resolved()]
    left = [path.name for path in (root / ".betimes").iterdir() if path.name.startswith(".betimes-")]
    agrees = open_tables(again.history()).keys() == set(opened)
    print(f"{outcome}: {opened} {closed} {left} {agrees}")
    return len(tried) >= number


if __name__ == "__main__":
    number = 1
    while attempt(Path(sys.argv[1], str(number)), number):
        number += 1
