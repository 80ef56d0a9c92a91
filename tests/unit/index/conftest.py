from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from app.index.indexer import Indexer
from app.index.store import IndexStore
from app.vault.files import Vault
from app.vault.markdown import parse_note
from app.vault.note import FileStamp, Note


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "index.sqlite3"


@pytest.fixture
def store(database: Path) -> Iterator[IndexStore]:
    store = IndexStore.open(database, "/notes")
    yield store
    store.close()


@pytest.fixture
def put(store: IndexStore) -> Callable[..., Note]:
    """Stores a note from its text, as if read from disk."""

    def put_note(path: str, text: str | bytes, mtime: float = 1_000.0) -> Note:
        data = text.encode() if isinstance(text, str) else text
        note = parse_note(path, data)
        store.replace_note(note, stamp_of(path, data, mtime))
        return note

    return put_note


def stamp_of(path: str, data: bytes = b"", mtime: float = 1_000.0) -> FileStamp:
    nanoseconds = int(mtime * 1e9)
    inode = int(hashlib.sha256(path.encode()).hexdigest()[:15], 16)
    return FileStamp(path, len(data), nanoseconds, nanoseconds, inode)


@pytest.fixture
def stamp() -> Callable[..., FileStamp]:
    return stamp_of


class World:
    """A vault on disk, its store and its indexer."""

    def __init__(self, root: Path, database: Path) -> None:
        root.mkdir(exist_ok=True)
        self.vault = Vault(root)
        self.root = self.vault.root
        self.store = IndexStore.open(database, str(root))
        self.indexer = Indexer(self.vault, self.store)
        self.reader = self.store.reader()

    def write(self, path: str, text: str | bytes) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return file

    def reconcile(self, *paths: str) -> list[object]:
        """Run a pass over these paths, or over all."""
        return list(self.indexer.reconcile(frozenset(paths) or None, Event()))

    def paths(self) -> list[str]:
        return [note.path for note in self.reader.notes()]

    def found(self, expression: str) -> list[str]:
        return [hit.path for hit in self.reader.match(expression, 50)]

    def close(self) -> None:
        self.reader.close()
        self.store.close()


@pytest.fixture
def world(tmp_path: Path, database: Path) -> Iterator[World]:
    world = World(tmp_path / "notes", database)
    yield world
    world.close()
