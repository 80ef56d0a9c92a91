"""Reads a task line into a `TaskLine`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from app.vault.decoding import clean
from app.vault.links import wiki_links
from app.vault.note import Link, TaskLine
from app.vault.tags import body_tags
from app.vault.task_fields import DATE_KINDS, PRIORITIES, Field
from app.vault.task_shape import TaskShape, read_shape

_SHAPED = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def parse_task(path: str, line_number: int, raw: str, heading: str = "") -> TaskLine | None:
    """Read a line.

    Args:
        path: The note.
        line_number: From 1.
        raw: The line as decoded, without its line end.
        heading: The heading that it stands under.

    Returns:
        The task, or None when the line is no list item with a checkbox. Nothing a line can hold raises. Of several
        fields that say the same thing the left-most counts. A date of a reminder is the due date where no other is.
    """
    task = read_shape(raw)
    if task is None:
        return None
    dates = _dates(task)
    text = clean(_description(task))
    return TaskLine(
        path=path,
        line=line_number,
        raw=raw,
        status=clean(task.status),
        text=text,
        due=dates["due"] or dates["reminder"],
        scheduled=dates["scheduled"],
        start=dates["start"],
        created=dates["created"],
        done=dates["done"],
        cancelled=dates["cancelled"],
        priority=_priority(task),
        repeat=_repeat(task),
        tags=tuple(dict.fromkeys(body_tags(text))),
        links=tuple(dict.fromkeys(_target(link) for link in wiki_links([text], 0))),
        block_id=task.block_id,
        heading=heading,
        problem=clean("; ".join(_problems(task))),
    )


def _dates(task: TaskShape) -> dict[str, date | None]:
    fields = {kind: task.first(kind) for kind in DATE_KINDS}
    return {kind: field.date if field else None for kind, field in fields.items()}


def _priority(task: TaskShape) -> str | None:
    field = task.first("priority")
    if field is None:
        return None
    word = PRIORITIES.get(field.value, field.value.lower())
    return word if word in PRIORITIES.values() else None


def _repeat(task: TaskShape) -> str | None:
    field = task.first("repeat")
    return clean(field.value) if field else None


def _target(link: Link) -> str:
    return f"{link.target}#{link.fragment}" if link.fragment else link.target


def _problems(task: TaskShape) -> Iterator[str]:
    for kind in DATE_KINDS:
        field = task.first(kind)
        if field is not None and field.date is None:
            name = "due" if kind == "reminder" else kind
            wrong = "does not exist" if _SHAPED.fullmatch(field.value) else "is not written as YYYY-MM-DD"
            yield f"the {name} date “{field.value}” {wrong}"


def _description(task: TaskShape) -> str:
    """Return the body without the fields that were understood, blanks evened out."""
    parts, at = [], task.body_at
    for field in task.fields:
        if _is_understood(field):
            parts.append(task.raw[at : max(at, field.start)])
            at = max(at, field.end)
    parts.append(task.raw[at : task.body_end])
    return " ".join(" ".join(parts).split())


def _is_understood(field: Field) -> bool:
    return field.kind not in DATE_KINDS or field.date is not None
