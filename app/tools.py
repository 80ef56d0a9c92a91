"""What searching and changing need beside the upkeep; loaded at the first use, because the first paint does without."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.clock import Clock
from app.config import DatesConfig, TasksConfig
from app.ledger.actions import Actions
from app.search.retrieval import Retrieval
from app.vault.task_edits import TaskStyle

if TYPE_CHECKING:
    from app.upkeep import Upkeep


class Tools:
    """Actions on commitments, retrieval, and a connection for reading notes."""

    def __init__(self, upkeep: Upkeep, clock: Clock, tasks: TasksConfig, dates: DatesConfig) -> None:
        style = TaskStyle(tasks.next_line, upkeep.vault.reading.statuses)
        self.actions = Actions(upkeep.vault, upkeep.ledger, clock, style, upkeep.resolve)
        self.retrieval = Retrieval(upkeep.store, upkeep.knowledge, lambda: upkeep.ledger.entries, dates=dates)
        self.reader = upkeep.store.reader()

    def close(self) -> None:
        """Close the connections."""
        self.retrieval.close()
        self.reader.close()
