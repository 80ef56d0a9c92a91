"""Row "fsync/close error, EIO, EDQUOT": one call of the system after the other fails under the real commands."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.faults.ledger_world import World

CHILD = Path(__file__).with_name("failing_call_child.py")
CALLS = ("fsync:EIO", "fsync:ENOSPC", "write:EDQUOT", "write:EIO", "close:EIO", "close:EDQUOT")


def attempts(tmp_path: Path, *trials: str) -> list[dict[str, Any]]:
    """Return what became of each command of which one call failed."""
    command = [sys.executable, str(CHILD), str(tmp_path / "trials"), *trials]
    done = subprocess.run(command, env=World(tmp_path).environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def check(found: dict[str, Any]) -> None:
    now, after = found["now"], found["after"]
    assert now["status"] in (0, 1, 3, 4) and "Traceback" not in now["said"], now
    for state in (now, after):
        assert state["note"] in ("old", "ticked") and state["head"], state
        assert state["open"].count("bbbb") == 1 and "bbbb" not in state["closed"], state
        assert state["open"].count("aaaa") <= 1 and state["closed"].count("aaaa") <= 1, state
        assert "aaaa" in state["open"] + state["closed"], f"lost: {found}"
    assert now["left"] == [], now
    assert (after["open"] + after["closed"]).count("aaaa") == 1, after
    is_changed = now["note"] == "ticked" or "aaaa" in now["closed"] or "x" in now["project"]
    if "nothing was changed" in now["said"]:
        assert not is_changed, f"said to be unwritten, and it is written: {now}"
    if now["status"] == 0 or "was made" in now["said"] or "line was changed" in now["said"]:
        assert is_changed, now
    assert after["note"] == "ticked" or "aaaa" in after["closed"] or "x" in after["project"], found


def test_a_call_that_fails_is_a_failed_write_and_nothing_is_lost(tmp_path: Path) -> None:
    found = attempts(tmp_path, "entry:close:EIO", "edit:write:EDQUOT")
    assert len(found) > 12 and sum(item["now"]["status"] == 4 for item in found) >= 2
    for item in found:
        check(item)


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_any_call_that_fails_is_a_failed_write_and_nothing_is_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = attempts(tmp_path, *(f"{what}:{call}" for what in ("entry", "note", "edit") for call in CALLS))
    for item in found:
        check(item)
    refused = sum(item["now"]["status"] == 4 for item in found)
    with capsys.disabled():
        print(f"\n{len(found)} commands with a failing call, {refused} refused; 0 lost, 0 torn, 0 doubled")
    assert refused > 20
