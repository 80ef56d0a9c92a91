"""The vectors of a model as one file of rows that is mapped into memory: opening copies nothing, nor does a new row.

The database is where vectors are kept; this file can be made from it again at any time. A row is written once and never
changed, so any process may write the rows that it finds missing, and two that do so at once write the same bytes. The
header says how many rows are whole, and says so only after they have reached the disk; and what their checksum is, so
that a file that anything else has written to is made again.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import struct
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

SUFFIX = ".vectors"
_MAGIC = b"BETIMES vectors2"
_HEADER = struct.Struct("<16sQQQ")
_HEADER_BYTES = 4096
_ROOM_BYTES = 16 * 1024 * 1024
_BYTES = 4
_AT_ONCE = 4096
"""Rows that are written at a time."""
_READ_BYTES = 1 << 20


class MatrixFile:
    """Rows of one length; for one thread at a time, while others may hold arrays that `rows` gave.

    The file has room for more rows than there are, which costs no disk, and the room is mapped at once.

    Args:
        path: The file; made when it is not there, and made anew when it is not one of these.
        dimension: Numbers in a row.

    Raises:
        OSError: It can be neither read nor made.
    """

    def __init__(self, path: Path, dimension: int) -> None:
        self.path = path
        self._dimension = dimension
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._whole = self._checksum = self._modified = 0
        self._mapped: Matrix | None = None
        self.check()

    @property
    def whole(self) -> int:
        """How many rows are there."""
        return self._whole

    def close(self) -> None:
        """Close the file; arrays that were given out stay good."""
        os.close(self._descriptor)
        self._mapped = None

    def check(self) -> None:
        """Look whether the rows are still what they were, when anybody else has written since; 0.1 s for 100,000.

        None counts as whole when they are not: `extend` writes them again, in place, for all who have them mapped.
        """
        modified = os.fstat(self._descriptor).st_mtime_ns
        if modified != self._modified:
            self._whole, self._checksum = self._read_header()
            self._modified = modified

    def keep(self, count: int) -> None:
        """Hold the rows from `count` on for missing, so that `extend` writes them again."""
        if count < self._whole:
            self._whole, self._checksum = count, self._sum_up(count)

    def extend(self, rows: Iterable[tuple[int, bytes]]) -> None:
        """Write rows behind the last whole one.

        Args:
            rows: Number and little-endian float32 bytes of each, ascending; what is left out, or is not as long as a
                row, is a row of zeros.

        Raises:
            OSError: The disk is full; the rows written so far do not count.
        """
        start = end = self._whole
        waiting: list[bytes] = []
        checksum = self._checksum
        for number, data in rows:
            if number < end:
                continue
            waiting += [bytes(self._width)] * (number - end)
            waiting.append(data if len(data) == self._width else bytes(self._width))
            end = number + 1
            if len(waiting) >= _AT_ONCE:
                checksum = self._write(start, waiting, checksum)
                start, waiting = end, []
        if waiting:
            checksum = self._write(start, waiting, checksum)
        if end > self._whole:
            os.fsync(self._descriptor)
            self._whole, self._checksum = end, checksum
            self._write_header()

    def rows(self, count: int) -> Matrix:
        """Return the first rows, shape (count, dimension), read only; no more than are whole."""
        if self._mapped is None or len(self._mapped) < count:
            self._mapped = self._map()
        return self._mapped[: min(count, self._whole)]

    @property
    def _width(self) -> int:
        return _BYTES * self._dimension

    def _map(self) -> Matrix:
        import numpy as np

        used = self._whole * self._width
        room = max(used + used // 4, _ROOM_BYTES) // self._width
        size = _HEADER_BYTES + room * self._width
        self._make_room(size)
        mapped = mmap.mmap(self._descriptor, size, mmap.MAP_SHARED, mmap.PROT_READ)
        return np.frombuffer(mapped, "<f4", room * self._dimension, _HEADER_BYTES).reshape(room, self._dimension)

    def _make_room(self, size: int) -> None:
        """Have the file at least so long; never shorter, for another process may have mapped what it made longer."""
        fcntl.flock(self._descriptor, fcntl.LOCK_EX)
        try:
            if os.fstat(self._descriptor).st_size < size:
                os.ftruncate(self._descriptor, size)
                self._modified = os.fstat(self._descriptor).st_mtime_ns
        finally:
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)

    def _read_header(self) -> tuple[int, int]:
        header = os.pread(self._descriptor, _HEADER.size, 0)
        if len(header) == _HEADER.size:
            magic, dimension, whole, checksum = _HEADER.unpack(header)
            size = os.fstat(self._descriptor).st_size
            is_ours = magic == _MAGIC and dimension == self._dimension
            if is_ours and size >= _HEADER_BYTES + whole * self._width and checksum == self._sum_up(whole):
                return int(whole), int(checksum)
        return 0, 0

    def _sum_up(self, count: int) -> int:
        """Return the checksum of the first rows."""
        checksum, at, end = 0, _HEADER_BYTES, _HEADER_BYTES + count * self._width
        while at < end and (data := os.pread(self._descriptor, min(_READ_BYTES, end - at), at)):
            checksum, at = zlib.crc32(data, checksum), at + len(data)
        return checksum

    def _write_header(self) -> None:
        os.pwrite(self._descriptor, _HEADER.pack(_MAGIC, self._dimension, self._whole, self._checksum), 0)
        self._modified = os.fstat(self._descriptor).st_mtime_ns

    def _write(self, start: int, rows: list[bytes], checksum: int) -> int:
        """Write rows and return the checksum with them."""
        data, at = memoryview(b"".join(rows)), _HEADER_BYTES + start * self._width
        checksum = zlib.crc32(data, checksum)
        while data:
            written = os.pwrite(self._descriptor, data, at)
            data, at = data[written:], at + written
        return checksum


def is_backed(matrix: Matrix) -> bool:
    """Return False when the file under some rows was cut off: to look at them would end the process.

    Rows that no file is under are as they should be, and so is a file that was deleted or replaced: it is still there
    for those that have it mapped.
    """
    under: object = matrix
    while not isinstance(under, mmap.mmap):
        under = under.obj if isinstance(under, memoryview) else getattr(under, "base", None)
        if under is None:
            return True
    return under.size() >= len(under)


def header_problem(path: Path, dimension: int) -> str:
    """Return what is wrong with a file of rows of a dimension, "" for nothing, as the end of "The file ..."."""
    with path.open("rb") as file:
        header = file.read(_HEADER.size)
    if len(header) < _HEADER.size:
        return "breaks off in its head"
    magic, numbers, whole, *_ = _HEADER.unpack(header)
    if magic != _MAGIC:
        return "is no file of vectors"
    if numbers != dimension:
        return f"has vectors of {numbers} numbers, the index has {dimension}"
    missing = _HEADER_BYTES + whole * _BYTES * dimension - path.stat().st_size
    return f"is cut off: {missing:,} bytes are missing" if missing > 0 else ""
