"""What other programs do to the files of a vault while it is open: the index follows, whatever way they have of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.config import WatchConfig
from app.embedding.hashing import HashEmbedder
from app.errors import BetimesError
from app.events import IndexChanged
from tests.faults.watching_support import LIBRARY_WARNS, PATIENCE, Living, living
from tests.support import open_workspace, wait_until, write_notes

if TYPE_CHECKING:
    from app.embedding.protocol import Vectors

pytestmark = [pytest.mark.timeout(300), LIBRARY_WARNS]


@pytest.fixture(scope="module")
def open_vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Living]:
    """One vault for all tests that leave it usable; each has a folder of its own in it."""
    root = write_notes(tmp_path_factory.mktemp("watching") / "vault", {"Home.md": "# Home\nwelcome\n"})
    (root / ".betimes").mkdir()
    with living(root) as found:
        yield found


def test_network_share_polled_finds_what_another_process_writes(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "vault", {"a.md": "one\n", "s/b.md": "two\n"})
    with living(root, WatchConfig("poll", 0.1)) as found:
        script = f"import pathlib; pathlib.Path({str(root / 's' / 'c.md')!r}).write_text('quokka\\n')"
        subprocess.run([sys.executable, "-S", "-c", script], check=True)
        assert found.says("s/c.md", "quokka")
        (root / "a.md").unlink()
        assert found.holds("s/b.md", "s/c.md")


def test_vault_removed_and_back_loses_nothing(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "vault", {"a.md": "- [ ] pay 📅 2026-12-01\n", "s/b.md": "wombat\n"})
    write_notes(root, {".betimes/ledger.toml": '[[entry]]\nid = "f2rs"\naction = "First"\ndue = 2026-12-01\n'})
    ledger = (root / ".betimes" / "ledger.toml").read_bytes()
    with living(root) as found:
        before, agenda = found.content(), ids(found)
        for leave_bare in (False, True):
            root.rename(tmp_path / "elsewhere")
            if leave_bare:
                root.mkdir()
            assert wait_until(lambda: found.workspace.status().is_away, PATIENCE)
            assert str(root) in found.workspace.status().watch_notice
            found.workspace.look_again()
            assert (found.content(), ids(found)) == (before, agenda)
            assert agenda == ["f2rs", "a.md:1"]
            if leave_bare:
                root.rmdir()
            (tmp_path / "elsewhere").rename(root)
            assert wait_until(lambda: not found.workspace.status().is_away, PATIENCE)
        (root / "c.md").write_text("back again\n")
        assert found.holds("a.md", "s/b.md", "c.md")
        assert found.workspace.status().watch_notice == ""
    assert (root / ".betimes" / "ledger.toml").read_bytes() == ledger


def test_vault_unmounted_at_the_start_forgets_nothing(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "vault", {"a.md": "one\n"})
    with living(root) as found:
        before = found.content()
    root.rename(tmp_path / "elsewhere")
    root.mkdir()
    workspace = open_workspace(root)
    workspace.start()
    try:
        assert wait_until(lambda: workspace.status().is_away, PATIENCE)
        assert Living(workspace).content() == before
        with pytest.raises(BetimesError, match="is another folder now, and empty"):
            workspace.ledger.add({"action": "Not to be hidden below a disk"})
        assert list(root.iterdir()) == []
    finally:
        workspace.close()


def ids(found: Living) -> list[str]:
    agenda = found.workspace.agenda()
    return [item.id for item in agenda.firing + agenda.upcoming]


def is_quiet(found: Living) -> bool:
    """Return True when nothing happens for as long as any of it would take to come round."""
    before = len(found.events)
    time.sleep(1.0)
    return len(found.events) == before


def folder_of(found: Living, name: str) -> Path:
    folder = found.root / name
    folder.mkdir()
    return folder


def note_id(found: Living, path: str) -> int:
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(f"file:{found.workspace.index_path}?mode=ro", uri=True, timeout=30)) as connection:
        return int(connection.execute("SELECT id FROM note WHERE path = ?", (path,)).fetchone()[0])


@pytest.mark.skipif(shutil.which("vim") is None, reason="there is no vim here")
def test_vim_write_with_backup_is_one_change_and_keeps_the_note(open_vault: Living) -> None:
    note = folder_of(open_vault, "vim") / "n.md"
    note.write_text("an x here\n")
    assert open_vault.says("vim/n.md", "an x here")
    known = note_id(open_vault, "vim/n.md")
    steps = ("set backup backupcopy=no backupskip=", "%s/x/walrus/", "wq")
    command = ["vim", "-es", "-u", "NONE", *(word for step in steps for word in ("-c", step)), str(note)]
    subprocess.run(command, check=True, timeout=60)
    assert note.with_name("n.md~").exists()
    assert open_vault.says("vim/n.md", "an walrus here")
    assert open_vault.settled()
    assert note_id(open_vault, "vim/n.md") == known
    assert not any("~" in path for path in open_vault.notes())


def test_vs_code_atomic_replace_from_inside_and_outside_keeps_the_note(open_vault: Living, tmp_path: Path) -> None:
    folder = folder_of(open_vault, "code")
    (folder / "n.md").write_text("first\n")
    assert open_vault.says("code/n.md", "first")
    known = note_id(open_vault, "code/n.md")
    for place, text in ((folder / "n.md.vsctmp", "second"), (tmp_path / "o", "third")):
        place.write_text(f"{text}\n")
        shutil.move(place, folder / "n.md")
        assert open_vault.says("code/n.md", text)
        assert note_id(open_vault, "code/n.md") == known


def test_sync_tools_files_are_no_notes_and_conflict_copies_are_shown(open_vault: Living) -> None:
    folder = folder_of(open_vault, "sync")
    copy = "sync/n.sync-conflict-20260101-010101-ABCDEFG.md"
    hidden = (".syncthing.n.md.tmp", "~syncthing~n.md.tmp", ".trash/n.md", ".stfolder/n.md", ".obsidian/n.md")
    line = "- [ ] pay 📅 2026-12-01\n"
    write_notes(open_vault.root, dict.fromkeys([*(f"sync/{name}" for name in (*hidden, ".git/n.md")), copy], line))
    (folder / "n.md").write_text(line)
    assert open_vault.says("sync/n.md", "pay")
    assert wait_until(lambda: copy in open_vault.workspace.conflicts(), PATIENCE)
    assert {path for path in open_vault.notes() if path.startswith("sync/")} == {"sync/n.md"}
    assert [found for found in ids(open_vault) if found.startswith("sync/")] == ["sync/n.md:1"]
    (open_vault.root / copy).unlink()
    assert wait_until(lambda: copy not in open_vault.workspace.conflicts(), PATIENCE)


def test_icloud_placeholder_keeps_what_was_read(open_vault: Living) -> None:
    folder = folder_of(open_vault, "cloud")
    write_notes(folder, {"a.md": "aardvark\n", "b.md": "badger\n"})
    assert open_vault.says("cloud/a.md", "aardvark") and open_vault.says("cloud/b.md", "badger")
    os.truncate(folder / "a.md", 0)
    os.truncate(folder / "a.md", 5000)
    (folder / "b.md").unlink()
    (folder / ".b.md.icloud").write_bytes(b"bplist00")
    told = "it is in the cloud and not downloaded"
    assert wait_until(lambda: ("cloud/b.md", told) in open_vault.workspace.unreadable(), PATIENCE)
    assert wait_until(lambda: any(place == "cloud/a.md" for place, _ in open_vault.workspace.unreadable()), PATIENCE)
    content = open_vault.content()
    assert "aardvark" in content["cloud/a.md"][1][0] and "badger" in content["cloud/b.md"][1][0]
    assert os.stat(folder / "a.md").st_size == 5000 and not (folder / "b.md").exists()
    shutil.rmtree(folder)
    assert wait_until(lambda: not any(path.startswith("cloud/") for path in open_vault.notes()), PATIENCE)


def test_mkdir_cp_and_mv_of_trees_miss_no_file(open_vault: Living, tmp_path: Path) -> None:
    folder = folder_of(open_vault, "trees")
    tree = write_notes(tmp_path / "tree", {f"d{number % 10}/e/n{number}.md": f"{number}\n" for number in range(100)})
    subprocess.run(["cp", "-r", str(tree), str(folder / "copied")], check=True)
    subprocess.run(["mv", str(tree), str(folder / "moved")], check=True)
    subprocess.run(["bash", "-c", f'mkdir -p "{folder}/a/b/c" && echo deep > "{folder}/a/b/c/n.md"'], check=True)
    assert open_vault.settled(), open_vault.difference()
    assert sum(path.startswith("trees/") for path in open_vault.notes()) == 201


def test_directory_moved_out_takes_its_notes_from_the_index(open_vault: Living, tmp_path: Path) -> None:
    folder = folder_of(open_vault, "out")
    write_notes(folder, {"d/a.md": "x\n", "d/e/b.md": "y\n", "stays.md": "z\n"})
    assert open_vault.settled()
    (folder / "d").rename(tmp_path / "d")
    assert wait_until(lambda: {path for path in open_vault.notes() if path.startswith("out/")} == {"out/stays.md"}, 60)


def test_case_only_rename_is_the_same_note(open_vault: Living) -> None:
    folder = folder_of(open_vault, "case")
    (folder / "config.md").write_text("the settings of the loom\n")
    assert open_vault.says("case/config.md", "loom")
    known = note_id(open_vault, "case/config.md")
    (folder / "config.md").rename(folder / "Config.md")
    assert open_vault.says("case/Config.md", "loom")
    assert open_vault.settled()
    assert note_id(open_vault, "case/Config.md") == known


def test_nfc_and_nfd_names_are_one_note_or_both(open_vault: Living) -> None:
    folder = folder_of(open_vault, "forms")
    (folder / "cafe\u0301.md").write_text("decomposed\n")
    assert open_vault.says("forms/caf\u00e9.md", "decomposed")
    (folder / "caf\u00e9.md").write_text("composed\n")
    assert open_vault.settled(), open_vault.difference()
    assert sum(path.startswith("forms/") for path in open_vault.notes()) == 2
    (folder / "caf\u00e9.md").unlink()
    assert open_vault.settled(), open_vault.difference()
    assert [path for path in open_vault.notes() if path.startswith("forms/")] == ["forms/caf\u00e9.md"]


def test_wrong_mtime_and_clock_hide_no_change_and_forget_nothing(open_vault: Living) -> None:
    folder = folder_of(open_vault, "clock")
    for name, text in (("old.md", "aaaa\n"), ("future.md", "soon\n")):
        (folder / name).write_text(text)
    os.utime(folder / "future.md", (4e9, 4e9))
    assert open_vault.says("clock/old.md", "aaaa")
    before = os.stat(folder / "old.md")
    (folder / "old.md").write_text("bbbb\n")
    os.utime(folder / "old.md", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert open_vault.says("clock/old.md", "bbbb")
    assert open_vault.settled()
    assert {"clock/old.md", "clock/future.md"} <= open_vault.notes()


def test_own_writes_are_read_once(open_vault: Living) -> None:
    note = folder_of(open_vault, "own") / "n.md"
    note.write_text("".join(f"- [ ] task {number} 📅 2026-12-01\n" for number in range(20)))
    assert wait_until(lambda: sum(found.startswith("own/") for found in ids(open_vault)) == 20, PATIENCE)
    assert open_vault.settled()
    del open_vault.events[:]
    for number in range(20):
        item = next(item for item in open_vault.workspace.commitments() if item.action == f"task {number}")
        open_vault.workspace.ledger.resolve(item, "done", "")
    assert open_vault.settled()
    assert note.read_text().count("- [x]") == 20
    assert wait_until(lambda: is_quiet(open_vault), PATIENCE)
    assert sum(isinstance(event, IndexChanged) and "own/n.md" in event.paths for event in open_vault.events) <= 20


def test_directory_rename_computes_no_embedding(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "vault", {f"a/n{number}.md": f"note {number}\n" for number in range(100)})
    embedder = Counting()
    workspace = open_workspace(root, embedder=embedder)
    workspace.start()
    try:
        assert wait_until(lambda: (workspace.status().notes, workspace.status().pending) == (100, 0), PATIENCE)
        assert wait_until(lambda: workspace.status().indexing is None and embedder.count >= 100, PATIENCE)
        found, before = Living(workspace), embedder.count
        known = note_id(found, "a/n7.md")
        (root / "a").rename(root / "b")
        assert wait_until(lambda: found.notes() == {f"b/n{number}.md" for number in range(100)}, PATIENCE)
        assert wait_until(lambda: workspace.status().indexing is None, PATIENCE)
        assert (embedder.count, note_id(found, "b/n7.md")) == (before, known)
    finally:
        workspace.close()


class Counting(HashEmbedder):
    """Counts the texts that it is given."""

    count = 0

    def encode_documents(self, texts: Sequence[str]) -> Future[Vectors]:
        self.count += len(texts)
        return super().encode_documents(texts)
