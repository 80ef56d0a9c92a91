"""What a vault's settings say about reading its notes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from app.config import TasksConfig
from app.vault.daily import DailyNotes
from app.vault.note import State
from app.vault.other_programs import read_daily_notes, read_statuses
from app.vault.statuses import DEFAULT_STATUSES, Statuses, read_state


@dataclass(frozen=True, slots=True)
class ReadingRules:
    """How notes are read.

    Attributes:
        statuses: What the symbols of task lines mean.
        task_filter: Text that a task line must hold to count; empty when all do.
        date_from_name: Whether a date in the file's name is the scheduled day of task lines that have no date.
        daily: Which notes are daily notes.
    """

    statuses: Statuses = DEFAULT_STATUSES
    task_filter: str = ""
    date_from_name: bool = False
    daily: DailyNotes = DailyNotes()

    @property
    def fingerprint(self) -> str:
        """A text that differs whenever notes would be read differently."""
        parts = (
            sorted(self.statuses.states.items()),
            self.task_filter,
            self.date_from_name,
            self.daily.places if self.date_from_name else (),
        )
        return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


DEFAULT_RULES = ReadingRules()


def load_rules(root: Path, tasks: TasksConfig) -> ReadingRules:
    """Return how the notes of a vault are to be read.

    Args:
        root: The vault: settings of Obsidian and Logseq in it are taken into account.
        tasks: Betimes' own settings, which go before those.
    """
    told = read_statuses(root)
    stated: dict[str, State] = {
        symbol: state for symbol, name in tasks.statuses.items() if (state := read_state(name)) is not None
    }
    statuses = Statuses({**told.states, **stated}, {**told.cycle, **tasks.cycle})
    return ReadingRules(statuses, tasks.filter, tasks.date_from_name, read_daily_notes(root))
