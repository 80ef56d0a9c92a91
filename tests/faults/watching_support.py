"""What the tests of watching share: a workspace that runs, and what a fresh scan would say."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

import pytest

from app.config import Config, EmbeddingConfig, WatchConfig
from app.index.indexer import Indexer
from app.index.store import IndexStore
from app.vault.files import Vault
from app.workspace import Workspace
from tests.support import open_workspace, wait_until

Content = dict[str, tuple[str, tuple[str, ...]]]
LIBRARY_WARNS = pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")
"""The watching library warns when folders come and go quickly; the program leaves that out as well."""

_PARTS = (
    "SELECT note_id, text FROM chunk ORDER BY note_id, ordinal",
    "SELECT note_id, raw FROM task ORDER BY note_id, line",
    "SELECT note_id, target || ' > ' || coalesce(resolved, '') FROM link ORDER BY note_id, line, target",
)
PATIENCE = 60.0
"""Seconds that anything may take on a slow machine."""


class Living:
    """A workspace with its threads, and what its index holds."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.root = workspace.root
        self.events: list[object] = []
        workspace.subscribe(self.events.append)

    def notes(self) -> set[str]:
        """Return the notes that the index knows."""
        return set(self.content())

    def content(self) -> Content:
        """Return digest and texts of each note, as another program would read them from the index."""
        return content_of(self.workspace.index_path)

    def holds(self, *paths: str) -> bool:
        """Wait until the index knows just these notes."""
        return wait_until(lambda: self.notes() == set(paths), PATIENCE)

    def says(self, path: str, text: str) -> bool:
        """Wait until a note says something, by the index."""
        return wait_until(lambda: any(text in chunk for chunk in self.content().get(path, ("", ()))[1]), PATIENCE)

    def difference(self) -> tuple[list[str], list[str]]:
        """Return the notes that only the index has as they are, and those that only a fresh scan has, for messages."""
        known, found = set(self.content().items()), set(fresh(self.root).items())
        return sorted(path for path, _ in known - found), sorted(path for path, _ in found - known)

    def settled(self) -> bool:
        """Wait until the index is what a fresh scan finds."""
        wanted = fresh(self.root)
        return wait_until(lambda: self.content() == wanted, PATIENCE)


def content_of(database: Path) -> Content:
    """Return what an index holds: of each note its digest, its chunks, task lines and where its links lead."""
    parts: dict[int, list[str]] = {}
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=30)) as connection:
        connection.execute("BEGIN")
        for query in _PARTS:
            for note, part in connection.execute(query):
                parts.setdefault(note, []).append(str(part))
        rows = connection.execute("SELECT id, path, digest FROM note").fetchall()
    return {path: (digest, tuple(parts.get(note, ()))) for note, path, digest in rows}


def fresh(root: Path) -> Content:
    """Return what an index made anew would hold."""
    with TemporaryDirectory() as folder:
        store = IndexStore.open(Path(folder) / "index.sqlite3", str(root))
        try:
            for _ in Indexer(Vault(root), store).reconcile(None, Event()):
                pass
            return content_of(store.path)
        finally:
            store.close()


@contextmanager
def living(root: Path, watch: WatchConfig | None = None) -> Iterator[Living]:
    """Open a vault without a model and let its threads work, as the screen does."""
    config = Config(embedding=EmbeddingConfig(enabled=False), watch=watch or WatchConfig())
    workspace = open_workspace(root, config)
    found = Living(workspace)
    workspace.start()
    try:
        wanted = fresh(root)
        assert wait_until(lambda: found.workspace.index_path.exists() and found.content() == wanted, PATIENCE)
        yield found
    finally:
        workspace.close()
