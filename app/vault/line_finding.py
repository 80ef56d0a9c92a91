"""Where in a note a line is that was shown before: at its place, or else where it can be no other."""

from __future__ import annotations

from collections.abc import Sequence

from app.errors import WriteRefused
from app.vault.decoding import clean
from app.vault.logseq_edits import is_task as is_logseq
from app.vault.note import TaskLine
from app.vault.rules import ReadingRules
from app.vault.task_shape import block_id_of

_HINT = "Look at the note again, then repeat."


def find_line(path: str, data: bytes, texts: Sequence[str], at: int, raw: str, rules: ReadingRules) -> tuple[int, int]:
    r"""Return where a task stands: where it was, else the only one like it, else the only one with its block id.

    One that moved must still be a task: the same text in a block of code is none.

    Args:
        path: The note.
        data: Its bytes.
        texts: Its lines.
        at: The index of the line when it was read.
        raw: The line when it was read, or what `clean` made of it; several are separated by `\n`.
        rules: How the vault's notes are read.

    Returns:
        The index of its first line, and how many lines it has.

    Raises:
        WriteRefused: It is gone, or not the only one.
    """
    wanted = clean(raw).split("\n")
    is_there = at >= 0 and [clean(text) for text in texts[at : at + len(wanted)]] == wanted
    cleaned = [] if is_there else [clean(text) for text in texts]
    try:
        found = at if is_there else find_lines(path, cleaned, at, wanted)
    except WriteRefused:
        block = block_id_of(wanted[0])
        marked = [i for i, text in enumerate(cleaned) if block is not None and block_id_of(text) == block]
        if len(marked) != 1:
            raise
        found = marked[0]
        wanted = []
    needs_reading = found != at or not wanted or is_logseq(wanted[0])
    task = _task(path, data, found + 1, rules) if needs_reading else None
    if task is None and found != at:
        raise WriteRefused(
            f"{path} was not changed: line {at + 1} is no longer what was shown, and line {found + 1} reads the same "
            "but is no task",
            _HINT,
        )
    return found, max(len(wanted), task.raw.count("\n") + 1 if task else 1)


def find_lines(path: str, texts: Sequence[str], at: int, wanted: Sequence[str]) -> int:
    """Return where some lines stand: where they were, or else the only place in the file.

    Identical lines elsewhere do not matter as long as the line is where it was.

    Raises:
        WriteRefused: They are gone, or not the only ones.
    """
    wanted, count = list(wanted), len(wanted)
    if at >= 0 and list(texts[at : at + count]) == wanted:
        return at
    found = [i for i, text in enumerate(texts) if text == wanted[0] and list(texts[i : i + count]) == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        places = ", ".join(str(i + 1) for i in found[:5])
        reason = f"line {at + 1} has changed and {len(found)} other lines read the same (lines {places})"
    else:
        reason = f"line {at + 1} is no longer what was shown"
    raise WriteRefused(f"{path} was not changed: {reason}", _HINT)


def find_gap(path: str, texts: Sequence[str], at: int, above: str | None, below: str | None) -> int:
    """Return between which lines something was taken out: where it was, or else the only place with these neighbours.

    Raises:
        WriteRefused: There is no such place, or more than one.
    """
    padded = [None, *texts, None]
    found = [i for i in range(len(texts) + 1) if padded[i] == above and padded[i + 1] == below]
    if at in found:
        return at
    if len(found) == 1:
        return found[0]
    raise WriteRefused(f"{path} was not changed: the lines around line {at + 1} are no longer what they were", _HINT)


def _task(path: str, data: bytes, line: int, rules: ReadingRules) -> TaskLine | None:
    from app.vault.markdown import parse_note

    return next((task for task in parse_note(path, data, rules).tasks if task.line == line), None)
