r"""A note as values: what was read from one markdown file.

Lines are counted from 1 and end at `\n`, `\r\n` or a lone `\r`, as editors count them; no other character ends a
line.
A path is relative to the vault, with `/` on every system.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

PropertyValue = str | list["PropertyValue"] | dict[str, "PropertyValue"] | None
"""Frontmatter without type coercion: every scalar is the text that the person wrote."""


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What `stat` says of a file: enough to see that it may have changed."""

    path: str
    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, its level from 1 to 6 and its line."""

    level: int
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Link:
    """A wikilink, markdown link or embed, as written.

    Attributes:
        target: The note or file named, without fragment; empty for a link within the note.
        fragment: What follows `#` (`"Quotes"`, `"H1#H2"`, `"^block"`); empty when there is none.
        text: The text shown instead of the target; empty when there is none.
        line: The line that it stands on.
        kind: Its syntax.
        embed: True for `![[...]]` and images.
    """

    target: str
    fragment: str
    text: str
    line: int
    kind: Literal["wiki", "markdown"]
    embed: bool = False


@dataclass(frozen=True, slots=True)
class BlockId:
    """A `^name` at the end of a block, and its line."""

    name: str
    line: int


@dataclass(frozen=True, slots=True)
class TaskLine:
    """A list item with a checkbox, and the fields read from it, whatever their dialect.

    Attributes:
        path: The note.
        line: Its line number.
        raw: The line exactly as decoded, without its line end.
        status: The one character between the brackets.
        text: The description: the body without fields and block id.
        due: And the other dates: read from emoji, Dataview or `(@...)` fields; impossible dates are None.
        priority: `"highest"`, `"high"`, `"medium"`, `"low"`, `"lowest"` or None.
        repeat: The repetition as written, or None.
        problem: Why a field that looks dated could not be read; empty when all is well.
    """

    path: str
    line: int
    raw: str
    status: str
    text: str
    due: date | None = None
    scheduled: date | None = None
    start: date | None = None
    created: date | None = None
    done: date | None = None
    cancelled: date | None = None
    priority: str | None = None
    repeat: str | None = None
    tags: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    block_id: str | None = None
    heading: str = ""
    problem: str = ""

    @property
    def is_open(self) -> bool:
        """Return True unless the box is ticked (`x`, `X`) or cancelled (`-`)."""
        return self.status not in "xX-"

    @property
    def is_dated(self) -> bool:
        """Return True when the line says when: such a line is a commitment."""
        return self.due is not None or self.scheduled is not None


@dataclass(frozen=True, slots=True)
class Chunk:
    """A section of a note, or part of one: the unit that is embedded and searched.

    Attributes:
        ordinal: Its place in the note, from 0.
        headings: The heading path, outermost first; empty above the first heading.
        line_start: Its first line.
        line_end: Its last line, included.
        text: The source text of those lines.
        embedding_text: What the model is given: title, heading path and text without boilerplate.
        digest: sha256 of `embedding_text`, hex: two chunks with the same digest share a vector.
    """

    ordinal: int
    headings: tuple[str, ...]
    line_start: int
    line_end: int
    text: str
    embedding_text: str
    digest: str


@dataclass(frozen=True, slots=True)
class Note:
    """One markdown file, read.

    Attributes:
        path: Relative to the vault.
        title: Frontmatter title, else first level-1 heading, else the file name without `.md`.
        digest: sha256 of the file's bytes, hex.
        aliases: Other names, from frontmatter.
        tags: Lower-case, without `#`, from frontmatter and body, each once.
        properties: Frontmatter, every scalar as text.
        problem: What could not be read (malformed frontmatter, cut because too large); empty when all is well.
    """

    path: str
    title: str
    digest: str
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    properties: Mapping[str, PropertyValue] = field(default_factory=dict)
    headings: tuple[Heading, ...] = ()
    links: tuple[Link, ...] = ()
    blocks: tuple[BlockId, ...] = ()
    tasks: tuple[TaskLine, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    problem: str = ""
