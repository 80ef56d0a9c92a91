"""The task lines of entries, as their notes have them now: found by block id, closed and opened with the entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date

from app.errors import BetimesError, UsageError, VaultError
from app.ledger.adopting import adopting_draft, block_link, free_block_id, link_to
from app.ledger.commitment import Commitment
from app.ledger.entry import Entry, Outcome
from app.ledger.line_actions import LineActions
from app.vault.applied import AppliedEdit
from app.vault.note import TaskLine

Done = tuple[AppliedEdit | None, str]
"""What was done to a line, None for nothing; and what a person should know, mostly empty."""


class AdoptedLines:
    """The lines in the notes of one vault that entries have for their own."""

    def __init__(self, lines: LineActions, resolve: Callable[[str], str | None]) -> None:
        self._lines = lines
        self._resolve = resolve

    def close(self, item: Commitment, outcome: Outcome, today: date) -> Done:
        """Close the line of an entry that is to be closed.

        A line that does not repeat stands for all occurrences of an entry that does, and is closed with the last.
        """
        task, problem = self._line_of(item.links)
        if task is None or not task.is_open:
            return None, problem
        goes_on = bool(item.repeat) and outcome == "done"
        if goes_on and not task.repeat:
            return None, ""
        return self._lines.close_with_entry(task, outcome, today, goes_on=goes_on), ""

    def open(self, entry: Entry | None) -> Done:
        """Open the line of an entry that is to be opened again."""
        task, problem = self._line_of(entry.links if entry else ())
        if task is None or task.is_open:
            return None, problem
        return self._lines.open_with_entry(task), ""

    @contextmanager
    def taken_back(self, edit: AppliedEdit | None) -> Iterator[None]:
        """Take an edit back when what it belongs to fails."""
        try:
            yield
        except BetimesError:
            if edit is not None:
                self._lines.take_back(edit)
            raise

    def link(self, item: Commitment) -> tuple[str | None, str]:
        """Return the block id that a line is to be given, None when it has one, and the link to it.

        Raises:
            UsageError: No link leads to the note, or to this line alone.
            WriteRefused: The line is gone.
        """
        task = self._lines.task_of(item)
        taken = [other.block_id for other in self._lines.tasks(task.path) if other.block_id]
        if task.block_id is None:
            block = free_block_id(task, taken)
            return block, link_to(task.path, block, self._resolve)
        if taken.count(task.block_id) > 1:
            raise UsageError(
                f"{task.path} has {taken.count(task.block_id)} tasks with the id ^{task.block_id}: no link tells them "
                "apart",
                "Give them different ids in the note.",
            )
        return None, link_to(task.path, task.block_id, self._resolve)

    def draft(self, item: Commitment) -> dict[str, str]:
        """Return what the form of an entry made of a line holds at first; raises as `link`."""
        return adopting_draft(self._lines.task_of(item), self.link(item)[1])

    def _line_of(self, links: Sequence[str]) -> tuple[TaskLine | None, str]:
        link = block_link(links)
        path = self._resolve(link[0]) if link else None
        if link is None or path is None:
            return None, ""
        try:
            tasks = [task for task in self._lines.tasks(path) if task.block_id == link[1]]
        except VaultError as error:
            return None, f"its line was left alone: {error.message}"
        if len(tasks) > 1:
            return None, f"its line was left alone: {path} has {len(tasks)} tasks with the id ^{link[1]}"
        return (tasks[0], "") if tasks else (None, "")
