"""Row "secrets leaving the machine", second half: what files a session touches, against the list in docs/files.md."""

from __future__ import annotations

import fnmatch
import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tests.benchmarks.terminal import Terminal
from tests.child_site.betimes_guards import FILES_LOG
from tests.faults.healing_world import fill_vault
from tests.support import wait_until

ROOT = Path(__file__).resolve().parents[2]
CANARY = "zebra"
WRITES = {"write", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod"}


class Session:
    """A home of its own, and what its programs touched."""

    def __init__(self, folder: Path) -> None:
        self.home, self.vault, self.temporary = folder / "home", folder / "notes", folder / "tmp"
        for made in (self.home, self.temporary):
            made.mkdir()
        self.log = folder / "files.log"
        path = os.pathsep.join([str(ROOT / "tests" / "child_site"), str(ROOT)])
        self.environment = {
            "HOME": str(self.home), "PATH": os.environ["PATH"], "PYTHONPATH": path, "LANG": "C.UTF-8",
            "TMPDIR": str(self.temporary), "PYTHONDONTWRITEBYTECODE": "1", FILES_LOG: str(self.log),
        }  # fmt: skip
        self.command = ["bash", "-c", 'umask 000; exec "$@"', "bash", sys.executable, "-m", "app", "--no-semantic"]

    def run(self, *words: str) -> str:
        command = [*self.command[:-1], *words[:1], "--no-semantic", "--vault", str(self.vault), *words[1:]]
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment, cwd=self.home, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def touched(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for line in self.log.read_text(encoding="utf-8", errors="replace").splitlines():
            what, _, path = line.partition("\t")
            found.setdefault(what, set()).add(path)
        return found

    def patterns(self) -> list[str]:
        places = {
            "VAULT": self.vault, "CACHE": self.home / ".cache" / "betimes", "TMP": self.temporary,
            "STATE": self.home / ".local" / "state" / "betimes", "CONFIG": self.home / ".config" / "betimes",
        }  # fmt: skip
        found = []
        for row in re.findall(r"^\| (`.*?) \|", (ROOT / "docs" / "files.md").read_text(encoding="utf-8"), re.MULTILINE):
            named = re.findall(r"`([^`]+)`", row)
            named += [named[0] + suffix for suffix in ("-wal", "-shm", "-journal")]
            for name in named:
                place, _, rest = name.partition("/")
                if place in places:
                    found.append(f"{places[place]}/{re.sub('ID|YEAR|vN', '*', rest).replace('**/', '*')}")
        return found


def test_every_file_that_a_session_writes_is_in_the_list(tmp_path: Path) -> None:
    session = Session(tmp_path)
    fill_vault(session.vault, 6)
    (session.vault / "Tasks.md").write_text("# Tasks\n\n- [ ] feed the zebra 📅 2026-12-01\n")
    before = {path: path.read_bytes() for path in session.vault.rglob("*") if path.is_file()}
    session.run("add", "Call the joiner", "--due", "2026-12-01")
    session.run("search", CANARY)
    session.run("undo")
    with Terminal([*session.command, str(session.vault)], session.environment) as screen:
        screen.wait_for("7 notes", 60)
        screen.type("/zebra")
        screen.wait_for("Note 1", 60)
        screen.type("\x11")
        assert wait_until(lambda: _has_ended(screen), 60) and screen.process.returncode == 0
    touched = session.touched()
    written = {path for what in WRITES for path in touched.get(what, ())}
    ours = {path for path in written if Path(path).is_relative_to(tmp_path)}
    elsewhere = {path for path in written - ours if not path.startswith(("/dev/", "/proc/"))}
    assert elsewhere == set()
    patterns = session.patterns()
    folders = {str(parent) for pattern in patterns for parent in Path(pattern).parents}
    unlisted = {p for p in ours if not any(fnmatch.fnmatch(p, q) for q in patterns) and not _is_folder(p, folders)}
    assert unlisted == set()
    after = {path: path.read_bytes() for path in session.vault.rglob("*") if path.is_file()}
    assert {path: after.get(path) for path in before} == before
    assert {path.parent.name for path in after.keys() - before.keys()} == {".betimes"}
    read = {path for path in touched["read"] if Path(path).is_relative_to(tmp_path)}
    assert {p for p in read if not any(fnmatch.fnmatch(p, q) for q in patterns) and not Path(p).is_dir()} == set()
    _assert_private(session)


def _has_ended(screen: Terminal) -> bool:
    with suppress(OSError):  # the other end of the terminal is closed
        screen.read_for(0.05)
    return screen.process.poll() is not None


def _is_folder(path: str, folders: set[str]) -> bool:
    return any(fnmatch.fnmatch(path, folder) for folder in folders)


def _assert_private(session: Session) -> None:
    made = [path for path in [*session.home.rglob("*"), *(session.vault / ".betimes").rglob("*")] if path.exists()]
    made.append(session.vault / ".betimes")
    assert len(made) > 10
    assert {str(path): oct(path.stat().st_mode) for path in made if path.stat().st_mode & 0o077} == {}
    logs = [path for path in made if path.is_file() and path.suffix == ".log"]
    assert not any(CANARY in path.read_text(errors="replace") for path in logs)
