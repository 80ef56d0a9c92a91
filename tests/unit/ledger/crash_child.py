"""Adds, resolves and undoes for ever, until it is killed. Says on stdout what is done."""

from __future__ import annotations

import itertools
import sys
from datetime import datetime
from pathlib import Path

import dateutil.rrule  # noqa: F401  # loaded by the first change otherwise, which is to be cut off itself
import filelock  # noqa: F401

from app.ledger.entry import Entry
from app.ledger.ledger import Ledger


def say(word: str) -> None:
    sys.stdout.write(word + "\n")
    sys.stdout.flush()


def main(root: str, lock: str, name: str) -> None:
    ledger = Ledger.open(Path(root), lambda: datetime.now().astimezone(), lock=Path(lock))
    say("ready")
    for number in itertools.count():
        entry = ledger.add(Entry("", f"{name}-{number}", tags=("single",)))
        say(entry.action)
        ledger.resolve(entry.id, "dropped" if number % 2 else "done")
        if number % 3 == 0:
            ledger.undo()
        series = next(item for item in ledger.entries if item.action == "series")
        ledger.resolve(series.id)
        if number % 2 == 0:
            ledger.undo()


if __name__ == "__main__":
    main(*sys.argv[1:])
