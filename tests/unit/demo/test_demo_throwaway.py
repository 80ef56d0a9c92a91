from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.demo.throwaway import PREFIX, clear_left_folders, throwaway_folder


@pytest.fixture
def above(tmp_path: Path) -> Iterator[Path]:
    before, tempfile.tempdir = tempfile.tempdir, str(tmp_path)
    yield tmp_path
    tempfile.tempdir = before


def test_the_folder_is_there_for_its_owner_and_gone_afterwards(above: Path) -> None:
    with throwaway_folder() as folder:
        (folder / "note.md").write_text("x")
        assert folder.parent == above and folder.stat().st_mode & 0o777 == 0o700
    assert list(above.iterdir()) == []


def test_what_a_killed_one_left_is_cleared_and_a_running_one_stays(above: Path) -> None:
    left = above / f"{PREFIX}left"
    (left / "Demo vault").mkdir(parents=True)
    (left / "in-use").touch()
    with throwaway_folder() as running, throwaway_folder():
        assert running.is_dir() and not left.exists()


def test_what_is_not_ours_to_clear_stays(above: Path) -> None:
    elsewhere = above / "elsewhere"
    elsewhere.mkdir()
    (above / f"{PREFIX}link").symlink_to(elsewhere)
    (above / f"{PREFIX}file").touch()
    (above / f"{PREFIX}new").mkdir()
    used = above / f"{PREFIX}used"
    used.mkdir()
    with (used / "in-use").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert clear_left_folders(above) == 0
    assert len(list(above.iterdir())) == 5


def test_one_that_never_came_to_its_lock_goes_after_a_day(above: Path) -> None:
    old = above / f"{PREFIX}old"
    old.mkdir()
    os.utime(old, (0, 0))
    assert clear_left_folders(above) == 1 and not old.exists()
