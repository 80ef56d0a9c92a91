"""Whether an id was ever given: asked of the files, which are searched rather than read."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from app.ledger.known_ids import KnownIds
from app.ledger.resolved import ResolvedFiles


@dataclass(frozen=True, slots=True)
class UsedIds:
    """The ids of open entries, of closed ones, and of those that only the journal tells of.

    Attributes:
        written: Those in the ledger.
        resolved: Where the closed entries are.
        journal: The ids in the journal: it tells of the others. In doubt an id counts as used.
    """

    written: Collection[str]
    resolved: ResolvedFiles
    journal: KnownIds

    def __contains__(self, entry_id: object) -> bool:
        if not isinstance(entry_id, str) or not entry_id:
            return False
        return entry_id in self.written or self.resolved.mentions(entry_id) or self.journal.mentions(entry_id)
