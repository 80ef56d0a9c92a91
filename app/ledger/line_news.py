"""What another program has made of an entry's line, and what that means for the entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from app.ledger.conflicts import typed
from app.ledger.entry import Entry, Outcome
from app.ledger.line_steps import SHARED, STATE
from app.ledger.line_values import agree, said_in, taken_over
from app.ledger.rendering import Table, plain, same
from app.vault.note import TaskLine
from app.vault.recurrence import RuleNotUnderstood, read_rule


@dataclass(frozen=True, slots=True)
class Before:
    """What was known of a line.

    Attributes:
        task: The line; None when it was none any more.
        table: The entry at that time; None when it was not open.
    """

    task: TaskLine | None
    table: Table | None


@dataclass(frozen=True, slots=True)
class LineNews:
    """What follows from a line as it is now; nothing at all when it is as it was.

    Attributes:
        outcome: How the entry is to be closed.
        changes: Fields that the entry takes over.
        is_worth_noting: True when only the journal has to learn of the line.
        problem: What the person has to decide; then nothing is taken over.
    """

    outcome: Outcome | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)
    is_worth_noting: bool = False
    problem: str = ""

    @property
    def asks_for_a_step(self) -> bool:
        """Return True when something is to be recorded."""
        return self.outcome is not None or bool(self.changes) or self.is_worth_noting


def news_of(entry: Entry, task: TaskLine, known: Mapping[str, Before]) -> LineNews:
    """Compare the line of an open entry with what was known of it, and with the entry.

    Args:
        entry: The entry as it is now.
        task: Its line as it is now.
        known: What was known of the line, for each of `SHARED` and for `STATE`; empty when it is seen first.
    """
    if task.state == "non-task":
        return LineNews()
    if not task.is_open:
        return LineNews(outcome=_outcome(task)) if _was_closed_since(entry, task, known.get(STATE)) else LineNews()
    changes: dict[str, Any] = {}
    problems = []
    state = known.get(STATE)
    is_worth_noting = state is None or state.task is None or not state.task.is_open
    for name, before in ((name, known[name]) for name in SHARED if name in known):
        said = said_in(task, name)
        if before.task is None or same(plain(said_in(before.task, name)), plain(said)):
            continue
        present = getattr(entry, name)
        if agree(name, present, said):
            is_worth_noting = True
        elif problem := _obstacle(name, entry, task, before.table):
            problems.append(problem)
        else:
            changes[name] = taken_over(name, present, said)
    return LineNews(problem="; ".join(problems)) if problems else LineNews(None, changes, is_worth_noting)


def _outcome(task: TaskLine) -> Outcome:
    return "dropped" if task.state == "cancelled" else "done"


def _was_closed_since(entry: Entry, task: TaskLine, before: Before | None) -> bool:
    """Return True when a line was closed after it was last seen; one seen first, after the entry was made of it."""
    if before is not None:
        return before.task is not None and before.task.is_open
    closed, made = task.done or task.cancelled, entry.created
    made = made.date() if isinstance(made, datetime) else made
    return closed is None or made is None or closed >= made


def _obstacle(name: str, entry: Entry, task: TaskLine, table: Table | None) -> str:
    """Return why what a line says newly cannot be taken over; "" when it can."""
    where, said, present = f"{task.path}:{task.line}", said_in(task, name), getattr(entry, name)
    if name == "due" and said is None and task.problem:
        return f"{where}: {task.problem}"
    if name == "repeat" and task.repeat is not None:
        try:
            read_rule(task.repeat)
        except RuleNotUnderstood as error:
            return f"{where}: {error}"
    if table is None or not same(table.get(name), plain(present)):
        says = f"says {name} {typed(said)}" if said is not None else f"has no {name} any more"
        holds = f"has {typed(present)}" if present is not None else "has none"
        return f"{where} {says}, and the entry {holds}: both were changed. Edit the {name} of the entry to settle it"
    return ""
