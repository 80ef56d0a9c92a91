"""Changes of one task line, as pure functions from text to text: only the token concerned changes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Literal

from app.errors import WriteRefused
from app.vault.recurrence import RepetitionOver, RuleNotUnderstood, next_date
from app.vault.task_fields import Field
from app.vault.task_shape import TaskShape, insertion_point, read_shape

Outcome = Literal["done", "dropped", "superseded"]

_WRITTEN_SYMBOLS = {"start": "🛫", "due": "📅", "done": "✅", "cancelled": "❌"}
_WRITTEN_KEYS = {"start": "start", "due": "due", "done": "completion", "cancelled": "cancelled"}
_REFERENCES = ("due", "reminder", "scheduled", "start")

Splice = tuple[int, int, str]
"""Start, end and replacement."""


def tick(raw: str, today: date, outcome: Outcome = "done") -> str:
    r"""Close a task: `[x]` and the completion date, or `[-]` and the cancellation date for the other outcomes.

    The date is written as the line's own fields are, before a block id. A repeating task that is done gets its next
    occurrence, as a line of its own above, separated by `\n`, unless that would lie after the last day of its rule.

    A line has no place for the day to which a repetition by months comes back: 31 January is followed by 28 February
    and that by 28 March, as in Obsidian Tasks, unless the rule names the day (`on the 31st`).

    Raises:
        WriteRefused: It is no task, it is closed, it repeats by a rule or from a date that is not understood, or it
            asks to be deleted when it is done.
    """
    task = _read(raw)
    if not task.is_open:
        raise WriteRefused("the task is closed already", "Look at it again; it may have been closed elsewhere.")
    closed = _closed(task, today, outcome)
    if outcome != "done":
        return closed
    _check_it_stays(task)
    rule = task.first("repeat")
    following = _next_occurrence(task, rule.value, today) if rule else None
    return closed if following is None else f"{following}\n{closed}"


def untick(raw: str) -> str:
    """Open a closed task again: `[ ]`, without its completion and cancellation dates.

    Raises:
        WriteRefused: It is no task, or it is open.
    """
    task = _read(raw)
    if task.is_open:
        raise WriteRefused("the task is open already", "Look at it again; it may have been opened elsewhere.")
    return _spliced(raw, [_status(task, " "), *_removals(task, ("done", "cancelled"))])


def reschedule(raw: str, due: date) -> str:
    """Set the date that the agenda goes by: due, else a reminder's, else scheduled; a task without one gets a due date.

    A date that could not be read is replaced too.

    Raises:
        WriteRefused: It is no task.
    """
    task = _read(raw)
    present = next(filter(None, map(task.first, ("due", "reminder", "scheduled"))), None)
    return _spliced(raw, [_new_value(present, due) if present else _dated(task, "due", due)])


def defer(raw: str, start: date | None) -> str:
    """Set the day before which a task is not to be thought of, its start date; None removes it. Its due date stays.

    Raises:
        WriteRefused: It is no task, or it is closed.
    """
    task = _read(raw)
    if not task.is_open:
        raise WriteRefused("the task is closed already", "Look at it again; it may have been closed elsewhere.")
    if start is None:
        return _spliced(raw, _removals(task, ("start",)))
    present = task.first("start")
    return _spliced(raw, [_new_value(present, start) if present else _addition(task, "start", start)])


def _read(raw: str) -> TaskShape:
    task = read_shape(raw)
    if task is None:
        raise WriteRefused("the line is not a list item with a checkbox")
    return task


def _closed(task: TaskShape, today: date, outcome: Outcome) -> str:
    mark, kind = ("x", "done") if outcome == "done" else ("-", "cancelled")
    return _spliced(task.raw, [_status(task, mark), _dated(task, kind, today)])


def _check_it_stays(task: TaskShape) -> None:
    completion = task.first("on completion")
    if completion is not None and completion.value.lower() == "delete":
        raise WriteRefused(
            "the task asks to be deleted when it is done (🏁 delete), and Betimes deletes no line",
            "Tick it in Obsidian, or take 🏁 delete out of the line, then repeat.",
        )


def _next_occurrence(task: TaskShape, rule: str, today: date) -> str | None:
    """Return the line of the next occurrence, or None behind the last: open, dates moved by as many days, no ids."""
    reference = _reference(task)
    try:
        moved = next_date(rule, reference, today) - reference
        splices = [
            _new_value(field, field.date + moved) for field in task.fields if field.kind in _REFERENCES and field.date
        ]
    except RepetitionOver:
        return None
    except (RuleNotUnderstood, OverflowError) as error:
        raise WriteRefused(
            f'the task repeats "{rule}" and its next date cannot be computed', f"{error}. Nothing was changed."
        ) from error
    splices += [_new_value(field, today) for field in task.fields if field.kind == "created" and field.date]
    splices += _removals(task, ("id", "depends on", "done", "cancelled"))
    if task.block_id is not None:
        splices.append((task.body_end, len(task.raw), ""))
    return _spliced(task.raw, [_status(task, " "), *splices])


def _reference(task: TaskShape) -> date:
    """Return the date that a repetition counts from."""
    field = next(filter(None, map(task.first, _REFERENCES)), None)
    if field is None or field.date is None:
        why = "has no date to count from" if field is None else f"has a date that cannot be read: {field.value}"
        raise WriteRefused(f"the task repeats and {why}", "Give it a date written as YYYY-MM-DD, then repeat.")
    return field.date


def _status(task: TaskShape, mark: str) -> Splice:
    return task.status_at, task.status_at + 1, mark


def _new_value(field: Field, day: date) -> Splice:
    return field.value_start, field.value_end, day.isoformat()


def _dated(task: TaskShape, kind: str, day: date) -> Splice:
    """Return the change of the field there is, were it empty, or else a new one."""
    empty = next((field for field in task.fields if field.kind == kind), None)
    present = task.first(kind) or empty
    return _new_value(present, day) if present else _addition(task, kind, day)


def _addition(task: TaskShape, kind: str, day: date) -> Splice:
    """Return a field at the end of the body, in the line's dialect, set off as its first Dataview field is."""
    at, model = insertion_point(task), task.model
    if model is None:
        return at, at, f" {_WRITTEN_SYMBOLS[kind]} {day.isoformat()}"
    gap = "  " if task.raw[: model.start].endswith("  ") else " "
    opening, closing = ("(", ")") if task.raw[model.start] == "(" else ("[", "]")
    return at, at, f"{gap}{opening}{_WRITTEN_KEYS[kind]}:: {day.isoformat()}{closing}"


def _removals(task: TaskShape, kinds: tuple[str, ...]) -> list[Splice]:
    """Return what removes every field of these kinds, and the blanks before it unless they still separate."""
    return [_removal(task.raw, field) for field in task.fields if field.kind in kinds]


def _removal(raw: str, field: Field) -> Splice:
    separates = not raw[field.end : field.end + 1].strip()
    return len(raw[: field.start].rstrip()) if separates else field.start, field.end, ""


def _spliced(raw: str, splices: Iterable[Splice]) -> str:
    for start, end, new in sorted(splices, reverse=True):
        raw = raw[:start] + new + raw[end:]
    return raw
