"""What a person can do to a task line of a note; every change is recorded, so that undo covers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date

from app.errors import BetimesError, NotFound, VaultError, WriteRefused
from app.ledger.agenda import commitment_of_task
from app.ledger.commitment import Commitment
from app.ledger.drafts import Draft, Reader
from app.ledger.entry import Outcome
from app.ledger.ledger import Ledger
from app.ledger.line_drafts import STATUS, changed_line, read_line_draft
from app.ledger.line_references import read_reference
from app.vault.applied import AppliedEdit
from app.vault.decoding import clean
from app.vault.edits import Change, apply_edit, undo_edit
from app.vault.files import Vault
from app.vault.logseq import STATES as KEYWORD_STATES
from app.vault.note import FileStamp, Note, TaskLine
from app.vault.task_edits import TaskField, TaskStyle, defer, tick, untick, with_block_id
from app.vault.task_status import next_symbol, outcome_of, read_symbol, set_status
from app.vault.tasks import parse_task


class LineActions:
    """Changes of task lines, each of one token; see `Actions` for what they raise."""

    def __init__(self, vault: Vault, ledger: Ledger, style: TaskStyle) -> None:
        self._vault = vault
        self._ledger = ledger
        self._style = style

    def find(self, reference: str) -> TaskLine:
        """Return a task line as its note has it now, open or closed.

        Args:
            reference: `path:line`, or `path#^block`.

        Raises:
            UsageError: It names no line.
            NotFound: There is no such note, or no task there.
            VaultError: The note cannot be read.
        """
        path, line, block = read_reference(self._vault, reference)
        tasks = self.tasks(path)
        found = [task for task in tasks if (task.block_id == block if block else task.line == line)]
        if len(found) > 1:
            raise NotFound(
                f"{path} has {len(found)} tasks with the id ^{block}",
                f"Name the line: {', '.join(f'{path}:{task.line}' for task in found)}.",
            )
        if not found:
            where = f"line {line} of {path} is no task" if not block else f"{path} has no task with the id ^{block}"
            raise NotFound(where[:1].upper() + where[1:], "`betimes agenda --json` lists the ids of what is open.")
        return found[0]

    def tasks(self, path: str) -> tuple[TaskLine, ...]:
        """Return the task lines of a note as it is on disk now; raises `VaultError`."""
        return self.note(path).tasks

    def note(self, path: str) -> Note:
        """Return a note as it is on disk now; raises `VaultError`."""
        from app.vault.markdown import parse_note

        data, size = self._vault.read_head(path)
        return parse_note(path, data, self._vault.reading, size)

    def stamp(self, path: str) -> FileStamp | None:
        """Return what tells whether a note has changed; None when there is none."""
        return self._vault.stat(path)

    def parse(self, path: str, raw: str) -> TaskLine | None:
        """Return a task line that a note had once; None when the text is none."""
        return parse_task(path, 1, raw, rules=self._vault.reading)

    def task_of(self, item: Commitment) -> TaskLine:
        """Return the task line that a commitment was shown for; raises `WriteRefused` when it is gone."""
        assert item.note is not None
        same = [task for task in self.tasks(item.note.path) if clean(task.raw) == clean(item.raw)]
        here = [task for task in same if task.line == item.note.line]
        if not here and len(same) != 1:
            where = f"{item.note.path}:{item.note.line}"
            raise WriteRefused(f"{where} is no longer what was shown", "Look at the note again, then repeat.")
        return (here or same)[0]

    def close(self, item: Commitment, outcome: Outcome, remark: str, today: date) -> Commitment:
        """Close a task: tick it, or cancel it."""
        return self._closed(
            item, outcome, self._changed(item, lambda raw: tick(raw, today, outcome, self._style)), remark
        )

    def _closed(self, item: Commitment, outcome: Outcome, edit: AppliedEdit, remark: str = "") -> Commitment:
        self._record("task-resolved", edit, remark)
        closed = replace(item, status=outcome, raw="", firing=None)
        return next((found for found in self._read_back(edit) if found.status != "open"), closed)

    def reopen(self, item: Commitment) -> Commitment:
        """Open a closed task again."""
        return self._change(item, "task-reopened", lambda raw: untick(raw, self._style))

    def snooze(self, item: Commitment, until: date | None) -> Commitment:
        """Give a task the day until which it is hidden as its start date."""
        return self._change(item, "task-snoozed", lambda raw: defer(raw, until, self._style))

    def edit(self, item: Commitment, draft: Draft, reader: Reader) -> Commitment:
        """Write the fields that a draft changes; raises `UsageError` when one cannot be read, or written there."""
        task = self.task_of(item)
        changes = read_line_draft(task, draft, reader)
        symbol = read_symbol(draft[STATUS], task, self._style.statuses) if STATUS in draft else task.status
        if symbol != task.status:
            return self._with_status(item, task, symbol, reader.today, lambda raw: changed_line(raw, changes))
        if not changes:
            return item
        return self._change(item, "task-edited", lambda raw: changed_line(raw, changes))

    def write(self, task: TaskLine, values: Mapping[TaskField, date | str | None]) -> AppliedEdit:
        """Write fields of the line of an entry, unrecorded."""
        return self._changed(commitment_of_task(task), lambda raw: changed_line(raw, values))

    def next_status(self, item: Commitment, today: date) -> Commitment:
        """Give a task the status that follows its own; when that is done, it is closed."""
        task = self.task_of(item)
        symbol = next_symbol(task, self._style.statuses)
        if symbol == task.status:
            raise WriteRefused(f"no status follows [{symbol}]", "The settings say so: [tasks.cycle].")
        return self._with_status(item, task, symbol, today)

    def _with_status(
        self, item: Commitment, task: TaskLine, symbol: str, today: date, before: Callable[[str], str] = str
    ) -> Commitment:
        """Write a status, behind another change; recorded as what it amounts to."""
        states = KEYWORD_STATES if task.keyword else None
        state = states.get(symbol, "todo") if states else self._style.statuses.state(symbol)
        outcome = outcome_of(state)
        kind = "task-edited" if task.is_open else "task-reopened"
        change: Change = lambda raw: set_status(before(raw), symbol, today, self._style)  # noqa: E731
        if outcome is None:
            return self._change(item, kind, change)
        return self._closed(item, outcome, self._changed(item, change))

    def mark(self, item: Commitment, block_id: str) -> AppliedEdit:
        """Give a task a block id, unrecorded: it goes with the entry that is made of the line."""
        return self._changed(item, lambda raw: with_block_id(raw, block_id))

    def close_with_entry(self, task: TaskLine, outcome: Outcome, today: date, *, goes_on: bool) -> AppliedEdit:
        """Close the line of an entry, unrecorded; the block id goes to the next occurrence when the entry goes on."""
        return self._changed(
            commitment_of_task(task), lambda raw: tick(raw, today, outcome, self._style, keep_id=goes_on)
        )

    def open_with_entry(self, task: TaskLine) -> AppliedEdit:
        """Open the line of an entry again, unrecorded."""
        return self._changed(commitment_of_task(task), lambda raw: untick(raw, self._style))

    def take_back(self, edit: AppliedEdit) -> None:
        """Take an edit back because what it belongs to could not be done; what cannot be taken back stays."""
        try:
            undo_edit(self._vault, edit)
        except (WriteRefused, VaultError) as error:
            raise WriteRefused(f"{edit.path}:{edit.line} was changed, and nothing else: {error.message}") from error

    def _change(self, item: Commitment, kind: str, change: Change) -> Commitment:
        edit = self._changed(item, change)
        self._record(kind, edit)
        return next(iter(self._read_back(edit)), item)

    def _changed(self, item: Commitment, change: Change) -> AppliedEdit:
        assert item.note is not None
        return apply_edit(self._vault, item.note.path, item.note.line, item.raw, change)

    def _read_back(self, edit: AppliedEdit) -> list[Commitment]:
        """Return the tasks that stand where the edit was made, as their note has them now."""
        behind = edit.line + len(edit.after.split("\n")) if edit.after is not None else edit.line
        try:
            tasks = self.tasks(edit.path)
        except VaultError:
            return []  # the edit was made; another program has moved the note since
        return [commitment_of_task(task) for task in tasks if edit.line <= task.line < behind]

    def _record(self, kind: str, edit: AppliedEdit, remark: str = "") -> None:
        try:
            self._ledger.record_task(kind, edit, remark)
        except BetimesError as error:
            raise WriteRefused(
                f"The line was changed, but the journal could not record it: {error.message}",
                "Undo will not know of it.",
            ) from error
