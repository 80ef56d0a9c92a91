"""What searching and changing need beside the upkeep; loaded at the first use, because the first paint does without."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.clock import Clock
from app.config import DatesConfig, TasksConfig
from app.ledger.actions import Actions
from app.search.query_completion import QueryCompletion
from app.search.retrieval import Retrieval
from app.search.suggest import Suggestions
from app.vault.task_edits import TaskStyle

if TYPE_CHECKING:
    from app.search.notes import NoteTable
    from app.upkeep import Upkeep


class Tools:
    """Actions on commitments, retrieval, and a connection for reading notes."""

    def __init__(self, upkeep: Upkeep, clock: Clock, tasks: TasksConfig, dates: DatesConfig) -> None:
        style = TaskStyle(tasks.next_line, upkeep.vault.reading.statuses)
        self.actions = Actions(upkeep.vault, upkeep.ledger, clock, style, upkeep.resolve)
        self.retrieval = Retrieval(upkeep.store, upkeep.knowledge, lambda: upkeep.ledger.entries, dates=dates)
        self._knowledge = upkeep.knowledge
        self._completion: tuple[NoteTable, QueryCompletion] | None = None
        self.reader = upkeep.store.reader()

    def query_completion(self) -> QueryCompletion:
        """Return what completes queries over the vault as it is now."""
        notes, made = self._knowledge.notes, self._completion
        if made is None or made[0] is not notes:
            weights = {path: parts.value for path, parts in self._knowledge.salience.items()}
            made = self._completion = (notes, QueryCompletion(notes, Suggestions(notes, (), weights)))
        return made[1]

    def close(self) -> None:
        """Close the connections."""
        self.retrieval.close()
        self.reader.close()
