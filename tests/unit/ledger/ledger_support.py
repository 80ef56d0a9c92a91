"""A vault with a ledger on disk, for tests."""

from __future__ import annotations

import tomllib
from datetime import datetime, timedelta, timezone
from pathlib import Path

from app.ledger.ledger import Ledger

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
