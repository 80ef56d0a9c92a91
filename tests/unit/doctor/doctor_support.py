"""A vault, and the doctor's answer to what is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli.run import run
from app.paths import Locations

LEDGER = '[[entry]]\nid = "aaaa"\naction = "Pay the rent"\n\n[[entry]]\nid = "bbbb"\naction = "Water the plants"\n'


class Patient:
    """A small vault and what is kept outside of it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.root = folder / "vault"
        self.own = self.root / ".betimes"
        self.own.mkdir(parents=True)
        (self.own / "ledger.toml").write_text(LEDGER)
        (self.root / "Kitchen.md").write_text("# Kitchen\n\nA quote for the cabinets.\n")
        (self.root / "Diary.md").write_text("The joiner came.\n")
        self.locations = Locations.below(folder / "places")
        self.capsys = capsys

    @property
    def index(self) -> Path:
        return self.locations.index(self.root)

    def run(self, *words: str, status: int = 0) -> str:
        self.capsys.readouterr()
        assert run([*words, "--vault", str(self.root), "--no-semantic"], self.locations) == status
        return self.capsys.readouterr().out

    def doctor(self, *words: str, status: int = 0) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.run("doctor", "--json", *words, status=status))
        return answer

    def checks(self, *words: str, status: int = 0) -> dict[str, dict[str, Any]]:
        """Return what was found, the last of each code."""
        return {check["code"]: check for check in self.doctor(*words, status=status)["checks"]}

    def bytes(self) -> dict[str, bytes]:
        """Return the notes: nothing of them may change."""
        return {path.name: path.read_bytes() for path in self.root.glob("*.md")}
