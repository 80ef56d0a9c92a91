"""What a person can do to a commitment, whether its home is the ledger or a task line of a note."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from app.errors import NotWritable, UsageError, VaultError, WriteRefused
from app.ledger.adopted_lines import LINES_ONLY, AdoptedLines
from app.ledger.adopting import block_link
from app.ledger.agenda import commitment_of_entry
from app.ledger.commitment import Commitment, Place
from app.ledger.conflicts import Seen, changes_to, equal
from app.ledger.drafts import Draft, Reader, apply_draft
from app.ledger.entry import UNTIL_FIRED, Entry, Outcome, Snoozed
from app.ledger.held import HeldChanges
from app.ledger.history import TaskUndo, Undone
from app.ledger.ledger import Ledger
from app.ledger.line_actions import LineActions
from app.ledger.line_steps import SHARED, LineStep, known_lines
from app.ledger.wording import no_condition
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
        adopted: The task lines of entries.
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
        self.adopted = AdoptedLines(self.lines, resolve, self._was_line)
        self.held = HeldChanges()
        self._vault = vault
        self._ledger = ledger
        self._now = now

    def add(self, draft: Draft, reader: Reader) -> Commitment:
        """Store a new entry; raises `UsageError` when a field cannot be read."""
        entry = replace(apply_draft(NEW, draft, reader), created=self._now())
        key = ("add", *sorted(draft.items()))

        def run() -> Commitment:
            task, _ = self.adopted.find(entry)
            return commitment_of_entry(self._ledger.add(entry, LineStep(seen=task.raw) if task else None))

        return self._kept(f"add '{entry.action}'", "", key, run)

    def edit(self, entry_id: str, draft: Draft, reader: Reader, *, seen: Entry | None = None) -> Commitment:
        """Change the fields that the draft names; of an entry that has a task line also in that, by its tokens.

        What cannot be written into the line is not written into the entry either.

        Args:
            entry_id: Which.
            draft: What was typed.
            reader: How it is read.
            seen: The entry that the draft was begun from; when it is another by now, nothing is written.

        Raises:
            UsageError: A field cannot be read.
            NotFound: There is no such entry, and none was seen.
            EntryChanged: It is not what was seen; both versions are in the error.
            WriteRefused: The line cannot be written as meant.
        """
        entry = seen or self._ledger.entry(entry_id)
        of_line = {name: text for name, text in draft.items() if name in LINES_ONLY and block_link(entry.links)}
        wanted = apply_draft(entry, {name: text for name, text in draft.items() if name not in of_line}, reader)
        changes = changes_to(wanted, entry)
        key = ("edit", entry_id, *sorted(draft.items()))

        def run() -> Commitment:
            if block_link(wanted.links) is None:
                return commitment_of_entry(self._ledger.edit(entry_id, seen=seen, **changes))
            with self._ledger.together():
                self._ledger.reload()
                if seen is not None and not self._is_still(seen):
                    return commitment_of_entry(self._ledger.edit(entry_id, seen=seen, **changes))
                line = self.adopted.edit(wanted, shared_fields(changes, draft), of_line, reader)
                with self.adopted.taken_back(line.edit):
                    recorded = line if line.fields or line.edit else None
                    stored = self._ledger.edit(entry_id, seen=seen, line=recorded, **changes)
            return _touching(commitment_of_entry(stored), line)

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
            with self._ledger.together():
                self._ledger.reload()
                present = self._present(item.id)
                step = self.adopted.close(present, outcome, now) if present else LineStep()
                with self.adopted.taken_back(step.edit):
                    resolution = self._ledger.resolve(item.id, outcome, remark, seen=seen, at=now, line=step)
            return _touching(replace(commitment_of_entry(resolution.entry), status=resolution.outcome), step)

        def line() -> Commitment:
            return self.lines.close(item, outcome, remark, now.date())

        run = entry if item.home == "ledger" else line
        return self._kept(f"resolve '{item.action}'", _subject(item), ("resolve", item.id, outcome, remark), run)

    def reopen(self, entry_id: str) -> Commitment:
        """Open an entry again that was resolved, or removed by hand, and its task line; raises `NotFound`."""

        def run() -> Commitment:
            with self._ledger.together():
                step = self.adopted.open(self._ledger.closed(entry_id))
                with self.adopted.taken_back(step.edit):
                    entry = self._ledger.reopen(entry_id, step)
            return _touching(commitment_of_entry(entry), step)

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
            block, link = self.adopted.link(item)
            others = [line for line in draft.get("links", "").split("\n") if line.strip() not in ("", link)]
            entry = apply_draft(NEW, {**draft, "links": "\n".join((link, *others))}, reader)
            with self._ledger.together():
                step = LineStep(seen=item.raw) if block is None else LineStep(self.lines.mark(item, block))
                with self.adopted.taken_back(step.edit):
                    stored = self._ledger.add(replace(entry, created=self._now()), step)
            return _touching(commitment_of_entry(stored), step)

        return self._kept(f"add '{draft.get('action', item.action)}'", _subject(item), key, run)

    def adopting_draft(self, item: Commitment) -> dict[str, str]:
        """Return what the form of an entry made of a task line holds at first; raises as `adopt`."""
        return self.adopted.draft(item)

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
        with self._ledger.together():
            return self._settled(self._ledger.undo())

    def redo(self) -> tuple[str, str]:
        """Make again what was undone last; returns as `undo` does."""
        self._ledger.check_writable()
        with self._ledger.together():
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
            self._note_line(step.id)
            return f"{step.description}. Its line stays as it is: {error.message}", ""
        return step.description, step.task.path

    def _note_line(self, entry_id: str) -> None:
        """Record how the line of an entry stands: what it says against the entry is no news from then on."""
        entry = self._present(entry_id)
        task = self.adopted.find(entry)[0] if entry else None
        if task is not None:
            self._ledger.note_line(entry_id, LineStep(seen=task.raw))

    def _present(self, entry_id: str) -> Entry | None:
        return next((entry for entry in self._ledger.entries if entry.id == entry_id), None)

    def _is_still(self, seen: Entry) -> bool:
        present = self._present(seen.id)
        return present is not None and equal(seen, present)

    def _was_line(self, entry: Entry) -> bool:
        """Return True when the journal knows a task line that was the entry's."""
        link = block_link(entry.links)
        history = self._ledger.history(entry.id) if link and entry.id else []
        return bool(link and known_lines(history, entry.id, link[1]))


def _subject(item: Commitment) -> str:
    return item.note.path if item.note else item.id


def shared_fields(changes: Collection[str], draft: Collection[str]) -> list[str]:
    """Return the fields of a change that a task line has too.

    Who names nothing but such fields, and what the entry says already, means the line, which may say something else.
    """
    means_line = not changes and set(draft) <= {*SHARED, *LINES_ONLY}
    return [name for name in SHARED if name in (draft if means_line else changes)]


def _touching(item: Commitment, line: LineStep) -> Commitment:
    """Return an entry with what became of its line; the note of one that was changed has to be read again."""
    item = replace(item, problem=line.problem or item.problem)
    return item if line.edit is None else replace(item, note=Place(line.edit.path, line.edit.line))
