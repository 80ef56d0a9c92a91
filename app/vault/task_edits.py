"""Changes of one task, as pure functions from text to text: only the token concerned changes.

A task of Logseq is written as Logseq does it, see `logseq_edits`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from app.errors import WriteRefused
from app.vault import logseq_edits as logseq
from app.vault.logseq import Plan, find_plans
from app.vault.recurrence import RepetitionOver, RuleNotUnderstood, next_date
from app.vault.statuses import DEFAULT_STATUSES, Statuses
from app.vault.task_fields import leaves_comment_open
from app.vault.task_shape import TaskShape, block_id_of, insertion_point, read_shape
from app.vault.task_splices import (
    dated,
    new_date,
    new_moment,
    read_closed,
    read_open,
    read_task,
    removals,
    repeat_in,
    spliced,
    status,
    written,
)

Outcome = Literal["done", "dropped", "superseded"]


@dataclass(frozen=True, slots=True)
class TaskStyle:
    """How this vault writes what is opened and closed.

    Attributes:
        next_line: On which side of the line that is done the next occurrence of a repeating task is written.
        statuses: What the symbols between brackets mean, and which one follows which.
    """

    next_line: Literal["above", "below"] = "above"
    statuses: Statuses = DEFAULT_STATUSES


DEFAULT_STYLE = TaskStyle()

TaskField = Literal["due", "scheduled", "start", "priority", "repeat"]
FIELDS: tuple[TaskField, ...] = ("due", "scheduled", "start", "priority", "repeat")
"""What can be written into a task line, each by its own token."""

_EDIT = "Edit it in its note."
_REFERENCES = ("due", "reminder", "scheduled", "start")


def tick(
    raw: str, today: date, outcome: Outcome = "done", style: TaskStyle = DEFAULT_STYLE, *, keep_id: bool = False
) -> str | None:
    r"""Close a task: `[x]` and the completion date, or `[-]` and the cancellation date for the other outcomes.

    The date is written as the line's own fields are, before a block id. A repeating task that is done gets its next
    occurrence, as a line of its own separated by `\n`, unless that would lie after the last day of its rule. A task
    that asks for it (`🏁 delete`) goes when it is done.

    A line has no place for the day to which a repetition by months comes back: 31 January is followed by 28 February
    and that by 28 March, as in Obsidian Tasks, unless the rule names the day (`on the 31st`).

    Args:
        raw: The line, with those below it that say its dates in Logseq's way.
        today: The day it is closed on.
        outcome: How it ended.
        style: Which symbols are written, and where the next occurrence.
        keep_id: The block id goes to the next occurrence, when there is one: what links to it means the open task.

    Returns:
        The line afterwards, or both; None when nothing is to stand there any longer.

    Raises:
        WriteRefused: It is no task, it is closed, the vault has no symbol for what it becomes, it repeats by a rule or
            from a date that is not understood, or it would double or take out the beginning of a longer comment.
    """
    if logseq.is_task(raw):
        return logseq.tick(raw, today, outcome)
    task = read_open(raw, style.statuses)
    if outcome != "done":
        return _closed(task, today, outcome, style)
    rule = task.first("repeat")
    below = tuple(find_plans(raw, task.line_end + 1))
    if below and (rule or any(plan.repeat for plan in below)):
        raise WriteRefused("the task repeats and has dates of Logseq below it", _EDIT)
    following = _next_occurrence(task, rule.value, today, style, keep_id) if rule else None
    closed = None if _is_to_go(task) else _closed(task, today, outcome, style)
    if closed is not None and following is not None and keep_id and task.block_id is not None:
        closed = without_block_id(closed)
    if (closed is None) == (following is None) and leaves_comment_open(raw[task.body_at : task.body_end]):
        raise WriteRefused(
            "the line begins a comment that goes on below, and cannot be doubled or taken out without it",
            "End the comment in its line, then repeat.",
        )
    both = (following, closed) if style.next_line == "above" else (closed, following)
    return "\n".join(line for line in both if line is not None) or None


def untick(raw: str, style: TaskStyle = DEFAULT_STYLE) -> str:
    """Open a closed task again: `[ ]`, without its completion and cancellation dates.

    Raises:
        WriteRefused: It is no task, or it is open.
    """
    if logseq.is_task(raw):
        return logseq.untick(raw)
    task = read_closed(raw, style.statuses)
    return spliced(raw, [status(task, "todo", style.statuses), *removals(task, ("done", "cancelled"))])


def reschedule(raw: str, due: date) -> str:
    """Set the date that the agenda goes by: due, else a reminder's, else scheduled; a task without one gets a due date.

    A date that could not be read is replaced too.

    Raises:
        WriteRefused: It is no task.
    """
    task = read_task(raw)
    present = next(filter(None, map(task.first, ("due", "reminder", "scheduled"))), None)
    return spliced(raw, [new_date(present, due) if present else dated(task, "due", due)])


def defer(raw: str, start: date | None, style: TaskStyle = DEFAULT_STYLE) -> str:
    """Set the day before which a task is not to be thought of, its start date; None removes it. Its due date stays.

    Raises:
        WriteRefused: It is no task, it is closed, or it is one of Logseq and its dates leave no way for that.
    """
    if logseq.is_task(raw):
        return logseq.defer(raw, start)
    read_open(raw, style.statuses)
    return set_field(raw, "start", start)


def set_field(raw: str, field: TaskField, value: date | str | None) -> str:
    """Write one field of a task, or (None) take it out.

    Args:
        raw: The line.
        field: Which. `due` is the date of a reminder when the line has no other due date.
        value: A date, a word of `PRIORITIES`, or a rule of repetition, which is written in the words of Obsidian Tasks;
            one that is there already changes nothing. A date-time for what `takes_time`; a date alone leaves the time
            that stands there.

    Raises:
        WriteRefused: It is no task, the line would not read as meant afterwards, or Tasks cannot say the repetition.
    """
    if isinstance(value, str) and value != " ".join(value.split()):
        raise WriteRefused(f"“{value}” goes over more than one line, or is spaced unevenly", "Write it in one line.")
    if logseq.is_task(raw):
        return logseq.set_field(raw, field, value)
    task = read_task(raw)
    if field == "repeat" and isinstance(value, str):
        value = repeat_in(task, value)
    kinds: tuple[str, ...] = ("due", "reminder") if field == "due" else (field,)
    if not any(map(task.first, kinds)) and _says(field, find_plans(raw, task.line_end + 1)):
        raise WriteRefused("that stands in a line below the box, as Logseq writes it", _EDIT)
    if value is None:
        new = spliced(raw, removals(task, kinds))
    elif isinstance(value, datetime):
        reminder = task.first("reminder")
        if reminder is None or not takes_time(raw):
            raise WriteRefused("the line has no place for a time of day", "Leave the time out.")
        new = spliced(raw, [new_moment(raw, reminder, value)])
    else:
        kind = next((kind for kind in kinds if task.first(kind)), field)
        new = spliced(raw, [written(task, kind, value.isoformat() if isinstance(value, date) else value)])
    _check(task, new, kinds)
    return new


def takes_time(raw: str) -> bool:
    """Return True for a task whose due date is that of a reminder, which may have a time of day."""
    task = None if logseq.is_task(raw) else read_shape(raw)
    if task is None or task.first("due") is not None or task.first("reminder") is None:
        return False
    return not _says("due", find_plans(raw, task.line_end + 1))


def with_block_id(raw: str, name: str) -> str:
    """Return a line with a block id at its end, where links can point to.

    Raises:
        WriteRefused: It is no task, it has one already, or it goes on in the next line as a comment.
    """
    if logseq.is_task(raw):
        raise WriteRefused(
            "a block of Logseq has no place for ^ids", "Write it as a line with a checkbox, then repeat."
        )
    task = read_task(raw)
    if task.block_id is not None:
        raise WriteRefused(f"the line has a block id already: ^{task.block_id}")
    if insertion_point(task) != task.body_end:
        raise WriteRefused("the line ends in a comment that goes on below", "End the comment in its line, then repeat.")
    new = f"{raw[: task.body_end]} ^{name}{raw[task.body_end :]}"
    _check(task, new, ())
    return new


def without_block_id(raw: str) -> str:
    """Return a line without its block id; trailing blanks behind it stay."""
    name = block_id_of(raw)
    if name is None:
        return raw
    at = raw.rindex(f"^{name}", 0, raw.find("\n") if "\n" in raw else len(raw))
    return raw[:at].rstrip() + raw[at + len(name) + 1 :]


def _says(field: TaskField, below: Iterable[Plan]) -> bool:
    return any(plan.repeat if field == "repeat" else plan.kind == field for plan in below)


def _check(before: TaskShape, new: str, kinds: tuple[str, ...]) -> None:
    """Refuse a change after which anything but fields of these kinds reads differently."""
    after = read_task(new)
    kept = [[(field.kind, field.value) for field in task.fields if field.kind not in kinds] for task in (before, after)]
    if kept[0] != kept[1] or (kinds and before.block_id != after.block_id):
        raise WriteRefused("the line cannot be changed without its other fields being read differently", _EDIT)


def _closed(task: TaskShape, today: date, outcome: Outcome, style: TaskStyle) -> str:
    kind: Literal["done", "cancelled"] = "done" if outcome == "done" else "cancelled"
    return spliced(task.raw, [status(task, kind, style.statuses), dated(task, kind, today)])


def _is_to_go(task: TaskShape) -> bool:
    completion = task.first("on completion")
    return completion is not None and completion.value.lower() == "delete"


def _next_occurrence(task: TaskShape, rule: str, today: date, style: TaskStyle, keep_id: bool) -> str | None:
    """Return the line of the next occurrence, or None behind the last: open, dates moved by as many days, no ids."""
    reference = _reference(task)
    try:
        moved = next_date(rule, reference, today) - reference
        splices = [
            new_date(field, field.date + moved) for field in task.fields if field.kind in _REFERENCES and field.date
        ]
    except RepetitionOver:
        return None
    except (RuleNotUnderstood, OverflowError) as error:
        raise WriteRefused(
            f'the task repeats "{rule}" and its next date cannot be computed', f"{error}. Nothing was changed."
        ) from error
    splices += [new_date(field, today) for field in task.fields if field.kind == "created" and field.date]
    splices += removals(task, ("id", "depends on", "done", "cancelled"))
    if task.block_id is not None and not keep_id:
        splices.append((task.body_end, task.line_end, ""))
    return spliced(task.raw, [status(task, "todo", style.statuses), *splices])


def _reference(task: TaskShape) -> date:
    """Return the date that a repetition counts from."""
    field = next(filter(None, map(task.first, _REFERENCES)), None)
    if field is None or field.date is None:
        why = "has no date to count from" if field is None else f"has a date that cannot be read: {field.value}"
        raise WriteRefused(f"the task repeats and {why}", "Give it a date written as YYYY-MM-DD, then repeat.")
    return field.date
