"""In a file system of its own: the real commands on a vault while the disk is full, or read-only, and afterwards."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

from app.cli.run import run
from app.paths import Locations

LEDGER = '[[entry]]\nid = "aaaa"\naction = "A"\n\n[[entry]]\nid = "bbbb"\naction = "B"\n'


def fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1024))
        except OSError:
            return


def command(mount: Path, places: Path, *words: str) -> tuple[int, str]:
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        vault = ["--vault", str(mount / "vault"), "--no-semantic", "--as-of", "2026-11-30"]
        status = run([*words, *vault], Locations.below(places))
    return status, out.getvalue() + err.getvalue()


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def main(mount: Path, places: Path, what: str) -> None:
    own = mount / "vault" / ".betimes"
    own.mkdir(parents=True)
    (own / "ledger.toml").write_text(LEDGER)
    (mount / "vault" / "a.md").write_text("- [ ] pay 📅 2026-11-30\n")
    command(mount, places, "edit", "aaaa", "project=x")
    files = contents(mount / "vault")
    if what == "full":
        fill(mount / "ballast")
    else:
        subprocess.run(["mount", "-o", "remount,ro", str(mount)], check=True)
    told = [
        command(mount, places, *words)
        for words in (["resolve", "a.md:1"], ["resolve", "bbbb"], ["add", "New"], ["agenda"], ["search", "pay"])
    ]
    doctor = command(mount, places, "doctor", "--json")
    fixing = command(mount, places, "doctor", "--fix")
    unchanged = (
        files.items() <= {path: path.read_bytes() for path in (mount / "vault").rglob("*") if path.is_file()}.items()
    )
    left = [path.name for path in (mount / "vault").rglob(".betimes-*")]
    if what == "full":
        os.unlink(mount / "ballast")
    else:
        subprocess.run(["mount", "-o", "remount,rw", str(mount)], check=True)
    again = [command(mount, places, *words)[0] for words in (["resolve", "a.md:1"], ["resolve", "bbbb"])]
    print(json.dumps([told, doctor, fixing, unchanged, left, again]))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
