"""The journal: every change of the ledger and of task lines, one JSON object a line, only ever added to.

A line that cannot be read (torn by a crash, damaged, or of another shape) is passed over; the lines around it count.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any

from app.ledger.journal_shape import is_text, is_well_formed
from app.ledger.rendering import Table, render_value

BY_HAND = frozenset({"added-by-hand", "edited-by-hand", "removed-by-hand"})
"""Changes that somebody else made to the file; they are recorded, and not undone from here."""

NOTED = "noted-the-line-of"
"""How the line of an entry was found in its note; nothing changed, and there is nothing to undo."""

NO_STEPS = BY_HAND | {NOTED}
"""What undo passes over."""

_BOM = b"\xef\xbb\xbf"
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:[+-][0-9]{2}:[0-9]{2})?")


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One change.

    Attributes:
        time: When.
        kind: `added`, `edited`, `snoozed`, `resolved`, `reopened`, `dismissed`, `undo`, `redo`, `...-by-hand`, or
            `task-...`.
        id: The entry, `path:line` of a task line, or what the agenda calls a suggestion.
        before: The entry's table (or the raw task line) before; None when it was not open.
        after: The same afterwards.
        op: Names this change, so that an undo can name it.
        details: What else belongs to it: `closing` (outcome, resolved, remark), `next` (id, before, after of the
            following occurrence), `place`, `undoes`, `redoes`, `path`, `line`; what `line_steps` tells of an entry's
            line; `entries` of a change of several entries in one step, each with `id`, `before`, `after`; `id` above is
            then what the step is called by; `dismissal` (key, sentence) of a suggestion, which is no entry.
    """

    time: datetime
    kind: str
    id: str
    before: Any = None
    after: Any = None
    op: str = ""
    details: dict[str, Any] = field(default_factory=dict)


def encode_line(line: JournalLine) -> bytes:
    """Return a line as JSON, ended."""
    values = {
        "time": line.time.isoformat(),
        "op": line.op,
        "kind": line.kind,
        "id": line.id,
        "before": line.before,
        "after": line.after,
    }
    return json.dumps(_encoded(values | line.details), ensure_ascii=True).encode() + b"\n"


def decode_lines(data: bytes) -> Iterator[JournalLine]:
    """Yield the lines that can be read."""
    for raw in data.split(b"\n"):
        line = decode_line(raw)
        if line is not None:
            yield line


def decode_line(raw: bytes) -> JournalLine | None:
    """Return one line; None when it cannot be read."""
    try:
        values = _DECODER.decode(raw.removeprefix(_BOM).decode())
        moment = datetime.fromisoformat(values.pop("time"))
        kind, entry_id = values.pop("kind"), values.pop("id")
        before, after, op = values.pop("before"), values.pop("after"), values.pop("op")
        if not all(isinstance(item, str) for item in (kind, entry_id, op)):
            return None
        if not is_well_formed(before, after, values):
            return None
        if b"\\u" in raw and not is_text(entry_id, before, after, values):
            return None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return JournalLine(moment, kind, entry_id, before, after, op, values)


def _encoded(value: object) -> object:
    """Return a TOML value as JSON: what JSON does not have becomes `{"toml": "2026-08-15"}`."""
    if isinstance(value, Mapping):
        if value.keys() == {"toml"}:
            return {"toml": render_value(value)}
        return {key: _encoded(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_encoded(item) for item in value]
    if isinstance(value, (date, time)):
        return {"toml": value.isoformat()}
    return value


def _decoded(value: dict[str, Any]) -> Any:
    """Return what a JSON object stands for; called for the innermost first."""
    text = value.get("toml")
    if len(value) != 1 or not isinstance(text, str):
        return value
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text)
        if _MOMENT.fullmatch(text):
            return datetime.fromisoformat(text)
    except ValueError:
        pass
    return tomllib.loads(f"x = {text}")["x"]


_DECODER = json.JSONDecoder(object_hook=_decoded)


def is_task(line: JournalLine) -> bool:
    """Return True for a change of a task line, or its undoing."""
    return "path" in line.details


def open_tables(lines: Iterable[JournalLine]) -> dict[str, Table]:
    """Return the open entries, by id, as they were after the given lines.

    All lines up to some moment give the ledger of that moment.
    """
    state: dict[str, Table] = {}
    for line in lines:
        advance(state, line)
    return state


def advance(state: dict[str, Table], line: JournalLine) -> None:
    """Take one change into account."""
    if is_task(line):
        return
    if "entries" not in line.details:
        _put(state, line.id, line.after)
    for part in parts_of(line):
        _put(state, str(part.get("id")), part.get("after"))


def parts_of(line: JournalLine) -> list[dict[str, Any]]:
    """Return what a line says of entries beside the one it is named by, each with `id`, `before`, `after`."""
    entries = line.details.get("entries")
    parts = [line.details.get("next"), *(entries if isinstance(entries, list) else ())]
    return [part for part in parts if isinstance(part, dict)]


def _put(state: dict[str, Table], entry_id: str, table: object) -> None:
    if isinstance(table, dict):
        state[entry_id] = table
    else:
        state.pop(entry_id, None)


def ids_in(lines: Iterable[JournalLine]) -> set[str]:
    """Return every id that was ever given."""
    ids: set[str] = set()
    for line in lines:
        ids.add(line.id)
        ids.update(str(part.get("id")) for part in parts_of(line))
    return ids
