"""Opening the index, whatever state it is in: it can be made anew from the notes, so nothing about it is fatal."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.errors import StoreError
from app.index import meta, seal
from app.index.condition import COMPANIONS, Fitness, inspect
from app.index.migrations import SCHEMA_VERSION, migrate
from app.index.note_rows import forget_stamps
from app.index.transaction import immediate, is_damage, is_of_other_tables, is_refusal, store_error
from app.private import private_folder

BUSY_SECONDS = 10.0
"""How long a write waits for that of another process."""

CONTENT_VERSION = 3
"""Grows when notes are read or folded differently: then all are read again, and vectors stay."""

_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = NORMAL",
    "temp_store = MEMORY",
    "cache_size = -16000",
    "journal_size_limit = 33554432",
)
_STATE = "SELECT (SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_master)"
_FOLDER_HINT = "Check who may write there, or name another cache folder with XDG_CACHE_HOME."


class FolderUnusable(StoreError):
    """The folder of the index takes no file of ours."""


class _Unusable(StoreError):
    """What was opened is not a sound index of this vault."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A writable connection, the file it is to, and what a person should know about that; mostly nothing."""

    connection: sqlite3.Connection
    path: Path
    notice: str


def open_database(path: Path, vault_root: str, reading: str = "") -> Opened:
    """Open or create the index of a vault; notes are read again when `reading` or the program reads them differently.

    A file that is damaged, foreign or of another vault is moved aside. One of a newer version of the program is left
    as it is, and a file with our version in its name is used beside it.

    Raises:
        FolderUnusable: The folder cannot be written to.
        StoreError: Another process holds the file for too long, or the disk is full.
    """
    try:
        private_folder(path.parent)
        os.chmod(path.parent, 0o700)
        return _open_usable(path, vault_root, reading)
    except OSError as error:
        raise _folder_unusable(path, error.strerror or str(error)) from error
    except sqlite3.Error as error:
        if is_refusal(error):
            raise _folder_unusable(path, str(error)) from error
        raise store_error(error) from error


def _folder_unusable(path: Path, reason: str) -> FolderUnusable:
    return FolderUnusable(f"The index cannot be kept in {path.parent}: {reason}", _FOLDER_HINT)


def _open_usable(path: Path, vault_root: str, reading: str) -> Opened:
    condition = inspect(path)
    notices = []
    if condition.fitness is Fitness.NEWER:
        notices.append(f"The index {condition.reason}; it is left alone, and this version uses one of its own.")
        path = beside(path)
        condition = inspect(path)
    if condition.fitness is not Fitness.USABLE:
        notices.append(_set_aside(path, condition.reason))
    elif condition.reason:
        notices.append(f"The index {condition.reason}; it is made anew.")
    elif seen := seal.damage(path):
        notices.append(_set_aside(path, f"was damaged ({seen})"))
    try:
        connection = _connect(path, vault_root, reading)
    except _Unusable as error:
        notices.append(_set_aside(path, str(error)))
        connection = _connect(path, vault_root, reading)
    return Opened(connection, path, " ".join(notices))


def beside(path: Path) -> Path:
    """Return the index that this version keeps beside one of a newer version."""
    return path.with_name(f"{path.stem}-v{SCHEMA_VERSION}{path.suffix}")


def _connect(path: Path, vault_root: str, reading: str) -> sqlite3.Connection:
    os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
    for suffix in ("", *COMPANIONS):
        with suppress(FileNotFoundError):
            os.chmod(path.with_name(path.name + suffix), 0o600)
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        _prepare(connection, vault_root, reading)
    except sqlite3.Error as error:
        connection.close()
        if is_damage(error) or is_of_other_tables(error):
            raise _Unusable(f"is damaged ({error})") from error
        raise
    except _Unusable:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, vault_root: str, reading: str) -> None:
    version, tables = connection.execute(_STATE).fetchone()
    if version == 0 and tables:
        raise _Unusable("belongs to another program")
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    migrate(connection)
    known = tuple(meta.get(connection, key) for key in (meta.VAULT, meta.CONTENT, meta.READING))
    if known != (vault_root, CONTENT_VERSION, reading):
        _adopt(connection, vault_root, reading)


def _adopt(connection: sqlite3.Connection, vault_root: str, reading: str) -> None:
    known = meta.get(connection, meta.VAULT)
    if known not in (None, vault_root):
        raise _Unusable(f"belongs to another folder ({known})")
    with immediate(connection):
        forget_stamps(connection)
        meta.put(connection, meta.VAULT, vault_root)
        meta.put(connection, meta.CONTENT, CONTENT_VERSION)
        meta.put(connection, meta.READING, reading)


def _set_aside(path: Path, reason: str) -> str:
    """Move what is at `path` out of the way and return what to tell about it."""
    aside = _free_name(path)
    for suffix in ("", *COMPANIONS):
        source = path.with_name(path.name + suffix)
        if source.exists():
            os.replace(source, aside.with_name(aside.name + suffix))
    seal.remove_marks(path)
    return f"The index {reason}; it is made anew. What was there is now {aside.name}."


def set_aside(path: Path, reason: str) -> str:
    """Move a database that turned out to be damaged, and that nobody writes to any more, out of the way."""
    try:
        return _set_aside(path, reason)
    except OSError as error:
        raise StoreError(
            f"The damaged index {path} cannot be moved: {error.strerror or error}", _FOLDER_HINT
        ) from error


def delete_database(path: Path) -> None:
    """Delete a database that nobody writes to any more."""
    try:
        for suffix in ("", *COMPANIONS):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        seal.remove_marks(path)
    except OSError as error:
        raise StoreError(f"The index {path} cannot be deleted: {error.strerror or error}", _FOLDER_HINT) from error


def _free_name(path: Path) -> Path:
    """Return a name for what is moved aside. Only one damaged file is kept; a folder is never overwritten."""
    aside = path.with_name(f"{path.name}.unusable")
    number = 1
    while aside.is_dir() or (aside.exists() and path.is_dir()):
        number += 1
        aside = path.with_name(f"{path.name}.unusable-{number}")
    return aside
