"""Lines with a date that look like tasks and are none, because of a blank too many or too few at their box."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.vault.decoding import clean
from app.vault.note import TaskLine
from app.vault.rules import ReadingRules
from app.vault.task_fields import find_fields
from app.vault.task_shape import read_shape

_NEAR = re.compile(
    r"(?P<indent>[ \t>]*+)(?P<bullet>[-*+\u2013\u2014\u2022\u2023\u00b7]|[0-9]{1,9}[.)])?+(?P<gap>[ \t]*+)"
    r"\[(?P<box>[ \t]*+(?P<sign>[^\[\]\s]?+)[ \t]*+)\](?![(\[:])(?P<rest>.*)",
    re.DOTALL,
)
_MARKDOWN_BULLETS = "-*+"
_DATES = ("due", "reminder", "scheduled")
_TICKED = ("x", "X")


def near_problem(line: str) -> str:
    """Return why a line that looks like a task is none; empty when it is one, or looks like something else.

    Lines that are ticked ask for nothing, and a link or a footnote is no box.
    """
    found = _NEAR.match(line) if "[" in line else None
    if found is None or found["sign"] in _TICKED or read_shape(line) is not None:
        return ""
    bullet, box, sign, rest = found["bullet"], found["box"], found["sign"], found["rest"]
    if not bullet:
        return "" if sign or rest[:1].strip() else "it is no list item: a task begins with “- [ ]”"
    if bullet not in _MARKDOWN_BULLETS and not bullet[0].isdigit():
        return "" if rest[:1].strip() else f"“{bullet}” begins no list item: a task begins with “- [ ]”"
    if not found["gap"]:
        return "" if rest[:1].strip() else f"there is no blank between “{bullet}” and the box “[{box}]”"
    if len(box) != 1:
        has = "more than one character" if box else "nothing"
        return f"there is {has} between the brackets of “[{box}]”: an open task has one blank there"
    return "" if sign else "there is no blank behind the box “[ ]”"


def near_tasks(path: str, lines: Iterator[tuple[int, str, str]], rules: ReadingRules) -> Iterator[TaskLine]:
    """Yield the dated lines of a note that look like tasks and are none; their problem says why.

    Args:
        path: The note.
        lines: Number in the file, what is visible of the line (no code, no comments), and the line as decoded.
        rules: What the vault's settings say.
    """
    for number, visible, raw in lines:
        problem = near_problem(visible)
        if not problem or rules.task_filter not in raw:
            continue
        body = visible[visible.index("]") + 1 :]
        if any(field.kind in _DATES and field.value for field in find_fields(body)):
            yield TaskLine(path, number, raw, " ", clean(" ".join(raw.split())), problem=problem)
