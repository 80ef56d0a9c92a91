"""Values to columns and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any

from app.vault.decoding import clean
from app.vault.note import FileStamp, Note, PropertyValue, TaskLine
from app.vault.properties import named, read_moment

_DATES = ("due", "scheduled", "start", "created", "done", "cancelled", "reminder")
_CLOCKS = ("at", "reminder_at")
_TUPLES = ("tags", "links", "depends_on")
_OWN_COLUMNS = ("path", "line", "raw", "status")
_MODIFIED_KEYS = ("updated", "modified")


def pack(value: object) -> str:
    """Return JSON for a column: compact, and storable whatever characters are in it."""
    return json.dumps(value, separators=(",", ":"))


def strings(packed: str) -> tuple[str, ...]:
    """Read a list of texts."""
    return () if packed == "[]" else tuple(json.loads(packed))


def mapping(packed: str) -> Mapping[str, PropertyValue]:
    """Read properties."""
    properties: dict[str, PropertyValue] = {} if packed == "{}" else json.loads(packed)
    return properties


def modified_of(note: Note, stamp: FileStamp) -> float:
    """Return when a note was last modified: what its frontmatter says, else what the file system says.

    Returns:
        Seconds since the epoch; a written date without a zone is local.
    """
    for key in _MODIFIED_KEYS:
        written = named(note.properties, key)
        moment = read_moment(written) if isinstance(written, str) else None
        if moment is not None:
            try:
                return datetime.fromisoformat(moment.isoformat()).timestamp()
            except (ValueError, OverflowError, OSError):
                continue
    return stamp.mtime_ns / 1e9


def note_columns(note: Note, stamp: FileStamp) -> dict[str, object]:
    """Return the columns of a note."""
    return {
        "path": note.path,
        "title": note.title,
        "digest": note.digest,
        "aliases": pack(note.aliases),
        "tags": pack(note.tags),
        "properties": pack(dict(note.properties)),
        "problem": note.problem,
        "modified": modified_of(note, stamp),
        **stamp_columns(stamp),
    }


def stamp_columns(stamp: FileStamp) -> dict[str, object]:
    """Return the columns of a stamp. An inode can be larger than SQLite's integers."""
    return {
        "size": stamp.size,
        "mtime_ns": stamp.mtime_ns,
        "ctime_ns": stamp.ctime_ns,
        "inode": str(stamp.inode),
    }


def read_stamp(path: str, size: int, mtime_ns: int, ctime_ns: int, inode: str) -> FileStamp:
    """Read a stamp."""
    return FileStamp(path, size, mtime_ns, ctime_ns, int(inode))


def task_columns(note_id: int, task: TaskLine) -> tuple[object, ...]:
    """Return note_id, line, raw, status, dated, fields. The raw line may hold bytes that are no text: it is kept."""
    raw = task.raw.encode("utf-8", "surrogatepass")
    dated = task.is_dated or bool(task.problem) or task.task_id is not None
    return note_id, task.line, raw, clean(task.status), dated, pack(_fields(task))


def _fields(task: TaskLine) -> dict[str, object]:
    """Return what is not empty, by name."""
    found: dict[str, object] = {}
    for field in fields(task):
        value = getattr(task, field.name)
        if field.name not in _OWN_COLUMNS and value not in (None, "", (), False):
            found[field.name] = value.isoformat() if isinstance(value, (date, time)) else value
    return found


@lru_cache(maxsize=50_000)
def read_task(path: str, line: int, raw: bytes, status: str, packed: str) -> TaskLine:
    """Read a task line; the same one again after every change of a note, so that most are at hand."""
    values: dict[str, Any] = json.loads(packed)
    values.setdefault("text", "")
    for name in _DATES:
        if name in values:
            values[name] = date.fromisoformat(values[name])
    for name in _CLOCKS:
        if name in values:
            values[name] = time.fromisoformat(values[name])
    for name in _TUPLES:
        if name in values:
            values[name] = tuple(values[name])
    return TaskLine(path, line, raw.decode("utf-8", "surrogatepass"), status, **values)
