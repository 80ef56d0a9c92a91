"""Breaking a line into rows of a width, without making anything to draw."""

from __future__ import annotations

from rich.cells import cell_len, get_character_cell_size

_FIRST_ODD_WIDTH = "\u0300"
"""All printable characters before this one, the first combining mark, fill one cell."""


def wrap(text: str, width: int) -> list[tuple[int, int]]:
    """Return the (start, end) of each row of a line that is broken at blanks, or within a word that is too long.

    The blank that a line is broken at belongs to no row.

    Args:
        text: One line.
        width: Cells in a row, at least 1.
    """
    if len(text) <= width and (text.isascii() or cell_len(text) <= width):
        return [(0, len(text))]
    narrow = max(text) < _FIRST_ODD_WIDTH
    rows: list[tuple[int, int]] = []
    start = 0
    while start < len(text):
        reach = start + width if narrow else _reach(text, start, width)
        blank = text.rfind(" ", start + 1, reach + 1) if reach < len(text) else -1
        end = blank if blank > start else min(reach, len(text))
        rows.append((start, end))
        start = end + 1 if blank > start else end
    return rows


def _reach(text: str, start: int, width: int) -> int:
    cells = 0
    for index in range(start, len(text)):
        cells += get_character_cell_size(text[index])
        if cells > width:
            return max(index, start + 1)
    return len(text)
