"""What a line of a note says, without what Betimes itself writes into one: boxes, dates and marks of task lines."""

from __future__ import annotations

from unicodedata import normalize

from app.vault.plain import plain_line
from app.vault.task_shape import TaskShape, read_shape


def line_words(line: str) -> str:
    """Return the plain words of a line; of a task line, without its box and its fields."""
    task = _task(line)
    return plain_line(line if task is None else _without_fields(task))


def line_key(line: str) -> str:
    """Return what two lines that say the same have in common; empty for a line without words."""
    return " ".join(normalize("NFC", line_words(line)).casefold().split())


def is_open_task(line: str) -> bool:
    """Return True for a task line that states what is to be done, not what has been."""
    task = _task(line)
    return task is not None and task.is_open


def _task(line: str) -> TaskShape | None:
    return read_shape(line.rstrip("\r\n")) if "[" in line else None


def _without_fields(task: TaskShape) -> str:
    parts, at = [], task.body_at
    for field in task.fields:
        parts.append(task.raw[at : field.start])
        at = max(at, field.end)
    return "".join([*parts, task.raw[at : task.body_end]])
