"""From the start of the process to the agenda on the screen, against the smallest Textual program in the same run."""

from __future__ import annotations

import os
import statistics
import sys
from pathlib import Path

import pytest

from app.config import Config
from app.demo import copy_demo_vault
from app.paths import Locations
from app.workspace import Workspace
from tests.benchmarks.terminal import Terminal

pytestmark = [pytest.mark.bench, pytest.mark.timeout(300)]

RUNS = 5
BOUND = 2.0


def first_paint(command: list[str], text: str, environment: dict[str, str]) -> float:
    with Terminal(command, environment) as terminal:
        return terminal.wait_for(text) - terminal.started


def test_first_paint(tmp_path: Path) -> None:
    environment = os.environ | {name: str(tmp_path) for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")}
    vault = copy_demo_vault(tmp_path / "vault")
    locations = Locations(tmp_path / "betimes", tmp_path / "betimes", tmp_path / "betimes")
    workspace = Workspace.open(vault, config=Config(), locations=locations)
    workspace.update(meaning=False)
    workspace.close()
    ours, bare = [], []
    betimes = [sys.executable, "-m", "app", str(vault), "--as-of", "2026-11-30"]
    hello = [sys.executable, str(Path(__file__).with_name("hello.py"))]
    first_paint(betimes, "Dentist", environment)
    first_paint(hello, "Hello, world", environment)
    for _ in range(RUNS):
        bare.append(first_paint(hello, "Hello, world", environment))
        ours.append(first_paint(betimes, "Dentist", environment))
    ratio = statistics.median(mine / theirs for mine, theirs in zip(ours, bare, strict=True))
    print(f"\nfirst paint, median of {RUNS}: {statistics.median(ours):.2f} s", end=" ")
    print(f"against {statistics.median(bare):.2f} s of a bare program: ratio {ratio:.2f}")
    assert ratio <= BOUND
