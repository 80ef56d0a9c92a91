"""Row "DST, time zones": a day is a day everywhere, and a time stays on the wall clock."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.faults.ledger_world import World

CHILD = Path(__file__).with_name("zones_child.py")


def test_days_and_wall_times_are_the_same_in_every_zone(tmp_path: Path) -> None:
    command = [sys.executable, str(CHILD), str(tmp_path / "zones")]
    done = subprocess.run(command, env=World(tmp_path).environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout)
    assert len(told) == 6 and all(zone["clock"] for zone in told.values())
    spring, autumn, new_year = told["UTC"]["days"]
    assert spring[:4] == ["2026-03-29", "2026-03-30", "2026-04-05", "2026-04-29"] and spring[6] == "2026-03-29T17:30"
    assert autumn[:4] == ["2026-10-25", "2026-10-26", "2026-11-01", "2026-11-25"]
    assert new_year[:4] == ["2026-12-31", "2027-01-01", "2027-01-07", "2027-01-31"]
    for name, zone in told.items():
        assert zone["days"] == told["UTC"]["days"], name
        assert zone["series"] == [f"2026-{day} 09:00:00" for day in ("10-18", "10-25", "11-01", "11-08")], name
        assert zone["gap"].startswith("refused"), name
