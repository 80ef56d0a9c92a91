"""`betimes log`, `restore` and `merge`: what was done, how to get it back, and what sync programs left."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from app.cli.answer import Answer
from app.cli.shapes import Json, commitment_shape
from app.errors import NotFound, UsageError
from app.ledger.agenda import commitment_of_entry
from app.ledger.conflicts import differences
from app.text import safe_line, safe_name
from app.workspace import Workspace

if TYPE_CHECKING:
    from app.ledger.copies import LedgerCopy
    from app.ledger.entry import Entry
    from app.ledger.merging import Merged
    from app.ledger.steps import Step

_UNDO = "`betimes undo` takes the merge back"
_NOWHERE = "–"  # noqa: RUF001


def journal(workspace: Workspace, entry_id: str | None) -> Answer:
    """Return the journal, or what it says of one entry, the oldest first."""
    history = [asdict(line) for line in workspace.ledger.history(entry_id)]
    lines = tuple(step_lines(reversed(workspace.ledger.steps(entry_id))))
    return Answer({"journal": history}, lines, status=0 if history else 1)


def step_lines(steps: Iterable[Step]) -> Iterator[str]:
    """Yield each step with its name, and below it what it changed."""
    for step in steps:
        yield f"  {step.time:%Y-%m-%d %H:%M}  {step.op}  {safe_name(step.id)}  {safe_line(step.said)}"
        for change in step.changes if step.can_restore else ():
            before, after = (safe_line(text.replace("\n", ", ")) or _NOWHERE for text in (change.before, change.after))
            yield f"      {safe_line(change.field)}: {before} → {after}"


def restored(workspace: Workspace, op: str) -> tuple[Json, str]:
    """Bring an entry back to what it was before a step."""
    item = workspace.ledger.restore(op)
    return commitment_shape(item), f"restored: {safe_name(item.id)}  {safe_line(item.action)}"


def merge_copies(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Show the conflict copies of the ledger, or merge one of them."""
    copies = workspace.ledger.copies()
    if not options.copy:
        if options.take:
            raise UsageError("--take: say which copy", "For example: betimes merge 'ledger 2.toml' --take k7q2")
        shape: Json = {"copies": [_copy_shape(copy) for copy in copies]}
        lines = [line for copy in copies for line in _copy_lines(copy)] or ["There is no conflict copy of the ledger."]
        return Answer(shape, tuple(lines), status=0 if copies else 1)
    copy = _named(copies, options.copy)
    merged = workspace.ledger.merge(copy, options.take)
    messages = (merged.problem,) if merged.problem else ()
    return Answer(_merged_shape(merged), tuple(_merged_lines(merged)), messages)


def _named(copies: tuple[LedgerCopy, ...], name: str) -> LedgerCopy:
    for copy in copies:
        if name in (copy.path, copy.path.rpartition("/")[2]):
            return copy
    raise NotFound(f"{name} is not a conflict copy of the ledger", "`betimes merge` lists them.")


def _copy_shape(copy: LedgerCopy) -> Json:
    return {
        "path": copy.path,
        "problem": copy.problem,
        "only_there": _shapes(copy.only_there),
        "closings": _shapes(item.entry for item in copy.closings),
        "differing": [
            {
                "id": pair.mine.id,
                "action": pair.mine.action,
                "closed_there": pair.is_closed,
                "fields": [asdict(item) for item in differences(pair.mine, pair.theirs)],
            }
            for pair in copy.differing
        ],
        "older": _shapes(copy.older),
        "gone": _shapes(copy.gone),
    }


def _copy_lines(copy: LedgerCopy) -> Iterator[str]:
    yield safe_name(copy.path)
    if copy.problem:
        yield f"  {safe_line(copy.problem)}"
    yield from _entry_lines("will be added", copy.only_there)
    yield from _entry_lines("will be closed, as it is there", (item.entry for item in copy.closings))
    for pair in copy.differing:
        state = "; there it is closed" if pair.is_closed else ""
        yield f"  differs{state}, ours stays unless you --take {safe_name(pair.mine.id)}  {safe_line(pair.mine.action)}"
        for item in differences(pair.mine, pair.theirs):
            mine, theirs = (safe_line(text.replace("\n", ", ")) or _NOWHERE for text in (item.mine, item.theirs))
            yield f"      {safe_line(item.field)}: ours {mine} | theirs {theirs}"
    yield from _entry_lines("an older state of ours, nothing to do", copy.older)
    yield from _entry_lines("closed or removed here, stays so unless you --take it", copy.gone)


def _entry_lines(words: str, entries: Iterable[Entry]) -> Iterator[str]:
    yield from (f"  {words}: {safe_name(entry.id)}  {safe_line(entry.action)}" for entry in entries)


def _merged_shape(merged: Merged) -> Json:
    return {
        "added": _shapes(merged.added),
        "closed": _shapes(item.entry for item in merged.closed),
        "taken": _shapes(merged.taken),
        "kept": _shapes(merged.kept),
        "renamed": merged.renamed,
        "recorded": merged.recorded,
    }


def _merged_lines(merged: Merged) -> Iterator[str]:
    yield from _entry_lines("added", merged.added)
    yield from _entry_lines("closed", (item.entry for item in merged.closed))
    yield from _entry_lines("taken from the copy", merged.taken)
    yield from _entry_lines("ours kept", merged.kept)
    if merged.renamed:
        yield f"  The copy is now {safe_name(merged.renamed)}{'; ' + _UNDO if merged.recorded else ''}."
    elif merged.recorded:
        yield f"  {_UNDO}."


def _shapes(entries: Iterable[Entry]) -> list[Json]:
    return [commitment_shape(commitment_of_entry(entry)) for entry in entries]
