"""A disk that is really full, and a file system that is really read-only: in a mount namespace of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CHILD = Path(__file__).with_name("full_disk_child.py")


@cache
def may_mount() -> bool:
    """Return True where a person may have a mount namespace of their own."""
    if shutil.which("unshare") is None:
        return False
    command = ["unshare", "-Urm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(("what", "reason"), [("full", "the disk is full"), ("read-only", "is read-only")])
def test_what_the_disk_does_not_take_waits_and_nothing_else_changes(tmp_path: Path, what: str, reason: str) -> None:
    if not may_mount():
        pytest.skip("mount namespaces are not to be had here")
    mount = tmp_path / "small"
    mount.mkdir()
    path = ":".join([str(ROOT), *(item for item in sys.path if item.endswith("site-packages"))])
    script = 'mount -t tmpfs -o size=128k tmpfs "$1" && exec "$2" -S "$3" "$1" "$4" "$5"'
    words = [str(mount), sys.executable, str(CHILD), str(tmp_path / "cache" / "lock"), what]
    command = ["unshare", "-Urm", "bash", "-c", script, "bash", *words]
    environment = {"PYTHONPATH": path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    result = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert result.stderr == ""
    *refusals, held, after = result.stdout.splitlines()
    assert len(refusals) == 3 and all(refusal.endswith(reason) for refusal in refusals)
    assert (held, after) == ("3 True", "3 0 ['A', 'New'] ['bbbb']")
