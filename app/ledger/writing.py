"""How every change of the ledger is made: read, change, record, read again, under one lock."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Container, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

from app.errors import LedgerError, WriteRefused
from app.ledger.checkpoint import Checkpoint, CheckpointFile
from app.ledger.files import LedgerFiles
from app.ledger.journal import JournalLine, advance
from app.ledger.journal_file import Journal, Mark
from app.ledger.known_ids import KnownIds
from app.ledger.locking import WriterLock
from app.ledger.reconcile import unrecorded
from app.ledger.rendering import Table
from app.ledger.used_ids import UsedIds
from app.ledger.view import View
from app.vault.atomic import remove_leftovers

_ATTEMPTS = 10
_QUICKLY_READ = 256 * 1024
"""A journal up to this size is read on the spot, in a few milliseconds."""


class Writing:
    """The files, the journal and the lock of one ledger.

    Attributes:
        files: The ledger and its resolved files.
        journal: The journal.
        known_ids: The ids in the journal.
        lock: Held while writing.
        view: What was open when the files were last read.
        problem: Why the ledger cannot be used at present; `view` is the last good one then.
        past_day: The day whose ledger `view` is, which cannot be changed; None when it is the present one.
        noticed: What was recorded as changed by hand and not told to anybody yet; a first recording is no news.
    """

    def __init__(self, root: Path, clock: Callable[[], datetime], lock: Path) -> None:
        self.files = LedgerFiles(root, lock.with_name("identity"))
        self.journal = Journal(self.files.folder / "journal.jsonl")
        self.known_ids = KnownIds(self.journal, lock.with_name("ledger-ids.json"))
        self.lock = WriterLock(lock)
        self.view = View()
        self.problem: LedgerError | None = None
        self.past_day: date | None = None
        self.noticed: list[JournalLine] = []
        self.now = clock
        self._memory = CheckpointFile(lock.with_name("ledger-checkpoint.json"))
        self._checkpoint: Checkpoint | None = None
        self._known: dict[str, Table] | None = None
        self._agreed: View | None = None
        self._mark = Mark(None, "")
        self._is_clean = False

    def look(self) -> None:
        """Read the ledger again."""
        with self.lock.threads:
            if self._checkpoint is None:
                self._checkpoint = self._memory.read()
                if self._checkpoint is not None:
                    self.files.trust(self._checkpoint.apart)
                    self.files.resolved.plain.update(self._checkpoint.plain)
            try:
                self.view = self.files.read(self.view)
                self.problem = None
            except LedgerError as error:
                self.problem = error
            self.files.resolved.let_go()

    def change(
        self, make: Callable[[View], JournalLine | None], *, whatever_the_ledger: bool = False
    ) -> JournalLine | None:
        """Make a change and record it.

        Args:
            make: Changes the files and returns what to record, or None when there is nothing to record. It is called
                again when somebody else wrote at the same moment.
            whatever_the_ledger: Go on when the ledger does not parse: the change is none of its entries.

        Raises:
            WriteRefused: Nothing was changed, and why.
            LedgerError: A file does not parse.
        """
        with self.lock.held():
            self._clean_up()
            for attempt in range(_ATTEMPTS):
                self.look()
                self.check_writable()
                if self.problem is not None and not whatever_the_ledger:
                    raise self.problem
                self._reconcile_quickly()
                self.journal.check_writable()
                try:
                    line = make(self.view)
                    break
                except WriteRefused:
                    if attempt == _ATTEMPTS - 1 or self.files.is_unchanged():
                        raise
            self._record(line)
            self.look()
            self._remember()
            return line

    def check_writable(self) -> None:
        """Raise `WriteRefused` when `view` is the ledger of a past day."""
        if self.past_day is not None:
            day = f"{self.past_day.day} {self.past_day:%b %Y}"
            raise WriteRefused(f"This is the ledger of {day}", "Leave out --as-of to change it.")

    def record_by_hand(self) -> None:
        """Record in the journal what was changed without it, as far as the vault can be written."""
        try:
            with self.lock.held():
                self.look()
                self.reconcile()
                self._remember()
        except (WriteRefused, LedgerError):
            # A vault that cannot be written can still be looked at; the next change records what is due.
            self._known = None

    def line(
        self, kind: str, entry_id: str, before: Any, after: Any, details: dict[str, Any] | None = None
    ) -> JournalLine:
        """Return a journal line for now, with a name of its own."""
        return JournalLine(self.now(), kind, entry_id, before, after, secrets.token_hex(4), details or {})

    def used_ids(self) -> Container[str]:
        """Return what tells of an id whether it was ever given."""
        return UsedIds({row.id for row in self.view.rows}, self.files.resolved, self.known_ids)

    def reconcile(self) -> None:
        """Record where `view` is not what the journal tells, reading the whole journal if need be.

        For changes that depend on the journal. The others are made first, and recorded after what went before them.
        """
        if not self._reconcile_quickly():
            self._known = self.journal.tables()
            self.known_ids.gather()
            self._record_differences(self._known)

    def _reconcile_quickly(self) -> bool:
        """Do what `reconcile` does; return False when the whole journal would have to be read for it."""
        if self.problem is not None or self.past_day is not None:
            return True
        self._known = self._journaled()
        if self._known is None:
            return False
        if self._agreed is not self.view:
            self._record_differences(self._known)
        return True

    def _record_differences(self, known: Mapping[str, Table]) -> None:
        lines = [self.line(*change) for change in unrecorded(known, self.view.tables(), self.files.resolved)]
        if lines:
            is_first = self._mark.stamp is None or self._mark.stamp.size == 0
            self._add(*lines)
            self.noticed += [] if is_first else lines
        self._agreed = self.view

    def _journaled(self) -> dict[str, Table] | None:
        """Return the open entries as the journal has them; None when all of it has to be read for that."""
        before, self._mark = self._mark, self.journal.mark()
        if self._known is not None:
            added = self.journal.since(before)
            if added is not None:
                self._advance(added)
                return self._known
        self._agreed = None
        checkpoint = self._checkpoint
        if checkpoint is not None and (checkpoint.apart, checkpoint.journal) == (self.files.apart(), self._mark):
            return self.view.tables()
        size = 0 if self._mark.stamp is None else self._mark.stamp.size
        return self.journal.tables() if size <= _QUICKLY_READ else None

    def _remember(self) -> None:
        """Remember that the journal tells of all that the ledger holds, if that is so."""
        if self._known is None or self.problem is not None:
            return
        if self._agreed is not self.view:
            if next(unrecorded(self._known, self.view.tables(), self.files.resolved), None) is not None:
                return
            self._agreed = self.view
        apart = self.files.apart()
        if apart is not None:
            self._memory.write(Checkpoint(apart, self._mark, self.files.resolved.plain))

    def _add(self, *lines: JournalLine) -> None:
        before = self._mark
        self.journal.append(*lines)
        self._mark = self.journal.mark()
        added = self.journal.since(before) if before.stamp is not None else list(lines)
        if added is None:
            self._known = None
        else:
            self._advance(lines if len(added) == len(lines) else added)

    def _advance(self, lines: Sequence[JournalLine]) -> None:
        if self._known is not None:
            for line in lines:
                advance(self._known, line)
                self._agreed = None

    def _clean_up(self) -> None:
        """Remove, once, what a killed program left beside the ledger."""
        if not self._is_clean:
            remove_leftovers(self.files.folder)
            self._is_clean = True

    def _record(self, line: JournalLine | None) -> None:
        try:
            self.reconcile()
            if line is not None:
                self._add(line)
        except WriteRefused as error:
            self.look()
            message = f"The change was made, but not recorded in the journal, so it cannot be undone here: {error}"
            raise WriteRefused(message, "It stands; the history will call it a change by hand.") from error
