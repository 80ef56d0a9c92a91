from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from app.embedding.hashing import HashEmbedder
from app.events import IndexChanged
from app.index.indexer import Indexer
from app.index.store import IndexStore
from app.ledger.ledger import Ledger
from app.salience.operations import OperationsLog
from app.search import knowledge
from app.search.knowledge import Knowledge
from app.vault.files import Vault
from tests.support import NOW, write_notes

EMBEDDER = HashEmbedder(dimension=8)
FIRST = {
    "Index.md": "# Index\n[[Kitchen]] and [[Garden]]\n",
    "Kitchen.md": "---\naliases: [cabinets]\n---\n# Kitchen\nThe worktop.\n- [ ] Call 📅 2026-12-01\n",
    "Garden.md": "# Garden\n[[Kitchen]]\n",
    "Daily/2026-11-29.md": "[[Nowhere]]\n- [ ] Water 📅 2026-12-02\n",
}
STEPS = (
    {"Garden.md": "# Garden\n[[Kitchen]] [[Index]]\n- [ ] Dig 📅 2026-12-03\n"},
    {"Nowhere.md": "---\nproject: kitchen\n---\n# Nowhere\nNow it is there.\n", "Kitchen.md": "# Kitchen\nno alias\n"},
    {"Nowhere.md": None, "Daily/2026-11-30.md": "# Kitchen\nA second note of that name.\n"},
    {"Garden.md": "# Allotment\n", "Broken.md": "---\n: [\n---\ntext\n"},
)


class World:
    def __init__(self, root: Path) -> None:
        root.mkdir()
        self.root = root
        self.store = IndexStore.open(root.parent / "cache" / "index.sqlite3", str(root))
        self.indexer = Indexer(Vault(root), self.store)
        self.ledger = Ledger.open(root, lambda: NOW, root.parent / "lock")
        self.open: list[Knowledge] = []

    def known(self) -> Knowledge:
        log = OperationsLog(self.root / ".betimes" / "operations.jsonl")
        self.open.append(Knowledge(self.store, self.ledger, log, lambda: NOW))
        return self.open[-1]

    def change(self, notes: dict[str, str | None]) -> frozenset[str]:
        """Change notes on disk and in the index; return what the index tells to be another."""
        for path, text in notes.items():
            if text is None:
                (self.root / path).unlink()
            else:
                write_notes(self.root, {path: text})
        passes = self.indexer.reconcile(frozenset(notes), Event()), self.indexer.embed_pending(EMBEDDER, Event())
        told = (event for events in passes for event in events if isinstance(event, IndexChanged))
        return frozenset().union(*(event.paths for event in told))


@pytest.fixture
def world(tmp_path):
    world = World(tmp_path / "notes")
    yield world
    for known in world.open:
        known.close()
    world.store.close()


def state(known: Knowledge) -> tuple[object, ...]:
    names = ("kitchen", "cabinets", "garden", "allotment", "nowhere", "broken", "2026-11-30")
    return (
        {path: row for path, row in sorted(known.notes.rows.items())},
        [(known.notes.titled(name), known.notes.called(name), known.resolve(name)) for name in names],
        known.tasks,
        known.unreadable,
        dict(known.salience),
        known.vectors and (known.vectors.ids, known.vectors.paths),
    )


def take_up(known: Knowledge, changed: frozenset[str] | None = None) -> None:
    known.read_words(changed)
    known.weigh_notes()
    known.read_vectors(EMBEDDER.model, changed)


@pytest.mark.parametrize("many", [500, 1])
def test_following_changes_gives_what_reading_everything_gives(world, monkeypatch, many):
    monkeypatch.setattr(knowledge, "MANY", many)
    world.change(FIRST)
    following = world.known()
    take_up(following)
    for step in STEPS:
        take_up(following, world.change(step))
        anew = world.known()
        take_up(anew)
        assert state(following) == state(anew)


def test_tasks_and_ranks_stay_the_same_objects_while_nothing_changes_them(world):
    world.change(FIRST)
    known = world.known()
    take_up(known)
    tasks, ranks = known.tasks, known._graph.scores(known.notes.rows.keys())
    changed = world.change({"Kitchen.md": FIRST["Kitchen.md"] + "\nMore about the worktop.\n"})
    take_up(known, changed)
    assert "Kitchen.md" in changed
    assert known.tasks is tasks
    assert known._graph.scores(known.notes.rows.keys()) is ranks
