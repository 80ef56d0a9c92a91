"""Taking over what a conflict copy of the ledger has and the ledger here has not: by id, in one step."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from app.errors import LedgerError, NotFound, UsageError, WriteRefused
from app.ledger.batches import Part, carry_out_parts, open_table
from app.ledger.closed_tables import awake, own_part
from app.ledger.conflicts import EntryChanged, equal
from app.ledger.copies import LEDGER_NAME, MERGED, LedgerCopy, past_of, read_copy
from app.ledger.entry import Entry, Resolution
from app.ledger.journal import JournalLine
from app.ledger.occurrences import next_occurrence, repeats
from app.ledger.rendering import Table
from app.ledger.reversal import Conflict
from app.ledger.view import View
from app.ledger.writing import Writing


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge did.

    Attributes:
        added: Entries that were only in the copy and are open here now.
        closed: Entries that the copy has closed and that are closed here now.
        taken: Entries of which the copy's version stands here now.
        kept: Entries of which the copy has another version, and ours stands.
        renamed: What the copy is called now; empty when it could not be renamed and will be offered again.
        problem: What stayed in the copy, and why; empty when all is well.
        recorded: True when something was taken over, which `undo` takes back.
    """

    added: tuple[Entry, ...] = ()
    closed: tuple[Resolution, ...] = ()
    taken: tuple[Entry, ...] = ()
    kept: tuple[Entry, ...] = ()
    renamed: str = ""
    problem: str = ""
    recorded: bool = False


def merge_copy(writing: Writing, copy: LedgerCopy, take: Collection[str]) -> Merged:
    """Merge a copy; see `Ledger.merge`."""
    name = copy.path.rpartition("/")[2]
    merge = _Merge(writing, name, copy, frozenset(take))
    line = writing.change(merge.change)
    renamed = merge.renamed if _rename(writing.files.folder, name, merge.renamed) else ""
    fresh = merge.fresh
    kept = (*(item.theirs for item in fresh.differing), *fresh.older, *fresh.gone)
    return Merged(
        fresh.only_there,
        fresh.closings,
        tuple(entry for entry in kept if entry.id in take),
        tuple(entry for entry in kept if entry.id not in take),
        renamed,
        fresh.problem,
        line is not None,
    )


def follow_merge(folder: Path, line: JournalLine, *, forward: bool) -> None:
    """Give a copy the name it had before its merge, which was taken back; or (`forward`) the one afterwards."""
    names = [line.details.get("copy"), line.details.get("renamed")]
    if all(isinstance(name, str) and Path(name).name == name for name in names):
        before, after = map(str, names if forward else names[::-1])
        _rename(folder, before, after)


def _rename(folder: Path, before: str, after: str) -> bool:
    """Rename a copy unless another file has that name; a copy that stays is offered again, and nothing is lost."""
    with suppress(OSError):
        if not (folder / after).exists():
            (folder / before).rename(folder / after)
            return True
    return False


@dataclass
class _Merge:
    writing: Writing
    name: str
    shown: LedgerCopy
    take: frozenset[str]
    fresh: LedgerCopy = field(init=False)
    theirs: View = field(init=False)
    renamed: str = ""

    def change(self, view: View) -> JournalLine | None:
        """Make the merge and return what to record; None when there is nothing to take over."""
        self._read()
        self._check_take(view)
        self.renamed = _free_name(self.writing.files.folder, self.name + MERGED)
        parts = [*self._added(), *self._closings(view), *self._taken(view)]
        if not parts:
            return None
        try:
            carry_out_parts(self.writing.files, view, parts)
        except Conflict as error:
            raise WriteRefused(
                f"{self.shown.path} was not merged: {error}", "Look at it again, then repeat."
            ) from error
        details = {"entries": [part.recorded() for part in parts], "copy": self.name, "renamed": self.renamed}
        return self.writing.line("merged", self.name, None, None, details)

    def _read(self) -> None:
        if not (self.writing.files.folder / self.name).exists():
            raise NotFound(f"{self.shown.path} is no longer there", "It may have been merged or removed elsewhere.")
        self.fresh, self.theirs = read_copy(self.writing, self.name, past_of(self.writing.journal.lines))
        if not self.fresh.digest:
            raise LedgerError(self.fresh.problem)
        if self.fresh.digest != self.shown.digest:
            raise WriteRefused(f"{self.shown.path} is another by now", "Nothing was merged. Look at it again.")

    def _check_take(self, view: View) -> None:
        fresh = self.fresh
        known = {item.theirs.id for item in (*self.shown.differing, *fresh.differing)}
        known |= {entry.id for entry in (*fresh.older, *fresh.gone)}
        for entry_id in sorted(self.take - known):
            raise UsageError(f"{self.shown.path} has no other version of {entry_id}")
        present = {entry.id: entry for entry in view.entries}
        for item in self.shown.differing:
            theirs = present.get(item.mine.id)
            if item.mine.id in self.take and (theirs is None or not equal(item.mine, theirs)):
                raise EntryChanged(item.mine, theirs, item.theirs)

    def _added(self) -> Iterator[Part]:
        for entry in self.fresh.only_there:
            yield Part(entry.id, None, self._table(entry.id), text=self._text(entry.id))

    def _closings(self, view: View) -> Iterator[Part]:
        for resolution in self.fresh.closings:
            yield from self._closing(view, resolution.entry.id)

    def _taken(self, view: View) -> Iterator[Part]:
        for entry_id in _ids_of(self.fresh, self.take):
            if self.fresh.original != LEDGER_NAME:
                yield from self._closing(view, entry_id)
            elif (before := open_table(view, entry_id)) is not None:
                yield Part(entry_id, before, self._table(entry_id))
            else:
                yield self._reopened(entry_id)

    def _reopened(self, entry_id: str) -> Part:
        """Return what opens an entry that was resolved or removed here; a repetition that went on stays there."""
        closed, table = self.writing.files.resolved.table(entry_id), self._table(entry_id)
        if closed is not None and "followed_by" in closed:
            table.pop("repeat", None)
        return Part(entry_id, None, table, closed, text=self._text(entry_id))

    def _closing(self, view: View, entry_id: str) -> Iterator[Part]:
        closed, before = awake(self._table(entry_id)), open_table(view, entry_id)
        if self.writing.files.resolved.table(entry_id) is not None:
            raise UsageError(f"{entry_id} is resolved here too", "Change it by hand in the resolved file.")
        yield Part(entry_id, before, None, None, closed, "" if before else self._text(entry_id))
        following = self._following(closed) if before else None
        if following is not None:
            yield Part(following["id"], None, following)

    def _following(self, closed: Table) -> Table | None:
        """Return the next occurrence of what the copy closed, when it is neither here nor closed there."""
        next_id, moment = closed.get("followed_by"), closed.get("resolved")
        if not isinstance(next_id, str) or not isinstance(moment, datetime) or not repeats(closed, "done"):
            return None
        if next_id in self.writing.used_ids() or next_id in self.theirs.places:
            return None
        with suppress(WriteRefused):
            return next_occurrence(own_part(closed), moment, next_id)
        return None

    def _table(self, entry_id: str) -> Table:
        table = open_table(self.theirs, entry_id)
        assert table is not None
        return table

    def _text(self, entry_id: str) -> str:
        return self.theirs.document.block(self.theirs.places[entry_id])


def _ids_of(copy: LedgerCopy, take: Iterable[str]) -> list[str]:
    ids = [*(item.theirs.id for item in copy.differing), *(entry.id for entry in (*copy.older, *copy.gone))]
    return [entry_id for entry_id in ids if entry_id in take]


def _free_name(folder: Path, wanted: str) -> str:
    name, number = wanted, 2
    while (folder / name).exists():
        name, number = f"{wanted}-{number}", number + 1
    return name
