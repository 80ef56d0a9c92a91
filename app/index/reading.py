"""Reading one note for the index: what became of it, without writing anything yet."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.errors import VaultError
from app.index.note_rows import NEVER, Known
from app.index.store import IndexStore
from app.vault.files import Vault
from app.vault.limits import digest_of
from app.vault.markdown import parse_note
from app.vault.note import FileStamp, Note

FRESH_NS = 100_000_000
"""A file changed less than 0.1 s ago may change again without its times showing it: they count in ticks."""

_READ_TRIES = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of a note.

    Attributes:
        stamp: What is to be remembered of the file.
        note: The note as read; None when its bytes are the known ones, or could not be read.
        renamed_from: The path under which the same bytes were known, and where nothing is any more.
        problem: Why it could not be read.
    """

    stamp: FileStamp
    note: Note | None = None
    renamed_from: str | None = None
    problem: str = ""

    @property
    def touched(self) -> frozenset[str]:
        """The paths that are not what they were."""
        paths = {self.stamp.path} if self.note or self.problem else set()
        return frozenset(paths | ({self.renamed_from} if self.renamed_from else set()))


def read_note(vault: Vault, store: IndexStore, known: Mapping[str, Known], stamp: FileStamp) -> Reading:
    """Read a note that is new or whose stamp has changed."""
    try:
        data, size, stamp = _read_settled(vault, stamp)
    except VaultError as error:
        return Reading(stamp, problem=error.message)
    digest = digest_of(data, size)
    before = known.get(stamp.path)
    if before is not None and before[1] == digest:
        return Reading(stamp)
    note = parse_note(stamp.path, data, vault.reading, size)
    return Reading(stamp, note, _old_path(vault, store, digest) if before is None else None)


def write_reading(store: IndexStore, reading: Reading) -> None:
    """Store what became of a note."""
    stamp, note = reading.stamp, reading.note
    if note is not None and reading.renamed_from is not None:
        store.rename_note(reading.renamed_from, note, stamp)
    elif note is not None:
        store.replace_note(note, stamp)
    elif not reading.problem:
        store.restamp_note(stamp)
    elif not store.flag_note(stamp.path, reading.problem):
        unread = parse_note(stamp.path, b"")
        store.replace_note(replace(unread, digest="", problem=reading.problem), replace(stamp, ctime_ns=NEVER))


def _read_settled(vault: Vault, stamp: FileStamp) -> tuple[bytes, int, FileStamp]:
    """Read a file between two looks at its stamp, so that the stamp is that of the bytes.

    Returns:
        As many bytes as are indexed, how many there are, and the stamp to remember: one that is never found again when
        the file may still be changing.
    """
    for _ in range(_READ_TRIES):
        looked = time.time_ns()
        data, size = vault.read_head(stamp.path)
        after = vault.stat(stamp.path)
        if after == stamp:
            is_fresh = any(abs(looked - moment) < FRESH_NS for moment in (stamp.mtime_ns, stamp.ctime_ns))
            return data, size, replace(stamp, ctime_ns=NEVER) if is_fresh else stamp
        stamp = after or stamp
    return data, size, replace(stamp, ctime_ns=NEVER)


def _old_path(vault: Vault, store: IndexStore, digest: str) -> str | None:
    paths = store.paths_with_digest(digest)
    return next((path for path in paths if vault.stat(path) is None or vault.misspelled([path])), None)
