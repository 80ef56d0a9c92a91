"""The open entries of a ledger document, and what is wrong with some of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from app.ledger.commitment import NotUnderstood
from app.ledger.entry import Entry
from app.ledger.ids import id_from
from app.ledger.rendering import Table, canonical
from app.ledger.tables import entry_of
from app.ledger.toml_file import EMPTY, Document

LEDGER = ".betimes/ledger.toml"


@dataclass(frozen=True, slots=True)
class View:
    """What a ledger document says.

    Attributes:
        document: The document.
        rows: One entry for each of its tables, closed ones included.
        entries: The open entries, flagged where something is wrong.
        places: The index in `rows` of every id that exactly one open entry has.
        duplicates: The ids that several open entries have, with their lines.
        flagged: What a person should correct by hand.
        hidden: Ids in the document that are resolved, each with the file that says so.
    """

    document: Document = EMPTY
    rows: tuple[Entry, ...] = ()
    entries: tuple[Entry, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict)
    duplicates: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    flagged: tuple[NotUnderstood, ...] = ()
    hidden: Mapping[str, str] = field(default_factory=dict)

    def tables(self) -> dict[str, Table]:
        """Return the open entries' tables by id; of several with one id, the first."""
        first: dict[str, Table] = {}
        for row, table in zip(self.rows, self.document.tables, strict=True):
            if row.id not in self.hidden:
                first.setdefault(row.id, table)
        return first

    def lines_of(self, entry_id: str) -> tuple[int, ...]:
        """Return the lines on which the entries with an id begin."""
        return _lines_of(entry_id, self.document, self.rows)


def view_of(
    document: Document, hidden: Mapping[str, str], known: View, closed: Callable[[], Collection[str]] = frozenset
) -> View:
    """Return the view of a document.

    Args:
        document: The ledger.
        hidden: Ids in it that are resolved, each with the file that says so; an entry here is no longer open.
        known: The view before, so that only what changed is read again.
        closed: Gives the ids of all closed entries; asked only when an entry has no id.
    """
    rows = _rows(document, known, closed)
    places: dict[str, int] = {}
    doubled_ids = set()
    for index, row in enumerate(rows):
        if places.setdefault(row.id, index) != index:
            doubled_ids.add(row.id)
    duplicates = {entry_id: _lines_of(entry_id, document, rows) for entry_id in doubled_ids - hidden.keys()}
    for entry_id in doubled_ids | hidden.keys():
        places.pop(entry_id, None)
    entries = rows if not doubled_ids and not hidden else _shown(rows, hidden, duplicates)
    flagged = tuple(_flagged(document, rows, hidden, duplicates))
    return View(document, rows, entries, places, duplicates, flagged, hidden)


def _lines_of(entry_id: str, document: Document, rows: Iterable[Entry]) -> tuple[int, ...]:
    return tuple(document.line(index) for index, row in enumerate(rows) if row.id == entry_id)


def _shown(
    rows: Iterable[Entry], hidden: Mapping[str, str], duplicates: Mapping[str, tuple[int, ...]]
) -> tuple[Entry, ...]:
    return tuple(_flag(row, duplicates) for row in rows if row.id not in hidden)


def _rows(document: Document, known: View, closed: Callable[[], Collection[str]]) -> tuple[Entry, ...]:
    """Read the tables; what is the very object read before at either end of the ledger keeps its entry."""
    tables, before = document.tables, known.document.tables
    if any(not isinstance(table.get("id"), str) or not table["id"] for table in tables):
        return _rows_without_ids(tables, {table["id"] for table in tables if has_id(table)} | set(closed()))
    shorter = min(len(tables), len(before))
    start = next((index for index in range(shorter) if tables[index] is not before[index]), shorter)
    end = next((n for n in range(shorter - start) if tables[-1 - n] is not before[-1 - n]), shorter - start)
    changed = (entry_of(table) for table in tables[start : len(tables) - end])
    return (*known.rows[:start], *changed, *known.rows[len(before) - end :])


def _rows_without_ids(tables: Iterable[Table], used: set[str]) -> tuple[Entry, ...]:
    return tuple(entry_of(table) if has_id(table) else _without_id(table, used) for table in tables)


def has_id(table: Mapping[str, object]) -> bool:
    """Return True when an entry's id stands in the file."""
    return isinstance(table.get("id"), str) and table["id"] != ""


def _without_id(table: Table, used: set[str]) -> Entry:
    entry = entry_of(table, id_from(canonical(table), used))
    used.add(entry.id)
    return entry


def _flag(row: Entry, duplicates: Mapping[str, tuple[int, ...]]) -> Entry:
    if row.id not in duplicates:
        return row
    return replace(row, problem="; ".join(filter(None, (row.problem, doubled(row.id, duplicates[row.id])))))


def doubled(entry_id: str, lines: Collection[int]) -> str:
    """Return what to say of an id that several entries have."""
    numbers = [str(line) for line in lines]
    return f"{len(numbers)} entries have the id {entry_id} (lines {', '.join(numbers[:-1])} and {numbers[-1]})"


def standing(entry_id: str, lines: Collection[int]) -> str:
    """Return what to say of a resolved id that the ledger has as well."""
    where = ", ".join(map(str, lines))
    return f"{entry_id} is resolved, and also stands in {LEDGER}, line {where}"


def _flagged(
    document: Document, rows: Iterable[Entry], closed: Mapping[str, str], duplicates: Mapping[str, tuple[int, ...]]
) -> Iterable[NotUnderstood]:
    for index, row in enumerate(rows):
        if row.id in closed:
            reason = f"{row.id} is resolved, says {closed[row.id]}: give the entry another id to open it again"
        else:
            reason = _flag(row, duplicates).problem if row.problem or row.id in duplicates else ""
        if reason:
            yield NotUnderstood(LEDGER, document.line(index), row.action or row.id, reason)
