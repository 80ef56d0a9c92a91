"""The ledger's files together: what is open on disk, and moving entries between open and resolved.

Every move writes the file that gains the entry first, with the values that it has in the other one: what it is to hold
beside is written afterwards. So an entry found in both with the same values is resolved, and a move that was cut off in
between is completed by the next write. One found in both with other values was written by somebody else; it is hidden,
and stays as it is until a person corrects it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from app.errors import LedgerError, VaultError, WriteRefused
from app.ledger.block_edit import edit_block
from app.ledger.blocks import blank_lines_after
from app.ledger.closed_tables import awake, check_no_closing_keys, own_part
from app.ledger.rendering import Table, render_block, same
from app.ledger.rereading import read_document
from app.ledger.resolved import ResolvedFiles
from app.ledger.scanner import comments_in
from app.ledger.stamps import Stamp, digest_of
from app.ledger.together import changed_together
from app.ledger.toml_file import (
    EMPTY,
    Document,
    header_text,
    in_line_ends,
    read_bytes,
    unchanged_on_disk,
    write_document,
)
from app.ledger.view import LEDGER, View, has_id, standing, view_of
from app.vault.presence import Presence


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

    def __init__(self, root: Path, memory: Path | None = None) -> None:
        self.folder = root / ".betimes"
        self.path = self.folder / "ledger.toml"
        self.resolved = ResolvedFiles(self.folder)
        self.disk = EMPTY
        self._presence = Presence(root, memory)
        self._seen = _Seen(View(), EMPTY, {})
        self._apart: Apart | None = None
        self._none_in_both: tuple[frozenset[str], Mapping[str, Stamp]] = (frozenset(), {})

    def read(self, known: View) -> View:
        """Read what is open; raises `LedgerError` when the vault is gone or the ledger does not parse."""
        try:
            self._presence.check()
        except VaultError as error:
            raise LedgerError(error.message, error.hint) from error
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
        self.check_not_standing(view, str(table.get("id")))
        document = _begun(view.document)
        self.save(document.with_block(render_block(table), table))
        return {"offset": len(document.text), "digest": _digest(document.text)}

    def alter(self, view: View, index: int, table: Table) -> None:
        """Change an entry; raises `WriteRefused`."""
        self.save(view.document.with_table(index, table))

    def delete(self, view: View, index: int, place: Mapping[str, Any]) -> None:
        """Remove an entry, its comments excepted; what `insert` put at the end goes without a trace.

        Raises:
            WriteRefused: Nothing was changed, and why.
        """
        self.save(_without_gap(view.document, index, place) or view.document.without(index, keep_comments=True))

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
            self.save(after)
        except (WriteRefused, LedgerError):
            self.take_back({str(table["id"])})
            raise
        return _place(document, index, after) if following is None else {}

    def take_back(self, ids: Set[str]) -> None:
        """Remove from the resolved entries those that the ledger has as before, after a write that was refused.

        One that the ledger does not have, whatever the system said of the write, would be nowhere then; in doubt it
        stays in both.
        """
        with suppress(WriteRefused, LedgerError):
            data = read_bytes(self.path, LEDGER) or b""
            self.resolved.remove_all({entry_id for entry_id in ids if entry_id.encode("utf-8", "replace") in data})

    def reopen(self, view: View, table: Table, following: int | None, place: Mapping[str, Any]) -> None:
        """Move a resolved entry back.

        Args:
            view: What is open.
            table: What the entry is to hold.
            following: The index of the next occurrence that gives way to it, or None.
            place: What `close` returned; empty when unknown.

        Raises:
            WriteRefused: It is not among the resolved entries, stands in the ledger with other values, or cannot be
                written; nothing was changed.
            LedgerError: The file that holds it does not parse.
        """
        entry_id, document = str(table["id"]), _begun(view.document)
        standing = [index for index, row in enumerate(view.rows) if entry_id in view.hidden and row.id == entry_id]
        if len(standing) == 1 and same(document.tables[standing[0]], table):
            if following is not None:
                self.save(document.without(following))
        else:
            self.check_not_standing(view, entry_id)
            self._put_in(document, table, following, place)
        self.resolved.remove(entry_id)
        index = next((index for index, item in enumerate(self.disk.tables) if item.get("id") == entry_id), None)
        if index is not None and not same(self.disk.tables[index], table):
            try:
                self.save(self.disk.with_table(index, table))
            except WriteRefused as error:
                raise type(error)(f"{entry_id} is open again, as it was closed: {error.message}", error.hint) from error

    def _put_in(self, document: Document, table: Table, following: int | None, place: Mapping[str, Any]) -> None:
        """Put a resolved entry's block into the ledger; what differs from its values there is left for later."""
        closed = own_part(self.resolved.table(table["id"]) or {})
        put = table if same(awake(table), closed) else closed
        block = edit_block(in_line_ends(self.resolved.block(table["id"]), document.newline), put, document.newline)
        if following is not None:
            self.save(_put_in_place(document, following, block, put))
        else:
            self.save(_put_back(document, block, put, place))

    def check_not_standing(self, view: View, entry_id: str) -> None:
        """Refuse to put into the ledger what stands there already, hidden because it is resolved too."""
        if entry_id in view.hidden:
            hint = "Remove it there, or give it another id, then try again."
            raise WriteRefused(standing(entry_id, view.lines_of(entry_id)), hint)

    def rewrite(self, view: View, change: Callable[[Document], Document]) -> None:
        """Change several entries in one write; raises `WriteRefused`."""
        self.save(change(_begun(view.document)))

    def begun(self, view: View) -> Document:
        """Return the document that a change of it starts from: a new ledger begins with its head."""
        return _begun(view.document)

    def save(self, document: Document) -> None:
        """Write the ledger in place of what `disk` was read from; raises `WriteRefused`."""
        self.disk = write_document(self.path, document)

    def write_id(self, view: View, index: int) -> View:
        """Give an entry that was written by hand without an id the one it is shown with; raises `WriteRefused`."""
        table = view.document.tables[index]
        if has_id(table):
            return view
        self.alter(view, index, {"id": view.rows[index].id} | {k: v for k, v in table.items() if k != "id"})
        return self.read(view)

    def _completed(self, document: Document, stamps: Mapping[str, Stamp]) -> tuple[Document, dict[str, str]]:
        """Return the document without the entries that are resolved already, and the ids that stay hidden in it."""
        hidden: dict[str, str] = {}
        written = frozenset(i for table in document.tables if isinstance(i := table.get("id"), str))
        closed = self._open_and_closed(document, written, stamps)
        if not closed:
            return document, hidden
        places: dict[str, list[int]] = {}
        for index, table in enumerate(document.tables):
            places.setdefault(str(table.get("id")), []).append(index)
        used = {*written, *self.resolved.ids()}
        following: dict[int, Table] = {}
        gone: dict[int, bool] = {}
        for entry_id in sorted(closed):
            try:
                made = self._complete(document, entry_id, places.get(entry_id, []), used)
            except (LedgerError, WriteRefused):
                made = False
            if made is False:
                hidden[entry_id] = closed[entry_id]
            elif isinstance(made, dict):
                following[places[entry_id][0]] = made
                used.add(made["id"])
            elif made is True:
                gone[places[entry_id][0]] = False
        if not following and not gone:
            return document, hidden
        try:
            return changed_together(document, following, gone), hidden
        except WriteRefused:
            return document, closed

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

    def _complete(self, document: Document, entry_id: str, indices: list[int], used: set[str]) -> bool | Table | None:
        """Tell how to finish a resolution that was cut off.

        Returns:
            True when the entry is to go, or the next occurrence that is to take its place; False when the entry in the
            ledger is not what was resolved; None when it is not resolved.
        """
        closed = self.resolved.table(entry_id)
        if closed is None:
            return None
        if len(indices) != 1 or not same(awake(document.tables[indices[0]]), own_part(closed)):
            return False
        return _cut_off_following(closed, used) or True


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
