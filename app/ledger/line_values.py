"""What an entry and its task line both say: when it is due, how much it matters, how it repeats."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime

from app.ledger.agenda import moment_of
from app.ledger.entry import Entry
from app.ledger.line_drafts import LineValues
from app.ledger.rendering import plain
from app.vault.note import TaskLine
from app.vault.recurrence.tasks_wording import same_rule
from app.vault.task_edits import TaskField


def date_field(task: TaskLine) -> TaskField | None:
    """Return which date of a line the agenda goes by; None when the line itself says none."""
    if task.due is not None:
        return "due"
    return "scheduled" if task.scheduled is not None and not task.implied else None


def said_in(task: TaskLine, name: str) -> object:
    """Return what a line says of a shared field; None for nothing."""
    if name == "due":
        return None if task.implied else moment_of(task.due or task.scheduled, task.at)
    return task.priority if name == "priority" else task.repeat


def agree(name: str, of_entry: object, of_line: object) -> bool:
    """Return True when an entry and a line say the same; a line need not say the time of day."""
    if of_entry is None or of_line is None:
        return of_entry is of_line
    if name == "due" and not (isinstance(of_entry, datetime) and isinstance(of_line, datetime)):
        return _day(of_entry) == _day(of_line)
    if name == "repeat":
        return same_rule(str(of_entry), str(of_line))
    return plain(of_entry) == plain(of_line)


def taken_over(name: str, of_entry: object, of_line: object) -> object:
    """Return what an entry says once it goes by its line: a day leaves the time of day that the entry has."""
    if name == "due" and isinstance(of_entry, datetime) and isinstance(of_line, date):
        return of_line if isinstance(of_line, datetime) else datetime.combine(of_line, of_entry.timetz())
    return of_line


def line_values(task: TaskLine, entry: Entry, names: Collection[str]) -> LineValues:
    """Return what makes a line say what its entry does; only where the line has such a token."""
    values: LineValues = {}
    field = date_field(task)
    if "due" in names and field is not None and not agree("due", entry.due, said_in(task, "due")):
        values[field] = _day(entry.due)
    if "priority" in names and task.priority is not None and entry.priority != task.priority:
        values["priority"] = entry.priority
    if "repeat" in names and task.repeat is not None and not agree("repeat", entry.repeat, task.repeat):
        values["repeat"] = entry.repeat
    return values


def _day(moment: object) -> date | None:
    if isinstance(moment, datetime):
        return moment.date()
    return moment if isinstance(moment, date) else None
