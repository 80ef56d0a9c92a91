"""A vault with a ledger on disk, for tests."""

from __future__ import annotations

import tomllib
from datetime import datetime, timedelta, timezone
from pathlib import Path

from app.ledger.journal import JournalLine, encode_line, open_tables
from app.ledger.ledger import Ledger
from app.ledger.rendering import render_block
from app.ledger.tables import table_of

NOW = datetime(2026, 11, 30, 8, 0, tzinfo=timezone(timedelta(hours=1)))

THREE = """\
# Head of the file.

# about the passport
[[entry]]
id = "p4ss"   # short
action = "Renew passport"
due = 2026-12-10
unknown = { a = 1, b = [1, 2] }

[[entry]]
id = "q7te"
action = "Compare the quote"
when = "the quote arrives"
cues = [
    "they sent a price", # from Ann
    "we hear the cost",
]
# what it is for
project = "kitchen"

# monthly
[[entry]]
id = "r3nt"
action = "Pay the rent"
due = 2026-12-03   # always the third
repeat = "every month on the 3rd"
lead = "3 days"
"""


class VaultOnDisk:
    """A vault in a temporary folder, whose clock stands still until it is told otherwise."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "vault"
        self.root.mkdir()
        self.lock = folder / "cache" / "ledger.lock"
        self.now = NOW

    @property
    def folder(self) -> Path:
        return self.root / ".betimes"

    @property
    def ledger_file(self) -> Path:
        return self.folder / "ledger.toml"

    def write(self, text: str | bytes) -> None:
        self.folder.mkdir(exist_ok=True)
        self.ledger_file.write_bytes(text if isinstance(text, bytes) else text.encode())

    def read(self) -> str:
        return self.ledger_file.read_bytes().decode()

    def open(self) -> Ledger:
        return Ledger.open(self.root, lambda: self.now, lock=self.lock)

    def resolved_text(self, year: int = 2026) -> str:
        path = self.folder / f"resolved-{year}.toml"
        return path.read_bytes().decode() if path.exists() else ""

    def resolved_ids(self, year: int = 2026) -> list[str]:
        return [entry["id"] for entry in tomllib.loads(self.resolved_text(year)).get("entry", [])]


def checkpoint_of(vault: VaultOnDisk) -> Path:
    return vault.lock.with_name("ledger-checkpoint.json")


def agrees(ledger: Ledger) -> bool:
    return open_tables(ledger.history()) == {entry.id: table_of(entry) for entry in ledger.entries}


def kinds(ledger: Ledger) -> list[str]:
    return [line.kind for line in ledger.history()]


def grown(vault: VaultOnDisk, closed: int = 900, lines: int = 1500) -> list[str]:
    """Give a vault so many resolved entries and journal lines that neither is read as a whole in passing."""
    vault.write(THREE)
    ledger = vault.open()
    ledger.edit("p4ss", priority="low")
    ids = [f"z{number:03d}" for number in range(closed)]
    blocks = [
        render_block({"id": made, "action": f"Old {made} {'x' * 100}", "outcome": "done", "resolved": vault.now})
        for made in ids
    ]
    (vault.folder / "resolved-2026.toml").write_text("# of the year\n\n" + "\n".join(blocks))
    filler = {"id": "gone", "action": "y" * 100}
    history = [JournalLine(vault.now, "edited", "gone", filler, filler, f"f{number:07d}") for number in range(lines)]
    last = JournalLine(vault.now, "removed-by-hand", "gone", filler, None, "last")
    with (vault.folder / "journal.jsonl").open("ab") as file:
        file.write(b"".join(map(encode_line, [*history, last])))
    ledger = vault.open()
    ledger.edit("p4ss", priority=None)
    assert agrees(ledger)
    return ids
