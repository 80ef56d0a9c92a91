"""What stands where the index should be, told from outside: a file that is not ours is never opened for writing."""

from __future__ import annotations

import os
import sqlite3
import stat
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from urllib.parse import quote

from app.index.migrations import APPLICATION_ID, SCHEMA_VERSION

_MAGIC = b"SQLite format 3\x00"
_HEADER_BYTES = 100
COMPANIONS = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database; the first may hold its newest state."""


class Fitness(Enum):
    """What can be done with what was found."""

    USABLE = "usable"
    """Ours, or nothing is there yet."""

    NEWER = "newer"
    """Made by a newer version of the program: to be left alone."""

    UNUSABLE = "unusable"
    """Damaged, or not ours: to be moved out of the way."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What was found, and what is the matter with it, as the end of "The index ..."; mostly nothing."""

    fitness: Fitness
    reason: str = ""


def inspect(path: Path) -> Condition:
    """Look at what is at `path` without changing it."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return Condition(Fitness.USABLE)
    if not stat.S_ISREG(status.st_mode):
        return Condition(Fitness.UNUSABLE, "is not a file")
    if status.st_size == 0:
        return Condition(Fitness.USABLE, "was empty")
    header = _header(path)
    if not header.startswith(_MAGIC) or len(header) < _HEADER_BYTES:
        return Condition(Fitness.UNUSABLE, "is not a database")
    if _has_companion(path):
        return _judge_identity(path)
    if status.st_size < _expected_size(header):
        return Condition(Fitness.UNUSABLE, "breaks off")
    return _judge(int.from_bytes(header[68:72], "big"), int.from_bytes(header[60:64], "big"))


def read_only_uri(path: Path) -> str:
    """Return how SQLite is told to open a file without ever writing to it."""
    return f"file:{quote(os.fsencode(path.absolute()))}?mode=ro"


def _header(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_HEADER_BYTES)


def _has_companion(path: Path) -> bool:
    return any(_size(path.with_name(path.name + suffix)) for suffix in ("-wal", "-journal"))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _expected_size(header: bytes) -> int:
    """Return the size that the header claims, 0 when it makes no valid claim (SQLite file format, section 1.3)."""
    if header[24:28] != header[92:96]:
        return 0
    page_size = int.from_bytes(header[16:18], "big")
    return int.from_bytes(header[28:32], "big") * (65536 if page_size == 1 else page_size)


def _judge_identity(path: Path) -> Condition:
    """Ask SQLite, since the newest state is not in the file itself."""
    try:
        connection = sqlite3.connect(read_only_uri(path), uri=True)
    except sqlite3.Error as error:
        return Condition(Fitness.UNUSABLE, f"cannot be opened ({error})")
    try:
        identity = (
            int(connection.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("application_id", "user_version")
        )
        return _judge(*identity)
    except sqlite3.DatabaseError as error:
        return Condition(Fitness.UNUSABLE, f"is damaged ({error})")
    finally:
        connection.close()


def _judge(application_id: int, version: int) -> Condition:
    if application_id not in (APPLICATION_ID, 0) or (application_id == 0 and version != 0):
        return Condition(Fitness.UNUSABLE, "belongs to another program")
    if version > SCHEMA_VERSION:
        return Condition(Fitness.NEWER, f"was made by a newer version of Betimes (format {version})")
    return Condition(Fitness.USABLE)
