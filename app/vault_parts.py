"""What belongs to one vault: its notes and ledger, and its index and what is known from it, loaded at the first use."""

from __future__ import annotations

import threading
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from app.clock import Clock
from app.config import Config
from app.index.glance import glance
from app.ledger.ledger import Ledger
from app.paths import Locations, betimes_folder
from app.vault.files import Vault
from app.vault.rules import load_rules

if TYPE_CHECKING:
    from app.index.doubts import Doubts
    from app.index.indexer import Indexer
    from app.index.store import IndexStore
    from app.salience.operations import OperationsLog
    from app.search.knowledge import Knowledge
    from app.vault.note import TaskLine


class VaultParts:
    """Holds the parts that all others of a vault share.

    Attributes:
        vault: The notes on disk.
        ledger: The commitments.
    """

    def __init__(self, root: Path, config: Config, locations: Locations, clock: Clock) -> None:
        self.vault = Vault(root, load_rules(root, config.tasks), locations.vault_identity(root))
        self.ledger = Ledger.open(self.vault.root, clock, locations.ledger_lock(self.vault.root))
        self._config = config
        self._locations = locations
        self._clock = clock
        self._lock = threading.RLock()
        self._made_indexer: Indexer | None = None
        self._doubts: Doubts | None = None
        self._made_store: IndexStore | None = None
        self._made_knowledge: Knowledge | None = None
        self._first = glance(locations.index(self.vault.root))

    @property
    def tasks(self) -> tuple[TaskLine, ...]:
        """Every open task line that has a date, one that could not be read, or an id that others depend on."""
        knowledge = self._made_knowledge
        return knowledge.tasks if knowledge is not None and knowledge.is_read else self._first.tasks

    def resolve(self, target: str) -> str | None:
        """Return the note that a link leads to; before the notes are taken up only by its whole path."""
        knowledge = self._made_knowledge
        if knowledge is not None and knowledge.is_read:
            return knowledge.resolve(target)
        return next((path for path in (f"{target}.md", target) if target and self.vault.stat(path)), None)

    @property
    def store(self) -> IndexStore:
        """The index, opened at the first use: the first paint needs a glance at it only. May raise `StoreError`."""
        with self._lock:
            if self._made_store is None:
                from app.index.store import IndexStore

                self._made_store = IndexStore.open(
                    self._locations.index(self.vault.root), str(self.vault.root), self.vault.reading.fingerprint
                )
            return self._made_store

    @property
    def knowledge(self) -> Knowledge:
        """What search needs of the whole vault; loaded at the first use, because the first paint does without."""
        with self._lock:
            if self._made_knowledge is None:
                from app.search.knowledge import Knowledge

                reading = self.vault.reading
                self._made_knowledge = Knowledge(self.store, self.ledger, self._log, self._clock, reading)
            return self._made_knowledge

    @cached_property
    def _log(self) -> OperationsLog:
        from app.salience.operations import OperationsLog

        return OperationsLog(betimes_folder(self.vault.root) / "operations.jsonl")

    @property
    def _indexer(self) -> Indexer:
        """Loaded at the first use: it brings the markdown parser, and the first paint does without."""
        if self._made_indexer is None:
            from app.index.indexer import Indexer

            self._made_indexer = Indexer(self.vault, self.store, self._doubts)
        return self._made_indexer

    def unreadable(self) -> list[tuple[str, str]]:
        """Return the notes and folders that could not be read as they should, and why."""
        known = self._made_knowledge
        return [*self.vault.problems.items(), *(known.unreadable if known else ())]
