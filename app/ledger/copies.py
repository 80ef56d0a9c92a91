"""Conflict copies of the ledger and of resolved files: what sync programs leave when two computers wrote at once.

A copy is only ever compared with ours; its entries are no commitments. Copies of the journal are left alone: it tells
what was done on this side, and what was done on the other stands in the copies of the ledger itself.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from app.errors import LedgerError
from app.ledger.batches import open_table, parts_in
from app.ledger.closed_tables import awake, own_part, resolution_of
from app.ledger.entry import Entry, Resolution
from app.ledger.history import stacks
from app.ledger.journal import JournalLine, ids_in, parts_of
from app.ledger.rendering import Table, same
from app.ledger.rereading import read_document
from app.ledger.tables import entry_of
from app.ledger.view import View, doubled, view_of
from app.ledger.writing import Writing
from app.vault.ignore import conflict_of

MERGED = ".merged"
"""What the name of a copy ends with once it was merged."""

LEDGER_NAME = "ledger.toml"

_STEM = r"((?i:ledger|resolved-[0-9]{4}))"
_ORIGINAL = re.compile(rf"{_STEM}(\.toml){{1,2}}", re.IGNORECASE)
_IN_THIS_FOLDER = (
    re.compile(rf"{_STEM} ?\(?[0-9]{{1,3}}\)?(\.toml)"),
    re.compile(rf"{_STEM}-(?=[^.]*[A-Z])[A-Za-z0-9][A-Za-z0-9-]{{0,62}}(\.toml)"),
    re.compile(rf"{_STEM} ?\((?:SFConflict|copy: conflict)\b[^()]*\)(\.toml)", re.IGNORECASE),
    re.compile(rf"{_STEM} ?\([^()]*(?:[ck]onfli[ck]?t|конфл|冲突|衝突|競合|충돌)[^()]*\)(\.toml)", re.IGNORECASE),
    re.compile(rf"{_STEM}[._ ](?:conflict|conflicted)(?:[-_. ][^.]*)?(\.toml)", re.IGNORECASE),
    re.compile(rf"{_STEM}(?:[._](?:LOCAL|REMOTE|BASE|BACKUP)[._][0-9]+)(\.toml)"),
    re.compile(rf"{_STEM}(\.toml)(?:\.orig|~[A-Za-z0-9_-]+)"),
)
"""Names that could be a person's choice for a note, but hardly in this folder: iCloud ("ledger 2.toml"), Google Drive
("ledger (1).toml"), OneDrive ("ledger-ANNS-PC.toml"), Seafile, Unison, Resilio, and git's merge tools and sides."""


@dataclass(frozen=True, slots=True)
class Versions:
    """Two versions of one entry, ours and the copy's; `is_closed` when the copy has it resolved."""

    mine: Entry
    theirs: Entry
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class LedgerCopy:
    """A conflict copy, compared with what is here.

    Attributes:
        path: Where it is, in the vault: ".betimes/ledger 2.toml".
        original: The file of which it is a copy: "ledger.toml", "resolved-2026.toml".
        problem: Why it cannot be merged, or not all of it; empty when all is well.
        only_there: Entries that were never here. A merge adds them.
        closings: Closed entries that are not closed here. A merge adds them, and closes what is open.
        differing: Entries that are open here and other there. A merge keeps ours unless it is told to take theirs.
        older: Entries of which the copy has a state that ours had before, by the journal. A merge keeps ours.
        gone: Entries that were resolved or removed here. A merge leaves them so unless it is told to take them.
        digest: Tells whether the file still is what was compared.
    """

    path: str
    original: str
    problem: str = ""
    only_there: tuple[Entry, ...] = ()
    closings: tuple[Resolution, ...] = ()
    differing: tuple[Versions, ...] = ()
    older: tuple[Entry, ...] = ()
    gone: tuple[Entry, ...] = ()
    digest: str = ""


def original_of(name: str) -> str | None:
    """Return the name of the ledger file of which a file in `.betimes` is a conflict copy, or None.

    A copy that a person made ("ledger copy.toml", "ledger-backup.toml") is theirs, and not offered.
    """
    known = conflict_of(name)
    found = _ORIGINAL.fullmatch(known) if known is not None else None
    found = found or next((match for pattern in _IN_THIS_FOLDER if (match := pattern.fullmatch(name))), None)
    return (found[1] + found[2]).lower() if found else None


@dataclass(frozen=True, slots=True)
class Past:
    """What the journal knows of entries, by id.

    Attributes:
        states: Every state that each had.
        closings: When each was closed.
        known: Those that were here by more than a merge: one that was taken back leaves its entries unknown.
    """

    states: Mapping[str, list[Table]]
    closings: Mapping[str, list[object]]
    known: Set[str]


def past_of(lines: Sequence[JournalLine]) -> Past:
    """Return what a journal knows of entries; what was merged and taken back again counts as never seen."""
    standing = {line.op for line in stacks(lines)[0]}
    found: dict[str, list[Table]] = defaultdict(list)
    closings: dict[str, list[object]] = defaultdict(list)
    known: set[str] = set()
    for line in lines:
        if "entries" not in line.details:
            known |= ids_in([line])
        elif line.op not in standing:
            continue
        for entry_id, *tables in [(line.id, line.before, line.after), *_parts(line)]:
            found[entry_id] += [table for table in tables if isinstance(table, dict)]
        for part in parts_in(line):
            closings[part.id] += [
                closed.get("resolved") for closed in (part.closed_before, part.closed_after) if closed
            ]
        if isinstance(line.details.get("closing"), dict):
            closings[line.id].append(line.details["closing"].get("resolved"))
    return Past(found, closings, known)


def _parts(line: JournalLine) -> list[tuple[str, object, object]]:
    return [(str(part.get("id")), part.get("before"), part.get("after")) for part in parts_of(line)]


def find_copies(writing: Writing) -> tuple[LedgerCopy, ...]:
    """Return the conflict copies in the ledger's folder, by name; raises `LedgerError` when ours cannot be read."""
    with writing.lock.threads:
        writing.look()
        if writing.problem is not None:
            raise writing.problem
        writing.journal.refresh()
        names = copy_names(writing.files.folder)
        past = past_of(writing.journal.lines if names else ())
        return tuple(read_copy(writing, name, past)[0] for name in names)


def read_copy(writing: Writing, name: str, past: Past) -> tuple[LedgerCopy, View]:
    """Read one copy and compare it.

    Args:
        writing: What is here.
        name: The file.
        past: What the journal here knows.

    Returns:
        The comparison, and what the copy holds; the latter is empty when it does not parse.

    Raises:
        LedgerError: A file of ours does not parse.
    """
    path, original = f".betimes/{name}", original_of(name) or ""
    try:
        document = read_document(writing.files.folder / name, path)
    except LedgerError as error:
        return LedgerCopy(path, original, f"{error.message}. Correct the copy, or remove it"), View()
    view = view_of(document, {}, View())
    sorting = _Sorting(writing, past)
    for entry_id, index in view.places.items():
        table = {"id": entry_id} | document.tables[index] | {"id": entry_id}
        if entry_id in writing.view.duplicates:
            sorting.problems.append(doubled(entry_id, writing.view.duplicates[entry_id]))
        elif original == LEDGER_NAME:
            sorting.sort_open(entry_id, table)
        else:
            sorting.sort_closed(entry_id, table)
    sorting.problems += [f"in the copy, {doubled(*item)}" for item in view.duplicates.items()]
    return sorting.copy(path, original, hashlib.sha256(document.encoded()).hexdigest()), view


@dataclass
class _Sorting:
    """Sorts a copy's entries by what ours are."""

    writing: Writing
    past: Past
    only_there: list[Entry] = field(default_factory=list)
    closings: list[Resolution] = field(default_factory=list)
    differing: list[Versions] = field(default_factory=list)
    older: list[Entry] = field(default_factory=list)
    gone: list[Entry] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def sort_open(self, entry_id: str, table: Table) -> None:
        """Sort an entry that the copy has open."""
        ours, theirs = open_table(self.writing.view, entry_id), entry_of(table)
        if ours is None and self._is_known(entry_id):
            self.gone.append(theirs)
        elif ours is None:
            self.only_there.append(theirs)
        elif not same(ours, table):
            self._sort_versions(entry_id, ours, table)

    def sort_closed(self, entry_id: str, closed: Table) -> None:
        """Sort an entry that the copy has closed."""
        ours, moment = open_table(self.writing.view, entry_id), closed.get("resolved")
        closed_here = self.writing.files.resolved.table(entry_id)
        if closed_here is not None:
            self.gone += [] if same(awake(closed_here), awake(closed)) else [entry_of(own_part(closed))]
        elif not isinstance(moment, datetime):
            self.problems.append(f"{entry_id} does not say when it was resolved, so it stays in the copy")
        elif moment in self.past.closings.get(entry_id, ()):
            self.older.append(entry_of(own_part(closed)))
        elif ours is None or same(awake(ours), own_part(closed)):
            self.closings.append(resolution_of(closed, moment.year))
        else:
            self.differing.append(Versions(entry_of(ours), entry_of(own_part(closed)), is_closed=True))

    def copy(self, path: str, original: str, digest: str) -> LedgerCopy:
        """Return the comparison."""
        return LedgerCopy(
            path,
            original,
            "; ".join(self.problems),
            tuple(self.only_there),
            tuple(self.closings),
            tuple(self.differing),
            tuple(self.older),
            tuple(self.gone),
            digest,
        )

    def _sort_versions(self, entry_id: str, ours: Table, theirs: Table) -> None:
        if any(same(state, theirs) for state in self.past.states.get(entry_id, ())):
            self.older.append(entry_of(theirs))
        else:
            self.differing.append(Versions(entry_of(ours), entry_of(theirs)))

    def _is_known(self, entry_id: str) -> bool:
        return entry_id in self.past.known or self.writing.files.resolved.name_of(entry_id) is not None


def copy_names(folder: Path) -> list[str]:
    """Return the names of the conflict copies in the ledger's folder."""
    try:
        return sorted(path.name for path in folder.iterdir() if original_of(path.name) is not None)
    except OSError:
        return []
