"""What a ledger holds: its entries, what is wrong with it, its journal, and what was done to it by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import date

from app.errors import LedgerError, NotFound
from app.ledger.closed_tables import own_part
from app.ledger.commitment import NotUnderstood
from app.ledger.entry import Entry, Resolution
from app.ledger.journal import JournalLine, ids_in
from app.ledger.tables import entry_of
from app.ledger.writing import Writing


class LedgerOnDisk:
    """The reading side of a `Ledger`."""

    def __init__(self, writing: Writing) -> None:
        self._writing = writing
        self._files = writing.files

    @contextmanager
    def together(self) -> Iterator[None]:
        """Hold the writers' lock over several steps, in the ledger and in notes, that nobody is to see halves of.

        Raises:
            WriteRefused: Another program does not let go of it.
        """
        with self._writing.lock.held():
            yield

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
        """Return an open entry; raises `NotFound`, or `LedgerError` when the ledger that may hold it is broken."""
        for entry in self.entries:
            if entry.id == entry_id:
                return entry
        if self.problem is not None:
            raise self.problem
        raise NotFound(f"There is no open entry {entry_id}", "See `betimes agenda --json` for the ids.")

    def closed(self, entry_id: str) -> Entry | None:
        """Return a closed entry; None when it is not among them. Raises `LedgerError`."""
        table = self._files.resolved.table(entry_id)
        return None if table is None else entry_of(own_part(table), entry_id)

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
            journal = self._writing.journal
            lines = list(journal.lines) if entry_id is None else journal.about(entry_id)
        if self.past_day is not None:
            from app.ledger.past import lines_until

            lines = lines_until(lines, self.past_day)
        return [line for line in lines if entry_id is None or entry_id in ids_in([line])]

    def histories(self, entry_ids: Collection[str]) -> dict[str, list[JournalLine]]:
        """Return what the journal says of each of some entries, in order; it is read once. Raises `LedgerError`."""
        found: dict[str, list[JournalLine]] = {entry_id: [] for entry_id in entry_ids}
        if not found:
            return found
        with self._writing.lock.threads:
            lines = self._writing.journal.about(*found)
        for line in lines:
            for entry_id in found.keys() & ids_in([line]):
                found[entry_id].append(line)
        return found

    def copy_names(self) -> list[str]:
        """Return what sync programs left of the ledger in its folder, by name; nothing is read."""
        from app.ledger.copies import copy_names

        return [] if self.past_day is not None else copy_names(self._files.folder)

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

        A ledger that has no journal yet is left alone: looking at a vault writes nothing in it. Raises `LedgerError`
        when the journal cannot be read.
        """
        if self.problem is None and self._writing.journal.mark().stamp is not None:
            self._writing.record_by_hand()
            self._writing.known_ids.gather()

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
