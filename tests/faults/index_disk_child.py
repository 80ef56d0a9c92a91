"""In a file system of its own, which is small or turns read-only: an index that cannot be written, and then can."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

from app.index import service
from tests.faults.full_disk_child import fill
from tests.faults.healing_world import NOTES, Life, fill_vault, wrong_vectors
from tests.support import wait_until

MANY = 400


def full(mount: Path, root: Path) -> None:
    """Fill the disk under a running program, let it meet that, and make room again."""
    with Life(root, mount / "places") as life:
        life.wait_until_whole()
        ballast = mount / "ballast"
        fill(ballast)
        fill_vault(root, MANY)
        life.look_again()
        print(wait_until(lambda: bool(life.notices), 60), life.notices[:1])
        print(len(life.found("zebra")) >= 10, bool(life.workspace.status().index_problem))
        life.look_again()
        ballast.unlink()
        life.wait_until_whole(MANY)  # nobody asks for it
        print(len(set(life.notices)), repr(life.workspace.status().index_problem), life.notices[1:])
        database = life.workspace.index_path
    print(wrong_vectors(database))


def read_only(mount: Path, root: Path) -> None:
    """Start where the index may only be read, then where it may be written again."""
    with Life(root, mount / "places") as life:
        life.wait_until_whole()
    del life
    gc.collect()  # who has vectors mapped has their file open
    subprocess.run(["mount", "-o", "remount,ro", str(mount)], check=True)
    with Life(root, mount / "places") as life:
        life.wait_until_whole()
        wait_until(lambda: bool(life.notices))
        print(life.notices, life.workspace.index_path.is_relative_to(mount))
    subprocess.run(["mount", "-o", "remount,rw", str(mount)], check=True)
    with Life(root, mount / "places") as life:
        life.wait_until_whole(NOTES)
        print(life.notices)


if __name__ == "__main__":
    service.AGAIN_SECONDS = 0.5
    {"full": full, "read-only": read_only}[sys.argv[3]](Path(sys.argv[1]), fill_vault(Path(sys.argv[2])))
