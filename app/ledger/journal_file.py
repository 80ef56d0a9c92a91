"""The journal's file: read from the end as far as needed, as a whole only by who asks for the whole."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.errors import NotWritable
from app.ledger.journal import JournalLine, advance, decode_line, decode_lines, encode_line
from app.ledger.journal_end import open_at_the_end
from app.ledger.rendering import Table
from app.ledger.stamps import Stamp, stamp_from, stamp_of
from app.ledger.toml_file import read_bytes
from app.private import FOLDER
from app.vault.atomic import append_line
from app.vault.refusals import refusal

_TAIL = 2048
_CHUNK = 1 << 20
_ID = re.compile(rb'"id"\s*+:\s*+("(?:[^"\\]|\\.)*+")')


@dataclass(frozen=True, slots=True)
class Mark:
    """How far the journal went at some moment.

    Attributes:
        stamp: The file's stamp; None when there was no file.
        tail: A digest of its last bytes.
        ended: Whether its last line was ended.
    """

    stamp: Stamp | None
    tail: str
    ended: bool = True

    def as_json(self) -> dict[str, Any]:
        """Return the mark as JSON, for `mark_from`."""
        return {"stamp": self.stamp, "tail": self.tail, "ended": self.ended}


def mark_from(values: Any) -> Mark:
    """Return the mark that was kept as JSON; raises `KeyError`, `TypeError` or `ValueError` when it is none."""
    tail, ended = values["tail"], values["ended"]
    if not isinstance(tail, str) or not isinstance(ended, bool):
        raise TypeError("this is no mark")
    return Mark(stamp_from(values["stamp"]), tail, ended)


class Journal:
    """A journal file. All of it may raise `LedgerError` when the file cannot be read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lines: list[JournalLine] = []
        self._state: dict[str, Table] = {}
        self._stamp: Stamp | None = None
        self._size = 0
        self._digest = hashlib.sha256()

    @property
    def lines(self) -> list[JournalLine]:
        """All lines, as they are on disk now. To be read only."""
        self.refresh()
        return self._lines

    @property
    def state(self) -> dict[str, Table]:
        """The open entries as they were after the last line, by id. To be read only."""
        self.refresh()
        return self._state

    def refresh(self) -> None:
        """Read what was added since the last time, or everything when it is another file."""
        stamp = stamp_of(self._path)
        if stamp is not None and stamp == self._stamp:
            return
        data = read_bytes(self._path, self._path.name) or b""
        if hashlib.sha256(data[: self._size]).digest() != self._digest.digest():
            self._lines, self._state, self._size, self._digest = [], {}, 0, hashlib.sha256()
        self._take(data[self._size : data.rfind(b"\n") + 1])
        self._stamp = stamp

    def append(self, *lines: JournalLine) -> None:
        """Add lines; raises `WriteRefused` when it cannot be written."""
        data = b"".join(map(encode_line, lines))
        before = stamp_of(self._path)
        try:
            self._path.parent.mkdir(FOLDER, exist_ok=True)
        except OSError as error:
            raise refusal(self._path, error) from error
        append_line(self._path, data)
        after = stamp_of(self._path)
        if before is None or after is None or after.size != before.size + len(data):
            return
        if self._stamp == before and self._size == before.size:
            self._take(data)
            self._stamp = after

    def check_writable(self) -> None:
        """Raise `WriteRefused` when nothing can be added: better before a change than after it."""
        if not self._path.exists():
            return
        if not self._path.stat().st_mode & 0o222:
            raise NotWritable(f"{self._path} was not written: it is read-only", "Make the file writable and repeat.")
        if not os.access(self._path, os.W_OK):
            is_file_system = os.statvfs(self._path).f_flag & os.ST_RDONLY
            raise refusal(self._path, OSError(errno.EROFS if is_file_system else errno.EACCES, "read-only"))

    def mark(self) -> Mark:
        """Return how far the journal goes at present."""
        stamp = stamp_of(self._path)
        if stamp is None:
            return Mark(None, "")
        end = self._read(max(stamp.size - _TAIL, 0), min(stamp.size, _TAIL))
        return Mark(stamp, hashlib.sha256(end).hexdigest(), end.endswith(b"\n") or not end)

    def since(self, mark: Mark) -> list[JournalLine] | None:
        """Return what was added since; None when that cannot be told because it is another file by now."""
        now, then = stamp_of(self._path), mark.stamp
        if now == then:
            return []
        if now is None or then is None or (now.device, now.inode) != (then.device, then.inode) or now.size < then.size:
            return None
        start = max(then.size - _TAIL, 0)
        data = self._read(start, now.size - start)
        old = data[: then.size - start]
        if not mark.ended or hashlib.sha256(old).hexdigest() != mark.tail:
            return None
        return list(decode_lines(_complete(data[len(old) :])))

    def tables(self) -> dict[str, Table]:
        """Return what `state` is, without reading each line."""
        stamp = stamp_of(self._path)
        if stamp is not None and stamp == self._stamp:
            return dict(self._state)
        return open_at_the_end(_complete(self._read(0)))

    def mentions(self, entry_id: str) -> bool:
        """Return True when an id may stand in the journal; False when it certainly does not."""
        wanted = json.dumps(entry_id).encode()
        offset, rest = 0, b""
        while data := self._read(offset, _CHUNK):
            if wanted in rest + data[: len(wanted)] or wanted in data:
                return True
            offset, rest = offset + len(data), data[-len(wanted) :]
        return False

    def ids(self) -> set[str]:
        """Return every id that may stand in the journal, found by pattern."""
        offset, found = 0, set[bytes]()
        while data := self._read(offset, _CHUNK):
            piece = _complete(data) or data
            found.update(_ID.findall(piece))
            offset += len(piece)
        return {entry_id for raw in found if isinstance(entry_id := _json(raw), str)}

    def about(self, *entry_ids: str) -> list[JournalLine]:
        """Return the lines in which one of some ids stands anywhere, in order."""
        wanted = re.compile(b"|".join(re.escape(json.dumps(entry_id).encode()) for entry_id in entry_ids))
        found = (decode_line(raw) for raw in _complete(self._read(0)).split(b"\n") if wanted.search(raw))
        return [line for line in found if line is not None]

    def endings(self) -> Iterator[tuple[list[JournalLine], bool]]:
        """Yield the lines at the end, ever more of them, and whether these are all; stop when enough are seen."""
        stamp = stamp_of(self._path)
        size, length = 0 if stamp is None else stamp.size, 1 << 16
        while length < size:
            data = self._read(size - length, length)
            yield list(decode_lines(_complete(data[data.find(b"\n") + 1 :]))), False
            length *= 8
        yield self.lines, True

    def _read(self, start: int, length: int | None = None) -> bytes:
        return read_bytes(self._path, self._path.name, start, length) or b""

    def _take(self, data: bytes) -> None:
        for line in decode_lines(data):
            self._lines.append(line)
            advance(self._state, line)
        self._size += len(data)
        self._digest.update(data)


def _json(raw: bytes) -> object:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


def _complete(data: bytes) -> bytes:
    return data[: data.rfind(b"\n") + 1]
