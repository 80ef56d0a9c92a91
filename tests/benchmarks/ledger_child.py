"""A fresh process on a ledger: says as JSON how long it takes to open it, and how long each kind of change takes."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

from app.__main__ import tune
from app.ledger.entry import Entry
from app.ledger.ledger import Ledger


def timed(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def main(root: str, lock: str, first: str, rounds: int) -> None:
    """Open the ledger, make one change of the kind `first`, then so many rounds of all kinds."""
    tune()
    opened: list[Ledger] = []
    opening = timed(
        lambda: opened.append(Ledger.open(Path(root), lambda: datetime.now().astimezone(), lock=Path(lock)))
    )
    ledger = opened[0]
    single = [entry.id for entry in ledger.entries if not entry.repeat][:: max(len(ledger.entries) // 40, 1)]
    days = iter(range(1, 10_000))

    def changes(entry_id: str) -> dict[str, Callable[[], object]]:
        return {
            "edit": lambda: ledger.edit(entry_id, project=f"project {next(days)}"),
            "snooze": lambda: ledger.snooze(entry_id, date.fromordinal(date(2027, 1, 1).toordinal() + next(days))),
            "add": lambda: ledger.add(Entry("", f"One more {next(days)}")),
            "undo": ledger.undo,
            "redo": ledger.redo,
            "resolve": lambda: ledger.resolve(entry_id),
        }

    at_first = timed(changes(single.pop())[first]) if first else 0.0
    taken: dict[str, list[float]] = {}
    for _ in range(rounds):
        for kind, change in changes(single.pop()).items():
            taken.setdefault(kind, []).append(timed(change))
    print(json.dumps({"open": opening, "first": at_first, "taken": taken}))


if __name__ == "__main__":
    main(*sys.argv[1:4], int(sys.argv[4]))
