"""A process that is killed while an event is being recorded neither loses nor doubles it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.config import Config, EmbeddingConfig
from app.paths import Locations
from app.workspace import Workspace
from tests.support import write_notes

CHILD = Path(__file__).with_name("firing_child.py")
ROOT = Path(__file__).parents[2]


def run(vault: Path, where: str) -> int:
    places = vault.parent / "places"
    command = [sys.executable, str(CHILD), str(vault), str(places), where]
    return subprocess.run(command, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, timeout=100, check=False).returncode


def recorded(vault: Path) -> list[str]:
    log = vault / ".betimes/operations.jsonl"
    lines = log.read_text().splitlines() if log.exists() else []
    return [record["evidence"]["path"] for line in lines if (record := json.loads(line)).get("reason") == "event"]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = write_notes(tmp_path / "vault", {"Kitchen.md": "# Kitchen\n\nSinks.\n"})
    config = Config(embedding=EmbeddingConfig(enabled=False))
    workspace = Workspace.open(root, config=config, locations=Locations.below(tmp_path / "places"))
    workspace.update(meaning=False)
    workspace.ledger.add({"action": "Compare it", "when": "the vendor quote arrives"})
    workspace.close()
    write_notes(root, {"Daily.md": "The vendor quote arrived.\n"})
    return root


@pytest.mark.parametrize(("where", "written"), [("before the record", 0), ("after the record", 1)])
def test_killed_while_recording(vault: Path, where: str, written: int) -> None:
    for _ in range(2):
        assert run(vault, where) == -signal.SIGKILL
        assert len(recorded(vault)) == written
    assert run(vault, "nowhere") == 0
    assert recorded(vault) == ["Daily.md"]
    assert run(vault, "nowhere") == 0
    assert recorded(vault) == ["Daily.md"]
