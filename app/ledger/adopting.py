"""Task lines that have become entries of the ledger.

The entry's first link leads to the line's block (`Projects/Kitchen#^k7q2`). From then on the line is the entry's note:
the agenda shows the entry alone, and closing or opening that closes or opens the line.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from app.errors import UsageError
from app.ledger.agenda import moment_of
from app.ledger.entry import Entry
from app.ledger.note_targets import is_held, link_targets
from app.vault.note import TaskLine

Block = tuple[str, str]
"""A note, and the id of a block in it."""

_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LENGTH = 6


def block_link(links: Sequence[str]) -> Block | None:
    """Return the target and the block id of an entry's first link, when that leads to a block."""
    target, _, fragment = links[0].partition("#") if links else ("", "", "")
    block = fragment.rpartition("#")[2].strip()
    return (target.strip(), block[1:]) if block.startswith("^") and len(block) > 1 else None


def is_line(reference: str) -> bool:
    """Return True for what names a line of a note, `path:line` or `path#^block`, and no entry."""
    return "#^" in reference or reference.rpartition(":")[2].isdecimal()


def adopted_blocks(entries: Iterable[Entry], resolve: Callable[[str], str | None]) -> dict[Block, str]:
    """Return the blocks that open entries have for their own, each with the id of its entry."""
    found: dict[Block, str] = {}
    for entry in entries:
        link = block_link(entry.links)
        path = resolve(link[0]) if link else None
        if link and path:
            found.setdefault((path, link[1]), entry.id)
    return found


def with_problems(entries: Iterable[Entry], problems: Mapping[str, str]) -> list[Entry]:
    """Return entries with what their lines leave a person to decide, by id."""
    return [replace(entry, problem=problems[entry.id]) if entry.id in problems else entry for entry in entries]


def link_to(path: str, block_id: str, resolve: Callable[[str], str | None]) -> str:
    """Return the link to a block, as entries hold it.

    Args:
        path: The note.
        block_id: The block.
        resolve: Gives the note that a link leads to.

    Raises:
        UsageError: No link can hold the name of the note, or the links that can lead to another note.
    """
    targets = [target for target in link_targets(path) if is_held(target)]
    if not targets:
        raise UsageError(f"{path} cannot be linked: its name has characters that links do not hold", "Rename the note.")
    target = next((target for target in targets if resolve(target) == path), None)
    if target is None:
        other = next(filter(None, map(resolve, targets)), None)
        why = f"links do not tell its name from that of {other}" if other else "no link leads to it"
        raise UsageError(f"{path} cannot be linked: {why}", "Rename the note.")
    return f"{target}#^{block_id}"


def free_block_id(task: TaskLine, taken: Collection[str]) -> str:
    """Return an id for a line's block that its note does not have yet; always the same for the same line."""
    number = 0
    while True:
        digest = hashlib.sha256(f"{task.path}\n{task.text}\n{number}".encode("utf-8", "surrogatepass")).digest()
        name = "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:_LENGTH])
        if name not in taken:
            return name
        number += 1


def adopting_draft(task: TaskLine, link: str) -> dict[str, str]:
    """Return what the form of an entry made of a task line holds at first; a repetition only when it is understood."""
    from app.vault.recurrence import RuleNotUnderstood, read_rule

    due = moment_of(task.due or task.scheduled, task.at)
    draft = {
        "action": task.text,
        "due": due.isoformat(" ", "minutes") if isinstance(due, datetime) else due.isoformat() if due else "",
        "repeat": task.repeat or "",
        "priority": task.priority or "",
        "tags": "\n".join(tag.lstrip("#") for tag in task.tags),
        "links": "\n".join(dict.fromkeys((link, *task.links))),
    }
    try:
        read_rule(draft["repeat"])
    except RuleNotUnderstood:
        draft["repeat"] = ""
    return {name: text for name, text in draft.items() if text}
