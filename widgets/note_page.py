"""A note laid out for a width: made away from the event loop, drawn row by row."""

from __future__ import annotations

import re
from dataclasses import dataclass

from textual.content import Content

from app.text import safe_body
from widgets.drawing import Part, line, spanned, worded
from widgets.note_styles import kinds, spans, word_pattern
from widgets.wrapping import wrap

WINDOW = 3000
"""Lines laid out before and after the line that is shown first; a longer note says how much is left out."""

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Focus:
    """What of a note is wanted.

    Attributes:
        first: First line of the part, from 1; 0 for no part, but the note from its start.
        last: Its last line, included.
        words: Words to mark, lower-case.
    """

    first: int = 0
    last: int = 0
    words: frozenset[str] = frozenset()


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
        after: A row below all others, when lines are left out.
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
        found = spans(text, self.kinds[index])
        if self.pattern:
            found += [(match.start(), match.end(), "mark") for match in self.pattern.finditer(text)]
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


def lay_out(text: str, width: int, focus: Focus, problem: str = "") -> NotePage:
    """Lay a note out.

    Args:
        text: The note's text.
        width: Cells in a row, the gutter's not counted.
        focus: What is wanted of it.
        problem: What could not be read of the note; shown above it.
    """
    source = lines_of(text)
    what = tuple(kinds(source))
    wanted = max(1, min(focus.first, len(source)))
    first, last = max(0, wanted - 1 - WINDOW), min(len(source), wanted + WINDOW)
    lines = tuple(worded(safe_body(part)) for part in source[first:last])
    rows = tuple((index, a, b) for index, part in enumerate(lines) for a, b in wrap(part, max(1, width)))
    pattern = word_pattern(focus.words)
    match_line = _match_line(lines, first, focus, pattern)
    before = _left_out(first, "above") + ((line(Part(problem, "late")),) if problem else ())
    start, target = (_row_of(rows, number - 1 - first, len(before)) for number in (focus.first, match_line))
    return NotePage(
        lines, what[first:last], rows, first + 1, start, target, focus, pattern, before,
        _left_out(len(source) - last, "below"),
    )  # fmt: skip


def _row_of(rows: tuple[tuple[int, int, int], ...], index: int, before: int) -> int:
    """Return the row where a line begins, with the rows before all others counted; 0 for the first line."""
    found = next((number for number, row in enumerate(rows) if row[0] >= index), 0)
    return found + before if found else 0


def _match_line(lines: tuple[str, ...], first: int, focus: Focus, pattern: re.Pattern[str] | None) -> int:
    if pattern:
        for number in range(focus.first, focus.last + 1):
            if 0 <= number - 1 - first < len(lines) and pattern.search(lines[number - 1 - first]):
                return number
    return focus.first


def _left_out(count: int, side: str) -> tuple[Content, ...]:
    return (line(Part(f"… {count:,} more lines {side}: o opens the note", "muted")),) if count > 0 else ()


def lines_of(text: str) -> list[str]:
    """Return the lines of a note without their ends."""
    return _LINE_END.split(text)
