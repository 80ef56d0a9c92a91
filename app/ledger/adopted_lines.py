"""The task lines of entries, as their notes have them now: found by block id, changed together with the entry."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import datetime

from app.errors import BetimesError, UsageError, VaultError
from app.ledger.adopting import adopting_draft, block_link, free_block_id, link_to
from app.ledger.commitment import Commitment
from app.ledger.drafts import Draft, Reader
from app.ledger.entry import Entry, Outcome
from app.ledger.line_actions import LineActions
from app.ledger.line_drafts import LineValues, read_line_draft
from app.ledger.line_steps import LineStep
from app.ledger.line_values import date_field, line_values
from app.ledger.occurrences import due_after
from app.vault.applied import AppliedEdit
from app.vault.note import TaskLine
from app.vault.recurrence import RepetitionOver, RuleNotUnderstood, read_rule

LINES_ONLY = frozenset({"scheduled", "start"})
"""Fields that task lines have, and entries do not."""


class AdoptedLines:
    """The lines in the notes of one vault that entries have for their own."""

    def __init__(
        self, lines: LineActions, resolve: Callable[[str], str | None], was_line: Callable[[Entry], bool]
    ) -> None:
        """Take what is needed.

        Args:
            lines: What is done to task lines.
            resolve: Gives the note that a link leads to.
            was_line: Tells whether the journal knows a task line of an entry.
        """
        self._lines = lines
        self._resolve = resolve
        self._was_line = was_line

    def close(self, entry: Entry, outcome: Outcome, now: datetime) -> LineStep:
        """Close the line of an entry that is to be closed.

        A line that does not repeat stands for all occurrences of an entry that does: it gets the date of the next one,
        and is closed with the last.
        """
        task, problem = self.find(entry)
        if task is None or not task.is_open:
            return LineStep(seen=task.raw if task else "", problem=problem)
        goes_on = bool(entry.repeat) and outcome == "done"
        if goes_on and not task.repeat:
            moved = self._moved_on(entry, task, now)
            if moved is not None:
                return moved
        return LineStep(self._lines.close_with_entry(task, outcome, now.date(), goes_on=goes_on))

    def _moved_on(self, entry: Entry, task: TaskLine, now: datetime) -> LineStep | None:
        """Give a line the date of the next occurrence, where it has a date; None when there is no next one."""
        try:
            due = due_after(entry, read_rule(entry.repeat or ""), now)
        except RepetitionOver:
            return None
        except RuleNotUnderstood:
            return LineStep(seen=task.raw)  # the entry is not closed either, and says why
        field = date_field(task)
        if due is None or field is None:
            return LineStep(seen=task.raw)
        return LineStep(self._lines.write(task, {field: due.date() if isinstance(due, datetime) else due}))

    def open(self, entry: Entry | None) -> LineStep:
        """Open the line of an entry that is to be opened again."""
        task, problem = self.find(entry) if entry else (None, "")
        if task is None or task.is_open:
            return LineStep(seen=task.raw if task else "", problem=problem)
        return LineStep(self._lines.open_with_entry(task))

    def edit(self, entry: Entry, changed: Collection[str], typed: Draft, reader: Reader) -> LineStep:
        """Write into the line of an entry what is written into the entry, where the line has such a token.

        Args:
            entry: The entry, with its changes.
            changed: The fields that the entry and its line are both to have as the entry has them.
            typed: Fields that only the line has, as they were typed.
            reader: How these are read.

        Raises:
            UsageError: A field of the line cannot be read, or there is no line.
            WriteRefused: The line cannot be written as meant.
        """
        task, problem = self.find(entry)
        if task is None and typed:
            raise UsageError(f"{', '.join(typed)}: {problem or 'the entry has no task line'}", "Nothing was written.")
        if task is None:
            return LineStep(problem=problem if changed else "", fields=tuple(changed))
        values: LineValues = line_values(task, entry, changed) if task.is_open else {}
        values |= read_line_draft(task, typed, reader)
        edit = self._lines.write(task, values) if values else None
        return LineStep(edit, task.raw, tuple(changed))

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

    def find(self, entry: Entry) -> tuple[TaskLine | None, str]:
        """Return the line of an entry, open or closed; None for none, and why, when there was one or should be."""
        link = block_link(entry.links)
        if link is None:
            return None, ""
        path = self._resolve(link[0])
        if path is None:
            return None, f"its line was not found: there is no note {link[0]}"
        try:
            note = self._lines.note(path)
        except VaultError as error:
            return None, f"its line was left alone: {error.message}"
        tasks = [task for task in note.tasks if task.block_id == link[1]]
        if len(tasks) > 1:
            return None, f"its line was left alone: {path} has {len(tasks)} tasks with the id ^{link[1]}"
        if tasks:
            return tasks[0], ""
        is_other_block = any(block.name == link[1] for block in note.blocks)
        if is_other_block and not self._was_line(entry):
            return None, ""
        return None, f"its line was not found: {path} has no task with the id ^{link[1]}"
