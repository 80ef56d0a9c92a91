"""What every change of a commitment goes through: the ledger's actions, the reading of what is typed, the follow-up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from app.clock import Clock
from app.config import DatesConfig
from app.ledger.commitment import Commitment
from app.upkeep import Upkeep

if TYPE_CHECKING:
    from app.ledger.actions import Actions
    from app.ledger.drafts import Reader
    from app.tools import Tools


class CommitmentChanges:
    """The ground that the parts of `Commitments` stand on."""

    def __init__(self, upkeep: Upkeep, dates: DatesConfig, now: Clock, tools: Callable[[], Tools]) -> None:
        self._upkeep = upkeep
        self._ledger = upkeep.ledger
        self._dates = dates
        self._now = now
        self._tools = tools
        self._made: Actions | None = None

    @property
    def _actions(self) -> Actions:
        self._made = self._tools().actions
        return self._made

    def _reading(self) -> Reader:
        from app.ledger.drafts import Reader

        now = self._now()
        return Reader(now.date(), self._dates.day_first, self._dates.languages, self._leads_somewhere, now)

    def _leads_somewhere(self, target: str) -> bool:
        """Return whether a link leads to a note; True as well while the notes have not been taken up."""
        knowledge = self._upkeep.knowledge
        return not knowledge.is_read or knowledge.resolve(target) is not None

    def _after(self, item: Commitment, kind: str = "edited") -> Commitment:
        """Follow up a change: the note of a task line is read again, and the use of the notes concerned is recorded."""
        from app.search.linked import linked_paths

        self._upkeep.changed(item.note.path if item.note else None)
        item = replace(item, note=None) if item.home == "ledger" else item
        for path in sorted(linked_paths([item], self._upkeep.knowledge.resolve)):
            self._upkeep.record(kind, path)
        return item
