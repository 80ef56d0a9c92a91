"""Making a recorded change again, or the other way round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.ledger.files import LedgerFiles
from app.ledger.journal import JournalLine
from app.ledger.rendering import Table, same
from app.ledger.view import View


class Conflict(Exception):
    """The entry is no longer what the change left; the message says how."""


@dataclass(frozen=True, slots=True)
class Move:
    """A change in one direction: the entry from `source` to `target`, its next occurrence likewise."""

    id: str
    source: Table | None
    target: Table | None
    closing: Table | None
    next_id: str
    next_source: Table | None
    next_target: Table | None
    place: Mapping[str, Any]


def move_of(line: JournalLine, *, forward: bool) -> Move:
    """Return the move that makes a change again (`forward`) or takes it back."""
    following = line.details.get("next") or {}
    ends = (line.before, line.after)
    next_ends = (following.get("before"), following.get("after"))
    source, target = ends if forward else ends[::-1]
    next_source, next_target = next_ends if forward else next_ends[::-1]
    closing, place = line.details.get("closing"), line.details.get("place") or {}
    return Move(line.id, source, target, closing, following.get("id", ""), next_source, next_target, place)


def carry_out(files: LedgerFiles, view: View, move: Move) -> None:
    """Make a move; what has been made already, before a crash, is left alone.

    Raises:
        Conflict: The entry was changed by hand since.
        WriteRefused: Nothing was changed, and why.
        LedgerError: A file does not parse.
    """
    if move.id in view.duplicates:
        raise Conflict("several entries have its id")
    if move.target is None:
        _take_out(files, view, move)
    elif move.source is None:
        _put_in(files, view, move, move.target)
    else:
        _alter(files, view, move, move.source, move.target)


def _take_out(files: LedgerFiles, view: View, move: Move) -> None:
    index = view.places.get(move.id)
    if index is None:
        return
    if not same(view.document.tables[index], move.source):
        raise Conflict("it was changed since")
    if move.closing is None:
        files.delete(view, index, move.place)
    else:
        files.close(view, index, move.closing, move.next_target)


def _put_in(files: LedgerFiles, view: View, move: Move, target: Table) -> None:
    if move.id in view.places:
        if not same(view.document.tables[view.places[move.id]], target):
            raise Conflict("it is open again, and differs")
    elif move.closing is None:
        files.insert(view, target)
    else:
        files.reopen(view, target, _following(files, view, move), move.place)


def _following(files: LedgerFiles, view: View, move: Move) -> int | None:
    """Return the index of the next occurrence, which gives way."""
    if move.next_source is None:
        return None
    index = view.places.get(move.next_id)
    if index is None and files.resolved.name_of(move.next_id) is not None:
        raise Conflict("its next occurrence is resolved")
    if index is not None and not same(view.document.tables[index], move.next_source):
        raise Conflict("its next occurrence was changed since")
    return index


def _alter(files: LedgerFiles, view: View, move: Move, source: Table, target: Table) -> None:
    index = view.places.get(move.id)
    if index is None:
        raise Conflict("it is no longer open")
    current = view.document.tables[index]
    result = dict(current)
    for key in [*source, *(key for key in target if key not in source)]:
        if same(source.get(key), target.get(key)) or same(current.get(key), target.get(key)):
            continue
        if not same(current.get(key), source.get(key)):
            raise Conflict(f"its `{key}` was changed since")
        result.pop(key, None)
        if key in target:
            result[key] = target[key]
    if result != current:
        files.alter(view, index, result)
