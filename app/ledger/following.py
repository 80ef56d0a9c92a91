"""When a repeating commitment comes back once it is done, in words."""

from __future__ import annotations

from datetime import date, datetime

from app.errors import WriteRefused
from app.ledger.agenda import moment_of
from app.ledger.commitment import Commitment
from app.ledger.entry import Entry
from app.ledger.occurrences import due_after
from app.ledger.wording import day_of, day_words
from app.vault.logseq_edits import is_task as is_logseq
from app.vault.recurrence import RepetitionOver, RuleNotUnderstood, read_rule
from app.vault.rules import DEFAULT_RULES, ReadingRules
from app.vault.task_edits import TaskStyle, tick
from app.vault.tasks import parse_task

LAST = "that is the last time"
WAITS_AGAIN = "then it waits again"


def after_entry(entry: Entry, now: datetime) -> str:
    """Return what follows an entry that is done now: "next: Thu 31 Dec"; "" when that cannot be told."""
    if not entry.repeat:
        return ""
    try:
        due = due_after(entry, read_rule(entry.repeat), now)
    except RepetitionOver:
        return LAST
    except (RuleNotUnderstood, OverflowError):
        return ""
    return WAITS_AGAIN if due is None else _next(due, now.date())


def after_line(item: Commitment, today: date, rules: ReadingRules = DEFAULT_RULES) -> str:
    """Return what follows a task line that is done today, as `after_entry` does; `rules` are those of its vault."""
    if not item.repeat or item.note is None:
        return ""
    try:
        ticked = tick(item.raw, today, style=TaskStyle(statuses=rules.statuses)) or ""
    except WriteRefused:
        return ""
    texts = [ticked] if is_logseq(item.raw) else ticked.split("\n")
    tasks = [parse_task(item.note.path, item.note.line, text, rules=rules) for text in texts]
    task = next((task for task in tasks if task is not None and task.is_open), None)
    if task is None:
        return LAST
    due = moment_of(task.due or task.scheduled, task.at)
    return _next(due, today) if due else ""


def _next(due: date | datetime, today: date) -> str:
    time = f" {due:%H:%M}" if isinstance(due, datetime) else ""
    return f"next: {due:%a} {day_words(day_of(due), today)}{time}"
