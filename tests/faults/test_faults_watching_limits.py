"""What the system refuses to tell: folders beyond the limit, shares of other machines, a program that was stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import datetime, timedelta, timezone
from functools import cache
from pathlib import Path

import pytest

from app.cli.run import run
from app.config import Config, EmbeddingConfig, WatchConfig
from app.events import LedgerChanged
from app.paths import Locations
from app.search.result import RankMode
from app.workspace import Workspace
from tests.benchmarks.terminal import Terminal
from tests.faults.watching_support import PATIENCE, content_of, living
from tests.support import wait_until, write_notes

ROOT = Path(__file__).resolve().parents[2]
CHILD = Path(__file__).with_name("watching_child.py")
SITES = ":".join([str(ROOT), *(item for item in sys.path if item.endswith("site-packages"))])
ENVIRONMENT = {"PYTHONPATH": SITES, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/nonexistent"}
pytestmark = [
    pytest.mark.timeout(300),
    pytest.mark.skipif(sys.platform != "linux", reason="namespaces and inotify are of this system"),
]


@cache
def may(*command: str) -> bool:
    """Return True where a person may have a namespace of their own and do this in it."""
    return subprocess.run(["unshare", *command], capture_output=True, check=False).returncode == 0


def in_namespace(flags: str, script: str, *words: str) -> list[str]:
    command = ["unshare", flags, "bash", "-c", f'{script} && exec "$0" -S "$@"', sys.executable, str(CHILD), *words]
    result = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=200, check=False)
    assert result.stderr == ""
    return result.stdout.splitlines()


def test_inotify_watch_limit_is_said_and_every_folder_is_looked_at(tmp_path: Path) -> None:
    limit = "echo 20 > /proc/sys/user/max_inotify_watches"
    if not may("-Ur", "bash", "-c", limit):
        pytest.skip("user namespaces are not to be had here")
    root = write_notes(tmp_path / "vault", {f"d{number:02}/n.md": "x\n" for number in range(30)})
    notice, notes = in_namespace("-Ur", limit, str(root), "31")
    assert notice == "looks for changes every 0.2 s: the system's limit of watched folders (inotify) is reached"
    assert notes == "31"


def test_network_share_is_noticed_by_its_mount(tmp_path: Path) -> None:
    mount = 'mount --bind "$2/mountinfo" /proc/$$/mountinfo'
    if not may("-Urm", "bash", "-c", "mount --bind /dev/null /proc/$$/mountinfo"):
        pytest.skip("mount namespaces are not to be had here")
    root = write_notes(tmp_path / "vault", {"a.md": "x\n"})
    (tmp_path / "mountinfo").write_text(f"22 1 0:1 / / rw - ext4 a rw\n23 22 0:2 / {root} rw - nfs4 host:/n rw\n")
    script = mount.replace("$2/mountinfo", str(tmp_path / "mountinfo"))
    notice, notes = in_namespace("-Urm", script, str(root), "2")
    assert notice == "looks for changes every 0.2 s: the vault is on a network share (nfs4)"
    assert notes == "2"


def test_stopped_program_looks_at_notes_and_at_the_day_when_it_goes_on(tmp_path: Path) -> None:
    """What was changed while it was stopped is on the screen afterwards, told of or not; so is what fell due."""
    root = write_notes(tmp_path / "vault", {"a.md": "- [ ] water the ferns 📅 2026-12-01\n"})
    (root / ".betimes").mkdir()
    (root / ".betimes" / "config.toml").write_text('[watch]\nmode = "off"\n')
    places = ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")
    environment = os.environ | dict.fromkeys(places, str(tmp_path / "places")) | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "app", "--no-semantic", str(root)]
    with Terminal(command, environment, size=(30, 120)) as terminal:
        terminal.wait_for("1 note ", PATIENCE)
        terminal.read_for(2.0)
        terminal.process.send_signal(signal.SIGTSTP)
        stat = Path(f"/proc/{terminal.process.pid}/stat")
        assert wait_until(lambda: stat.read_text().rpartition(")")[2].split()[0] == "T", PATIENCE)
        (root / "b.md").write_text("- [ ] feed the newts 📅 2026-12-01\n")
        terminal.process.send_signal(signal.SIGCONT)
        terminal.wait_for("feed the newts", PATIENCE)
        (root / "c.md").write_text("- [ ] comb the llama 📅 2026-12-01\n")
        terminal.type("\x1b[O")
        terminal.type("\x1b[I")
        terminal.wait_for("comb the llama", PATIENCE)


def test_clock_that_goes_on_or_back_gives_another_today_and_forgets_nothing(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "vault", {"a.md": "- [ ] pay 📅 2026-12-01\n", "b.md": "hello\n"})
    now = [datetime(2026, 11, 30, 23, 59, tzinfo=timezone(timedelta(hours=1)))]
    workspace = Workspace.open(
        root,
        config=Config(embedding=EmbeddingConfig(enabled=False), watch=WatchConfig("off")),
        locations=Locations.below(tmp_path / "places"),
        clock=lambda: now[0],
    )
    workspace.update(meaning=False)
    try:
        for step, firing in ((0, False), (2, True), (-3 * 24 * 60, False)):
            now[0] += timedelta(minutes=step)
            agenda = workspace.agenda()
            assert (agenda.as_of, bool(agenda.firing)) == (now[0].date(), firing)
            workspace.update(meaning=False)
            assert workspace.status().notes == 2
            found = workspace.search_words("hello", RankMode(workspace.config.search.rank))
            assert [result.path for result in found.results] == ["b.md"]
            assert all(result.score >= 0 for result in found.results)
    finally:
        workspace.close()


def test_sleep_of_the_machine_has_everything_looked_at_and_the_agenda_read(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "vault", {"a.md": "one\n"})
    with living(root) as found:
        watcher = found.workspace._upkeep._watcher
        assert watcher is not None
        del found.events[:]
        watcher._times._turned -= 3600
        assert wait_until(lambda: any(isinstance(event, LedgerChanged) for event in found.events), PATIENCE)
        assert found.settled()


def test_commands_see_what_changed_while_nothing_ran(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = write_notes(tmp_path / "vault", {"a.md": "one\n", "b.md": "two\n"})
    places = Locations.below(tmp_path / "places")
    assert run(["index", "--vault", str(root), "--no-semantic"], places) == 0
    (root / "a.md").unlink()
    (root / "c.md").write_text("three\n")
    assert run(["index", "--vault", str(root), "--no-semantic"], places) == 0
    assert set(content_of(places.index(root))) == {"b.md", "c.md"}
    capsys.readouterr()
