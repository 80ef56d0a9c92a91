"""Where each `[[entry]]` block of a ledger text stands."""

from __future__ import annotations

import re
from typing import NamedTuple

from app.ledger.scanner import header_at, line_end, pair_end

_MAY_SPAN_LINES = re.compile(r"[\[{]|\"\"\"|'''")
_BLANK_LINES = re.compile(r"(?:[ \t]*\r?\n)*")


class Block(NamedTuple):
    """One entry's text: from its header's line to the end of its last key's line, sub-tables included.

    Comments between the last key and the next header belong to what follows.
    """

    start: int
    end: int


def find_blocks(text: str) -> list[Block]:
    """Return the blocks of a text that `tomllib` has accepted, in order."""
    blocks: list[Block] = []
    start, end, position = -1, 0, 0
    while position < len(text):
        line = text[position : line_end(text, position)]
        first = line.lstrip(" \t\r\n")[:1]
        following = position + len(line)
        if first == "[":
            header = header_at(text, position)
            following = header.end
            if start >= 0 and not _continues(header.path):
                blocks.append(Block(start, end))
                start = -1
            if header.is_array and header.path == ("entry",):
                start = position
            end = following
        elif first and first != "#":
            if _MAY_SPAN_LINES.search(line):
                following = pair_end(text, position)
            end = following
        position = following
    if start >= 0:
        blocks.append(Block(start, end))
    return blocks


def _continues(path: tuple[str, ...]) -> bool:
    return len(path) > 1 and path[0] == "entry"


def blank_lines_after(text: str, position: int) -> int:
    """Return where the blank lines that follow a position end."""
    match = _BLANK_LINES.match(text, position)
    assert match is not None
    return match.end()
