"""Rows "disk full" and "read-only vault": the commands of the program in a mount namespace of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.ledger_world import World
from tests.faults.test_faults_full_disk import may_mount

CHILD = Path(__file__).with_name("disk_child.py")


@pytest.mark.parametrize(
    ("what", "reason", "code"),
    [("full", "the disk is full", "vault.space"), ("read-only", "is read-only", "vault.writable")],
)
def test_commands_say_why_they_cannot_write_and_can_as_soon_as_there_is_room(
    tmp_path: Path, what: str, reason: str, code: str
) -> None:
    if not may_mount():
        pytest.skip("no mount namespaces here")
    mount = tmp_path / "mount"
    mount.mkdir()
    command = f'mount -t tmpfs -o size=256k tmpfs "{mount}" && exec "$@"'
    child = [sys.executable, str(CHILD), str(mount), str(tmp_path / "places"), what]
    done = subprocess.run(
        ["unshare", "-Urm", "sh", "-c", command, "sh", *child],
        env=World(tmp_path).environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told, (doctor_status, doctor), (_, fixing), unchanged, left, again = json.loads(done.stdout)
    line, entry, added, agenda, search = told
    for status, said in (line, entry, added):
        assert status == 4 and reason in said, said
    assert agenda[0] == search[0] == 0 and "pay" in agenda[1] and "a.md" in search[1]
    assert unchanged and left == []
    checks = {check["code"]: check for check in json.loads(doctor)["checks"]}
    assert checks[code]["hint"] and doctor_status == (3 if what == "full" else 0)
    assert "Traceback" not in fixing and again == [0, 0]
