"""The blueprints with the packaged model: the table that README and ARCHITECTURE quote, and what it costs."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from app.cli.run import run
from app.paths import Locations

pytestmark = [pytest.mark.bench, pytest.mark.timeout(1800)]

DATA = Path(__file__).resolve().parents[1] / "data" / "blueprints.jsonl"
MOST_SECONDS = 240.0
"""On two quiet cores, the model's loading and all embedding included."""


def test_blueprints(tmp_path, capsys):
    places = Locations.below(tmp_path)
    for cues in ("given", "none"):
        began = time.monotonic()
        assert run(["eval", "blueprints", str(DATA), "--cues", cues], places) == 0
        seconds = time.monotonic() - began
        printed = capsys.readouterr().out
        with capsys.disabled():
            print(f"\n{printed}\ncues {cues}: {seconds:.0f} s")
        assert "false boosts: 0 of 48" in printed
        assert seconds < MOST_SECONDS
