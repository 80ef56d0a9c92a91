"""What undo and redo come to next, told from the end of the journal: nobody undoes what was done years ago first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from app.ledger.history import stacks
from app.ledger.journal import NO_STEPS, JournalLine

_STEPS = {"undo": "undoes", "redo": "redoes", "undo-skipped": "undoes"}


def next_changes(endings: Iterable[tuple[Sequence[JournalLine], bool]], kind: str) -> Iterator[JournalLine]:
    """Yield the changes that `stacks` gives for the whole journal, the next one first.

    Args:
        endings: Ever longer ends of the journal, each with whether it is all of it. No more are taken than needed.
        kind: `"undo"` or `"redo"`.
    """
    given = 0
    for lines, are_all in endings:
        ending = lines if are_all else _self_contained(lines)
        if ending is None:
            continue
        stack = stacks(ending)[kind == "redo"]
        yield from stack[::-1][given:]
        if kind == "redo":
            return
        given = len(stack)


def _self_contained(lines: Sequence[JournalLine]) -> Sequence[JournalLine] | None:
    """Return the lines from the first change on, if their steps back and forth are among themselves; else None.

    A change leaves nothing to redo, so that what came before it cannot be told apart above it in the stacks.
    """
    start = next((index for index, line in enumerate(lines) if line.kind not in _STEPS.keys() | NO_STEPS), None)
    if start is None:
        return None
    places: dict[str, str] = {}
    for line in lines[start:]:
        if line.kind in NO_STEPS:
            continue
        if line.kind not in _STEPS:
            if line.op in places:
                return None
            places = {op: place for op, place in places.items() if place == "done"} | {line.op: "done"}
        elif not _stepped(places, line):
            return None
    return lines[start:]


def _stepped(places: dict[str, str], line: JournalLine) -> bool:
    """Take a step in account, unless it concerns what is not there."""
    op = str(line.details.get(_STEPS[line.kind]))
    here = places.get(op)
    if here is None or (line.kind != "undo-skipped" and here != {"undo": "done", "redo": "undone"}[line.kind]):
        return False
    if line.kind == "undo-skipped":
        del places[op]
    else:
        places[op] = "undone" if line.kind == "undo" else "done"
    return True
