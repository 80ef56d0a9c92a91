"""A note laid out for a width: made away from the event loop, drawn row by row."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from textual.content import Content

from app.text import safe_body
from widgets.drawing import Part, line, spanned, worded
from widgets.note_styles import kinds, spans
from widgets.wrapping import wrap

WINDOW, ROOM = 1000, 50_000
"""Lines, and characters, laid out before and after the line that is shown first: what takes under 50 ms on one slow
core. A longer note says how much is left out."""
LONGEST = 4000
"""Characters shown of one line, as a line is drawn from its whole text."""

_SEARCHED = 200_000
"""Characters of a very long line in which a match is looked for."""


@dataclass(frozen=True, slots=True)
class Focus:
    """What of a note is wanted.

    Attributes:
        first: First line of the part, from 1; 0 for no part, but the note from its start.
        last: Its last line, included.
        looked_for: Words and phrases to mark, in any case.
        prefix: True when the last of them may be unfinished.
    """

    first: int = 0
    last: int = 0
    looked_for: tuple[str, ...] = ()
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class NotePage:
    """Rows of a note.

    Attributes:
        lines: The safe text of the lines laid out.
        kinds: What each of them is.
        rows: (index into `lines`, start, end) of each row.
        first_line: The note's line number of `lines[0]`.
        start: The row where the wanted part begins.
        target: The row of the match in it.
        focus: What was wanted.
        pattern: What to mark.
        before: A row above all others, when lines are left out or the note has a problem.
        after: Rows below all others: that lines are left out, and what stands in the margin.
    """

    lines: tuple[str, ...]
    kinds: tuple[str, ...]
    rows: tuple[tuple[int, int, int], ...]
    first_line: int
    start: int
    target: int
    focus: Focus
    pattern: re.Pattern[str] | None
    before: tuple[Content, ...] = ()
    after: tuple[Content, ...] = ()

    @property
    def height(self) -> int:
        """Rows in all."""
        return len(self.before) + len(self.rows) + len(self.after)

    def draw(self, row: int, gutter: str) -> Content:
        """Return one row; lines of the wanted part have `gutter` at their left."""
        if row < len(self.before):
            return self.before[row]
        row -= len(self.before)
        if row >= len(self.rows):
            return self.after[row - len(self.rows)]
        index, start, end = self.rows[row]
        text = self.lines[index]
        found = _spans(text, self.kinds[index], self.pattern)
        cut = [(max(a, start) - start, min(b, end) - start, s) for a, b, s in found if a < end and b > start]
        inside = self.focus.first <= self.first_line + index <= self.focus.last
        return line(Part(gutter if inside else " ", "mark")) + spanned(text[start:end], cut)

    def row_of(self, number: int) -> int:
        """Return the row where a line of the note begins; the first row for one that is not laid out."""
        return _row_of(self.rows, number - self.first_line, len(self.before))

    def line_at(self, row: int) -> int:
        """Return the note's line number of a row."""
        row = max(0, min(row - len(self.before), len(self.rows) - 1))
        return self.first_line + (self.rows[row][0] if self.rows else 0)


@lru_cache(maxsize=256)
def _spans(text: str, kind: str, pattern: re.Pattern[str] | None) -> Sequence[tuple[int, int, str]]:
    """Return the styled stretches of a line: kept, because each row of a long line asks for them again."""
    from app.search.snippet import even

    marks = ((match.start(), match.end(), "mark") for match in pattern.finditer(even(text))) if pattern else ()
    return (*spans(text, kind), *marks)


def lay_out(
    text: str, width: int, focus: Focus, problem: str = "", margin: Callable[[int], tuple[Content, ...]] | None = None
) -> NotePage:
    """Lay a note out: as much of it around what is wanted as can be laid out at once.

    Args:
        text: The note's text.
        width: Cells in a row, the gutter's not counted.
        focus: What is wanted of it.
        problem: What could not be read of the note; shown above it.
        margin: Makes the rows that stand below the note, for a width.
    """
    from app.search.snippet import match_pattern

    source = lines_of(text)
    wanted = max(1, min(focus.first, len(source)))
    first, last = _window(source, wanted - 1)
    pattern = match_pattern(focus.looked_for, prefix=focus.prefix)
    lines = tuple(worded(safe_body(_cut(part, pattern))) for part in source[first:last])
    what = tuple(kinds(source, first, last))
    rows = tuple((index, a, b) for index, part in enumerate(lines) for a, b in wrap(part, max(1, width)))
    match_line = _match_line(lines, first, focus, pattern)
    before = _left_out(first, "above") + ((line(Part(problem, "late")),) if problem else ())
    start, target = (_row_of(rows, number - 1 - first, len(before)) for number in (focus.first, match_line))
    after = _left_out(len(source) - last, "below") + (margin(width) if margin else ())
    return NotePage(lines, what, rows, first + 1, start, target, focus, pattern, before, after)


def _window(source: Sequence[str], middle: int) -> tuple[int, int]:
    """Return the first and the end of the lines that are laid out: few enough, and with few enough characters."""
    first = middle
    room = ROOM
    while first > 0 and middle - first < WINDOW and (room := room - _length(source[first - 1])) > 0:
        first -= 1
    last, room = middle + 1, ROOM
    while last < len(source) and last - middle < WINDOW and (room := room - _length(source[last])) > 0:
        last += 1
    return first, min(last, len(source))


def _length(text: str) -> int:
    return min(len(text), LONGEST) + 1


def _cut(text: str, pattern: re.Pattern[str] | None) -> str:
    """Return a line, of a very long one what stands around its first match; how much is left out is said."""
    if len(text) <= LONGEST:
        return text
    from app.search.snippet import even

    found = pattern.search(even(text[:_SEARCHED])) if pattern else None
    start = max(0, min(found.start() - LONGEST // 4, len(text) - LONGEST)) if found else 0
    end = start + LONGEST
    head = f"… {start:,} characters … " if start else ""
    tail = f" … {len(text) - end:,} more characters" if end < len(text) else ""
    return f"{head}{text[start:end]}{tail}"


def _row_of(rows: tuple[tuple[int, int, int], ...], index: int, before: int) -> int:
    """Return the row where a line begins, with the rows before all others counted; 0 for the first line."""
    found = next((number for number, row in enumerate(rows) if row[0] >= index), 0)
    return found + before if found else 0


def _match_line(lines: tuple[str, ...], first: int, focus: Focus, pattern: re.Pattern[str] | None) -> int:
    """Return the line of the wanted part in which the most of what was looked for is, the first of several."""
    if pattern is None:
        return focus.first
    inside = range(max(focus.first, first + 1), min(focus.last, first + len(lines)) + 1)
    found = {number: len(_different(pattern, lines[number - 1 - first])) for number in inside}
    best = max(found, key=lambda number: (found[number], -number), default=focus.first)
    return best if found.get(best) else focus.first


def _different(pattern: re.Pattern[str], text: str) -> set[str]:
    from app.search.snippet import even

    return {match[0].casefold()[:4] for match in pattern.finditer(even(text))}


def _left_out(count: int, side: str) -> tuple[Content, ...]:
    return (line(Part(f"… {count:,} more lines {side}: o opens the note", "muted")),) if count > 0 else ()


def lines_of(text: str) -> list[str]:
    """Return the lines of a note without their ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
