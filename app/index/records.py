"""What the index gives back, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.vault.note import PropertyValue


@dataclass(frozen=True, slots=True)
class LexicalHit:
    """A chunk that matches by words.

    Attributes:
        chunk_id: Its row.
        path: Its note.
        bm25: How well it matches, >= 0, larger is better; comparable within one query only.
    """

    chunk_id: int
    path: str
    bm25: float


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A chunk as stored; see `app.vault.note.Chunk`."""

    id: int
    path: str
    ordinal: int
    headings: tuple[str, ...]
    line_start: int
    line_end: int
    text: str
    digest: str


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A note as stored.

    Attributes:
        path: Relative to the vault.
        title: See `app.vault.note.Note`, as for the next four.
        digest: sha256 of the bytes that were read; empty when they never could be.
        modified: Frontmatter `updated` or `modified` when there is one, else the file's mtime; seconds since the epoch.
        size: Bytes.
        problem: What could not be read; empty when all is well.
    """

    path: str
    title: str
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    properties: Mapping[str, PropertyValue]
    digest: str
    modified: float
    size: int
    problem: str


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link, and where it leads.

    Attributes:
        source: The note with the link.
        target: As written, without fragment; empty for a link within the note.
        fragment: What follows `#`.
        line: Where it stands.
        resolved: The note that it leads to; None when there is none.
        candidates: All notes that it can mean, best first; more than one means that it is ambiguous.
        embed: True for `![[...]]` and images.
    """

    source: str
    target: str
    fragment: str
    line: int
    resolved: str | None
    candidates: tuple[str, ...]
    embed: bool


@dataclass(frozen=True, slots=True)
class UnresolvedLink:
    """A link that has to be looked up: its row, what it names, the note that it stands in, and where it led before.

    Attributes:
        led_to: The note and the candidates, as stored; None when it was never looked up.
    """

    id: int
    target: str
    source: str
    led_to: tuple[str | None, tuple[str, ...]] | None


@dataclass(frozen=True, slots=True)
class Counts:
    """How much is in the index: chunks that wait for a vector are `pending`."""

    notes: int
    chunks: int
    embedded: int
    pending: int
