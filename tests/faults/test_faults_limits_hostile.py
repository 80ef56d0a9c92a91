"""The hostile vault of `tests/hostile.py` through scan, search, preview, ticking and the command line."""

from __future__ import annotations

import ctypes
import os
import stat
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.config import Config
from app.embedding.hashing import HashEmbedder
from app.errors import VaultError, WriteRefused
from app.ledger.commitment import Commitment
from app.paths import Locations
from app.search.result import RankMode
from app.vault.applied import AppliedEdit
from app.vault.edits import apply_edit, undo_edit
from app.vault.task_edits import tick
from app.workspace import Workspace
from tests.hostile import ACCOUNTS, OUTSIDE_WORD, make
from tests.hostile_notes import Case
from tests.support import NOW, SYNONYMS
from widgets.note_page import Focus, lay_out

ROOT = Path(__file__).parents[2]
TICKED = " ✅ 2026-11-30".encode()
FULLY_TICKED = {"enc/latin.md", "ends/mixed.md", "front/colon.md", "kinds/hard.md", "kinds/real mode.md"}
"""Ticked and undone as a command does it; the others by the same edit alone."""

SAME = "kinds/link inside.md"
"""A link to another note: its task is that one's."""

_OVERRIDES = 0b110
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""


@contextmanager
def plain_user() -> Iterator[None]:
    """Have permissions count for this thread, the superuser's too."""
    if os.geteuid() != 0:
        yield
        return
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    before = (ctypes.c_uint32 * 6)()
    assert libc.capget(header, before) == 0
    less = (ctypes.c_uint32 * 6)(*before)
    less[0] &= ~_OVERRIDES
    assert libc.capset(header, less) == 0
    try:
        yield
    finally:
        assert libc.capset(header, before) == 0


@dataclass(frozen=True)
class Hostile:
    """The vault, open and indexed; `before` is the state of every file in and beside it before that."""

    root: Path
    outside: Path
    cases: tuple[Case, ...]
    workspace: Workspace
    before: dict[str, tuple[object, ...]]

    def key(self, case: Case) -> str:
        key = self.workspace._vault.relative(self.root / case.place)
        assert key is not None
        return key

    def notes(self) -> list[tuple[str, Case]]:
        return [(self.key(case), case) for case in self.cases if case.is_note]

    def state(self) -> dict[str, tuple[object, ...]]:
        return state(self.root) | state(self.outside)


def state(root: Path) -> dict[str, tuple[object, ...]]:
    """Return what every file below a folder is, Betimes' own left out: kind, mode, links, target or content."""
    found: dict[str, tuple[object, ...]] = {}
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name != ".betimes"]
        for name in [*folders, *names]:
            path = os.path.join(folder, name)
            status = os.lstat(path)
            content: object = None
            if stat.S_ISLNK(status.st_mode):
                content = os.readlink(path)
            elif stat.S_ISREG(status.st_mode):
                content = Path(path).read_bytes()
            links = status.st_nlink if stat.S_ISREG(status.st_mode) else 0
            found[path] = (status.st_mode, links, content)
    return found


@pytest.fixture(scope="module")
def hostile() -> Iterator[Hostile]:
    with tempfile.TemporaryDirectory(prefix="hostile") as folder:
        root, outside = Path(folder, "vault").resolve(), Path(folder, "outside").resolve()
        cases = make(root, outside)
        before = state(root) | state(outside)
        places = (Path(folder, kind, "betimes") for kind in ("CACHE", "STATE", "CONFIG"))
        workspace = Workspace.open(
            root,
            config=Config(),
            locations=Locations(*places),
            clock=lambda: NOW,
            make_embedder=lambda settings, locations, on_state: HashEmbedder(SYNONYMS),
        )
        with plain_user():
            workspace.update(meaning=True)
        yield Hostile(root, outside, cases, workspace, before)
        workspace.close()
        (root / "kinds" / "closed").chmod(0o700)


def test_hostile_vault_scan_is_finite_and_lists_notes_only(hostile: Hostile) -> None:
    with plain_user():
        listed = [stamp.path for stamp in hostile.workspace._vault.scan()]
    assert len(hostile.cases) >= 80
    assert sorted(listed) == sorted(key for key, _ in hostile.notes())
    assert hostile.state() == hostile.before


def test_hostile_vault_says_on_the_row_what_was_not_read(hostile: Hostile) -> None:
    said = dict(hostile.workspace.unreadable())
    for key, case in hostile.notes():
        assert case.problem in said.get(key, ""), (key, said.get(key))
    assert "no permission" in said["kinds/unreadable.md"] and "no permission" in said["kinds/closed"]
    assert "not downloaded" in said["kinds/evicted.md"]
    quiet = [key for key, case in hostile.notes() if not key.startswith(("front/", "enc/", "slow/", "kinds/"))]
    assert [key for key in quiet if key in said and not key.startswith("long/")] == []


def test_hostile_vault_search_finds_every_word_and_nothing_outside(hostile: Hostile) -> None:
    for key, case in hostile.notes():
        if case.word:
            found = [row.path for row in hostile.workspace.search_words(case.word, RankMode.BLEND).results]
            assert (key in found) is case.is_found, key
    for query in (OUTSIDE_WORD, "closedword", "otherword", f'"{ACCOUNTS}"'):
        assert hostile.workspace.search_words(query, RankMode.BLEND).results == ()
    index = hostile.workspace.index_path
    stored = b"".join(path.read_bytes() for path in index.parent.iterdir() if path.is_file())
    assert OUTSIDE_WORD.encode() not in stored and ACCOUNTS.encode() not in stored


def test_hostile_vault_preview_is_bounded_and_shows_nothing_outside(hostile: Hostile) -> None:
    with plain_user():
        for key, case in hostile.notes():
            try:
                note = hostile.workspace.read_note(key)
            except VaultError as error:
                assert "no permission" in error.message or "not downloaded" in error.message, key
                continue
            page = lay_out(note.text, 80, Focus(1, 1), note.problem)
            assert len(page.lines) < 2000 and case.problem in note.problem, key
            shown = "\n".join(page.lines)
            assert OUTSIDE_WORD not in shown and ACCOUNTS not in shown and "\x1b" not in shown
            hostile.workspace.note_view(key)
        for case in hostile.cases:
            if not case.is_note and case.name.endswith(b".md"):
                with pytest.raises(VaultError):
                    hostile.workspace.read_note(hostile.key(case))


def test_hostile_vault_ticks_change_one_line_and_undo_gives_back_every_byte(hostile: Hostile) -> None:
    with plain_user():
        items = [item for item in hostile.workspace.commitments() if item.note and item.note.path != SAME]
        wanted = {key: case.ticks for key, case in hostile.notes() if case.ticks}
        assert Counter(item.note.path for item in items if item.note) == wanted
        refused = {key for key, case in hostile.notes() if case.refused}
        resolved = [item for item in items if item.note and item.note.path in refused | FULLY_TICKED]
        assert sum(_tick(hostile, item, refused, _resolve) for item in resolved) == len(FULLY_TICKED)
        for _ in FULLY_TICKED:
            hostile.workspace.ledger.undo()
        edits: list[AppliedEdit] = []
        ticked = sum(_tick(hostile, item, refused, _editing(edits)) for item in items)
        assert ticked == len(items) - len(refused)
        for edit in reversed(edits):
            undo_edit(hostile.workspace._vault, edit)
    assert hostile.state() == hostile.before
    assert not list(hostile.root.rglob("PWNED*"))


def _resolve(hostile: Hostile, item: Commitment) -> None:
    hostile.workspace.ledger.resolve(item, "done", "")


def _editing(edits: list[AppliedEdit]) -> Callable[[Hostile, Commitment], None]:
    """Return what ticks a task as its commitment is ticked, but leaves journal and index alone."""

    def edit(hostile: Hostile, item: Commitment) -> None:
        assert item.note is not None
        vault, note = hostile.workspace._vault, item.note
        edits.append(apply_edit(vault, note.path, note.line, item.raw, lambda raw: tick(raw, NOW.date())))

    return edit


def _tick(hostile: Hostile, item: Commitment, refused: set[str], how: Callable[[Hostile, Commitment], None]) -> bool:
    """Tick one task; its line, and no other byte, is another afterwards."""
    assert item.note is not None
    place = hostile.workspace._vault.absolute(item.note.path)
    before = place.read_bytes()
    if item.note.path in refused:
        with pytest.raises(WriteRefused):
            how(hostile, item)
        assert place.read_bytes() == before
        return False
    how(hostile, item)
    after = place.read_bytes()
    at = next(at for at, (old, new) in enumerate(zip(before, after, strict=False)) if old != new)
    assert (before[at : at + 1], after[at : at + 1]) == (b" ", b"x")
    added = after.index(TICKED, at)
    assert after[:at] + b" " + after[at + 1 : added] + after[added + len(TICKED) :] == before
    assert b"\n" not in after[at:added]
    return True


def test_hostile_vault_on_the_command_line(hostile: Hostile) -> None:
    homes = {f"XDG_{kind}_HOME": str(hostile.outside.parent / kind) for kind in ("CACHE", "CONFIG", "STATE", "DATA")}
    environment = os.environ | homes | {"PYTHONPATH": str(ROOT)}
    for arguments in (["index"], ["search", OUTSIDE_WORD], ["show", "body/escapes.md"], ["doctor"]):
        command = [sys.executable, "-m", "app", "--vault", str(hostile.root), "--no-semantic", *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, timeout=110, cwd=ROOT)
        assert done.returncode in (0, 1, 3), done.stderr
        for sign in (b"\x1b", b"\x07", b"\x7f", "\x9b".encode(), "\u202e".encode()):
            assert sign not in done.stdout + done.stderr
        assert b"Traceback" not in done.stderr and ACCOUNTS.encode() not in done.stdout
        assert OUTSIDE_WORD.encode() not in done.stdout
    assert hostile.state() == hostile.before
