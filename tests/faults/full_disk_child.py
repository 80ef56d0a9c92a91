"""In a file system of its own, which is small: changes the ledger until it is full, frees it, and tries again."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date, datetime
from pathlib import Path

from app.errors import NotWritable
from app.ledger.actions import Actions
from app.ledger.agenda import commitment_of_entry
from app.ledger.drafts import Reader
from app.ledger.ledger import Ledger
from app.vault.files import Vault

LEDGER = '[[entry]]\nid = "aaaa"\naction = "A"\n\n[[entry]]\nid = "bbbb"\naction = "B"\n'


def fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1024))
        except OSError:
            return


def attempts(actions: Actions, ledger: Ledger) -> None:
    reader = Reader(date(2026, 11, 30))
    for change in (
        lambda: actions.add({"action": "New"}, reader),
        lambda: actions.edit("aaaa", {"project": "x"}, reader, seen=ledger.entry("aaaa")),
        lambda: actions.resolve(commitment_of_entry(ledger.entry("bbbb"))),
    ):
        try:
            change()
        except NotWritable as error:
            print(str(error).partition(": ")[2])


def main(mount: Path, lock: Path, what: str) -> None:
    folder = mount / "vault" / ".betimes"
    folder.mkdir(parents=True)
    (folder / "ledger.toml").write_text(LEDGER)
    ledger = Ledger.open(mount / "vault", lambda: datetime.now().astimezone(), lock=lock)
    ledger.edit("aaaa", tags=("t",))
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    actions = Actions(Vault(mount / "vault"), ledger, lambda: datetime.now().astimezone())
    if what == "full":
        fill(mount / "ballast")
    else:
        subprocess.run(["mount", "-o", "remount,ro", str(mount)], check=True)
    attempts(actions, ledger)
    print(len(actions.held.items), before == {path.name: path.read_bytes() for path in folder.iterdir()})
    if what == "full":
        os.unlink(mount / "ballast")
    else:
        subprocess.run(["mount", "-o", "remount,rw", str(mount)], check=True)
    done, still = actions.held.retry()
    print(len(done), len(still), [entry.action for entry in ledger.entries], [r.entry.id for r in ledger.resolved()])


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
