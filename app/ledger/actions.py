"""What a person can do to a commitment, whether its home is the ledger or a task line of a note."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from app.errors import NotWritable, UsageError, VaultError, WriteRefused
from app.ledger.adopted_lines import AdoptedLines
from app.ledger.agenda import commitment_of_entry
from app.ledger.commitment import Commitment, Place
from app.ledger.conflicts import Seen, changes_to
from app.ledger.drafts import Draft, Reader, apply_draft
from app.ledger.entry import UNTIL_FIRED, Entry, Outcome, Snoozed
from app.ledger.held import HeldChanges
from app.ledger.history import TaskUndo, Undone
from app.ledger.ledger import Ledger
from app.ledger.line_actions import LineActions
from app.ledger.wording import no_condition
from app.vault.applied import AppliedEdit
from app.vault.edits import undo_edit
from app.vault.files import Vault
from app.vault.task_edits import DEFAULT_STYLE, TaskStyle

if TYPE_CHECKING:
    from app.ledger.judgement import Judgement

NEW = Entry(id="", action="")

T = TypeVar("T")


class Actions:
    """Changes of the ledger and of task lines, on one undo stack.

    Every method raises `WriteRefused` when a write would not have been safe, and `LedgerError` when the ledger does not
    parse; nothing was written then. A change that the system would not write (`NotWritable`: a full disk, no
    permission) waits in `held` and is made by `held.retry()`.

    Attributes:
        held: What could not be written.
        lines: What is done to task lines alone.
    """

    def __init__(
        self,
        vault: Vault,
        ledger: Ledger,
        now: Callable[[], datetime],
        style: TaskStyle = DEFAULT_STYLE,
        resolve: Callable[[str], str | None] = lambda target: None,
    ) -> None:
        """Make the actions of one vault.

        Args:
            vault: Where task lines are.
            ledger: Where entries and the journal are.
            now: Gives the local time.
            style: How task lines are written.
            resolve: Gives the note that a link leads to.
        """
        self.lines = LineActions(vault, ledger, style)
        self._adopted = AdoptedLines(self.lines, resolve)
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
            edit, problem = self._adopted.close(item, outcome, now.date())
            with self._adopted.taken_back(edit):
                resolution = self._ledger.resolve(item.id, outcome, remark, seen=seen, at=now, task=edit)
            closed = replace(commitment_of_entry(resolution.entry), status=resolution.outcome, problem=problem)
            return _touching(closed, edit)

        def line() -> Commitment:
            return self.lines.close(item, outcome, remark, now.date())

        run = entry if item.home == "ledger" else line
        return self._kept(f"resolve '{item.action}'", _subject(item), ("resolve", item.id, outcome, remark), run)

    def reopen(self, entry_id: str) -> Commitment:
        """Open an entry again that was resolved, or removed by hand, and its task line; raises `NotFound`."""

        def run() -> Commitment:
            edit, problem = self._adopted.open(self._ledger.closed(entry_id))
            with self._adopted.taken_back(edit):
                entry = self._ledger.reopen(entry_id, edit)
            return _touching(replace(commitment_of_entry(entry), problem=problem or entry.problem), edit)

        return self._kept(f"reopen {entry_id}", entry_id, ("reopen", entry_id), run)

    def reopen_line(self, item: Commitment) -> Commitment:
        """Open a task line again that was ticked or cancelled."""
        key = ("reopen", item.id)
        return self._kept(f"reopen '{item.action}'", _subject(item), key, lambda: self.lines.reopen(item))

    def next_status(self, item: Commitment) -> Commitment:
        """Give a task line the status that follows its own; raises `WriteRefused` when none does."""
        run = partial(self.lines.next_status, item, self._now().date())
        return self._kept(f"change the status of '{item.action}'", _subject(item), ("status", item.id), run)

    def edit_line(self, item: Commitment, draft: Draft, reader: Reader) -> Commitment:
        """Change the fields of a task line that the draft names, each by its own token.

        Raises:
            UsageError: A field cannot be read, or a task line has no place for it.
        """
        key = ("edit", item.id, *sorted(draft.items()))
        return self._kept(f"edit '{item.action}'", _subject(item), key, lambda: self.lines.edit(item, draft, reader))

    def adopt(self, item: Commitment, draft: Draft, reader: Reader) -> Commitment:
        """Make an entry of a task line: the line gets a block id, and is the entry's note from then on.

        Args:
            item: The line.
            draft: The entry; its link to the line need not be there.
            reader: How it is read.

        Raises:
            UsageError: A field cannot be read, or the line cannot be linked.
        """
        key = ("adopt", item.id, *sorted(draft.items()))

        def run() -> Commitment:
            block, link = self._adopted.link(item)
            others = [line for line in draft.get("links", "").split("\n") if line.strip() not in ("", link)]
            entry = apply_draft(NEW, {**draft, "links": "\n".join((link, *others))}, reader)
            edit = None if block is None else self.lines.mark(item, block)
            with self._adopted.taken_back(edit):
                stored = self._ledger.add(replace(entry, created=self._now()), edit)
            return _touching(commitment_of_entry(stored), edit)

        return self._kept(f"add '{draft.get('action', item.action)}'", _subject(item), key, run)

    def adopting_draft(self, item: Commitment) -> dict[str, str]:
        """Return what the form of an entry made of a task line holds at first; raises as `adopt`."""
        return self._adopted.draft(item)

    def snooze(self, item: Commitment, until: Snoozed | None, *, seen: Seen | None = None) -> Commitment:
        """Hide a commitment, and leave its due date alone. A task line gets the day until then as its start date.

        Raises:
            UsageError: It is to wait for a condition, and has none.
            EntryChanged: The entry is not what was `seen`.
        """
        if until == UNTIL_FIRED and not item.when:
            raise UsageError(no_condition(item), "Snooze it until a day, or give it one.")

        def entry() -> Commitment:
            return commitment_of_entry(self._ledger.snooze(item.id, until, seen=seen))

        def line() -> Commitment:
            assert until != UNTIL_FIRED
            return self.lines.snooze(item, until)

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

    def relink(self, changes: Mapping[str, Mapping[str, str]], subject: str) -> tuple[str, ...]:
        """Change links of entries, as `Ledger.relink` does; returns the entries that were changed."""
        run = partial(self._ledger.relink, changes, subject)
        return self._kept(f"repair links to '{subject}'", "", ("relink", subject), run)

    def dismiss(self, item: Commitment, key: str, sentence: str) -> None:
        """Record that a sentence is not to be suggested any more, as `Ledger.dismiss` does."""
        run = partial(self._ledger.dismiss, item.id, key, sentence)
        self._kept(f"dismiss '{sentence}'", "", ("dismiss", key), run)

    def undo(self) -> tuple[str, str]:
        """Take back the last change; returns what it was and the note concerned, if any. Raises `NotFound`."""
        self._ledger.check_writable()
        return self._settled(self._ledger.undo())

    def redo(self) -> tuple[str, str]:
        """Make again what was undone last; returns as `undo` does."""
        self._ledger.check_writable()
        return self._settled(self._ledger.redo())

    def _kept(self, description: str, subject: str, key: Hashable, run: Callable[[], T]) -> T:
        """Make a change; what the system would not write waits, and says so."""
        self._ledger.check_writable()
        try:
            return run()
        except NotWritable as error:
            self.held.hold(description, run, error, subject=subject, key=key)
            raise

    def _settled(self, step: Undone | TaskUndo) -> tuple[str, str]:
        if isinstance(step, Undone):
            return self._with_line(step)
        try:
            undo_edit(self._vault, step.edit)
        except NotWritable:
            raise  # it may be written later, so that it is not passed over
        except (WriteRefused, VaultError) as error:
            self._ledger.settle(step, carried_out=False)
            raise WriteRefused(f"{step.description}: {error.message}", "It is passed over from now on.") from error
        self._ledger.settle(step)
        return step.description, step.path

    def _with_line(self, step: Undone) -> tuple[str, str]:
        """Take back what was done to the line of an entry with it; the line may be another one by now."""
        if step.task is None:
            return step.description, ""
        try:
            undo_edit(self._vault, step.task.edit)
        except (WriteRefused, VaultError) as error:
            return f"{step.description}. Its line stays as it is: {error.message}", ""
        return step.description, step.task.path


def _subject(item: Commitment) -> str:
    return item.note.path if item.note else item.id


def _touching(item: Commitment, edit: AppliedEdit | None) -> Commitment:
    """Return an entry with the line that was changed along with it, whose note has to be read again."""
    return item if edit is None else replace(item, note=Place(edit.path, edit.line))
