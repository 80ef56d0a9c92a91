"""Mathematics over several lines: `$$` ... `$$`.

It begins where `$$` begins a line, and ends with the next `$$` if that stands in the same line, or begins or ends
another. Everything else is running text or a price, and must not hide the rest of a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_MARK = re.compile(rb"(?<![$\\])\$\$(?!\$)")
_LINE_END = re.compile(rb"[ \t]*+(?:[\r\n]|\Z)")
_BEFORE = b" \t>"
_LINE_ENDS = b"\r\n"


def find_mathematics(text: bytes) -> Iterator[tuple[int, int]]:
    """Yield (start, end) byte offsets of each block of a text in which code and comments are blanked out."""
    opening = _MARK.search(text)
    while opening is not None:
        closing = _MARK.search(text, opening.end())
        if closing is not None and _begins_line(text, opening.start()) and _closes(text, opening.end(), closing):
            yield opening.start(), closing.end()
            closing = _MARK.search(text, closing.end())
        opening = closing


def _closes(text: bytes, start: int, closing: re.Match[bytes]) -> bool:
    if not any(end in text[start : closing.start()] for end in (b"\n", b"\r")):
        return True
    return _begins_line(text, closing.start()) or _LINE_END.match(text, closing.end()) is not None


def _begins_line(text: bytes, at: int) -> bool:
    while at > 0 and text[at - 1] in _BEFORE:
        at -= 1
    return at == 0 or text[at - 1] in _LINE_ENDS
