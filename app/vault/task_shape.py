"""The parts of a task line, by their offsets: what reads it and what edits it see the same line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.vault.task_fields import Field, find_fields, open_comment

_HEAD = re.compile(r"[ \t>]*(?:[-*+]|[0-9]+[.)])[ \t]+\[(.)\](?=\s|$)", re.DOTALL)
_BLOCK_ID = re.compile(r"\s\^([A-Za-z0-9-]+)\s*$")


@dataclass(frozen=True, slots=True)
class TaskShape:
    """A list item with a checkbox.

    Attributes:
        raw: The whole line; with the lines below it that say dates in Logseq's way, if there are any.
        status_at: Where the one character between the brackets is.
        body_at: Behind the closing bracket.
        body_end: Behind the last character of the body: before a block id and blanks at the end.
        block_id: What follows `^` at the end, or None.
        fields: From left to right.
    """

    raw: str
    status_at: int
    body_at: int
    body_end: int
    block_id: str | None
    fields: tuple[Field, ...]

    @property
    def status(self) -> str:
        """Return the one character between the brackets."""
        return self.raw[self.status_at]

    @property
    def line_end(self) -> int:
        """Return the offset behind the last character of the first line."""
        end = self.raw.find("\n")
        return len(self.raw) if end < 0 else end

    def first(self, kind: str) -> Field | None:
        """Return the field of a kind that counts: the left-most that says something."""
        return next((field for field in self.fields if field.kind == kind and field.value), None)

    @property
    def model(self) -> Field | None:
        """Return the Dataview field that a new one must look like; None when the line's first field is a symbol."""
        first = next((field for field in self.fields if field.dialect != "reminder"), None)
        return first if first is not None and first.dialect == "dataview" else None


def read_shape(raw: str) -> TaskShape | None:
    """Take a line apart; None when it is no list item with a checkbox."""
    head = _HEAD.match(raw)
    if head is None:
        return None
    return shape_of(raw, head.start(1), head.end())


def shape_of(raw: str, status_at: int, body_at: int) -> TaskShape:
    """Take apart what follows the head of a line; lines below it are left as they are."""
    line = raw.partition("\n")[0]
    block = _BLOCK_ID.search(line, body_at)
    content = line[: block.start() if block else len(line)]
    fields = find_fields("\0" * body_at + content[body_at:])
    body_end = max(body_at, len(content.rstrip()))
    return TaskShape(raw, status_at, body_at, body_end, block[1] if block else None, fields)


def insertion_point(task: TaskShape) -> int:
    """Return where a field can be added at the end: before a comment that the line leaves open."""
    comment = open_comment(task.raw[task.body_at : task.body_end])
    if comment is None:
        return task.body_end
    return task.body_at + len(task.raw[task.body_at : task.body_at + comment].rstrip())


def block_id_of(raw: str) -> str | None:
    """Return the block id at the end of a line, or None; of several lines that of the first."""
    found = _BLOCK_ID.search(raw.partition("\n")[0]) if "^" in raw else None
    return found[1] if found else None
