"""Rows "half-written vectors" and "disk full", "read-only" of the index."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.healing_world import fill_vault, wrong_vectors
from tests.faults.test_faults_full_disk import may_mount

ROOT = Path(__file__).resolve().parents[2]
CHILD = Path(__file__).with_name("embedding_child.py")
DISK_CHILD = Path(__file__).with_name("index_disk_child.py")


def killed_while_embedding(folder: Path, kills: int) -> int:
    """Kill a process that embeds, again and again; return how many vectors were whole at the last look."""
    root, database = fill_vault(folder / "notes"), folder / "cache" / "index.sqlite3"
    delays, whole = random.Random(7), 0
    for _ in range(kills):
        command = [sys.executable, str(CHILD), str(root), str(database)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment())
        assert process.stdout is not None
        for _ in range(delays.randrange(3, 60)):
            assert process.stdout.readline() == b".\n"
        time.sleep(delays.uniform(0.0, 0.03))  # anywhere in its work
        process.kill()
        process.communicate()
        assert wrong_vectors(database) == []
        whole = rows_of(database)
    return whole


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}


def rows_of(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        widths = connection.execute("SELECT DISTINCT length(data) FROM vector").fetchall()
        assert widths in ([], [(64 * 4,)])
        return int(connection.execute("SELECT count(*) FROM vector").fetchone()[0])


def test_half_written_vectors_do_not_exist_after_kill_9(tmp_path: Path) -> None:
    assert killed_while_embedding(tmp_path, 3) > 0


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_half_written_vectors_do_not_exist_after_50_kills(tmp_path: Path) -> None:
    whole = killed_while_embedding(tmp_path, 50)
    print(f"\nkills 50, vectors at the end {whole}, lost 0, torn 0, of other texts 0")
    assert whole > 0


def in_small_file_system(tmp_path: Path, what: str) -> list[str]:
    if not may_mount():
        pytest.skip("mount namespaces are not to be had here")
    mount = tmp_path / "small"
    mount.mkdir()
    script = 'mount -t tmpfs -o size=32m tmpfs "$1" && exec "$2" "$3" "$1" "$4" "$5"'
    words = [str(mount), sys.executable, str(DISK_CHILD), str(tmp_path / "notes"), what]
    command = ["unshare", "-Urm", "bash", "-c", script, "bash", *words]
    result = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    assert result.stderr == "" and result.returncode == 0, result.stdout
    return result.stdout.splitlines()


def test_disk_full_while_indexing_is_said_once_and_goes_on_by_itself(tmp_path: Path) -> None:
    met, meanwhile, afterwards, wrong = in_small_file_system(tmp_path, "full")
    assert met == "True ['The disk with the index is full.']"
    assert meanwhile == "True True"  # words that are known are found, the status line says why no more are
    assert afterwards == "1 '' []"
    assert wrong == "[]"


def test_read_only_index_folder_is_said_and_a_copy_is_used(tmp_path: Path) -> None:
    said, later = in_small_file_system(tmp_path, "read-only")
    assert "cannot be kept" in said and said.count("index cannot") == 1 and said.endswith("False")
    assert later == "[]"
