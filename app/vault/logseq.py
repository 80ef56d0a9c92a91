"""Task blocks of Logseq: a keyword in place of a checkbox, dates in lines of their own, repetitions as in org mode.

`- TODO [#A] Call the surveyor`, and in the next line `SCHEDULED: <2026-08-15 Sat 09:00 .+1w>`. What reads a
block and what writes it see the same offsets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, time

from app.vault.note import State
from app.vault.task_fields import read_clock, without_code
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

HEAD = re.compile(
    rf"(?P<indent>[ \t>]*)[-*+][ \t]+(?:#{{1,6}}[ \t]+)?(?P<keyword>{'|'.join(SYMBOLS)})(?=\s|$)"
    r"(?:[ \t]+\[#(?P<priority>[ABC])\])?"
)
"""The beginning of a task block, up to its priority."""

PRIORITIES = {"A": "high", "B": "medium", "C": "low"}
PLAN_WORDS = ("SCHEDULED:", "DEADLINE:")
"""What a line that says a date has in it."""

_PLAN = re.compile(r"\b(?P<kind>SCHEDULED|DEADLINE):[ \t]*(?P<value><(?P<stamp>[^<>\r\n]*)>)")
_PLAN_ALONE = re.compile(r"[ \t>]*(?P<kind>SCHEDULED|DEADLINE):[ \t]*(?P<value>(?P<stamp>[^\r\n]*))$")
_STAMP = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})(?P<name>[ \t]+[^\W\d_]+\.?)?"
    r"(?P<time>[ \t]+(?P<clock>[0-9]{1,2}:[0-9]{2})(?:-[0-9]{1,2}:[0-9]{2})?)?"
    r"(?:[ \t]+(?P<repeat>(?P<way>\.\+|\+\+|\+)(?P<count>[0-9]{1,4})(?P<unit>[hdwmy])(?:/[0-9]+[hdwmy])?))?"
    r"(?:[ \t]+--?[0-9]+[hdwmy])?"
)
_UNITS = {"h": "hour", "d": "day", "w": "week", "m": "month", "y": "year"}
_KINDS = {"SCHEDULED": "scheduled", "DEADLINE": "due"}


@dataclass(frozen=True, slots=True)
class Keyword:
    """The head of a task block.

    Attributes:
        word: As written.
        shape: The block, taken apart; its status is to be asked of `symbol`.
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
    """A `SCHEDULED:` or `DEADLINE:`, by its offsets in the block.

    Attributes:
        kind: `"scheduled"` or `"due"`.
        start: Where the word begins.
        end: Behind its last character.
        value_start: Where the opening bracket is, or the value when there is none.
        said: What stands between the brackets.
        stamp: Its parts, None when it is not written as a date.
    """

    kind: str
    start: int
    end: int
    value_start: int
    said: str
    stamp: re.Match[str] | None

    @property
    def day(self) -> date | None:
        """Return the day, None when it cannot be read; `problem` says why."""
        try:
            return date.fromisoformat(self.stamp["day"]) if self.stamp else None
        except ValueError:
            return None

    @property
    def at(self) -> time | None:
        """Return the time of day, None when none is said."""
        return read_clock(self.stamp["clock"] or "") if self.stamp else None

    @property
    def repeat(self) -> str | None:
        """Return the repetition in words: `.+1w` counts from the day it is done, `+` and `++` from the date."""
        stamp = self.stamp
        if stamp is None or not stamp["way"] or not int(stamp["count"]):
            return None
        count, unit = int(stamp["count"]), _UNITS[stamp["unit"]]
        said = f"every {unit}" if count == 1 else f"every {count} {unit}s"
        return f"{said} when done" if stamp["way"] == ".+" else said

    @property
    def problem(self) -> str:
        """Return why it cannot be read; empty when it can."""
        if self.stamp is None:
            return f"the {self.kind} date “{self.said}” is not written as <2026-08-15 Sat>"
        if self.day is None:
            return f"the {self.kind} date “{self.stamp['day']}” does not exist"
        return f"the time “{self.stamp['clock']}” does not exist" if self.stamp["clock"] and self.at is None else ""


def read_keyword(raw: str) -> Keyword | None:
    """Take a block apart; None when it does not begin with a bullet and a keyword."""
    head = HEAD.match(raw)
    if head is None:
        return None
    return Keyword(
        head["keyword"], shape_of(raw, head.start("keyword"), head.end()), PRIORITIES.get(head["priority"] or "")
    )


def find_plans(block: str, start: int) -> Iterator[Plan]:
    r"""Yield what a block says about dates, none inside code or comments.

    Args:
        block: Its lines, separated by `\n`.
        start: From where on. A date without brackets is one only in a line of its own, below the first.
    """
    text = without_code(block) if start < len(block) else ""
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        found = list(_PLAN.finditer(text, start, end))
        if not found and text[start - 1 : start] == "\n" and (alone := _PLAN_ALONE.match(text, start, end)):
            found = [alone]
        yield from map(_plan, found)
        start = end + 1


def without_plans(text: str) -> str:
    """Return text without `SCHEDULED: <...>` and `DEADLINE: <...>`."""
    return _PLAN.sub(" ", text)


def is_plan(line: str) -> bool:
    """Return True for a line that says nothing but dates."""
    return _PLAN_ALONE.match(line.rstrip("\r\n")) is not None or not without_plans(line).strip(" \t\r\n>")


def _plan(found: re.Match[str]) -> Plan:
    said = found["stamp"].strip()
    at = found.start("stamp") + len(found["stamp"]) - len(found["stamp"].lstrip())
    stamp = _STAMP.fullmatch(found.string, at, at + len(said))
    return Plan(_KINDS[found["kind"]], found.start("kind"), found.end(), found.start("value"), said, stamp)
