r"""Obsidian comments: `%%` ... `%%`.

Where `%%` begins a line the comment may run over as many lines as it takes; within a line it ends before the next blank
line. Without its second `%%` it is no comment at all: a stray sign must not hide the rest of a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_MARK = re.compile(rb"%%")
_BLANK_LINE = re.compile(rb"(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)")
_HEAD = 64
_LINE_HEAD = re.compile(rb"(?:\A|[\r\n])[ \t>]*\Z")


def find_comments(text: bytes) -> Iterator[tuple[int, int]]:
    """Yield (start, end) byte offsets of each comment of a text in which code is blanked out."""
    at = 0
    while opening := _MARK.search(text, at):
        end = _end(text, opening.start())
        if end is not None:
            yield opening.start(), end
        at = end or opening.end()


def _end(text: bytes, start: int) -> int | None:
    closing = _MARK.search(text, start + 2)
    if closing is None:
        return None
    if not _LINE_HEAD.search(text[max(0, start - _HEAD) : start]) and _BLANK_LINE.search(text, start, closing.start()):
        return None
    return closing.end()
