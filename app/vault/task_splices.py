"""How a task line is written: single tokens put in, replaced and taken out, in the line's own dialect and spacing."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from app.errors import WriteRefused
from app.vault.near_tasks import near_problem
from app.vault.note import State
from app.vault.recurrence import RuleNotUnderstood
from app.vault.recurrence.tasks_wording import in_tasks_words, same_rule
from app.vault.statuses import Statuses
from app.vault.task_fields import PRIORITIES, Field
from app.vault.task_shape import TaskShape, insertion_point, read_shape

SYMBOLS = {"start": "🛫", "scheduled": "⏳", "due": "📅", "done": "✅", "cancelled": "❌", "repeat": "🔁"}
KEYS = {
    "start": "start",
    "scheduled": "scheduled",
    "due": "due",
    "done": "completion",
    "cancelled": "cancelled",
    "repeat": "repeat",
    "priority": "priority",
}
_SIGNS = {word: sign for sign, word in PRIORITIES.items()}

Splice = tuple[int, int, str]
"""Start, end and replacement."""


def read_task(raw: str) -> TaskShape:
    """Take a line apart; raises `WriteRefused` when it is no task."""
    task = read_shape(raw)
    if task is None:
        problem = near_problem(raw.partition("\n")[0])
        raise WriteRefused(f"the line is not a list item with a checkbox{problem and f': {problem}'}")
    return task


def read_open(raw: str, statuses: Statuses) -> TaskShape:
    """Take the line of an open task apart; raises `WriteRefused` when it is closed, or no task."""
    task = _read_meant(raw, statuses)
    if not statuses.is_open(task.status):
        raise WriteRefused("the task is closed already", "Look at it again; it may have been closed elsewhere.")
    return task


def read_closed(raw: str, statuses: Statuses) -> TaskShape:
    """Take the line of a closed task apart; raises `WriteRefused` when it is open, or no task."""
    task = _read_meant(raw, statuses)
    if statuses.is_open(task.status):
        raise WriteRefused("the task is open already", "Look at it again; it may have been opened elsewhere.")
    return task


def _read_meant(raw: str, statuses: Statuses) -> TaskShape:
    task = read_task(raw)
    if statuses.state(task.status) == "non-task":
        raise WriteRefused(
            f"a box with [{task.status}] is no task in this vault", "Its settings say so, or those of Obsidian Tasks."
        )
    return task


def spliced(raw: str, splices: Iterable[Splice]) -> str:
    """Return a line with changes made, given in any order."""
    for start, end, new in sorted(splices, reverse=True):
        raw = raw[:start] + new + raw[end:]
    return raw


def status(task: TaskShape, state: State, statuses: Statuses) -> Splice:
    """Return the change of the character between the brackets; raises `WriteRefused` when none means what it is to."""
    mark = statuses.symbol_of(state, task.status)
    if statuses.state(mark) != state:
        raise WriteRefused(
            f"no symbol of this vault means “{state}”", "Name one under [tasks.statuses] in config.toml."
        )
    return task.status_at, task.status_at + 1, mark


def new_date(field: Field, day: date) -> Splice:
    """Return the change of a field's date."""
    return field.value_start, field.value_end, day.isoformat()


def new_moment(raw: str, field: Field, moment: datetime) -> Splice:
    """Return the change of a reminder's day and time; what stands between the two stays."""
    day, clock = moment.date().isoformat(), f"{moment:%H:%M}"
    if not field.time_text:
        return field.value_start, field.value_end, f"{day} {clock}"
    at = raw.index(field.time_text, field.value_end)
    return field.value_start, at + len(field.time_text), f"{day}{raw[field.value_end : at]}{clock}"


def written(task: TaskShape, kind: str, value: str) -> Splice:
    """Return the change of the field that counts, or of an empty one, or else a new one."""
    present = task.first(kind) or next((field for field in task.fields if field.kind == kind), None)
    if present is None:
        return _addition(task, kind, value)
    text = _SIGNS[value] if kind == "priority" and present.dialect == "emoji" else value
    return present.value_start, present.value_end, text


def repeat_in(task: TaskShape, rule: str) -> str:
    """Return a rule as it is written into a line, in words that Obsidian Tasks reads; one that says it already stays.

    Raises:
        WriteRefused: Tasks cannot say it.
    """
    present = task.first("repeat")
    if present is not None and same_rule(present.value, rule):
        return present.value
    try:
        return in_tasks_words(rule)
    except RuleNotUnderstood as error:
        raise WriteRefused(f"{error}", "Write another repetition, or make an entry of the line.") from error


def dated(task: TaskShape, kind: str, day: date) -> Splice:
    """Return what `written` does, of a date."""
    return written(task, kind, day.isoformat())


def removals(task: TaskShape, kinds: tuple[str, ...]) -> list[Splice]:
    """Return what removes every field of these kinds, and the blanks before it unless they still separate."""
    return [_removal(task.raw, field) for field in task.fields if field.kind in kinds]


def _removal(raw: str, field: Field) -> Splice:
    separates = not raw[field.end : field.end + 1].strip()
    return len(raw[: field.start].rstrip()) if separates else field.start, field.end, ""


def _addition(task: TaskShape, kind: str, value: str) -> Splice:
    """Return a field at the end of the body, in the line's dialect, set off as its first Dataview field is."""
    at, model = insertion_point(task), task.model
    if model is None:
        return at, at, f" {_SIGNS[value]}" if kind == "priority" else f" {SYMBOLS[kind]} {value}"
    gap = "  " if task.raw[: model.start].endswith("  ") else " "
    opening, closing = ("(", ")") if task.raw[model.start] == "(" else ("[", "]")
    return at, at, f"{gap}{opening}{KEYS[kind]}:: {value}{closing}"
