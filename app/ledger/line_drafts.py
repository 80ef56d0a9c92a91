"""What a person typed for a task line of a note, field by field, and what it makes of the line."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime

from app.errors import UsageError
from app.ledger.commitment import Commitment
from app.ledger.draft_fields import FIELDS as ENTRY_FIELDS
from app.ledger.draft_fields import Reader, read_field
from app.vault.logseq_edits import is_task as is_logseq
from app.vault.note import TaskLine
from app.vault.recurrence import RuleNotUnderstood
from app.vault.recurrence.tasks_wording import in_tasks_words
from app.vault.task_edits import FIELDS, TaskField, set_field, takes_time

LineValues = dict[TaskField, date | str | None]
"""What is to be written into a line; None takes a field out."""

_DAYS = ("due", "scheduled", "start")
STATUS = "status"
"""What a draft calls the character between the brackets; it is no field of its own, and changed after those."""

NAMES = (*FIELDS, STATUS)
_PROMOTE = "Make an entry of it (`betimes add --from {0}`), or edit the line in its note."


def draft_of_line(task: TaskLine) -> dict[str, str]:
    """Return the fields of a task line as they are typed."""
    found = {name: getattr(task, name) for name in FIELDS}
    draft: dict[str, str] = {
        name: value.isoformat() if isinstance(value, date) else value or "" for name, value in found.items()
    }
    if task.due is not None and task.at is not None and takes_time(task.raw):
        draft["due"] = f"{draft['due']} {task.at:%H:%M}"
    return draft


def read_line_draft(task: TaskLine, draft: Mapping[str, str], reader: Reader) -> LineValues:
    """Return the values of the fields that a draft changes; what is in the line already is left out.

    Raises:
        UsageError: There is no such field in a task line, or it cannot be read; the message begins with its name.
    """
    before = draft_of_line(task)
    draft = {name: typed for name, typed in draft.items() if name != STATUS}
    changes: LineValues = {}
    for name, typed in draft.items():
        field = _field(name, f"{task.path}:{task.line}")
        if task.implied and field == "scheduled" and not typed.strip():
            raise UsageError(
                "scheduled: the name of the note says that day, not the line", "Give the line another day."
            )
        text = " ".join(typed.split())  # what is typed goes into one line of the note
        if text != " ".join(before[field].split()):
            changes[field] = _value(field, text, task.due or task.scheduled, reader, task.raw)[0]
            _check_words(field, text, task.raw)
    return changes


def _check_words(field: TaskField, typed: str, raw: str) -> None:
    """Refuse a repetition that the programs which read the line have no words for."""
    if field != "repeat" or not typed.strip() or is_logseq(raw):
        return
    try:
        in_tasks_words(typed)
    except RuleNotUnderstood as error:
        raise UsageError(f"repeat: {error}", "Write another, or make an entry of the line.") from error


def _due_of(item: Commitment, draft: Mapping[str, str], reader: Reader) -> date | None:
    """Return the day that a repetition counts from: what is typed for it beside, else what the line says."""
    counted = "scheduled" if item.is_scheduled and not draft.get("due", "").strip() else "due"
    typed = draft.get(counted, "").strip()
    try:
        return reader.date(typed)[0] if typed else item.due
    except UsageError:
        return item.due


def check_line_draft(item: Commitment, draft: Mapping[str, str], reader: Reader) -> dict[str, str]:
    """Return for each field of a task line how it is read, or `! ` and why it cannot be; no file is looked at."""
    where = f"{item.note.path}:{item.note.line}" if item.note else item.id
    due = _due_of(item, draft, reader)
    said = {}
    for name, typed in draft.items():
        try:
            field = _field(name, where)
            said[name] = _value(field, typed.strip(), due, reader, item.raw)[1] if typed.strip() else ""
            _check_words(field, typed, item.raw)
        except UsageError as error:
            said[name] = f"! {error.message}"
    return said


def changed_line(raw: str, changes: Mapping[TaskField, date | str | None]) -> str:
    """Return a line with fields written, each by its own token; raises `WriteRefused`."""
    for field, value in changes.items():
        raw = set_field(raw, field, value)
    return raw


def _field(name: str, where: str) -> TaskField:
    field = next((field for field in FIELDS if field == name), None)
    if field is None:
        known = name in ENTRY_FIELDS
        what = f"{name}: a task line has no place for it" if known else f"{name}: no such field"
        raise UsageError(what, _PROMOTE.format(where) if known else f"A task line has {', '.join(NAMES)}.")
    return field


def _value(field: TaskField, typed: str, due: date | None, reader: Reader, raw: str) -> tuple[date | str | None, str]:
    if not typed:
        return None, ""
    value, said = read_field("due" if field in _DAYS else field, typed, reader, due)
    if isinstance(value, datetime) and not (field == "due" and takes_time(raw)):
        raise UsageError(f"{field}: {typed} has a time, and a task line has days", "Leave the time out.")
    assert isinstance(value, date | str)
    return value, said
