"""Closed entries: `resolved-YYYY.toml`, one file a year, in the form of the ledger.

A block moves there as it was written, comments included, with four keys added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any, get_args

from app.errors import WriteRefused
from app.ledger.block_edit import edit_block
from app.ledger.entry import Outcome, Resolution
from app.ledger.rendering import Table, plain
from app.ledger.tables import entry_of
from app.ledger.toml_file import EMPTY, Document, in_line_ends, parsed_value, read_bytes, read_document, write_document

CLOSING = ("outcome", "resolved", "remark", "followed_by")
"""The keys that a closed entry has beside its own."""

_ID = re.compile(rb"^[ \t]*id[ \t]*=[ \t]*[\"']([^\"'\r\n]*)[\"']", re.MULTILINE)
_NAME = re.compile(r"resolved-([0-9]{4})\.toml")


class ResolvedFiles:
    """The files of closed entries in one `.betimes` folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._documents: dict[str, Document] = {}
        self._ids: dict[str, tuple[tuple[int, int, int], frozenset[str]]] = {}

    def ids(self) -> dict[str, str]:
        """Return the ids of closed entries, each with the name of its file.

        Found by pattern rather than by parsing: they are needed at every start. Works for a file that does not parse.
        """
        return {entry_id: name for name in self._names() for entry_id in self._ids_of(name)}

    def table(self, entry_id: str) -> Table | None:
        """Return a closed entry's table, the four keys included; raises `LedgerError` when its file does not parse."""
        name = self.ids().get(entry_id)
        if name is None:
            return None
        found = [table for table in self._document(name).tables if table.get("id") == entry_id]
        return found[-1] if found else None

    def block(self, entry_id: str) -> str:
        """Return a closed entry's text without the four keys; raises `LedgerError` or `WriteRefused`."""
        document, index = self._place(entry_id)
        return edit_block(document.block(index), own_part(document.tables[index]), document.newline)

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
        moment = closing["resolved"]
        assert isinstance(moment, datetime)
        name = f"resolved-{moment.year:04d}.toml"
        document = self._document(name)
        if any(item.get("id") == table.get("id") for item in document.tables):
            return
        closed = dict(table) | dict(closing)
        text = edit_block(in_line_ends(block, document.newline), closed, document.newline)
        self._write(name, document.with_block(text, closed))

    def remove(self, entry_id: str) -> None:
        """Remove an entry that is open again; raises `LedgerError` or `WriteRefused`."""
        while self.table(entry_id) is not None:
            document, index = self._place(entry_id)
            self._write(self.ids()[entry_id], document.without(index))

    def all(self) -> list[Resolution]:
        """Return every closed entry, the latest first; raises `LedgerError` when a file does not parse."""
        found = [resolution_of(table, year) for year, table in self._tables()]
        return sorted(found, key=lambda item: item.resolved.timestamp(), reverse=True)

    def _tables(self) -> Iterable[tuple[int, Table]]:
        for name in self._names():
            for table in self._document(name).tables:
                yield int(name[len("resolved-") :][:4]), table

    def _place(self, entry_id: str) -> tuple[Document, int]:
        name = self.ids().get(entry_id, "")
        document = self._document(name) if name else EMPTY
        for index, table in enumerate(document.tables):
            if table.get("id") == entry_id:
                return document, index
        raise WriteRefused(f"{entry_id} is not among the resolved entries", f"Look for it in {name or self._folder}.")

    def _names(self) -> list[str]:
        try:
            return sorted(path.name for path in self._folder.iterdir() if _NAME.fullmatch(path.name))
        except OSError:
            return []

    def _ids_of(self, name: str) -> frozenset[str]:
        try:
            status = (self._folder / name).stat()
        except OSError:
            return frozenset()
        stamp = (status.st_size, status.st_mtime_ns, status.st_ino)
        known = self._ids.get(name)
        if known is None or known[0] != stamp:
            data = read_bytes(self._folder / name, name) or b""
            known = (stamp, frozenset(match.decode("utf-8", "replace") for match in _ID.findall(data)))
            self._ids[name] = known
        return known[1]

    def _document(self, name: str) -> Document:
        known = self._documents.get(name, EMPTY)
        self._documents[name] = read_document(self._folder / name, f".betimes/{name}", known)
        return self._documents[name]

    def _write(self, name: str, document: Document) -> None:
        self._documents[name] = write_document(self._folder / name, document)


def own_part(closed: Mapping[str, object]) -> Table:
    """Return a closed entry's table without the four keys: what it was when it was open."""
    return {key: value for key, value in closed.items() if key not in CLOSING}


def closing_part(closed: Mapping[str, object]) -> Table:
    """Return the four keys of a closed entry's table."""
    return {key: closed[key] for key in CLOSING if key in closed}


def closing_keys(outcome: Outcome, resolved: datetime, remark: str, followed_by: str) -> Table:
    """Return the keys that close an entry."""
    keys: Table = {"outcome": outcome, "resolved": plain(resolved)}
    if remark:
        keys["remark"] = remark
    if followed_by:
        keys["followed_by"] = followed_by
    return keys


def resolution_of(closed: Mapping[str, object], year: int) -> Resolution:
    """Return a closed entry as a value; where a hand edit spoilt its keys, the file's year and `done` stand in."""
    outcome: Any = closed.get("outcome")
    moment = closed.get("resolved")
    if not isinstance(moment, datetime):
        day = moment if isinstance(moment, date) else date(year, 1, 1)
        moment = datetime(day.year, day.month, day.day).astimezone()
    return Resolution(
        entry_of(own_part(closed)),
        outcome if outcome in get_args(Outcome) else "done",
        moment,
        parsed_value(closed, "remark"),
        parsed_value(closed, "followed_by"),
    )


def check_no_closing_keys(table: Mapping[str, object]) -> None:
    """Refuse to close an entry that already uses one of the four keys for something else."""
    for key in CLOSING:
        if key in table:
            raise WriteRefused(
                f"The entry was not resolved: it has a key `{key}`, which resolved entries need for themselves",
                "Give that key another name in .betimes/ledger.toml.",
            )
