"""A vault that the program runs on as it does behind a screen, and what it said meanwhile."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from app.config import Config
from app.embedding.hashing import HashEmbedder, hash_vectors
from app.errors import BetimesError
from app.events import EmbedderChanged, EmbedderState, Event, Notice
from app.meaning import EmbedderFactory
from app.paths import Locations
from app.search.result import RankMode
from app.workspace import Workspace
from tests.support import NOW, wait_until

NOTES = 30
SECONDS = 60.0


def fill_vault(root: Path, notes: int = NOTES) -> Path:
    root.mkdir(exist_ok=True)
    for number in range(notes):
        text = f"# Note {number}\n\nzebra {number} and [[Note {number + 1}]]\n\n## Part\n\n" + f"word{number} " * 40
        (root / f"Note {number}.md").write_text(text, encoding="utf-8")
    return root


class Life:
    """One run of the program over a vault, with index thread, watcher and embedder; use it as a context."""

    def __init__(self, root: Path, places: Path, make_embedder: EmbedderFactory | None = None) -> None:
        self.events: list[Event] = []
        self.workspace = Workspace.open(
            root,
            config=Config(),
            locations=Locations.below(places),
            clock=lambda: NOW,
            make_embedder=make_embedder or (lambda *_: HashEmbedder()),
        )
        self.workspace.subscribe(self.events.append)
        self.workspace.start()

    def __enter__(self) -> Life:
        return self

    def __exit__(self, *_: object) -> None:
        self.workspace.close()

    @property
    def notices(self) -> list[str]:
        return [event.message for event in self.events if isinstance(event, Notice)]

    @property
    def model_states(self) -> list[EmbedderState]:
        return [event.state for event in self.events if isinstance(event, EmbedderChanged)]

    def found(self, words: str) -> list[str]:
        try:
            return [result.path for result in self.workspace.search_words(words, RankMode.BLEND).results]
        except BetimesError:
            return []

    def look_again(self) -> None:
        """Ask for what a screen asks for when it gets the focus, or the clock: a look at the whole vault."""
        service = self.workspace._upkeep._service
        assert service is not None
        service.request(None)

    def is_whole(self, notes: int = NOTES) -> bool:
        """Return True when all notes are there, found by words, and every chunk has its vector."""
        status = self.workspace.status()
        return (
            (status.notes, status.pending) == (notes, 0)
            and status.indexing is None
            and status.chunks > 0
            and self.workspace._upkeep.knowledge.vectors is not None
            and len(self.workspace._upkeep.knowledge.vectors) == status.chunks
            and len(self.found("zebra")) >= min(notes, 10)
        )

    def wait_until_whole(self, notes: int = NOTES) -> None:
        assert wait_until(lambda: self.is_whole(notes), SECONDS), (self.workspace.status(), self.events[-5:])


def database_of(places: Path) -> Path:
    (database,) = places.glob("cache/vaults/*/index.sqlite3")
    return database


def wrong_vectors(database: Path, dimension: int = 64) -> list[str]:
    """Return the digests whose vector is not that of their text, of a vault embedded by `HashEmbedder`."""
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        rows = connection.execute(
            """SELECT DISTINCT vector.digest, chunk.embedding_text, vector.data, model.dimension
            FROM vector JOIN chunk USING (digest) JOIN model ON model.id = vector.model_id"""
        ).fetchall()
    expected = {digest: hash_vectors([text], dimension, {}).astype("<f4").tobytes() for digest, text, *_ in rows}
    return [digest for digest, _, data, known in rows if known != dimension or data != expected[digest]]


def overwrite(path: Path, at: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


def with_sql(*statements: str) -> Callable[[Path], None]:
    def run(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for statement in statements:
                connection.execute(statement)

    return run
