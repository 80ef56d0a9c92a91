from __future__ import annotations

import logging
import os
import queue
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from watchdog.events import DirMovedEvent, FileMovedEvent

from app.vault import watching
from app.vault.files import Vault
from app.vault.watcher import Watcher
from app.vault.watcher_events import changed_paths, meant
from app.vault.watcher_inbox import Inbox, Seen
from app.vault.watcher_shares import share_of

Changes = frozenset[str] | None


class Heard:
    """Collects what a watcher tells."""

    def __init__(self) -> None:
        self._told: queue.SimpleQueue[Changes] = queue.SimpleQueue()

    def __call__(self, changes: Changes) -> None:
        self._told.put(changes)

    def until(self, wanted: Callable[[Changes], bool], seconds: float = 8) -> list[Changes]:
        """Wait for news of one kind and return all that was told up to it."""
        told: list[Changes] = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                told.append(self._told.get(timeout=0.1))
            except queue.Empty:
                continue
            if wanted(told[-1]):
                return told
        raise AssertionError(f"waited in vain; heard {told}")


def _tells(path: str) -> Callable[[Changes], bool]:
    return lambda changes: changes is not None and path in changes


def _everything(changes: Changes) -> bool:
    return changes is None


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    (root / "a").mkdir(parents=True)
    (root / ".betimes").mkdir()
    (root / ".git").mkdir()
    return root


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def watcher(root: Path, heard: Heard) -> Iterator[Watcher]:
    watcher = Watcher(Vault(root), heard, check=0.1)
    watcher.start()
    yield watcher
    watcher.stop()


def test_a_changed_note_is_told_and_other_files_are_not(root: Path, heard: Heard, watcher: Watcher) -> None:
    for name in ("x.txt", ".git/y.md", "a/.z.md", ".betimes/other.jsonl", "a/n.md.tmp"):
        (root / name).write_text("x", encoding="utf-8")
    (root / "a" / "n.md").write_text("x", encoding="utf-8")
    assert heard.until(_tells("a/n.md")) == [frozenset({"a/n.md"})]
    assert watcher.healthy and watcher.notice == ""


def test_a_replaced_file_is_told_under_its_name(root: Path, heard: Heard, watcher: Watcher) -> None:
    (root / "n.tmp").write_text("x", encoding="utf-8")
    os.replace(root / "n.tmp", root / "n.md")
    heard.until(_tells("n.md"))
    os.replace(root / "n.md", root / "m.md")
    told = heard.until(_tells("m.md"))
    assert any(changes and "n.md" in changes for changes in told)
    (root / "m.md").unlink()
    heard.until(_tells("m.md"))
    assert watcher.healthy


@pytest.mark.parametrize(
    "name",
    [
        ".betimes/ledger.toml",
        ".betimes/config.toml",
        ".betimes/journal.jsonl",
        ".betimes/operations.jsonl",
        ".betimesignore",
    ],
)
@pytest.mark.usefixtures("watcher")
def test_the_files_of_the_program_are_told(root: Path, heard: Heard, name: str) -> None:
    (root / f"{name}.tmp").write_text("x", encoding="utf-8")
    os.replace(root / f"{name}.tmp", root / name)
    assert heard.until(_tells(name))[-1] == frozenset({name})


@pytest.mark.usefixtures("watcher")
def test_names_that_are_not_utf_8_are_told_by_key(root: Path, heard: Heard) -> None:
    (root / os.fsdecode(b"bad\xff.md")).write_text("x", encoding="utf-8")
    heard.until(_tells(r"bad\xff.md"))
    (root / "cafe\u0301.md").write_text("x", encoding="utf-8")
    assert heard.until(_tells("caf\u00e9.md"))


@pytest.mark.usefixtures("watcher")
def test_moved_folders_mean_a_look_at_everything(root: Path, heard: Heard) -> None:
    (root / "a" / "n.md").write_text("x", encoding="utf-8")
    heard.until(_tells("a/n.md"))
    (root / "a").rename(root / "b")
    heard.until(_everything)
    (root / "b").rename(root.parent / "b")
    assert heard.until(_everything)


@pytest.mark.usefixtures("watcher")
def test_a_conflict_copy_means_a_look_at_everything(root: Path, heard: Heard) -> None:
    (root / "a" / "n.sync-conflict-20260101-010101-ABCDEFG.md").write_text("x", encoding="utf-8")
    assert heard.until(_everything)[-1] is None


def test_a_vault_that_goes_and_comes_back(root: Path, heard: Heard, watcher: Watcher) -> None:
    root.rename(root.parent / "elsewhere")
    heard.until(_everything)
    assert not watcher.healthy
    assert watcher.notice == f"{root} is not there: as last read"
    (root.parent / "elsewhere").rename(root)
    heard.until(_everything)
    (root / "n.md").write_text("x", encoding="utf-8")
    heard.until(_tells("n.md"))
    assert watcher.healthy and watcher.notice == ""


def test_a_vault_that_is_replaced_is_watched_anew(root: Path, heard: Heard, watcher: Watcher) -> None:
    (root.parent / "other").mkdir()
    shutil.rmtree(root)
    (root.parent / "other").rename(root)
    heard.until(_everything)
    assert not watcher.healthy and "another folder now, and empty" in watcher.notice
    (root / "n.md").write_text("x", encoding="utf-8")
    heard.until(_everything)
    (root / "m.md").write_text("x", encoding="utf-8")
    heard.until(_tells("m.md"))
    assert watcher.healthy


@pytest.mark.usefixtures("watcher")
def test_lost_events_mean_a_look_at_everything(heard: Heard) -> None:
    logging.getLogger("watchdog.observers.inotify_c").warning("Inotify queue overflowed; filesystem events were lost")
    assert heard.until(_everything)[-1] is None


def test_looking_every_few_seconds_finds_changes_too(root: Path, heard: Heard) -> None:
    watcher = Watcher(Vault(root), heard, polling=True, interval=0.1)
    watcher.start()
    try:
        (root / "a" / "n.md").write_text("x", encoding="utf-8")
        heard.until(lambda changes: changes is None or "a/n.md" in changes)
        assert watcher.healthy and watcher.notice == ""
    finally:
        watcher.stop()


def test_a_watcher_can_be_stopped_twice_and_before_it_began(root: Path, heard: Heard) -> None:
    watcher = Watcher(Vault(root), heard)
    watcher.stop()
    assert not watcher.healthy
    watcher.start()
    watcher.stop()
    watcher.stop()
    assert not watcher.healthy


@pytest.mark.skipif(sys.platform != "linux", reason="only this system tells how much it watches")
def test_folders_beyond_the_systems_limit_are_noticed(root: Path) -> None:
    before = watching.watches_held()
    assert watching.unwatched(root, before) == 4
    subscription = watching.Subscription(root, Inbox())
    try:
        subscription.check()
        assert watching.unwatched(root, before) == 0
        assert watching.watches_held() == before + 4
        subscription._before += 2
        with pytest.raises(watching.LimitReached):
            subscription.check()
        assert subscription.alive
    finally:
        subscription.stop()
    assert not subscription.alive
    assert watching.watches_held() == before


def test_a_folder_that_is_gone_cannot_be_watched(root: Path) -> None:
    with pytest.raises(OSError):
        watching.Subscription(root / "gone", Inbox())


def test_a_vault_on_a_share_is_looked_at_and_that_is_said(root: Path, heard: Heard) -> None:
    watcher = Watcher(Vault(root), heard, interval=0.1, share=lambda vault: "nfs4")
    watcher.start()
    try:
        heard.until(_everything)
        assert watcher.notice == "looks for changes every 0.1 s: the vault is on a network share (nfs4)"
        (root / "a" / "n.md").write_text("x", encoding="utf-8")
        (root / ".betimes" / "ledger.toml").write_text("", encoding="utf-8")
        heard.until(_tells(".betimes/ledger.toml"))
        (root / "a" / "n.sync-conflict-20260101-010101-ABCDEFG.md").write_text("x", encoding="utf-8")
        heard.until(_everything)
        assert watcher.healthy
    finally:
        watcher.stop()


def test_which_file_systems_are_of_other_machines(tmp_path: Path) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        "22 1 0:1 / / rw shared:1 - ext4 /dev/sda rw\n"
        "23 22 0:2 / /srv/my\\040notes rw shared:2 - nfs4 host:/notes rw\n"
        "24 23 0:3 / /srv/my\\040notes/here rw - tmpfs tmpfs rw\n"
        "25 22 0:4 / /cloud rw - fuse.sshfs me@host: rw\n"
        "26 22 0:5 / /disk rw - fuseblk /dev/sdb rw\n"
        "27 22 0:6 / /both rw - fuse.mergerfs a:b rw\n"
        "a line of something else\n"
    )
    found = {path: share_of(Path(path), mounts) for path in ("/home", "/srv/my notes/v", "/srv/my notes/here/v")}
    assert found == {"/home": "", "/srv/my notes/v": "nfs4", "/srv/my notes/here/v": ""}
    assert [share_of(Path(path), mounts) for path in ("/cloud/v", "/disk", "/both")] == ["fuse.sshfs", "", ""]
    assert share_of(Path("/srv/my notes2"), mounts) == ""
    assert share_of(tmp_path, tmp_path / "nothing") == ""


def test_what_reports_mean(root: Path) -> None:
    vault = Vault(root)
    base = str(vault.root)

    def says(name: str, *, is_folder: bool = False) -> str | None:
        return meant(vault, name, is_folder=is_folder)

    assert [says(name) for name in ("a.tmp", "n.md", "a/n.md", ".git/n.md")] == ["", "n.md", "a/n.md", ""]
    assert says("a", is_folder=True) is None
    assert says(".git/a", is_folder=True) == ""
    assert says("a/.n.md.icloud") is None
    assert says(".git/.n.md.icloud") == ""
    assert says(".git/n.sync-conflict-20260101-010101-ABCDEFG.md") == ""
    assert changed_paths(vault, Seen("/elsewhere/n.md", is_folder=False)) == frozenset()
    assert changed_paths(vault, Seen(f"{base}/a", is_folder=True)) == {None}
    assert changed_paths(vault, Seen(f"{base}/n.md", is_folder=False)) == {"n.md"}
    assert changed_paths(vault, Seen(f"{base}/\u00fc.md", is_folder=False)) == {"\u00fc.md", "u\u0308.md"}


def test_a_move_is_reported_from_both_sides() -> None:
    inbox = Inbox()
    sink = watching.EventSink(inbox)
    sink.on_any_event(FileMovedEvent(b"/v/n.tmp", b"/v/n.md"))
    sink.on_any_event(DirMovedEvent("/v/a", ""))
    taken = inbox.take(0)
    assert taken.seen == {Seen("/v/n.tmp", False), Seen("/v/n.md", False), Seen("/v/a", True)}
    assert (taken.count, taken.is_lost, taken.is_asked) == (3, False, False)
    assert inbox.take(0).count == 0


def test_the_inbox_holds_no_more_than_it_can_tell_apart() -> None:
    inbox = Inbox(most=3)
    for number in range(10):
        inbox.put(f"/v/{number}.md", is_folder=False)
    taken = inbox.take(0)
    assert (taken.seen, taken.is_lost, taken.count) == (frozenset(), True, 10)
    inbox.put("/v/a.md", is_folder=False)
    assert len(inbox.take(0).seen) == 1
