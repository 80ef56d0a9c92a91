"""A note with its links in both directions and its properties: what the view of a note shows beside its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal

from app.errors import VaultError
from app.vault.decoding import NotText, clean, split_lines
from app.vault.limits import read_text
from app.vault.outline import Outline, read_outline
from app.vault.properties import Property, read_properties, say, texts

if TYPE_CHECKING:
    from app.index.reader import IndexReader
    from app.index.records import LinkRow, NoteRow
    from app.vault.files import Vault

LinkState = Literal["note", "ambiguous", "no such part", "file", "unresolved"]

MOST = 2000
"""Links in one direction that are looked at; what lies beyond is counted."""

_OUTLINES = 200
"""Notes in which the parts that links name are looked for."""

_FILE_ENDINGS = frozenset(
    {
        ".base", ".canvas", ".pdf", ".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp", ".flac", ".m4a",
        ".mp3", ".ogg", ".wav", ".webm", ".3gp", ".mkv", ".mov", ".mp4", ".ogv", ".txt", ".csv", ".json", ".html",
        ".htm", ".edn", ".zip", ".docx", ".xlsx", ".pptx", ".odt", ".ods",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class NoteLink:
    """A link of a note, or one that leads to it.

    Attributes:
        other: The note at its other end; None when it leads to none.
        title: That note's title; empty when it leads to none.
        written: What it names, as written, with what follows `#`.
        fragment: The part of `other` that is meant; empty for links that lead here, whose `line` is meant.
        line: Where it stands, in this note or, for a link that leads here, in the other.
        text: The text of that line.
        state: Where it leads: to one of several notes that it can mean when ambiguous.
        candidates: The paths of all notes that it can mean, the one it leads to first.
        embed: True for `![[...]]`.
    """

    other: str | None
    title: str
    written: str
    fragment: str
    line: int
    text: str
    state: LinkState
    candidates: tuple[str, ...] = ()
    embed: bool = False


@dataclass(frozen=True, slots=True)
class NoteView:
    """What belongs to a note beside its text.

    Attributes:
        path: The note.
        title: Its title.
        properties: Its frontmatter.
        outgoing: Its links, in order.
        backlinks: Links of other notes that lead here, note by note.
        more: Links that are left out because there are too many.
    """

    path: str
    title: str
    properties: tuple[Property, ...] = ()
    outgoing: tuple[NoteLink, ...] = ()
    backlinks: tuple[NoteLink, ...] = ()
    more: int = 0


def note_view(path: str, vault: Vault, reader: IndexReader, titles: Mapping[str, str]) -> NoteView:
    """Return what belongs to a note, as of the last index; nothing for one that is not in it yet.

    Args:
        path: The note.
        vault: Where the notes are that links lead to.
        reader: The index.
        titles: The title of each note by its path.

    Raises:
        StoreError: The index cannot be read.
    """
    row = reader.note(path)
    out, back = reader.outgoing(path), [link for link in reader.backlinks(path) if link.source != path]
    return NoteView(
        path,
        row.title if row else path,
        read_properties(row.properties) if row else (),
        tuple(_outgoing(path, out[:MOST], vault, reader, titles)),
        tuple(_backlinks(back[:MOST], reader, titles)),
        max(0, len(out) - MOST) + max(0, len(back) - MOST),
    )


def note_margin(path: str, reader: IndexReader, rows: Mapping[str, NoteRow], most: int) -> NoteView:
    """Return what belongs to a note and is quickly had: its properties, and the first links that lead here.

    Args:
        path: The note.
        reader: The index.
        rows: The notes of the index.
        most: Links at the most; what lies beyond is counted.

    Raises:
        StoreError: The index cannot be read.
    """
    row = rows.get(path)
    back = [link for link in dict.fromkeys(reader.backlinks(path)) if link.source != path]
    titles = {link.source: rows[link.source].title for link in back[:most] if link.source in rows}
    return NoteView(
        path,
        row.title if row else path,
        read_properties(row.properties) if row else (),
        backlinks=tuple(_backlinks(back[:most], reader, titles)),
        more=max(0, len(back) - most),
    )


def _outgoing(
    path: str, links: Iterable[LinkRow], vault: Vault, reader: IndexReader, titles: Mapping[str, str]
) -> Iterator[NoteLink]:
    lines, outlines = _Lines(reader), _Outlines(vault)
    for link in dict.fromkeys(links):
        yield NoteLink(
            link.resolved,
            titles.get(link.resolved, link.resolved) if link.resolved else "",
            _written(link),
            link.fragment,
            link.line,
            lines.of(path, link),
            _state(link, vault, outlines),
            link.candidates,
            link.embed,
        )


def _backlinks(links: Iterable[LinkRow], reader: IndexReader, titles: Mapping[str, str]) -> Iterator[NoteLink]:
    lines = _Lines(reader)
    for link in dict.fromkeys(links):
        yield NoteLink(
            link.source,
            titles.get(link.source, link.source),
            _written(link),
            "",
            link.line,
            lines.of(link.source, link),
            "ambiguous" if len(link.candidates) > 1 else "note",
            link.candidates,
            link.embed,
        )


def _written(link: LinkRow) -> str:
    return f"{link.target}#{link.fragment}" if link.fragment else link.target


def _state(link: LinkRow, vault: Vault, outlines: _Outlines) -> LinkState:
    if link.resolved is None:
        return "file" if _is_file(link, vault) else "unresolved"
    if len(link.candidates) > 1:
        return "ambiguous"
    return "note" if not link.fragment or outlines.has(link.resolved, link.fragment) else "no such part"


def _is_file(link: LinkRow, vault: Vault) -> bool:
    """Return True for an attachment: by name it may be anywhere, by path it has to be there."""
    named_so = PurePosixPath(link.target).suffix.casefold() in _FILE_ENDINGS
    if "/" not in link.target:
        return named_so or vault.has_file(link.target, link.source)
    return vault.has_file(link.target, link.source)


class _Lines:
    """Lines of notes, from the index; what stands above the body is in none of its chunks."""

    def __init__(self, reader: IndexReader) -> None:
        self._reader = reader
        self._path = ""
        self._lines: dict[int, str] = {}

    def text(self, path: str, number: int) -> str:
        if path != self._path:
            self._path, self._lines = path, {}
            for chunk in self._reader.chunks_of(path):
                self._lines |= dict(enumerate(map(str.strip, split_lines(chunk.text)), start=chunk.line_start))
        return self._lines.get(number, "")

    def of(self, path: str, link: LinkRow) -> str:
        """Return the line of a link, or the property that it is in."""
        return self.text(path, link.line) or self._property(path, f"[[{link.target}")

    def _property(self, path: str, beginning: str) -> str:
        note = self._reader.note(path)
        properties = note.properties if note else {}
        found = (name for name, value in properties.items() if any(beginning in text for text in texts(value)))
        return next((f"{name}: {say(properties[name])}" for name in found), "")


class _Outlines:
    """The parts of the notes that links lead to, each read once."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._known: dict[str, Outline | None] = {}

    def has(self, path: str, fragment: str) -> bool:
        """Return whether a note has a part; True as well when that cannot be told."""
        if path not in self._known:
            self._known[path] = self._read(path) if len(self._known) < _OUTLINES else None
        outline = self._known[path]
        return outline is None or outline.find(fragment) is not None

    def _read(self, path: str) -> Outline | None:
        try:
            return read_outline(clean(read_text(*self._vault.read_head(path))[0]))
        except (VaultError, NotText):
            return None
