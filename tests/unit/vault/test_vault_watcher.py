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
from watchdog.events import DirMovedEvent, FileDeletedEvent, FileMovedEvent, FileOpenedEvent

from app.vault import watching
from app.vault.files import Vault
from app.vault.watcher import Watcher, changed_paths

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
    assert "cannot be watched: it is gone" in watcher.notice
    (root.parent / "elsewhere").rename(root)
    heard.until(_everything)
    (root / "n.md").write_text("x", encoding="utf-8")
    heard.until(_tells("n.md"))
    assert watcher.healthy and watcher.notice == ""


def test_a_vault_that_is_replaced_is_watched_anew(root: Path, heard: Heard, watcher: Watcher) -> None:
    shutil.rmtree(root)
    root.mkdir()
    heard.until(_everything)
    end = time.monotonic() + 5
    while not watcher.healthy and time.monotonic() < end:
        time.sleep(0.02)
    time.sleep(0.3)
    (root / "n.md").write_text("x", encoding="utf-8")
    heard.until(_tells("n.md"))
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
        heard.until(_tells("a/n.md"))
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
    subscription = watching.Subscription(root, watching.EventSink(lambda _: None), polling=False, interval=0.1)
    try:
        assert watching.unwatched(root, before) == 0
        assert watching.watches_held() == before + 4
        subscription._before += 2
        subscription.verify()
        assert "leaves 2 unwatched" in subscription.notice and "every 0.1 s" in subscription.notice
        assert subscription.alive
        assert watching.watches_held() == before
    finally:
        subscription.stop()


def test_a_folder_that_is_gone_cannot_be_watched(root: Path) -> None:
    for polling in (False, True):
        with pytest.raises(OSError):
            watching.Subscription(root / "gone", watching.EventSink(lambda _: None), polling=polling, interval=0.1)


def test_what_events_mean(root: Path) -> None:
    vault = Vault(root)
    base = str(vault.root)
    assert changed_paths(vault, None) == {None}
    assert changed_paths(vault, FileMovedEvent(f"{base}/a.tmp", f"{base}/n.md")) == {"n.md"}
    assert changed_paths(vault, FileMovedEvent(f"{base}/n.md", "")) == {"n.md"}
    assert changed_paths(vault, FileDeletedEvent(os.fsencode(f"{base}/a/n.md"))) == {"a/n.md"}
    assert changed_paths(vault, DirMovedEvent(f"{base}/a", f"{base}/b")) == {None}
    assert changed_paths(vault, DirMovedEvent(f"{base}/.git/a", f"{base}/.git/b")) == set()
    assert changed_paths(vault, FileDeletedEvent("/elsewhere/n.md")) == set()
    hidden = f"{base}/.git/n.sync-conflict-20260101-010101-ABCDEFG.md"
    assert changed_paths(vault, FileDeletedEvent(hidden)) == set()


def test_reading_is_no_change() -> None:
    told: list[object] = []
    watching.EventSink(told.append).on_any_event(FileOpenedEvent("x.md"))
    assert told == []
