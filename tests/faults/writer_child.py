"""A second program on the vault of a test: what it does is named by its first argument. It says "ready", then waits."""

from __future__ import annotations

import os
import sys
import time
from datetime import datetime
from pathlib import Path

from app.errors import WriteRefused
from app.ledger.conflicts import EntryChanged
from app.ledger.ledger import Ledger
from app.ledger.locking import WriterLock

ROOT, LOCK = Path(sys.argv[2]), Path(sys.argv[3])


def opened() -> Ledger:
    return Ledger.open(ROOT, lambda: datetime.now().astimezone(), lock=LOCK)


def edit_one(entry_id: str, times: int) -> None:
    """Edit an entry that nobody else edits."""
    ledger = opened()
    for number in range(times):
        ledger.edit(entry_id, project=f"{entry_id}-{number}")


def count(entry_id: str, times: int) -> None:
    """Add one to a number that others add to as well, as a person does who looks again when told to."""
    ledger = opened()
    for _ in range(times):
        while True:
            ledger.reload()
            seen = ledger.entry(entry_id)
            try:
                ledger.edit(entry_id, seen=seen, action=str(int(seen.action) + 1))
                break
            except EntryChanged:
                time.sleep(0.001)


def resolve(entry_id: str) -> None:
    """Resolve an entry that somebody else resolves too."""
    ledger = opened()
    seen = ledger.entry(entry_id)
    try:
        ledger.resolve(entry_id, seen=seen)
        print("resolved")
    except EntryChanged as error:
        print(f"refused: {error.theirs}")


def replace_file(entry_id: str, times: int) -> None:
    """Replace the ledger by another version of it, as a sync program does: by rename, without asking anybody."""
    path = ROOT / ".betimes" / "ledger.toml"
    for number in range(times):
        text = path.read_text()
        start = text.index(f'id = "{entry_id}"')
        begin = text.index('action = "', start)
        end = text.index("\n", begin)
        temporary = path.with_name(".syncthing.ledger.toml.tmp")
        temporary.write_text(f'{text[:begin]}action = "version {number}"{text[end:]}')
        os.replace(temporary, path)
        time.sleep(0.01)


def hold_the_lock() -> None:
    """Hold the lock until killed."""
    with WriterLock(LOCK).held():
        print("held", flush=True)
        time.sleep(60)


def main(what: str, entry_id: str, times: int) -> None:
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        if what == "edit":
            edit_one(entry_id, times)
        elif what == "count":
            count(entry_id, times)
        elif what == "resolve":
            resolve(entry_id)
        elif what == "replace":
            replace_file(entry_id, times)
        elif what == "hold":
            hold_the_lock()
    except WriteRefused as error:
        print(f"failed: {error}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[4], int(sys.argv[5]))
