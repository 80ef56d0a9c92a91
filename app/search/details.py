"""One note, whole: its text for the preview, and everything that belongs to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.errors import NotFound
from app.index.records import LinkRow, NoteRow
from app.ledger.commitment import Commitment
from app.vault.decoding import NotText, clean
from app.vault.limits import read_text

if TYPE_CHECKING:
    from app.index.reader import IndexReader
    from app.search.knowledge import Knowledge
    from app.vault.files import Vault


@dataclass(frozen=True, slots=True)
class NoteText:
    """A note as it is on disk now.

    Attributes:
        path: The note.
        title: Its title in the index; its path when it is not there yet.
        text: As much of it as is read (see `limits`), decoded; empty when it is not text.
        problem: What could not be read; empty when all is well.
        mtime: Last modification, seconds since the epoch.
    """

    path: str
    title: str
    text: str
    problem: str
    mtime: float


@dataclass(frozen=True, slots=True)
class NoteDetails:
    """A note of the index, its links in both directions, and the commitments that point to it or stand in it."""

    note: NoteRow
    links: tuple[LinkRow, ...]
    backlinks: tuple[LinkRow, ...]
    commitments: tuple[Commitment, ...]


def read_note(vault: Vault, reader: IndexReader, path: str) -> NoteText:
    """Return a note's text as it is on disk now.

    Raises:
        VaultError: It cannot be read.
    """
    row = reader.note(path)
    stamp = vault.stat(path)
    data, size = vault.read_head(path)
    text, problem = "", row.problem if row else ""
    try:
        raw, cut = read_text(data, size)
        text, problem = clean(raw), problem or cut
    except NotText as error:
        problem = str(error)
    return NoteText(path, row.title if row else path, text, problem, stamp.mtime_ns / 1e9 if stamp else 0.0)


def note_details(
    name: str, reader: IndexReader, knowledge: Knowledge, commitments: Iterable[Commitment]
) -> NoteDetails:
    """Return what belongs to a note.

    Args:
        name: Its path, or a name, title or alias as in a link.
        reader: The index.
        knowledge: How names lead to notes.
        commitments: Every open one.

    Raises:
        NotFound: There is no such note.
    """
    from app.search.linked import linked_paths

    path = name if name in knowledge.notes.rows else knowledge.resolve(name.partition("#")[0].strip("[] "))
    row = reader.note(path) if path else None
    if path is None or row is None:
        raise NotFound(f"There is no commitment or note {name}", "See `betimes agenda` or `betimes search`.")
    here = tuple(item for item in commitments if path in linked_paths([item], knowledge.resolve))
    return NoteDetails(row, tuple(reader.outgoing(path)), tuple(reader.backlinks(path)), here)
