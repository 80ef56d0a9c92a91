"""Blueprints as the program has a vault open: indexed, embedded, weighed, with its ledger, on whatever day it is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from app.evaluation.layout import noon, write_resolution, write_vault
from app.index.indexer import Indexer
from app.index.store import IndexStore
from app.ledger.agenda import build_agenda
from app.ledger.commitment import Agenda
from app.ledger.ledger import Ledger
from app.paths import Locations, betimes_folder
from app.salience.operations import OperationsLog
from app.search.knowledge import Knowledge
from app.search.retrieval import Matcher, Retrieval
from app.vault.files import Vault

if TYPE_CHECKING:
    from app.embedding.protocol import Embedder
    from app.evaluation.blueprints import Blueprint


class World:
    """The vault and ledger of some blueprints.

    Args:
        folder: An empty folder for the vault and everything that belongs to it.
        blueprints: Whose notes are in it.
        embedder: Where vectors come from; not closed with this.
        cues: Whether the entries have their cues and blockers.
        open_: Whose entries are in it; by default those of the notes.
    """

    def __init__(
        self,
        folder: Path,
        blueprints: Sequence[Blueprint],
        embedder: Embedder,
        *,
        cues: bool,
        open_: Sequence[Blueprint] | None = None,
    ) -> None:
        root = folder / "vault"
        write_vault(root, blueprints, blueprints if open_ is None else open_, cues=cues)
        self.blueprints = tuple(blueprints)
        self.embedder = embedder
        self._now = noon(date.today())
        self._weighed: datetime | None = None
        places = Locations.below(folder)
        self._vault = Vault(root)
        root = self._vault.root
        self._store = IndexStore.open(places.index(root), str(root))
        self._indexer = Indexer(self._vault, self._store)
        self.ledger = Ledger.open(root, self.now, places.ledger_lock(root))
        log = OperationsLog(betimes_folder(root) / "operations.jsonl")
        self.knowledge = Knowledge(self._store, self.ledger, log, self.now)
        self.reader = self._store.reader()
        self._take_up()

    def close(self) -> None:
        """Close the index."""
        self.reader.close()
        self.knowledge.close()
        self._store.close()

    def retrieval(self, matcher: Matcher) -> Retrieval:
        """Return the program's retrieval with a matcher; the caller closes it."""
        return Retrieval(self._store, self.knowledge, lambda: self.ledger.entries, matcher)

    def now(self) -> datetime:
        """Return the moment that it is in this world."""
        return self._now

    def be(self, day: date) -> None:
        """Make it another day."""
        self._now = noon(day)

    def weigh(self) -> None:
        """Weigh the notes for the present day, unless that is done: every search needs it, matching does not."""
        if self._weighed != self._now:
            self.knowledge.weigh_notes()
            self._weighed = self._now

    def agenda(self) -> Agenda:
        """Return the agenda of now, without a context."""
        return build_agenda(self.ledger.entries, self.knowledge.tasks, now=self._now)

    def add_resolutions(self) -> None:
        """Write the notes that settle the commitments; the entries stay open."""
        for blueprint in self.blueprints:
            write_resolution(self._vault.root, blueprint)
        self._take_up()

    def resolve(self, blueprint: Blueprint) -> None:
        """Resolve the entry of a blueprint on the day of the note that settles it."""
        self.ledger.resolve(blueprint.id, remark=blueprint.resolution.text, at=noon(blueprint.resolution.day))
        self._ledger_changed()

    def reopen(self, blueprint: Blueprint) -> None:
        """Open the entry of a blueprint again."""
        self.ledger.reopen(blueprint.id)
        self._ledger_changed()

    def _ledger_changed(self) -> None:
        """Have the notes weighed before the next search; the vectors of entries stay what they are."""
        self._weighed = None

    def _take_up(self) -> None:
        """Bring index, vectors and knowledge up to date, as the program does after a change of notes."""
        never = Event()
        for _ in self._indexer.reconcile(None, never):
            pass
        for _ in self._indexer.embed_pending(self.embedder, never):
            pass
        self.knowledge.read_words()
        self.knowledge.count(self.embedder.model)
        self.knowledge.read_vectors(self.embedder.model)
        self.knowledge.weigh_words()
        self.knowledge.embed_entries(self.embedder)
        self._weighed = None
