"""What a person can do to a commitment, whether its home is the ledger or a task line of a note."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from app.errors import BetimesError, NotWritable, UsageError, VaultError, WriteRefused
from app.ledger.agenda import commitment_of_entry, commitment_of_task
from app.ledger.commitment import Commitment
from app.ledger.conflicts import Seen, changes_to
from app.ledger.drafts import Draft, Reader, apply_draft
from app.ledger.entry import UNTIL_FIRED, Entry, Outcome, Snoozed
from app.ledger.held import HeldChanges
from app.ledger.history import TaskUndo
from app.ledger.ledger import Ledger
from app.vault.edits import AppliedEdit, apply_edit, undo_edit
from app.vault.files import Vault
from app.vault.task_edits import defer, tick
from app.vault.tasks import parse_task

if TYPE_CHECKING:
    from app.ledger.judgement import Judgement

NEW = Entry(id="", action="")


class Actions:
    """Changes of the ledger and of task lines, on one undo stack.

    Every method raises `WriteRefused` when a write would not have been safe, and `LedgerError` when the ledger does not
    parse; nothing was written then. A change that the system would not write (`NotWritable`: a full disk, no
    permission) waits in `held` and is made by `held.retry()`.

    Attributes:
        held: What could not be written.
    """

    def __init__(self, vault: Vault, ledger: Ledger, now: Callable[[], datetime]) -> None:
        """Make the actions of one vault.

        Args:
            vault: Where task lines are.
            ledger: Where entries and the journal are.
            now: Gives the local time.
        """
        self.held = HeldChanges()
        self._vault = vault
        self._ledger = ledger
        self._now = now

    def add(self, draft: Draft, reader: Reader) -> Commitment:
        """Store a new entry; raises `UsageError` when a field cannot be read."""
        entry = replace(apply_draft(NEW, draft, reader), created=self._now())
        key = ("add", *sorted(draft.items()))
        return self._kept(f"add '{entry.action}'", "", key, lambda: commitment_of_entry(self._ledger.add(entry)))

    def edit(self, entry_id: str, draft: Draft, reader: Reader, *, seen: Entry | None = None) -> Commitment:
        """Change the fields that the draft names.

        Args:
            entry_id: Which.
            draft: What was typed.
            reader: How it is read.
            seen: The entry that the draft was begun from; when it is another by now, nothing is written.

        Raises:
            UsageError: A field cannot be read.
            NotFound: There is no such entry, and none was seen.
            EntryChanged: It is not what was seen; both versions are in the error.
        """
        if ":" in entry_id or "#^" in entry_id:
            raise UsageError(f"{entry_id} is a task line: edit it in its note", "`o` opens the note at the line.")
        entry = seen or self._ledger.entry(entry_id)
        changes = changes_to(apply_draft(entry, draft, reader), entry)
        key = ("edit", entry_id, *sorted(draft.items()))

        def run() -> Commitment:
            return commitment_of_entry(self._ledger.edit(entry_id, seen=seen, **changes))

        return self._kept(f"edit '{entry.action}'", entry_id, key, run)

    def resolve(
        self, item: Commitment, outcome: Outcome = "done", remark: str = "", *, seen: Seen | None = None
    ) -> Commitment:
        """Close a commitment: an entry moves to the year's resolved file, a task line is ticked.

        Raises:
            EntryChanged: The entry is not what was `seen`; `seen=item` when that is what the person decided by.
        """
        now = self._now()

        def entry() -> Commitment:
            resolution = self._ledger.resolve(item.id, outcome, remark, seen=seen, at=now)
            return replace(commitment_of_entry(resolution.entry), status=resolution.outcome)

        def line() -> Commitment:
            edit = self._change_line(item, "task-resolved", lambda raw: tick(raw, now.date(), outcome), remark)
            return _read_back(edit, item)

        run = entry if item.home == "ledger" else line
        return self._kept(f"resolve '{item.action}'", _subject(item), ("resolve", item.id, outcome, remark), run)

    def reopen(self, entry_id: str) -> Commitment:
        """Open an entry again that was resolved, or removed by hand; raises `NotFound`."""
        key = ("reopen", entry_id)
        return self._kept(
            f"reopen {entry_id}", entry_id, key, lambda: commitment_of_entry(self._ledger.reopen(entry_id))
        )

    def snooze(self, item: Commitment, until: Snoozed | None, *, seen: Seen | None = None) -> Commitment:
        """Hide a commitment, and leave its due date alone. A task line gets the day until then as its start date.

        Raises:
            UsageError: It is to wait for a condition, and has none.
            EntryChanged: The entry is not what was `seen`.
        """
        if until == UNTIL_FIRED and not item.when:
            raise UsageError(f"“{item.action}” has no condition to wait for", "Snooze it until a day, or give it one.")

        def entry() -> Commitment:
            return commitment_of_entry(self._ledger.snooze(item.id, until, seen=seen))

        def line() -> Commitment:
            assert until != UNTIL_FIRED
            return _read_back(self._change_line(item, "task-snoozed", lambda raw: defer(raw, until)), item)

        run = entry if item.home == "ledger" else line
        return self._kept(f"snooze '{item.action}'", _subject(item), ("snooze", item.id, until), run)

    def judge(self, item: Commitment, judgement: Judgement) -> Commitment:
        """Record what a person says of a firing; the entry learns the sentence as a cue or as a blocker.

        Raises:
            UsageError: It does not fire because of words, or the sentence is known already.
            NotFound: It is no longer open.
            EntryChanged: It was changed by somebody else at this moment.
        """
        from app.ledger.judgement import events_over, lesson, sentence_of

        sentence, events = sentence_of(item, judgement), events_over(item, judgement)

        def run() -> Commitment:
            self._ledger.reload()
            entry = self._ledger.entry(item.id)
            changes = lesson(entry, sentence, judgement, ends=bool(events))
            return commitment_of_entry(self._ledger.judge(judgement, item.id, events, seen=entry, **changes))

        return self._kept(f"{judgement} '{item.action}'", item.id, (judgement, item.id, sentence), run)

    def undo(self) -> tuple[str, str]:
        """Take back the last change; returns what it was and the note concerned, if any. Raises `NotFound`."""
        self._ledger.check_writable()
        return self._settled(self._ledger.undo())

    def redo(self) -> tuple[str, str]:
        """Make again what was undone last; returns as `undo` does."""
        self._ledger.check_writable()
        return self._settled(self._ledger.redo())

    def _kept(self, description: str, subject: str, key: Hashable, run: Callable[[], Commitment]) -> Commitment:
        """Make a change; what the system would not write waits, and says so."""
        self._ledger.check_writable()
        try:
            return run()
        except NotWritable as error:
            self.held.hold(description, run, error, subject=subject, key=key)
            raise

    def _settled(self, step: object) -> tuple[str, str]:
        if not isinstance(step, TaskUndo):
            return str(getattr(step, "description", "")), ""
        try:
            undo_edit(self._vault, AppliedEdit(step.path, step.line, step.before, step.after))
        except NotWritable:
            raise  # it may be written later, so that it is not passed over
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


def _subject(item: Commitment) -> str:
    return item.note.path if item.note else item.id


def _read_back(edit: AppliedEdit, item: Commitment) -> Commitment:
    """Return the task as it stands now; of a repeating one, the line that was closed."""
    lines = edit.after.split("\n")
    task = parse_task(edit.path, edit.line + len(lines) - 1, lines[-1])
    return commitment_of_task(task) if task else item
