r"""A note as values: what was read from one markdown file.

Lines are counted from 1 and end at `\n`, `\r\n` or a lone `\r`, as editors count them; no other character ends a
line.
A path is relative to the vault, with `/` on every system.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time
from typing import Literal

PropertyValue = str | list["PropertyValue"] | dict[str, "PropertyValue"] | None
"""Frontmatter without type coercion: every scalar is the text that the person wrote."""

State = Literal["todo", "in-progress", "on-hold", "done", "cancelled", "non-task"]
"""What the status of a task means. The first three are open; a non-task is a box that nobody means to tick."""


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
    """A list item with a checkbox or a Logseq keyword, and the fields read from it, whatever their dialect.

    Attributes:
        path: The note.
        line: Its line number.
        raw: The line exactly as decoded, without its line end; with the lines below it that say its dates in Logseq's
            way, separated by a newline.
        status: The one character between the brackets; for a keyword the one that means the same.
        text: The description: the body without fields, block id, and the word by which the settings tell tasks.
        due: And the other dates: read from emoji, Dataview or Logseq fields; impossible dates are None. The date of a
            reminder where there is no other due date.
        priority: `"highest"`, `"high"`, `"medium"`, `"low"`, `"lowest"` or None.
        repeat: The repetition as written, or None; Logseq's in words.
        problem: Why a field that looks dated could not be read; empty when all is well.
        state: What the status means, by the vault's settings.
        keyword: Logseq's `TODO`, `DOING` ...; empty for a checkbox.
        at: The time of day on the due date, else on the scheduled one; None when none is said.
        reminder: The day on which it asks to be reminded of.
        reminder_at: The time of day of the reminder.
        task_id: What other tasks call it (`🆔`), or None.
        depends_on: The ids of the tasks that have to be done first.
        on_completion: `"keep"`, `"delete"` or None.
        implied: True when the scheduled date is not said in the line but by the file's name.
        parent: The line of the list item that it is nested in, or None.
        parent_text: What that item says, without fields; empty without a parent.
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
    state: State = "todo"
    keyword: str = ""
    at: time | None = None
    reminder: date | None = None
    reminder_at: time | None = None
    task_id: str | None = None
    depends_on: tuple[str, ...] = ()
    on_completion: str | None = None
    implied: bool = False
    parent: int | None = None
    parent_text: str = ""

    @property
    def is_open(self) -> bool:
        """Return True for what is still to be done: not ticked, not cancelled, and meant to be ticked at all."""
        return self.state in ("todo", "in-progress", "on-hold")

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
        day: The day that the note is of: what its name says, else its property for that; None when nothing does.
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
    day: date | None = None
