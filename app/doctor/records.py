"""The journal, the log of uses and the searches: one record a line, and what of that cannot be read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.doctor.check import Check, Subject
from app.ledger.journal import decode_line
from app.ledger.toml_file import read_bytes
from app.paths import betimes_folder

_NAMED = 5
"""Lines that are named; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Records:
    """What a file of lines holds.

    Attributes:
        count: Lines that can be read.
        unreadable: The numbers of those that cannot, from 1; a last one without its end is not among them.
        torn: What stands after the last line end.
        is_whole: Whether that is a whole record, of which only the line end is missing.
    """

    count: int
    unreadable: tuple[int, ...]
    torn: bytes
    is_whole: bool


def read_records(data: bytes, is_record: Callable[[bytes], bool]) -> Records:
    """Return what a file of lines holds."""
    *lines, torn = data.split(b"\n")
    bad = tuple(number for number, line in enumerate(lines, 1) if line.strip() and not is_record(line))
    count = sum(1 for line in lines if line.strip()) - len(bad)
    return Records(count, bad, torn, bool(torn) and is_record(torn))


def is_step(raw: bytes) -> bool:
    """Return True for a line of the journal."""
    return decode_line(raw) is not None


def is_use(raw: bytes) -> bool:
    """Return True for a line of the operations log."""
    try:
        record = json.loads(raw)
        datetime.fromisoformat(record["time"]).astimezone()
        return isinstance(record["kind"], str)
    except (ValueError, TypeError, KeyError, OverflowError, OSError, RecursionError):
        return False


def examine_journal(subject: Subject) -> Iterator[Check]:
    """Look at the journal."""
    assert subject.root is not None
    path = betimes_folder(subject.root) / "journal.jsonl"
    data = read_bytes(path, path.name)
    if data is None:
        yield Check("journal.file", "ok", "nothing was changed yet")
        return
    records = read_records(data, is_step)
    yield Check("journal.file", "ok", f"{records.count:,} steps")
    yield from _unreadable("journal", path, records, "Undo and history pass over it; the ledger is not concerned.")
    if records.is_whole:
        yield Check("journal.unended", "note", f"{path}: the last line has no end", "The next change ends it.", True)
    elif records.torn:
        hint = "It was cut off while it was written. `betimes doctor --fix` moves it into a file beside the journal."
        yield Check("journal.torn", "note", f"{path}: the last line is torn ({len(records.torn)} bytes)", hint, True)


def examine_uses(subject: Subject) -> Iterator[Check]:
    """Look at the operations log."""
    assert subject.root is not None
    path = betimes_folder(subject.root) / "operations.jsonl"
    data = read_bytes(path, path.name)
    if data is None:
        yield Check("operations.file", "ok", "no note was opened yet")
        return
    records = read_records(data, is_use)
    yield Check("operations.file", "ok", f"{records.count:,} records")
    yield from _unreadable("operations", path, records, "It is passed over; remove it with an editor if you like.")
    if records.torn and not records.is_whole:
        yield Check("operations.torn", "note", f"{path}: the last line is torn", "It is passed over; nothing to do.")


def examine_searches(subject: Subject) -> Iterator[Check]:
    """Look at what was searched for."""
    assert subject.root is not None
    path = subject.locations.search_history(subject.root)
    try:
        lines = path.read_bytes().count(b"\n")
    except FileNotFoundError:
        return
    except OSError as error:
        hint = "Move it away: searches are not remembered until then."
        yield Check("searches.file", "note", f"{path} cannot be read: {error.strerror}", hint)
        return
    yield Check("searches.file", "ok", f"{lines} searches remembered")


def _unreadable(name: str, path: Path, records: Records, hint: str) -> Iterator[Check]:
    lines = records.unreadable
    if not lines:
        return
    numbers = ", ".join(map(str, lines[:_NAMED])) + (f" and {len(lines) - _NAMED:,} more" if lines[_NAMED:] else "")
    said = f"{path}: line{'s' if len(lines) > 1 else ''} {numbers} cannot be read"
    yield Check(f"{name}.line", "note", said, hint)
