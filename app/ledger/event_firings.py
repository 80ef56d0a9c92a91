"""Which events still stand: what the log says fired, less what the person has done about it since."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path

from app.errors import VaultError
from app.ledger.firing_log import FiredEvent
from app.ledger.journal import JournalLine, decode_line, parts_of

_SEEN = 64
"""Bytes before the place that was read to; when they are others, it is another file."""


_MAY_END = re.compile(rb"null|events|snoozed|undo|redo|\\\\u")
"""What a line has that ends an event: most changes need not be decoded to see that they do not."""


@dataclass(frozen=True, slots=True)
class _End:
    """A change of an entry that ends events: those that it names, or all that were before it."""

    time: datetime
    op: str
    keys: frozenset[str]
    ends_all: bool


@dataclass(slots=True)
class _Past:
    """What the journal says of one entry: what ends events, and which of these changes were undone or made again."""

    ends: list[_End] = field(default_factory=list)
    undoings: list[tuple[datetime, str, bool]] = field(default_factory=list)

    def take(self, line: JournalLine, entry_id: str) -> None:
        if line.kind in ("undo", "redo"):
            is_undo = line.kind == "undo"
            self.undoings.append((line.time, str(line.details.get("undoes" if is_undo else "redoes")), is_undo))
            return
        named = line.details.get("events")
        keys = frozenset(map(str, named)) if isinstance(named, list) else frozenset()
        ends_all = _puts_away(line, entry_id)
        if keys or ends_all:
            self.ends.append(_End(line.time, line.op, keys, ends_all))

    def is_over(self, event: FiredEvent, until: date | None) -> bool:
        undone = self._undone(until)
        return any(
            event.key in end.keys or (end.ends_all and end.time >= event.time)
            for end in self.ends
            if _is_within(end.time, until) and not (end.op and end.op in undone)
        )

    def _undone(self, until: date | None) -> set[str]:
        undone: set[str] = set()
        for moment, op, is_undo in self.undoings:
            if _is_within(moment, until):
                (undone.add if is_undo else undone.discard)(op)
        return undone


class EventFirings:
    """The journal as far as it is about events; read on from where the last reading ended.

    Of a long journal only the lines that name an entry with events are decoded.

    Args:
        journal: The ledger's journal.
    """

    def __init__(self, journal: Path) -> None:
        self._path = journal
        self._past: dict[str, _Past] = {}
        self._read_to, self._inode, self._before = 0, 0, b""

    def current(
        self, events: Sequence[FiredEvent], open_ids: Collection[str], until: date | None = None
    ) -> Mapping[str, FiredEvent]:
        """Return the newest event that still stands, by entry.

        Args:
            events: What fired, in the order of the log.
            open_ids: The entries that are open.
            until: Show this past day: what came later did not happen. None for the present.

        Raises:
            VaultError: The journal is there and cannot be read.
        """
        shown = [event for event in events if event.id in open_ids and _is_within(event.time, until)]
        if not shown:
            return {}
        self._read({event.id for event in shown})
        standing = [event for event in shown if not self._past[event.id].is_over(event, until)]
        return {event.id: event for event in sorted(standing, key=lambda event: event.time)}

    def _read(self, ids: set[str]) -> None:
        try:
            with self._path.open("rb") as file:
                found = os.fstat(file.fileno())
                file.seek(max(0, self._read_to - _SEEN))
                if found.st_ino != self._inode or file.read(min(_SEEN, self._read_to)) != self._before:
                    self._past, self._read_to, self._inode, self._before = {}, 0, found.st_ino, b""
                new = ids - self._past.keys()
                file.seek(0)
                known = file.read(self._read_to) if new else b""
                file.seek(self._read_to)
                added = file.read()
        except FileNotFoundError:
            self._past = {entry_id: _Past() for entry_id in ids}
            self._read_to, self._inode, self._before = 0, 0, b""
            return
        except OSError as error:
            raise VaultError(f"The journal {self._path} cannot be read: {error.strerror}.") from error
        added = added[: added.rfind(b"\n") + 1]
        self._take(known, new)
        self._take(added, ids | self._past.keys())
        if added:
            self._read_to += len(added)
            self._before = (self._before + added)[-_SEEN:]

    def _take(self, data: bytes, ids: Iterable[str]) -> None:
        for entry_id in ids:
            past = self._past.setdefault(entry_id, _Past())
            for raw in _lines_with(data, json.dumps(entry_id).encode()):
                line = decode_line(raw) if _MAY_END.search(raw) else None
                if line is not None:
                    past.take(line, entry_id)


def _lines_with(data: bytes, wanted: bytes) -> Iterable[bytes]:
    at = data.find(wanted)
    while at >= 0:
        start, end = data.rfind(b"\n", 0, at) + 1, data.find(b"\n", at)
        yield data[start:end]
        at = data.find(wanted, end)


def _puts_away(line: JournalLine, entry_id: str) -> bool:
    """Return True when a change closes or removes an entry, or snoozes it anew."""
    parts = [part for part in parts_of(line) if part.get("id") == entry_id]
    changes = [(part.get("before"), part.get("after")) for part in parts]
    if line.id == entry_id and "entries" not in line.details and "path" not in line.details:
        changes.append((line.before, line.after))
    return any(_is_put_away(before, after) for before, after in changes)


def _is_put_away(before: object, after: object) -> bool:
    if not isinstance(after, dict):
        return isinstance(before, dict)
    until = after.get("snoozed")
    return until is not None and until != (before.get("snoozed") if isinstance(before, dict) else None)


def _is_within(moment: datetime, until: date | None) -> bool:
    return until is None or moment.date() <= until
