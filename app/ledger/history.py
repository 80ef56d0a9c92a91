"""Which changes can be undone or redone, and what they are called."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from app.ledger.journal import BY_HAND, NO_STEPS, JournalLine, is_task
from app.ledger.journal_shape import DISMISSAL
from app.ledger.rendering import same
from app.ledger.wording import until_words
from app.vault.applied import AppliedEdit, Gap
from app.vault.tasks import parse_task

_JUDGEMENTS = {"confirmed": "confirmed a firing of", "corrected": "corrected a firing of"}


@dataclass(frozen=True, slots=True)
class Undone:
    """A change that was taken back, or made again.

    Attributes:
        description: The change: "resolved 'Renew passport'".
        id: The entry concerned.
        task: What is to be done to the entry's line in a note, which went with the change; nobody has to settle it.
    """

    description: str
    id: str
    task: TaskUndo | None = None


@dataclass(frozen=True, slots=True)
class TaskUndo:
    """A change of a task line that is to be taken back (or made again) in its note.

    The line now is `after` and is to become `before`. Whoever carries it out says so with `Ledger.settle`.

    Attributes:
        path: The note.
        line: Where the line was.
        before: The raw line to be put back; None when there was none.
        after: The raw line as it should stand now; None when there is none.
        description: The change: "resolved 'Renew passport'".
        op: The change's name in the journal.
        redo: True when the change is made again.
        id: The task line, `path:line`.
        gap: Where it was, when nothing stands there now.
        between: How the lines to be put back end but the last.
    """

    path: str
    line: int
    before: str | None
    after: str | None
    description: str = ""
    op: str = ""
    redo: bool = False
    id: str = ""
    gap: Gap | None = None
    between: str = ""

    @property
    def edit(self) -> AppliedEdit:
        """Return the edit that is to be taken back."""
        return AppliedEdit(self.path, self.line, self.before, self.after, self.gap, self.between)


def stacks(lines: Iterable[JournalLine]) -> tuple[list[JournalLine], list[JournalLine]]:
    """Return the changes that can be undone and those that can be redone, the next one last."""
    done: list[JournalLine] = []
    undone: list[JournalLine] = []
    for line in lines:
        if line.kind == "undo":
            _move(done, undone, line.details.get("undoes"))
        elif line.kind == "redo":
            _move(undone, done, line.details.get("redoes"))
        elif line.kind == "undo-skipped":
            _drop(done, undone, line.details.get("undoes"))
        elif line.kind not in NO_STEPS:
            done.append(line)
            undone.clear()
    return done, undone


def _move(source: list[JournalLine], target: list[JournalLine], op: object) -> None:
    for index in range(len(source) - 1, -1, -1):
        if source[index].op == op:
            target.append(source.pop(index))
            return


def _drop(done: list[JournalLine], undone: list[JournalLine], op: object) -> None:
    for stack in (done, undone):
        stack[:] = [line for line in stack if line.op != op]


def describe(line: JournalLine) -> str:
    """Return what a change did, with the name of what it did it to."""
    if is_task(line):
        return f"{line.kind.removeprefix('task-')} '{_task_text(line)}'"
    if DISMISSAL in line.details:
        return f"dismissed the suggestion '{line.details[DISMISSAL]['sentence']}'"
    note = line.details.get("in_note")
    return f"{_verb(line)} '{_action(line)}'" + (f", as in {note}" if note else "")


def _task_text(line: JournalLine) -> str:
    raw = str(line.before or line.after or "").strip()
    task = parse_task("", 1, raw)
    return task.text if task is not None else raw


def _action(line: JournalLine) -> str:
    for table in (line.after, line.before):
        if isinstance(table, dict) and isinstance(table.get("action"), str):
            return str(table["action"])
    return line.id


def _verb(line: JournalLine) -> str:
    if line.kind == "resolved":
        outcome = line.details.get("closing", {}).get("outcome", "done")
        return "resolved" if outcome == "done" else f"resolved as {outcome}"
    if line.kind == "snoozed":
        until = _value(line.after, "snoozed")
        return f"snoozed {until_words(until)}" if until else "woke"
    if line.kind in _JUDGEMENTS:
        return _JUDGEMENTS[line.kind]
    if line.kind in ("edited", "edited-by-hand"):
        hand = " by hand" if line.kind in BY_HAND else ""
        nothing = "the line" if "task" in line.details else "nothing"
        return f"edited{hand} {', '.join(changed_keys(line)) or nothing} of"
    return line.kind.replace("-", " ")


def changed_keys(line: JournalLine) -> list[str]:
    """Return the keys whose values differ between before and after."""
    keys = [*(line.before or {}), *(key for key in line.after or {} if key not in (line.before or {}))]
    return [key for key in keys if not same(_value(line.before, key), _value(line.after, key))]


def _value(table: Any, key: str) -> Any:
    return table.get(key) if isinstance(table, dict) else None
