"""What a line of a note says, without what Betimes itself writes into one: boxes, dates and marks of task lines."""

from __future__ import annotations

from unicodedata import normalize

from app.vault.logseq import PLAN_WORDS, STATES, SYMBOLS, is_plan, read_keyword, without_plans
from app.vault.plain import plain_line
from app.vault.statuses import DEFAULT_STATUSES, Statuses, is_open_state
from app.vault.task_shape import TaskShape, read_shape


def line_words(line: str) -> str:
    """Return the plain words of a line; of a task line, without its box or keyword and its fields."""
    task = _task(line)
    if task is not None:
        return plain_line(_without_fields(task))
    keyword = read_keyword(line.rstrip("\r\n")) if _has_keyword(line) else None
    if keyword is not None:
        return plain_line(without_plans(_without_fields(keyword.shape)))
    return plain_line(without_plans(line) if _says_date(line) and is_plan(line) else line)


def line_key(line: str) -> str:
    """Return what two lines that say the same have in common; empty for a line without words."""
    return " ".join(normalize("NFC", line_words(line)).casefold().split())


def is_open_task(line: str, statuses: Statuses = DEFAULT_STATUSES) -> bool:
    """Return True for a task line that states what is to be done, not what has been."""
    task = _task(line)
    if task is not None:
        return statuses.is_open(task.status)
    keyword = read_keyword(line.rstrip("\r\n")) if _has_keyword(line) else None
    return keyword is not None and is_open_state(STATES[keyword.symbol])


def _task(line: str) -> TaskShape | None:
    return read_shape(line.rstrip("\r\n")) if "[" in line else None


def _has_keyword(line: str) -> bool:
    """Return whether it is worth looking for a keyword: nearly every line has none."""
    return any(word in line for word in SYMBOLS)


def _says_date(line: str) -> bool:
    return any(word in line for word in PLAN_WORDS)


def _without_fields(task: TaskShape) -> str:
    parts, at = [], task.body_at
    for field in task.fields:
        parts.append(task.raw[at : field.start])
        at = max(at, field.end)
    return "".join([*parts, task.raw[at : task.body_end]])
