"""The status of one task, changed as pure functions from text to text: the character between its brackets.

To close a task is more than that: it is done as any other is, with its date and its next occurrence.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from app.errors import UsageError
from app.vault import logseq_edits as logseq
from app.vault.note import State, TaskLine
from app.vault.statuses import STATES, Statuses, read_state
from app.vault.task_edits import Outcome, TaskStyle, tick
from app.vault.task_splices import read_task, removals, spliced

_CLOSED: dict[State, Outcome] = {"done": "done", "cancelled": "dropped"}


def outcome_of(state: State) -> Outcome | None:
    """Return how a task ends that gets a state; None when that leaves it open."""
    return _CLOSED.get(state)


def next_symbol(task: TaskLine, statuses: Statuses) -> str:
    """Return the symbol that follows the one of a task; for Logseq the one that means its next marker word."""
    return logseq.next_symbol(task.raw) if task.keyword else statuses.following(task.status)


def read_symbol(typed: str, task: TaskLine, statuses: Statuses) -> str:
    """Read what was typed for a status: the symbol itself, `[/]`, or the name of a state; nothing is still to be done.

    Raises:
        UsageError: It is neither.
    """
    text = typed if len(typed) == 1 else typed.strip()
    text = text[1] if len(text) == len("[x]") and text[0] == "[" and text[-1] == "]" else text or " "
    if len(text) == 1 and text.isprintable():
        return text
    state = read_state(text)
    symbol = statuses.symbol_of(state, task.status) if state is not None else ""
    if state is None or statuses.state(symbol) != state:
        why = "is neither one character nor a status" if state is None else "is what no symbol of this vault means"
        raise UsageError(f"status: “{typed}” {why}", f"Write status=/ or one of {', '.join(STATES)}.")
    return symbol


def set_status(raw: str, symbol: str, today: date, style: TaskStyle) -> str | None:
    """Give a task another status; one that closes it does so as `tick` does.

    One that opens it again takes the days on which it was done or cancelled out.

    Args:
        raw: The task.
        symbol: What is to stand between its brackets; of Logseq's tasks the one that means the same.
        today: The day.
        style: What symbols mean.

    Returns:
        The line afterwards; None when nothing is to stand there any longer.

    Raises:
        WriteRefused: As `tick` does; and when it is closed and is to be closed in another way.
    """
    if logseq.is_task(raw):
        return logseq.set_marker(raw, symbol, today)
    task, statuses = read_task(raw), style.statuses
    if task.status == symbol:
        return raw
    cycle = {**statuses.cycle, task.status: symbol}
    following = replace(style, statuses=replace(statuses, cycle=cycle))
    outcome = outcome_of(statuses.state(symbol))
    if outcome is not None:
        return tick(raw, today, outcome, following)
    change = (task.status_at, task.status_at + 1, symbol)
    is_opened = statuses.is_open(symbol) and outcome_of(statuses.state(task.status)) is not None
    return spliced(raw, [change, *(removals(task, ("done", "cancelled")) if is_opened else ())])
