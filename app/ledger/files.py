"""The ledger's files together: what is open on disk, and moving entries between open and resolved.

Every move writes the file that gains the entry first. An entry found in both is resolved, so a move that was cut off
in between is completed by the next write.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from app.errors import LedgerError, WriteRefused
from app.ledger.block_edit import edit_block
from app.ledger.blocks import blank_lines_after
from app.ledger.rendering import Table, render_block, same
from app.ledger.rereading import read_document
from app.ledger.resolved import ResolvedFiles, check_no_closing_keys, own_part
from app.ledger.scanner import comments_in
from app.ledger.stamps import Stamp, digest_of
from app.ledger.toml_file import (
    EMPTY,
    Document,
    header_text,
    in_line_ends,
    unchanged_on_disk,
    write_document,
)
from app.ledger.view import LEDGER, View, has_id, view_of


@dataclass(frozen=True, slots=True)
class Apart:
    """Files of which it is known that no entry is both open and resolved.

    Attributes:
        ledger: A digest of the ledger's bytes.
        resolved: The resolved files, each with its stamp.
    """

    ledger: str
    resolved: Mapping[str, Stamp]


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a reading saw: without a change since, the next one finds the same."""

    view: View
    disk: Document
    resolved: Mapping[str, Stamp]


class LedgerFiles:
    """The ledger and its resolved files in one vault."""

    def __init__(self, root: Path) -> None:
        self.folder = root / ".betimes"
        self.path = self.folder / "ledger.toml"
        self.resolved = ResolvedFiles(self.folder)
        self.disk = EMPTY
        self._root = root
        self._seen = _Seen(View(), EMPTY, {})
        self._apart: Apart | None = None
        self._none_in_both: tuple[frozenset[str], Mapping[str, Stamp]] = (frozenset(), {})

    def read(self, known: View) -> View:
        """Read what is open; raises `LedgerError` when the vault is gone or the ledger does not parse."""
        if not self._root.is_dir():
            raise LedgerError(f"{self._root} is not there", "Look whether the folder was moved or is not mounted.")
        self.disk = read_document(self.path, LEDGER, self.disk)
        stamps = self.resolved.stamps()
        if known is self._seen.view and self.disk is self._seen.disk and stamps == self._seen.resolved:
            return known
        document, closed = self._completed(self.disk, stamps)
        if (document.text, document.data, closed) != (known.document.text, known.document.data, known.hidden):
            known = view_of(document, closed, known, self.resolved.ids)
        self._seen = _Seen(known, self.disk, stamps)
        return known

    def trust(self, apart: Apart) -> None:
        """Take it as known that no entry is both open and resolved while the files are as they were."""
        self._apart = apart

    def apart(self) -> Apart | None:
        """Return what to `trust` the next time; None while an entry is both open and resolved, on disk."""
        view, disk, stamps = self._seen.view, self._seen.disk, self._seen.resolved
        is_apart = view.document is disk is self.disk and not view.hidden
        return Apart(digest_of(disk.data), stamps) if is_apart else None

    def is_unchanged(self) -> bool:
        """Return True while the ledger is what was read last; raises `LedgerError`."""
        return unchanged_on_disk(self.path, LEDGER, self.disk)

    def insert(self, view: View, table: Table) -> dict[str, Any]:
        """Add an entry at the end and return where, for `delete`; raises `WriteRefused`."""
        document = _begun(view.document)
        self._save(document.with_block(render_block(table), table))
        return {"offset": len(document.text), "digest": _digest(document.text)}

    def alter(self, view: View, index: int, table: Table) -> None:
        """Change an entry; raises `WriteRefused`."""
        self._save(view.document.with_table(index, table))

    def delete(self, view: View, index: int, place: Mapping[str, Any]) -> None:
        """Remove an entry, its comments excepted; what `insert` put at the end goes without a trace.

        Raises:
            WriteRefused: Nothing was changed, and why.
        """
        self._save(_without_gap(view.document, index, place) or view.document.without(index, keep_comments=True))

    def close(self, view: View, index: int, closing: Table, following: Table | None) -> dict[str, Any]:
        """Move an entry to the resolved ones; its next occurrence, if any, takes its place.

        Returns:
            Where it stood, for `reopen`.

        Raises:
            WriteRefused: Nothing was changed, and why.
            LedgerError: The year's file does not parse.
        """
        document, table = view.document, view.document.tables[index]
        check_no_closing_keys(table)
        after = document.without(index) if following is None else document.with_table(index, following)
        self.resolved.append(document.block(index), table, closing)
        try:
            self._save(after)
        except (WriteRefused, LedgerError):
            with suppress(WriteRefused, LedgerError):
                self.resolved.remove(table["id"])
            raise
        return _place(document, index, after) if following is None else {}

    def reopen(self, view: View, table: Table, following: int | None, place: Mapping[str, Any]) -> None:
        """Move a resolved entry back.

        Args:
            view: What is open.
            table: What the entry is to hold.
            following: The index of the next occurrence that gives way to it, or None.
            place: What `close` returned; empty when unknown.

        Raises:
            WriteRefused: It is not among the resolved entries, or cannot be written; nothing was changed.
            LedgerError: The file that holds it does not parse.
        """
        document = _begun(view.document)
        block = edit_block(in_line_ends(self.resolved.block(table["id"]), document.newline), table, document.newline)
        if following is not None:
            self._save(_put_in_place(document, following, block, table))
        else:
            self._save(_put_back(document, block, table, place))
        self.resolved.remove(table["id"])

    def rewrite(self, view: View, change: Callable[[Document], Document]) -> None:
        """Change several entries in one write; raises `WriteRefused`."""
        self._save(change(_begun(view.document)))

    def write_id(self, view: View, index: int) -> View:
        """Give an entry that was written by hand without an id the one it is shown with; raises `WriteRefused`."""
        table = view.document.tables[index]
        if has_id(table):
            return view
        self.alter(view, index, {"id": view.rows[index].id} | {k: v for k, v in table.items() if k != "id"})
        return self.read(view)

    def _save(self, document: Document) -> None:
        self.disk = write_document(self.path, document)

    def _completed(self, document: Document, stamps: Mapping[str, Stamp]) -> tuple[Document, dict[str, str]]:
        """Return the document without the entries that are resolved already, and the ids that stay hidden in it."""
        hidden: dict[str, str] = {}
        written = frozenset(i for table in document.tables if isinstance(i := table.get("id"), str))
        closed = self._open_and_closed(document, written, stamps)
        for entry_id in sorted(closed):
            try:
                completed = self._complete(document, entry_id, {*written, *self.resolved.ids()})
            except (LedgerError, WriteRefused):
                completed = None
            if completed is None:
                hidden[entry_id] = closed[entry_id]
            else:
                document = completed
        return document, hidden

    def _open_and_closed(
        self, document: Document, written: frozenset[str], stamps: Mapping[str, Stamp]
    ) -> dict[str, str]:
        """Return the ids in the ledger that are in resolved files too, each with its file.

        Where it is known that there were none, only new ids and changed files are looked at.
        """
        if self._apart is not None and self._apart == Apart(digest_of(document.data), stamps):
            self._none_in_both = (written, stamps)
        ids, files = self._none_in_both
        closed = self.resolved.closed_among(written - ids, stamps)
        for name in [name for name, stamp in stamps.items() if files.get(name) != stamp]:
            added = self.resolved.added_since(name, files.get(name))
            closed |= self.resolved.closed_among(written if added is None else written & added, [name])
        if not closed:
            self._none_in_both = (written, stamps)
        return closed

    def _complete(self, document: Document, entry_id: str, used: set[str]) -> Document | None:
        """Finish a resolution that was cut off; None when the entry in the ledger is not what was resolved."""
        closed = self.resolved.table(entry_id)
        if closed is None:
            return document
        indices = [index for index, table in enumerate(document.tables) if table.get("id") == entry_id]
        if len(indices) != 1 or not same(document.tables[indices[0]], own_part(closed)):
            return None
        following = _cut_off_following(closed, used)
        return document.without(indices[0]) if following is None else document.with_table(indices[0], following)


def _cut_off_following(closed: Table, used: set[str]) -> Table | None:
    next_id, moment = closed.get("followed_by"), closed.get("resolved")
    if not isinstance(next_id, str) or next_id in used or not isinstance(moment, datetime):
        return None
    from app.ledger.occurrences import next_occurrence, repeats

    return next_occurrence(own_part(closed), moment, next_id) if repeats(closed, "done") else None


def _begun(document: Document) -> Document:
    return replace(document, text=header_text()) if document.data is None and not document.text else document


def _place(before: Document, index: int, after: Document) -> dict[str, Any]:
    start, end = before.blocks[index]
    tail = before.text[end : blank_lines_after(before.text, end)]
    unended = not before.block(index).endswith("\n")
    return {"offset": start, "tail": tail, "digest": _digest(after.text), "unended": unended}


def _put_back(document: Document, block: str, table: Table, place: Mapping[str, Any]) -> Document:
    """Put a block where it was if nothing has changed since, so that the file is what it was; else at the end."""
    offset, tail = place.get("offset"), place.get("tail")
    if place.get("digest") != _digest(document.text) or not isinstance(offset, int) or not isinstance(tail, str):
        return document.with_block(block, table)
    if place.get("unended"):
        block = block.removesuffix(document.newline)
    return document.with_text_at(offset, block + tail, block, table)


def _put_in_place(document: Document, index: int, block: str, table: Table) -> Document:
    if comments_in(document.block(index)) == comments_in(block):
        return document.with_text_of(index, block, table)
    return document.with_table(index, table)


def _without_gap(document: Document, index: int, place: Mapping[str, Any]) -> Document | None:
    """Return the document as it was before an entry was put at its end; None when more has changed."""
    offset = place.get("offset")
    start, end = document.blocks[index]
    if not isinstance(offset, int) or _digest(document.text[:offset]) != place.get("digest"):
        return None
    if end != len(document.text) or document.text[offset:start].strip() or comments_in(document.block(index)):
        return None
    without = document.without(index)
    return replace(without, text=without.text[:offset])


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
