"""Faults of other programs that watch files, by their numbers in the log of bugs: none of them is ours."""

from __future__ import annotations

import ctypes
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.errors import VaultError
from app.index.indexer import Indexer
from app.index.store import IndexStore
from app.vault.files import Vault
from app.vault.watching import LimitReached
from tests.faults.watching_support import LIBRARY_WARNS, PATIENCE, Living, living
from tests.support import wait_until, write_notes

pytestmark = [pytest.mark.timeout(300), LIBRARY_WARNS]


@pytest.fixture(scope="module")
def open_vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Living]:
    root = write_notes(tmp_path_factory.mktemp("bugs") / "vault", {"Home.md": "welcome\n"})
    with living(root) as found:
        yield found


THREADS_END = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")


def end_threads(kinds: tuple[str, ...]) -> int:
    """End threads of the watching library as an exception in them would, but without a word."""
    ended = 0
    for thread in threading.enumerate():
        if type(thread).__module__.startswith("watchdog.") and type(thread).__name__ in kinds:
            ended += ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit)
            )
    return ended


def write_until_read(found: Living, name: str) -> bool:
    """Write a note and wait until it is known: threads end at the first thing that they are to do."""
    (found.root / name).write_text(f"{name}\n")
    return found.says(name, name)


def test_a05_case_only_rename_is_one_note_also_where_case_does_not_count(tmp_path: Path) -> None:
    class CaseIgnored(Vault):
        """Finds what is now Config.md under config.md as well: a link stands for that."""

        def misspelled(self, paths: object) -> frozenset[str]:
            return frozenset({"config.md"} & set(paths))  # type: ignore[call-overload]

    root = write_notes(tmp_path / "vault", {"config.md": "the settings of the loom\n"})
    store = IndexStore.open(tmp_path / "index.sqlite3", str(root))
    for _ in Indexer(Vault(root), store).reconcile(None, threading.Event()):
        pass
    os.link(root / "config.md", root / "Config.md")
    for paths in ({"config.md", "Config.md"}, {"config.md"}):
        for _ in Indexer(CaseIgnored(root), store).reconcile(frozenset(paths), threading.Event()):
            pass
        assert list(store.stamps()) == ["Config.md"]
    assert set(store.renames().items()) == {("config.md", "Config.md")}
    store.close()


def test_a07_vault_removed_is_said_and_watched_again_when_back(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "vault", {"a.md": "one\n"})
    with living(root) as found:
        shutil.copytree(root, tmp_path / "copy")
        shutil.rmtree(root)
        assert wait_until(lambda: found.workspace.status().is_away, PATIENCE)
        (tmp_path / "copy").rename(root)
        assert wait_until(lambda: not found.workspace.status().is_away, PATIENCE)
        assert write_until_read(found, "b.md")
        assert found.holds("a.md", "b.md")


@THREADS_END
def test_a08_dispatching_thread_that_ended_is_replaced(open_vault: Living) -> None:
    assert end_threads(("InotifyObserver",)) == 1
    assert write_until_read(open_vault, "a08.md")
    assert wait_until(lambda: open_vault.workspace._upkeep._watcher.healthy, PATIENCE)  # type: ignore[union-attr]
    assert write_until_read(open_vault, "a08 again.md")


@THREADS_END
def test_a09_reading_thread_that_ended_is_replaced_and_churn_is_survived(open_vault: Living) -> None:
    assert end_threads(("InotifyFD", "InotifyEmitter")) == 2
    for number in range(100):
        deep = open_vault.root / f"churn{number % 7}" / "b" / "c"
        deep.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(open_vault.root / f"churn{number % 7}")
    assert write_until_read(open_vault, "a09.md")
    assert wait_until(lambda: open_vault.workspace._upkeep._watcher.healthy, PATIENCE)  # type: ignore[union-attr]
    assert write_until_read(open_vault, "a09 again.md")


def test_a10_limit_of_watches_is_said_in_plain_words(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "vault", {"a.md": "one\n", "d/b.md": "two\n"})
    with living(root) as found:
        watcher = found.workspace._upkeep._watcher
        assert watcher is not None and watcher._subscription is not None
        watcher._subscription._before += 1  # one folder less is watched than there are
        with pytest.raises(LimitReached):
            watcher._subscription.check()
        found.workspace.look_again()
        assert wait_until(lambda: "inotify" in found.workspace.status().watch_notice, PATIENCE)
        notice = found.workspace.status().watch_notice
        assert "No space left" not in notice and "looks for changes every 5 s" in notice
        assert write_until_read(found, "d/c.md")


def test_a11_temporary_file_of_an_atomic_save_is_no_note_and_nothing_is_deleted(open_vault: Living) -> None:
    note = open_vault.root / "Test.md"
    assert write_until_read(open_vault, "Test.md")
    del open_vault.events[:]
    (open_vault.root / "Test.tmp").write_text("saved anew\n")
    (open_vault.root / "Test.tmp").rename(note)
    seen = set[bool]()
    assert wait_until(
        lambda: seen.add("Test.md" in open_vault.notes()) or "saved anew" in str(open_vault.content()), PATIENCE
    )
    assert seen == {True} and "Test.tmp" not in open_vault.notes()


def test_a16_two_unicode_forms_of_a_name_are_one_note(open_vault: Living) -> None:
    (open_vault.root / "e\u0301t\u00e9.md").write_text("summer\n")
    assert open_vault.says("\u00e9t\u00e9.md", "summer")
    (open_vault.root / "e\u0301t\u00e9.md").rename(open_vault.root / "\u00e9te\u0301.md")
    assert open_vault.settled(), open_vault.difference()
    assert [path for path in open_vault.notes() if path.endswith("t\u00e9.md") or "\u0301" in path] == [
        "\u00e9t\u00e9.md"
    ]


def test_a19_evicted_note_is_neither_forgotten_nor_made_anew(
    open_vault: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert write_until_read(open_vault, "MyNote.md")
    (open_vault.root / "MyNote.md").unlink()
    (open_vault.root / ".MyNote.md.icloud").write_bytes(b"bplist00")
    told = ("MyNote.md", "it is in the cloud and not downloaded")
    assert wait_until(lambda: told in open_vault.workspace.unreadable(), PATIENCE)
    assert "MyNote.md" in open_vault.notes()
    monkeypatch.setenv("EDITOR", "true")
    for attempt in (open_vault.workspace.read_note, lambda path: open_vault.workspace.editor_command(path, 1)):
        with pytest.raises(VaultError, match="in the cloud and not downloaded"):
            attempt("MyNote.md")
    assert not (open_vault.root / "MyNote.md").exists()
