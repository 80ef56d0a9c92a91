"""The ledger of a vault: everything that can be done to its entries."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.clock import AsOf
from app.errors import UsageError
from app.ledger.closed_tables import awake, resolution_of
from app.ledger.entry import Entry, Outcome, Resolution, Snoozed
from app.ledger.ids import new_id
from app.ledger.journal import NOTED, JournalLine
from app.ledger.ledger_steps import LedgerSteps
from app.ledger.relinking import Relinking
from app.ledger.rendering import same
from app.ledger.tables import changed_table, check_table, entry_of, table_of
from app.ledger.view import View
from app.ledger.writing import Writing
from app.paths import Locations

if TYPE_CHECKING:
    from app.ledger.closing import Closing
    from app.ledger.conflicts import Seen
    from app.ledger.copies import LedgerCopy
    from app.ledger.judgement import Judgement
    from app.ledger.line_steps import LineStep
    from app.ledger.merging import Merged


class Ledger(LedgerSteps, Relinking):
    """The commitments that a vault's `.betimes` folder keeps.

    Nothing is kept in memory that is not on disk: every change reads the files again first, under a lock, so that two
    programs and a person's editor can work on one vault. Methods may be called from any thread.
    """

    # What only a change needs is loaded by the first one: the first paint does without.

    @cached_property
    def _closing(self) -> Closing:
        from app.ledger.closing import Closing

        return Closing(self._writing)

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

    def add(self, entry: Entry, line: LineStep | None = None) -> Entry:
        """Add an entry; without an id it is given one, without a `created` it is made now.

        Args:
            entry: What is to be added.
            line: What became of its line in a note; undoing one undoes the other.

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
            return _with_line(self._writing.line("added", stored.id, None, table, {"place": place}), line)

        return _stored(self._recorded(change))

    def edit(
        self, entry_id: str, *, seen: Seen | None = None, line: LineStep | None = None, **changes: object
    ) -> Entry:
        """Change fields of an entry; None or an empty value removes one.

        Args:
            entry_id: Which.
            seen: What the person had before them; when the entry is another by now, nothing is written.
            line: What became of its line in a note; a change of that alone is recorded too.
            **changes: Field names and values.

        Raises:
            NotFound: There is no such entry.
            EntryChanged: It is not what was seen; both versions are in the error.
            UsageError: There is no such field, or it cannot take that value.
            WriteRefused: Nothing was written, and why.
            LedgerError: The ledger does not parse.
        """
        return self._alter("edited", entry_id, changes, seen, (line.details if line else None) or None)

    def note_line(self, entry_id: str, line: LineStep) -> None:
        """Record how the line of an open entry was found; nothing is changed. Raises as `edit` does."""
        self._alter(NOTED, entry_id, {}, None, line.details)

    def snooze(self, entry_id: str, until: Snoozed | None, *, seen: Seen | None = None) -> Entry:
        """Hide an entry until a day, or until its condition fires; None shows it again. Raises as `edit` does."""
        return self._alter("snoozed", entry_id, {"snoozed": until}, seen)

    def judge(
        self,
        kind: Judgement,
        entry_id: str,
        events: Sequence[str] = (),
        *,
        seen: Seen | None = None,
        **changes: object,
    ) -> Entry:
        """Record what a person says of a firing, and what it teaches the entry; recorded even when that is nothing.

        Args:
            kind: What they say.
            entry_id: What fired.
            events: The keys of the event firings that are over with it.
            seen: What the person had before them; when the entry is another by now, nothing is written.
            **changes: Field names and values, as for `edit`.

        Raises:
            As `edit` does.
        """
        return self._alter(kind, entry_id, changes, seen, {"events": list(events)} if events else {})

    def resolve(
        self,
        entry_id: str,
        outcome: Outcome = "done",
        remark: str = "",
        *,
        seen: Seen | None = None,
        at: datetime | None = None,
        line: LineStep | None = None,
    ) -> Resolution:
        """Close an entry. One that repeats and was done gets its next occurrence in the same step.

        Dropped and superseded entries end their repetition.

        Args:
            entry_id: Which.
            outcome: How it ended.
            remark: What the person said of it.
            seen: What the person had before them; when the entry is another by now, nothing is written.
            at: When it was closed, in local time; now by default.
            line: What became of its line in a note; undoing one undoes the other.

        Raises:
            NotFound: There is no such entry.
            EntryChanged: It is not what was seen; both versions are in the error.
            WriteRefused: Nothing was changed, and why.
            LedgerError: The ledger or the year's resolved file does not parse.
        """
        moment = at or self._writing.now()
        made = self._recorded(
            lambda view: _with_line(self._closing.close(view, entry_id, outcome, moment, remark, seen), line)
        )
        return resolution_of(awake(made.before) | made.details["closing"], moment.year)

    def reopen(self, entry_id: str, line: LineStep | None = None) -> Entry:
        """Open a resolved entry again, or put back one that was removed from the file by hand.

        The next occurrence of a resolved one gives way when it is untouched; otherwise the repetition goes on there,
        and what is opened again no longer repeats.

        Raises:
            NotFound: It is neither resolved nor removed.
            WriteRefused: Nothing was changed, and why.
            LedgerError: A file does not parse.
        """
        return _stored(self._recorded(lambda view: _with_line(self._closing.reopen(view, entry_id), line)))

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

        line = self._writing.change(change)
        return self.entry(found[0]) if line is None else _stored(line)

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

    def raw(self, entry_id: str) -> str:
        """Return an entry's text in the file, for an editor; raises `NotFound`, or `WriteRefused` for a double id."""
        from app.ledger.conflicts import place_of
        from app.ledger.raw import raw_text

        self._writing.look()
        view = self._writing.view
        return raw_text(view, place_of(view, entry_id))

    def replace_raw(self, entry_id: str, text: str, seen: str) -> Entry:
        """Put what came back from an editor in place of an entry's text, comments included.

        Args:
            entry_id: Which.
            text: What came back.
            seen: What `raw` returned before.

        Raises:
            UsageError: It is not one valid entry with that id; the message says on which line.
            WriteRefused: The entry was changed meanwhile, or cannot be written; nothing was changed.
            LedgerError: The ledger does not parse.
        """
        from app.ledger.conflicts import place_of
        from app.ledger.raw import check_unchanged, read_raw

        self.check_writable()
        raw = read_raw(text, entry_id)

        def change(view: View) -> JournalLine | None:
            index = place_of(view, entry_id)
            check_unchanged(view, index, seen)
            before = view.document.tables[index]
            self._files.rewrite(view, lambda document: raw.put_into(document, index))
            return None if same(before, raw.table) else self._writing.line("edited", entry_id, before, raw.table)

        self._writing.change(change)
        return entry_of(raw.table)

    def _alter(
        self,
        kind: str,
        entry_id: str,
        changes: Mapping[str, object],
        seen: Seen | None,
        details: dict[str, Any] | None = None,
    ) -> Entry:
        """Change fields of an entry; what makes no difference is recorded only when there are details to it."""
        from app.ledger.conflicts import place_of

        def change(view: View) -> JournalLine | None:
            index = place_of(view, entry_id, seen, changes)
            before = view.document.tables[index]
            after = changed_table({"id": entry_id} | before | {"id": entry_id}, changes)
            if same(before, after):
                return None if details is None else self._writing.line(kind, entry_id, before, before, details)
            self._files.alter(view, index, after)
            return self._writing.line(kind, entry_id, before, after, details)

        line = self._writing.change(change)
        return self.entry(entry_id) if line is None else _stored(line)

    def _recorded(self, make: Callable[[View], JournalLine | None]) -> JournalLine:
        line = self._writing.change(make)
        assert line is not None
        return line


def _with_line(made: JournalLine, line: LineStep | None) -> JournalLine:
    return made if line is None else replace(made, details=made.details | line.details)


def _stored(line: JournalLine) -> Entry:
    """Return an entry as it was stored: by now the file may be another one."""
    return entry_of(line.after, line.id)
