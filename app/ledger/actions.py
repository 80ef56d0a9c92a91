"""What a person can do to a commitment, whether its home is the ledger or a task line of a note."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from app.errors import BetimesError, UsageError, VaultError, WriteRefused
from app.ledger.agenda import commitment_of_entry, commitment_of_task
from app.ledger.commitment import Commitment
from app.ledger.drafts import Draft, Reader, apply_draft
from app.ledger.entry import UNTIL_FIRED, Entry, Outcome, Snoozed
from app.ledger.history import TaskUndo
from app.ledger.ledger import Ledger
from app.vault.edits import AppliedEdit, apply_edit, undo_edit
from app.vault.files import Vault
from app.vault.task_edits import defer, tick
from app.vault.tasks import parse_task

NEW = Entry(id="", action="")


class Actions:
    """Changes of the ledger and of task lines, on one undo stack.

    Every method raises `WriteRefused` when a write would not have been safe, and `LedgerError` when the ledger does not
    parse; nothing was written then.

    Args:
        vault: Where task lines are.
        ledger: Where entries and the journal are.
        now: Gives the local time.
    """

    def __init__(self, vault: Vault, ledger: Ledger, now: Callable[[], datetime]) -> None:
        self._vault = vault
        self._ledger = ledger
        self._now = now

    def add(self, draft: Draft, reader: Reader) -> Commitment:
        """Store a new entry; raises `UsageError` when a field cannot be read."""
        return commitment_of_entry(self._ledger.add(apply_draft(NEW, draft, reader)))

    def edit(self, entry_id: str, draft: Draft, reader: Reader) -> Commitment:
        """Change the fields that the draft names; raises `UsageError` when one cannot be read, `NotFound`."""
        if ":" in entry_id or "#^" in entry_id:
            raise UsageError(f"{entry_id} is a task line: edit it in its note", "`o` opens the note at the line.")
        entry = self._ledger.entry(entry_id)
        changed = apply_draft(entry, draft, reader)
        changes = {name: getattr(changed, name) for name in draft if getattr(changed, name) != getattr(entry, name)}
        return commitment_of_entry(self._ledger.edit(entry_id, **changes))

    def resolve(self, item: Commitment, outcome: Outcome = "done", remark: str = "") -> Commitment:
        """Close a commitment: an entry moves to the year's resolved file, a task line is ticked."""
        if item.home == "ledger":
            resolution = self._ledger.resolve(item.id, outcome, remark)
            return replace(commitment_of_entry(resolution.entry), status=resolution.outcome)
        today = self._now().date()
        edit = self._change_line(item, "task-resolved", lambda raw: tick(raw, today, outcome), remark)
        return _read_back(edit, item)

    def reopen(self, entry_id: str) -> Commitment:
        """Open a resolved entry again; raises `NotFound`."""
        return commitment_of_entry(self._ledger.reopen(entry_id))

    def snooze(self, item: Commitment, until: Snoozed | None) -> Commitment:
        """Hide a commitment, and leave its due date alone. A task line gets the day until then as its start date.

        Raises:
            UsageError: It is to wait for a condition, and has none.
        """
        if until == UNTIL_FIRED and not item.when:
            raise UsageError(f"“{item.action}” has no condition to wait for", "Snooze it until a day, or give it one.")
        if item.home == "ledger":
            return commitment_of_entry(self._ledger.snooze(item.id, until))
        assert until != UNTIL_FIRED
        edit = self._change_line(item, "task-snoozed", lambda raw: defer(raw, until))
        return _read_back(edit, item)

    def undo(self) -> tuple[str, str]:
        """Take back the last change; returns what it was and the note concerned, if any. Raises `NotFound`."""
        return self._settled(self._ledger.undo())

    def redo(self) -> tuple[str, str]:
        """Make again what was undone last; returns as `undo` does."""
        return self._settled(self._ledger.redo())

    def _settled(self, step: object) -> tuple[str, str]:
        if not isinstance(step, TaskUndo):
            return str(getattr(step, "description", "")), ""
        try:
            undo_edit(self._vault, AppliedEdit(step.path, step.line, step.before, step.after))
        except (WriteRefused, VaultError) as error:
            self._ledger.settle(step, carried_out=False)
            raise WriteRefused(f"{step.description}: {error.message}", "It is passed over from now on.") from error
        self._ledger.settle(step)
        return step.description, step.path

    def _change_line(self, item: Commitment, kind: str, change: Callable[[str], str], remark: str = "") -> AppliedEdit:
        assert item.note is not None
        edit = apply_edit(self._vault, item.note.path, item.note.line, item.raw, change)
        try:
            self._ledger.record_task(kind, edit.path, edit.line, edit.before, edit.after, remark)
        except BetimesError as error:
            raise WriteRefused(
                f"The line was changed, but the journal could not record it: {error.message}",
                "Undo will not know of it.",
            ) from error
        return edit


def _read_back(edit: AppliedEdit, item: Commitment) -> Commitment:
    """Return the task as it stands now; of a repeating one, the line that was closed."""
    lines = edit.after.split("\n")
    task = parse_task(edit.path, edit.line + len(lines) - 1, lines[-1])
    return commitment_of_task(task) if task else item
