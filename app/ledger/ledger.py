"""The ledger of a vault: its open entries, and everything that can be done to them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app.clock import AsOf
from app.errors import LedgerError, NotFound, UsageError
from app.ledger.closing import Closing
from app.ledger.commitment import NotUnderstood
from app.ledger.conflicts import Seen, place_of
from app.ledger.entry import Entry, Outcome, Resolution, Snoozed
from app.ledger.history import TaskUndo, Undone
from app.ledger.ids import new_id
from app.ledger.journal import JournalLine, ids_in
from app.ledger.rendering import same
from app.ledger.resolved import resolution_of
from app.ledger.tables import changed_table, check_table, table_of
from app.ledger.undoing import Undoing
from app.ledger.view import View
from app.ledger.writing import Writing
from app.paths import Locations

if TYPE_CHECKING:
    from app.ledger.copies import LedgerCopy
    from app.ledger.merging import Merged


class Ledger:
    """The commitments that a vault's `.betimes` folder keeps.

    Nothing is kept in memory that is not on disk: every change reads the files again first, under a lock, so that two
    programs and a person's editor can work on one vault. Methods may be called from any thread.
    """

    def __init__(self, writing: Writing) -> None:
        self._writing = writing
        self._files = writing.files
        self._closing = Closing(writing)
        self._undoing = Undoing(writing)

    @classmethod
    def open(cls, vault_root: Path, clock: Callable[[], datetime], lock: Path | None = None) -> Ledger:
        """Open the ledger of a vault; a missing one is empty, and nothing is written.

        Args:
            vault_root: The vault.
            clock: Gives the local time, with its zone. On a clock that stands on a day (`AsOf`) the ledger is that
                day's, and cannot be changed, as soon as the journal knows of a later change.
            lock: The file that writers lock, outside the vault; by default in the platform's cache folder.
        """
        lock = lock or Locations.default().ledger_lock(vault_root)
        if isinstance(clock, AsOf):
            from app.ledger.past import PastWriting

            ledger = cls(PastWriting(vault_root, clock, lock))
        else:
            ledger = cls(Writing(vault_root, clock, lock))
        ledger._writing.look()
        return ledger

    @property
    def past_day(self) -> date | None:
        """The past day whose ledger this is, which cannot be changed; None when it is the present one."""
        return self._writing.past_day

    def check_writable(self) -> None:
        """Raise `WriteRefused` when this is the ledger of a past day."""
        self._writing.check_writable()

    @property
    def problem(self) -> LedgerError | None:
        """Why the ledger cannot be used at present; the entries are the last good ones then."""
        return self._writing.problem

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The open entries, in the file's order."""
        return self._writing.view.entries

    @property
    def duplicates(self) -> frozenset[str]:
        """The ids that several open entries have."""
        return frozenset(self._writing.view.duplicates)

    @property
    def flagged(self) -> tuple[NotUnderstood, ...]:
        """What in the ledger a person should correct by hand."""
        return self._writing.view.flagged

    def entry(self, entry_id: str) -> Entry:
        """Return an open entry; raises `NotFound`."""
        for entry in self.entries:
            if entry.id == entry_id:
                return entry
        raise NotFound(f"There is no open entry {entry_id}", "See `betimes agenda --json` for the ids.")

    def resolved(self) -> list[Resolution]:
        """Return the closed entries, the latest first; raises `LedgerError` when a file of them does not parse."""
        closed = self._files.resolved.all()
        if self.past_day is None:
            return closed
        from app.ledger.past import closed_on

        return closed_on(self.history(), closed, self.past_day)

    def history(self, entry_id: str | None = None) -> list[JournalLine]:
        """Return the journal, or what it says of one entry, in order; raises `LedgerError`."""
        with self._writing.lock.threads:
            self._writing.journal.refresh()
            lines = list(self._writing.journal.lines)
        if self.past_day is not None:
            from app.ledger.past import lines_until

            lines = lines_until(lines, self.past_day)
        return [line for line in lines if entry_id is None or entry_id in ids_in([line])]

    def noticed(self) -> tuple[JournalLine, ...]:
        """Return what was found to be changed by hand since this was last asked: every change is told once.

        Kinds are `added-by-hand`, `edited-by-hand` and `removed-by-hand`; `restore(line.op)` takes the latter two back.
        """
        with self._writing.lock.threads:
            lines = tuple(self._writing.noticed)
            self._writing.noticed.clear()
        return lines

    def catch_up(self) -> None:
        """Record what was changed by hand while nobody looked; for once after the start, in the background.

        A ledger that has no journal yet is left alone: looking at a vault writes nothing in it.
        """
        if self.problem is None and self.history():
            self._writing.record_by_hand()

    def reload(self) -> bool:
        """Look at the files again, and record in the journal what was changed by hand.

        Returns:
            True when the entries, or what is wrong with the ledger, have changed.
        """
        writing = self._writing
        view, problem = writing.view, str(self.problem or "")
        writing.look()
        if writing.view is not view and self.problem is None:
            writing.record_by_hand()
        return writing.view is not view or str(self.problem or "") != problem

    def add(self, entry: Entry) -> Entry:
        """Add an entry; without an id it is given one, without a `created` it is made now.

        Returns:
            The entry as it was stored.

        Raises:
            UsageError: A field cannot be stored, or the id was used before.
            WriteRefused: Nothing was written, and why.
            LedgerError: The ledger does not parse.
        """

        def change(view: View) -> JournalLine:
            used = self._writing.used_ids()
            if entry.id in used:
                raise UsageError(f"the id {entry.id} was used before", "Leave it out to be given a new one.")
            stored = replace(entry, id=entry.id or new_id(used), created=entry.created or self._writing.now())
            table = table_of(stored)
            check_table(table)
            place = self._files.insert(view, table)
            return self._writing.line("added", stored.id, None, table, {"place": place})

        return self.entry(self._recorded(change).id)

    def edit(self, entry_id: str, *, seen: Seen | None = None, **changes: object) -> Entry:
        """Change fields of an entry; None or an empty value removes one.

        Args:
            entry_id: Which.
            seen: What the person had before them; when the entry is another by now, nothing is written.
            **changes: Field names and values.

        Raises:
            NotFound: There is no such entry.
            EntryChanged: It is not what was seen; both versions are in the error.
            UsageError: There is no such field, or it cannot take that value.
            WriteRefused: Nothing was written, and why.
            LedgerError: The ledger does not parse.
        """
        return self._alter("edited", entry_id, changes, seen)

    def snooze(self, entry_id: str, until: Snoozed | None, *, seen: Seen | None = None) -> Entry:
        """Hide an entry until a day, or until its condition fires; None shows it again. Raises as `edit` does."""
        return self._alter("snoozed", entry_id, {"snoozed": until}, seen)

    def resolve(
        self,
        entry_id: str,
        outcome: Outcome = "done",
        remark: str = "",
        *,
        seen: Seen | None = None,
        at: datetime | None = None,
    ) -> Resolution:
        """Close an entry. One that repeats and was done gets its next occurrence in the same step.

        Dropped and superseded entries end their repetition.

        Args:
            entry_id: Which.
            outcome: How it ended.
            remark: What the person said of it.
            seen: What the person had before them; when the entry is another by now, nothing is written.
            at: When it was closed, in local time; now by default.

        Raises:
            NotFound: There is no such entry.
            EntryChanged: It is not what was seen; both versions are in the error.
            WriteRefused: Nothing was changed, and why.
            LedgerError: The ledger or the year's resolved file does not parse.
        """
        moment = at or self._writing.now()
        line = self._recorded(lambda view: self._closing.close(view, entry_id, outcome, moment, remark, seen))
        return resolution_of(line.before | line.details["closing"], moment.year)

    def reopen(self, entry_id: str) -> Entry:
        """Open a resolved entry again, or put back one that was removed from the file by hand.

        The next occurrence of a resolved one gives way when it is untouched; otherwise the repetition goes on there,
        and what is opened again no longer repeats.

        Raises:
            NotFound: It is neither resolved nor removed.
            WriteRefused: Nothing was changed, and why.
            LedgerError: A file does not parse.
        """
        return self.entry(self._recorded(lambda view: self._closing.reopen(view, entry_id)).id)

    def restore(self, op: str, entry_id: str | None = None) -> Entry:
        """Bring an entry back to what it was before a change, be it made here or by hand. This can be undone.

        An entry that was resolved or removed since is open again afterwards. Comments that went with a block removed
        by hand do not come back: the journal keeps values only.

        Args:
            op: The change's name in the journal.
            entry_id: Which of its entries, for a change of several.

        Raises:
            NotFound: There is no such change.
            UsageError: The entry was not open before it, or it is the change of a task line.
            WriteRefused: Nothing was changed, and why.
            LedgerError: A file does not parse.
        """
        found = [""]

        def change(view: View) -> JournalLine | None:
            found[0], line = self._closing.restore(view, op, entry_id)
            return line

        self._writing.change(change)
        return self.entry(found[0])

    def copies(self) -> tuple[LedgerCopy, ...]:
        """Return the conflict copies of the ledger and of resolved files that sync programs left, compared with ours.

        Raises:
            LedgerError: The ledger, the journal or a resolved file cannot be read.
        """
        from app.ledger.copies import find_copies

        if self.past_day is not None:
            return ()
        return find_copies(self._writing)

    def merge(self, copy: LedgerCopy, take: Collection[str] = ()) -> Merged:
        """Take over from a conflict copy what is missing here, in one step that can be undone.

        The copy is renamed to `<name>.merged` afterwards, so that it is offered no longer; it is never deleted.

        Args:
            copy: One of `copies`.
            take: Ids whose version in the copy is to stand in place of ours.

        Raises:
            NotFound: The copy is no longer there.
            EntryChanged: One of `take` is no longer what was compared.
            UsageError: `take` names what the copy does not have.
            WriteRefused: Nothing was changed, and why.
            LedgerError: A file does not parse.
        """
        from app.ledger.merging import merge_copy

        return merge_copy(self._writing, copy, take)

    def undo(self) -> Undone | TaskUndo:
        """Take back the last change that still can be.

        A change whose entry was altered by hand since is passed over. A task line's change is not made here: whoever
        gets a `TaskUndo` carries it out in the note and calls `settle`.

        Raises:
            NotFound: There is nothing to undo; the hint names what was passed over.
            WriteRefused: Nothing was changed, and why.
            LedgerError: A file does not parse.
        """
        return self._undoing.step("undo")

    def redo(self) -> Undone | TaskUndo:
        """Make again what was undone last. Raises as `undo` does."""
        return self._undoing.step("redo")

    def record_task(self, kind: str, path: str, line: int, before: str, after: str, remark: str = "") -> None:
        """Record the change of a task line, so that `undo` covers it.

        Args:
            kind: `task-resolved`, `task-rescheduled` ...
            path: The note.
            line: The line's number.
            before: The raw line as it was.
            after: The raw line as it is now.
            remark: What the person said of it.
        """
        self._undoing.record_task(kind, path, line, before, after, remark)

    def settle(self, task: TaskUndo, *, carried_out: bool = True) -> None:
        """Record that a task line was put back, or (`carried_out=False`) that it could not be and is passed over."""
        self._undoing.settle(task, carried_out)

    def _alter(self, kind: str, entry_id: str, changes: Mapping[str, object], seen: Seen | None) -> Entry:
        def change(view: View) -> JournalLine | None:
            index = place_of(view, entry_id, seen, changes)
            before = view.document.tables[index]
            after = changed_table({"id": entry_id} | before | {"id": entry_id}, changes)
            if same(before, after):
                return None
            self._files.alter(view, index, after)
            return self._writing.line(kind, entry_id, before, after)

        self._writing.change(change)
        return self.entry(entry_id)

    def _recorded(self, make: Callable[[View], JournalLine | None]) -> JournalLine:
        line = self._writing.change(make)
        assert line is not None
        return line
