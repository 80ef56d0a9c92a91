"""What was done with one note, read from the operations log when somebody asks why it stands where it stands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from app.errors import VaultError
from app.salience.operations import RENAMED

_RENAMED = f'"{RENAMED}"'.encode()
_Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a note: `kind` is `"opened"`, `"edited"`, `"resolved"` or another short word."""

    kind: str
    time: datetime


def read_uses(log: Path, note: str) -> tuple[Use, ...]:
    """Return every recorded use of a note, under its former names too, in the order of the file.

    Only lines that can be about the note are read as JSON, so that a long log costs little.

    Args:
        log: The operations log; there may be none yet.
        note: The note's path in the vault.

    Raises:
        VaultError: The log is there and cannot be read.
    """
    try:
        data = log.read_bytes() if log.exists() else b""
    except OSError as error:
        raise VaultError(f"The operations log {log} cannot be read: {error.strerror}.") from error
    names = _names(note, [record for line in _lines_with(data, [_RENAMED]) for record in _records(line)])
    wanted = [json.dumps(name, ensure_ascii=ascii_only).encode() for name in names for ascii_only in (True, False)]
    about = _lines_with(data, [_RENAMED, *wanted])
    return tuple(_uses(note, (record for line in about for record in _records(line))))


def _lines_with(data: bytes, parts: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the lines in which one of the parts is, in order, without looking at the others."""
    last = -1
    for found in re.finditer(b"|".join(map(re.escape, parts)), data):
        start = data.rfind(b"\n", 0, found.start()) + 1
        if start > last:
            last = start
            end = data.find(b"\n", start)
            yield data[start : end if end >= 0 else len(data)]


def _names(note: str, renames: Sequence[_Record]) -> list[str]:
    """Return the note's path and every path that has led to it."""
    former: dict[object, list[str]] = {}
    for record in renames:
        if record["kind"] == RENAMED and isinstance(record["path"], str):
            former.setdefault(record["to"], []).append(record["path"])
    names, ahead = {note: None}, [note]
    while ahead:
        fresh = [old for old in former.get(ahead.pop(), []) if old not in names]
        names |= dict.fromkeys(fresh)
        ahead += fresh
    return list(names)


def _uses(note: str, records: Iterable[_Record]) -> list[Use]:
    """Return the uses that have come to the note, handed on with each rename as `OperationsLog` does."""
    uses: dict[str, list[Use]] = {}
    for record in records:
        path, new = record["path"], record["to"]
        if not isinstance(path, str):
            continue
        if record["kind"] != RENAMED:
            uses.setdefault(path, []).append(Use(str(record["kind"] or ""), record["time"]))
        elif isinstance(new, str) and new != path and path in uses:
            uses.setdefault(new, []).extend(uses.pop(path))
    return uses.get(note, [])


def _records(line: bytes) -> Iterator[_Record]:
    """Yield what a line records, with its time read; nothing when that is no record."""
    try:
        read = json.loads(line)
        time = datetime.fromisoformat(read["time"]).astimezone()
        yield {"path": read["path"], "time": time, "kind": read.get("kind"), "to": read.get("to")}
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, OSError, RecursionError):
        return
