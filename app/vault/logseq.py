"""Task blocks of Logseq: a keyword in place of a checkbox, dates in lines of their own, repetitions as in org mode.

`- TODO [#A] Call the surveyor`, and in the next line `SCHEDULED: <2026-08-15 Sat 09:00 .+1w>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, time

from app.vault.note import State
from app.vault.task_fields import read_clock
from app.vault.task_shape import TaskShape, shape_of

SYMBOLS = {
    "TODO": " ",
    "LATER": " ",
    "DOING": "/",
    "NOW": "/",
    "IN-PROGRESS": "/",
    "WAITING": "h",
    "WAIT": "h",
    "DONE": "x",
    "CANCELED": "-",
    "CANCELLED": "-",
}
"""Keyword to the character of a checkbox that means the same."""

STATES: Mapping[str, State] = {
    " ": "todo",
    "/": "in-progress",
    "h": "on-hold",
    "x": "done",
    "-": "cancelled",
}
"""What those characters mean here."""

_HEAD = re.compile(
    rf"[ \t>]*[-*+][ \t]+(?:#{{1,6}}[ \t]+)?(?P<keyword>{'|'.join(SYMBOLS)})(?=[ \t]|$)"
    r"(?:[ \t]+\[#(?P<priority>[ABC])\])?"
)
_PRIORITIES = {"A": "high", "B": "medium", "C": "low"}
_PLAN = re.compile(r"\b(?P<kind>SCHEDULED|DEADLINE):[ \t]*<(?P<stamp>[^<>\r\n]*)>")
_PLAN_ALONE = re.compile(r"[ \t>]*(?P<kind>SCHEDULED|DEADLINE):[ \t]*(?P<stamp>[^\r\n]*)$")
_STAMP = re.compile(
    r"(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ \t]+[^\W\d_]+\.?)?"
    r"(?:[ \t]+(?P<time>[0-9]{1,2}:[0-9]{2})(?:-[0-9]{1,2}:[0-9]{2})?)?"
    r"(?:[ \t]+(?P<mark>\.\+|\+\+|\+)(?P<count>[0-9]{1,4})(?P<unit>[hdwmy])(?:/[0-9]+[hdwmy])?)?"
    r"(?:[ \t]+--?[0-9]+[hdwmy])?"
)
_UNITS = {"h": "hour", "d": "day", "w": "week", "m": "month", "y": "year"}
PLAN_WORDS = ("SCHEDULED:", "DEADLINE:")
"""What a line that says a date has in it."""

_KINDS = {"SCHEDULED": "scheduled", "DEADLINE": "due"}


@dataclass(frozen=True, slots=True)
class Keyword:
    """The head of a task block.

    Attributes:
        word: As written.
        shape: The line, taken apart; its status is to be asked of `symbol`.
        priority: `"high"`, `"medium"`, `"low"` or None.
    """

    word: str
    shape: TaskShape
    priority: str | None

    @property
    def symbol(self) -> str:
        """The character of a checkbox that means the same."""
        return SYMBOLS[self.word]


@dataclass(frozen=True, slots=True)
class Plan:
    """A `SCHEDULED:` or `DEADLINE:`.

    Attributes:
        kind: `"scheduled"` or `"due"`.
        day: None when it cannot be read; `problem` says why.
        at: The time of day, None when none is said.
        repeat: The repetition in words that `recurrence` reads, or None.
    """

    kind: str
    day: date | None
    at: time | None = None
    repeat: str | None = None
    problem: str = ""


def read_keyword(raw: str) -> Keyword | None:
    """Take a line apart; None when it does not begin with a bullet and a keyword."""
    head = _HEAD.match(raw)
    if head is None:
        return None
    return Keyword(
        head["keyword"], shape_of(raw, head.start("keyword"), head.end()), _PRIORITIES.get(head["priority"] or "")
    )


def find_plans(first: str, more: Iterable[str]) -> Iterator[Plan]:
    """Yield what the first line of a block and the lines below it say about dates, none inside code or comments."""
    for found in _PLAN.finditer(first):
        yield _plan(found)
    for line in more:
        alone = _PLAN_ALONE.match(line)
        found_all = list(_PLAN.finditer(line))
        yield from (_plan(found) for found in found_all)
        if alone and not found_all:
            yield _plan(alone)


def without_plans(text: str) -> str:
    """Return text without `SCHEDULED: <...>` and `DEADLINE: <...>`."""
    return _PLAN.sub(" ", text)


def _plan(found: re.Match[str]) -> Plan:
    kind, stamp = _KINDS[found["kind"]], found["stamp"].strip()
    read = _STAMP.fullmatch(stamp)
    if read is None:
        return Plan(kind, None, problem=f"the {kind} date “{stamp}” is not written as <2026-08-15 Sat>")
    try:
        day = date.fromisoformat(read["date"])
    except ValueError:
        return Plan(kind, None, problem=f"the {kind} date “{read['date']}” does not exist")
    at = read_clock(read["time"] or "")
    problem = f"the time “{read['time']}” does not exist" if read["time"] and at is None else ""
    return Plan(kind, day, at, _repeat(read), problem)


def _repeat(read: re.Match[str]) -> str | None:
    """Return the repetition in words: `.+1w` counts from the day it is done, `+` and `++` from the date."""
    if not read["mark"] or not int(read["count"]):
        return None
    count, unit = int(read["count"]), _UNITS[read["unit"]]
    said = f"every {unit}" if count == 1 else f"every {count} {unit}s"
    return f"{said} when done" if read["mark"] == ".+" else said
