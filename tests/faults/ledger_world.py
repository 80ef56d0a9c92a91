"""A vault with a ledger, a clock of its own, and the real program run on it."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from datetime import datetime, timedelta, timezone
from pathlib import Path

from app.ledger.ledger import Ledger

CODE = Path(__file__).resolve().parents[2]
NOW = datetime(2026, 11, 30, 8, 0, tzinfo=timezone(timedelta(hours=1)))


class World:
    """One vault, and what is kept outside of it."""

    def __init__(self, folder: Path, ledger: str = "", now: datetime = NOW) -> None:
        self.root = folder / "vault"
        self.own = self.root / ".betimes"
        self.own.mkdir(parents=True)
        self.file = self.own / "ledger.toml"
        self.places = folder / "places"
        self.now = now
        if ledger:
            self.file.write_bytes(ledger.encode())

    def open(self) -> Ledger:
        return Ledger.open(self.root, lambda: self.now, lock=self.places / "lock")

    def text(self) -> str:
        return self.file.read_bytes().decode()

    def tables(self) -> list[dict[str, object]]:
        """Return the entries of the ledger as any other program reads them."""
        return list(tomllib.loads(self.text()).get("entry", []))

    def environment(self, **more: str) -> dict[str, str]:
        places = dict.fromkeys(("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"), str(self.places))
        return os.environ | places | {"PYTHONPATH": str(CODE)} | more

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "app", *words, "--vault", str(self.root), "--no-semantic"]

    def run(self, *words: str, status: int = 0, **environment: str) -> str:
        """Run a command of the real program, and return what it says; it never ends in a traceback."""
        done = subprocess.run(
            self.command(*words), env=self.environment(**environment), capture_output=True, text=True, check=False
        )
        assert done.returncode == status, done.stdout + done.stderr
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout + done.stderr

    def left(self) -> list[str]:
        """Return the temporary files below the vault."""
        return [path.name for path in self.root.rglob(".betimes-*")]
