"""Several entries changed in one step: one write of the ledger, one line of the journal, one undo."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from app.errors import LedgerError, WriteRefused
from app.ledger.block_edit import edit_block, parse_block
from app.ledger.closed_tables import awake, closing_part, own_part
from app.ledger.files import LedgerFiles
from app.ledger.journal import JournalLine
from app.ledger.rendering import Table, render_block, same
from app.ledger.reversal import Conflict
from app.ledger.together import changed_together
from app.ledger.toml_file import Document, in_line_ends
from app.ledger.view import View


@dataclass(frozen=True, slots=True)
class Part:
    """What becomes of one entry.

    Attributes:
        id: The entry.
        before: Its open table; None when it is not open.
        after: The same afterwards.
        closed_before: Its closed table, the closing keys included; None when it is not closed.
        closed_after: The same afterwards.
        text: How its block is written where there is none yet, comments included; made from the table when empty.
    """

    id: str
    before: Table | None
    after: Table | None
    closed_before: Table | None = None
    closed_after: Table | None = None
    text: str = ""

    def reversed(self) -> Part:
        """Return what takes it back."""
        return Part(self.id, self.after, self.before, self.closed_after, self.closed_before, self.text)

    def recorded(self) -> dict[str, Any]:
        """Return it as the journal keeps it."""
        part: dict[str, Any] = {"id": self.id, "before": self.before, "after": self.after}
        optional = {"closed_before": self.closed_before, "closed_after": self.closed_after, "text": self.text}
        return part | {key: value for key, value in optional.items() if value}


def parts_in(line: JournalLine) -> list[Part]:
    """Return the parts of a journal line that changed several entries; those that cannot be read are left out."""
    entries = line.details.get("entries")
    found = [_part(item) for item in entries] if isinstance(entries, list) else []
    return [part for part in found if part is not None]


def _part(recorded: object) -> Part | None:
    if not isinstance(recorded, Mapping):
        return None
    tables = [recorded.get(key) for key in ("before", "after", "closed_before", "closed_after")]
    entry_id, text = recorded.get("id"), recorded.get("text", "")
    if not isinstance(entry_id, str) or not isinstance(text, str):
        return None
    if not all(table is None or isinstance(table, dict) for table in tables):
        return None
    before, after, closed_before, closed_after = tables
    return Part(entry_id, before, after, closed_before, closed_after, text if _is_block(text) else "")


def _is_block(text: str) -> bool:
    try:
        return isinstance(parse_block(text), dict)
    except (tomllib.TOMLDecodeError, LookupError, TypeError, RecursionError):
        return False


def reverse_parts(files: LedgerFiles, view: View, line: JournalLine, *, forward: bool) -> list[dict[str, Any]]:
    """Take back a change of several entries, or (`forward`) make it again; all of it or nothing.

    Returns:
        What to record.

    Raises:
        Conflict: One of the entries was changed since.
        WriteRefused: Nothing was changed, and why.
        LedgerError: A file does not parse.
    """
    parts = parts_in(line) if forward else [part.reversed() for part in parts_in(line)]
    closed = files.resolved.tables({part.id for part in parts})
    carry_out_parts(files, view, [part for part in parts if not _is_made(closed, view, part)])
    return [part.recorded() for part in parts]


def carry_out_parts(files: LedgerFiles, view: View, parts: Sequence[Part]) -> None:
    """Make a change of several entries. Raises as `reverse_parts`.

    The files that gain entries are written first, each once. An entry that moves between files has the same values in
    both while it is in both: where it is to have others, the ledger is written once more, before or after the move.
    """
    closed = files.resolved.tables({part.id for part in parts})
    for part in parts:
        files.check_not_standing(view, part.id)
        _check(closed, view, part)
    gained = [part for part in parts if part.closed_after is not None and part.closed_before is None]
    lost = [part for part in parts if part.closed_before is not None and part.closed_after is None]
    try:
        document = _as_closed(files, view, gained)
        files.resolved.append_all(_closed_block(document, view, part) for part in gained)
        if any(part.before is not None or part.after is not None for part in parts):
            files.save(_changed(document, files, view, parts))
    except (WriteRefused, LedgerError):
        files.take_back({part.id for part in gained if part.before is not None})
        with suppress(WriteRefused, LedgerError):
            files.resolved.remove_all({part.id for part in gained if part.before is None})
            if files.disk.data != view.document.data and files.is_unchanged():
                files.save(replace(view.document, data=files.disk.data))
        raise
    files.resolved.remove_all({part.id for part in lost})
    _as_wanted(files, lost)


def _as_closed(files: LedgerFiles, view: View, gained: Sequence[Part]) -> Document:
    """Give what is to be closed with other values than it has the values with which it is closed."""
    document, changes = files.begun(view), dict[int, Table]()
    for part in gained:
        index, closed = view.places.get(part.id), own_part(part.closed_after or {})
        if index is not None and not same(awake(document.tables[index]), closed):
            changes[index] = closed
    if changes:
        files.save(changed_together(document, changes, {}))
        document = files.disk
    return document


def _as_wanted(files: LedgerFiles, lost: Sequence[Part]) -> None:
    """Give what is open again the values that it is to have."""
    wanted = {part.id: part.after for part in lost if part.after is not None}
    changes = {
        index: after
        for index, table in enumerate(files.disk.tables)
        if (after := wanted.get(str(table.get("id")))) is not None and not same(table, after)
    }
    if changes:
        files.save(changed_together(files.disk, changes, {}))


def _is_made(closed: Mapping[str, Table], view: View, part: Part) -> bool:
    return _is(closed, view, part.id, part.after, part.closed_after)


def _check(closed: Mapping[str, Table], view: View, part: Part) -> None:
    if part.id in view.duplicates:
        raise Conflict(f"several entries have the id {part.id}")
    if not _is(closed, view, part.id, part.before, part.closed_before):
        raise Conflict(f"{part.id} was changed since")


def _is(here: Mapping[str, Table], view: View, entry_id: str, is_open: Table | None, closed: Table | None) -> bool:
    return same(open_table(view, entry_id), is_open) and same(_awake(here.get(entry_id)), _awake(closed))


def _awake(closed: Table | None) -> Table | None:
    """Return what is closed without what an earlier version left in it."""
    return None if closed is None else awake(closed)


def open_table(view: View, entry_id: str) -> Table | None:
    """Return the table of an open entry, its id included; None when exactly one does not have that id."""
    index = view.places.get(entry_id)
    return None if index is None else {"id": entry_id} | view.document.tables[index] | {"id": entry_id}


def _closed_block(document: Document, view: View, part: Part) -> tuple[str, Table, Table]:
    """Return the block, the table and the closing of what is to be closed."""
    assert part.closed_after is not None
    index, table = view.places.get(part.id), own_part(part.closed_after)
    block = part.text or render_block(table)
    if index is not None:
        block = edit_block(document.block(index), table, document.newline)
    return block, table, closing_part(part.closed_after)


def _changed(document: Document, files: LedgerFiles, view: View, parts: Sequence[Part]) -> Document:
    """Return the ledger with all parts made; what is open again has the values with which it was closed."""
    changed: dict[int, Table] = {}
    removed: dict[int, bool] = {}
    added: list[tuple[str, Table]] = []
    blocks = files.resolved.blocks({part.id for part in parts if part.closed_before is not None})
    for part in parts:
        index = view.places.get(part.id)
        if index is not None and part.after is not None:
            changed[index] = part.after
        elif index is not None:
            is_kept_elsewhere = part.closed_after is not None or document.block(index) == part.text
            removed[index] = not is_kept_elsewhere
        elif part.after is not None:
            added.append(_added(part, part.after, blocks.get(part.id, ""), document.newline))
    return changed_together(document, changed, removed, added)


def _added(part: Part, after: Table, closed_block: str, newline: str) -> tuple[str, Table]:
    text = part.text
    if part.closed_before is not None:
        text, closed = closed_block, own_part(part.closed_before)
        after = after if same(awake(after), closed) else closed
    return edit_block(in_line_ends(text or render_block(after), newline), after, newline), after
