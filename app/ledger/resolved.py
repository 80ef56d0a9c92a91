"""Closed entries: `resolved-YYYY.toml`, one file a year, in the form of the ledger.

A block moves there as it was written, comments included, with four keys added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from datetime import date
from pathlib import Path

from app.errors import WriteRefused
from app.ledger.block_edit import edit_block
from app.ledger.closed_tables import awake, own_part, resolution_of
from app.ledger.entry import Resolution
from app.ledger.id_patterns import holds_id, ids_in
from app.ledger.rendering import Table
from app.ledger.rereading import read_document
from app.ledger.stamps import Stamp, stamp_of
from app.ledger.together import changed_together
from app.ledger.toml_file import (
    EMPTY,
    WHOLE_CHECK,
    Document,
    in_line_ends,
    read_bytes,
    write_document,
)

_FEW = 8
"""So many ids are looked for in a file's bytes rather than among all its ids."""

_NAME = re.compile(r"resolved-((?!0000)[0-9]{4})\.toml")


class ResolvedFiles:
    """The files of closed entries in one `.betimes` folder.

    They grow for years, so that no more of them is read than is asked for: ids are found by pattern, and one block of a
    long plain file is worked on without the others.

    Attributes:
        plain: Long files of which `structure.is_plain` is known, each with the stamp that it had then.
    """

    def __init__(self, folder: Path) -> None:
        self.plain: dict[str, Stamp] = {}
        self._folder = folder
        self._documents: dict[str, Document] = {}
        self._ids: dict[str, tuple[Stamp, set[str]]] = {}
        self._bytes: dict[str, tuple[Stamp | None, bytes]] = {}
        self._part: tuple[tuple[str, str, Stamp], Document] | None = None
        self._steps: dict[tuple[str, Stamp | None], tuple[Stamp, set[str]]] = {}

    def stamps(self) -> dict[str, Stamp]:
        """Return the files there are, in order, each with its stamp."""
        try:
            names = sorted(path.name for path in self._folder.iterdir() if _NAME.fullmatch(path.name))
        except OSError:
            return {}
        found = ((name, stamp_of(self._folder / name)) for name in names)
        return {name: stamp for name, stamp in found if stamp is not None}

    def ids(self) -> dict[str, str]:
        """Return the ids of closed entries, each with the name of its file. Works for a file that does not parse."""
        return {entry_id: name for name in self.stamps() for entry_id in self._ids_of(name)}

    def closed_among(self, ids: Set[str], names: Iterable[str]) -> dict[str, str]:
        """Return those of some ids that stand in some of the files, each with the name of its file."""
        if len(ids) > _FEW:
            return {entry_id: name for name in names for entry_id in ids & self._ids_of(name)}
        return {entry_id: name for name in names for entry_id in ids if self._holds(name, entry_id)}

    def mentions(self, entry_id: str) -> bool:
        """Return True when an id may stand in one of the files; False when it certainly does not."""
        wanted = entry_id.encode("utf-8", "surrogatepass")
        return any(wanted in self._data(name) or holds_id(self._data(name), entry_id) for name in self.stamps())

    def added_since(self, name: str, stamp: Stamp | None) -> set[str] | None:
        """Return the ids that were added to a file here since it had a stamp; None when others have written it too."""
        added: set[str] = set()
        now = stamp_of(self._folder / name)
        while stamp != now:
            step = self._steps.get((name, stamp))
            if step is None:
                return None
            stamp, ids = step
            added |= ids
        return added

    def let_go(self) -> None:
        """Let go of the bytes that were read for a change: they may be many."""
        self._bytes.clear()
        self._part = None

    def name_of(self, entry_id: str) -> str | None:
        """Return the name of the file that holds a closed entry; None when it is not closed."""
        return next((name for name in reversed(self.stamps()) if self._holds(name, entry_id)), None)

    def table(self, entry_id: str) -> Table | None:
        """Return a closed entry's table, the four keys included; raises `LedgerError` when its file does not parse."""
        return self.tables({entry_id}).get(entry_id)

    def tables(self, ids: Set[str]) -> dict[str, Table]:
        """Return the tables of those of some entries that are closed, the four keys included; raises `LedgerError`."""
        return {entry_id: document.tables[places[-1]] for entry_id, (document, places) in self._places(ids).items()}

    def block(self, entry_id: str) -> str:
        """Return a closed entry's text without the four keys; raises `LedgerError` or `WriteRefused`."""
        block = self.blocks({entry_id}).get(entry_id)
        if block is None:
            where = self.name_of(entry_id) or self._folder
            raise WriteRefused(f"{entry_id} is not among the resolved entries", f"Look for it in {where}.")
        return block

    def blocks(self, ids: Set[str]) -> dict[str, str]:
        """Return the texts of those of some entries that are closed, without the four keys; raises as `block`."""
        found: dict[str, str] = {}
        for entry_id, (document, places) in self._places(ids).items():
            own = own_part(document.tables[places[0]])
            found[entry_id] = edit_block(document.block(places[0]), own, document.newline)
        return found

    def append(self, block: str, table: Mapping[str, object], closing: Mapping[str, object]) -> None:
        """Add a closed entry.

        Args:
            block: Its text in the ledger.
            table: Its table there.
            closing: The four keys, as far as they apply.

        Raises:
            LedgerError: The year's file does not parse.
            WriteRefused: It cannot be written.
        """
        name, entry_id = self._name_for(closing.get("resolved")), str(table.get("id"))
        document = self._document_about(name, entry_id)
        if any(item.get("id") == entry_id for item in document.tables):
            return
        text, closed = _closed_block(document, block, table, closing)
        self._write(name, document.with_block(text, closed), {entry_id}, text)

    def append_all(self, items: Iterable[tuple[str, Table, Table]]) -> None:
        """Add several closed entries, with one write of each file; the items and errors are those of `append`."""
        by_name: dict[str, list[tuple[str, Table, Table]]] = {}
        for item in items:
            by_name.setdefault(self._name_for(item[2].get("resolved")), []).append(item)
        for name, group in by_name.items():
            if len(group) == 1:
                self.append(*group[0])
                continue
            document = self._document(name)
            present = {table.get("id") for table in document.tables}
            added = [_closed_block(document, *item) for item in group if item[1].get("id") not in present]
            if added:
                ids, text = {str(table["id"]) for _, table in added}, "\n".join(text for text, _ in added)
                self._write(name, changed_together(document, {}, {}, added), ids, text)

    def remove(self, entry_id: str) -> None:
        """Remove an entry that is open again; raises `LedgerError` or `WriteRefused`."""
        while place := self._places({entry_id}).get(entry_id):
            document, (index, *_) = place
            self._write(self.name_of(entry_id) or "", document.without(index), {entry_id})

    def remove_all(self, ids: Set[str]) -> None:
        """Remove several entries, with one write of each file; raises as `remove`."""
        if len(ids) == 1:
            self.remove(*ids)
            return
        for name in [name for name in self.stamps() if ids & self._ids_of(name)] if ids else ():
            document = self._document(name)
            going = {index: False for index, table in enumerate(document.tables) if table.get("id") in ids}
            if going:
                self._write(name, changed_together(document, {}, going), set(ids))

    def all(self) -> list[Resolution]:
        """Return every closed entry, the latest first; raises `LedgerError` when a file does not parse."""
        found = [resolution_of(table, year) for year, table in self._tables()]
        return sorted(found, key=lambda item: item.resolved.timestamp(), reverse=True)

    def _tables(self) -> Iterable[tuple[int, Table]]:
        for name in self.stamps():
            for table in self._document(name).tables:
                yield int(name[len("resolved-") :][:4]), table

    def _places(self, ids: Set[str]) -> dict[str, tuple[Document, list[int]]]:
        """Return the document that holds each of some entries, the latest of several, and where in it."""
        found: dict[str, tuple[Document, list[int]]] = {}
        for name in reversed(self.stamps()):
            wanted = self.closed_among(ids - found.keys(), [name]).keys()
            if not wanted:
                continue
            document = self._document_about(name, *wanted) if len(wanted) == 1 else self._document(name)
            for index, table in enumerate(document.tables):
                if (entry_id := table.get("id")) in wanted:
                    found.setdefault(entry_id, (document, []))[1].append(index)
        return found

    def _name_for(self, moment: object) -> str:
        """Return the file for what was closed at a moment; where a hand edit spoilt that, it is the latest."""
        if isinstance(moment, date):
            return f"resolved-{moment.year:04d}.toml"
        names = list(self.stamps())
        if not names:
            raise WriteRefused("It is not known in which year that was closed", "Resolve it instead.")
        return names[-1]

    def _holds(self, name: str, entry_id: str) -> bool:
        """Tell whether an id is that of an entry in a file, as `_ids_of` does, without reading all ids for it."""
        known = self._ids.get(name)
        if known is not None and known[0] == stamp_of(self._folder / name):
            return entry_id in known[1]
        return holds_id(self._data(name), entry_id)

    def _ids_of(self, name: str) -> set[str]:
        stamp = stamp_of(self._folder / name)
        if stamp is None:
            return set()
        known = self._ids.get(name)
        if known is None or known[0] != stamp:
            known = self._ids[name] = (stamp, ids_in(self._data(name)))
        return known[1]

    def _data(self, name: str) -> bytes:
        """Return a file's bytes, read once for a change as long as nobody touches it."""
        stamp, known = stamp_of(self._folder / name), self._bytes.get(name)
        if known is None or known[0] != stamp:
            known = self._bytes[name] = (stamp, read_bytes(self._folder / name, name) or b"")
        return known[1]

    def _document(self, name: str) -> Document:
        known = self._documents.get(name, EMPTY)
        self._documents[name] = read_document(self._folder / name, f".betimes/{name}", known)
        return self._documents[name]

    def _document_about(self, name: str, entry_id: str) -> Document:
        """Return a file's document: of a long plain file one that knows the blocks of one entry only."""
        stamp = stamp_of(self._folder / name)
        if stamp is None or stamp.size <= WHOLE_CHECK:
            return self._document(name)
        from app.ledger.structure import read_part

        key = (name, entry_id, stamp)
        if self._part is None or self._part[0] != key:
            part = read_part(self._data(name), entry_id, is_known_plain=self.plain.get(name) == stamp)
            if part is None:
                self.plain.pop(name, None)
                return self._document(name)
            self.plain[name] = stamp
            self._part = (key, part)
        return self._part[1]

    def _write(self, name: str, document: Document, ids: set[str], added: str = "") -> None:
        path = self._folder / name
        known, before = self._documents.pop(name, EMPTY), stamp_of(path)
        known_ids, was_plain = self._ids.pop(name, None), self.plain.pop(name, None) == before
        written = write_document(path, document)
        stamp = stamp_of(path)
        if written.data is None or stamp is None or stamp.size != len(written.data):
            return
        self._bytes[name] = (stamp, written.data)
        self._steps[name, before] = (stamp, ids if added else set())
        if known.data is document.data:
            self._documents[name] = written
        if known_ids is not None and known_ids[0] == before:
            self._ids[name] = (stamp, known_ids[1] | ids if added else known_ids[1] - ids)
        if was_plain and _is_plain(added):
            self.plain[name] = stamp


def _is_plain(text: str) -> bool:
    from app.ledger.structure import is_plain

    return is_plain(text)


def _closed_block(
    document: Document, block: str, table: Mapping[str, object], closing: Mapping[str, object]
) -> tuple[str, Table]:
    """Return the text and the table of an entry as a file of closed entries has it."""
    closed = awake(table) | dict(closing)
    return edit_block(in_line_ends(block, document.newline), closed, document.newline), closed
