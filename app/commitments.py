"""What is done to commitments: the part of a workspace that screens and commands call when something is to change."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from app.clock import Clock
from app.config import DatesConfig
from app.errors import UsageError
from app.ledger.commitment import Commitment
from app.ledger.entry import UNTIL_FIRED
from app.upkeep import Upkeep

if TYPE_CHECKING:
    from app.ledger.drafts import Draft, Reader
    from app.ledger.entry import Outcome
    from app.ledger.journal import JournalLine
    from app.tools import Tools

_AWAKE = ("off", "never", "")


class Commitments:
    """Every change of a vault's commitments, and the reading of what a person types for one.

    Methods touch files and say what is wrong by raising `BetimesError`; on a screen they belong on a thread worker.
    """

    def __init__(self, upkeep: Upkeep, dates: DatesConfig, now: Clock, tools: Callable[[], Tools]) -> None:
        self._upkeep = upkeep
        self._ledger = upkeep.ledger
        self._dates = dates
        self._now = now
        self._tools = tools

    def draft_of(self, entry_id: str) -> dict[str, str]:
        """Return an entry as it is typed, field by field."""
        from app.ledger.drafts import draft_of

        return draft_of(self._ledger.entry(entry_id))

    def check_draft(self, draft: Draft) -> dict[str, str]:
        """Return for each field how it is read, or `! ` and why it cannot be."""
        from app.ledger.drafts import check_draft

        return check_draft(draft, self._reading())

    def add(self, draft: Draft) -> Commitment:
        """Store a new entry."""
        return self._after(self._tools().actions.add(draft, self._reading()))

    def edit(self, entry_id: str, draft: Draft) -> Commitment:
        """Change the fields of an entry that the draft names."""
        return self._after(self._tools().actions.edit(entry_id, draft, self._reading()))

    def resolve(self, item: Commitment, outcome: Outcome = "done", remark: str = "") -> Commitment:
        """Close a commitment."""
        return self._after(self._tools().actions.resolve(item, outcome, remark), "resolved")

    def reopen(self, entry_id: str) -> Commitment:
        """Open a resolved entry again."""
        return self._after(self._tools().actions.reopen(entry_id))

    def snooze(self, item: Commitment, when: str) -> Commitment:
        """Hide a commitment until a day, typed as people write it, or its condition fires; `off` shows it again."""
        typed = " ".join(when.lower().split())
        if typed in _AWAKE:
            return self._after(self._tools().actions.snooze(item, None))
        if typed.removeprefix("until ") in ("the condition fires", "it fires", "condition", "its condition"):
            return self._after(self._tools().actions.snooze(item, UNTIL_FIRED))
        until = self._reading().date(when)[0]
        day = until.date() if isinstance(until, datetime) else until
        if day <= self._now().date():
            raise UsageError(f"{when} is not after today", "Snooze until a later day, or `off`.")
        return self._after(self._tools().actions.snooze(item, day))

    def undo(self) -> str:
        """Take back the last change; returns what it was."""
        return self._after_step(self._tools().actions.undo())

    def redo(self) -> str:
        """Make again what was undone last; returns what it was."""
        return self._after_step(self._tools().actions.redo())

    def history(self, entry_id: str | None = None) -> list[JournalLine]:
        """Return the journal, or what it says of one entry."""
        return self._ledger.history(entry_id)

    def _reading(self) -> Reader:
        from app.ledger.drafts import Reader

        return Reader(self._now().date(), self._dates.day_first, self._dates.languages)

    def _after(self, item: Commitment, kind: str = "edited") -> Commitment:
        """Follow up a change: the note of a task line is read again, and the use of the notes concerned is recorded."""
        from app.search.linked import linked_paths

        self._upkeep.changed(item.note.path if item.note else None)
        for path in sorted(linked_paths([item], self._upkeep.knowledge.resolve)):
            self._upkeep.record(kind, path)
        return item

    def _after_step(self, step: tuple[str, str]) -> str:
        description, path = step
        self._upkeep.changed(path or None)
        return description
