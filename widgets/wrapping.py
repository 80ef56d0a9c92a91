"""Breaking a line into rows of a width, without making anything to draw."""

from __future__ import annotations

from rich.cells import cell_len, get_character_cell_size


def wrap(text: str, width: int) -> list[tuple[int, int]]:
    """Return the (start, end) of each row of a line that is broken at blanks, or within a word that is too long.

    Args:
        text: One line.
        width: Cells in a row, at least 1.
    """
    if len(text) <= width and (text.isascii() or cell_len(text) <= width):
        return [(0, len(text))]
    narrow = text.isascii() or cell_len(text) == len(text)
    rows: list[tuple[int, int]] = []
    start = 0
    while start < len(text):
        reach = start + width if narrow else _reach(text, start, width)
        end = reach
        if reach < len(text):
            blank = text.rfind(" ", start + 1, reach + 1)
            end = blank + 1 if blank > start else reach
        rows.append((start, min(end, len(text))))
        start = rows[-1][1]
    return rows


def _reach(text: str, start: int, width: int) -> int:
    cells = 0
    for index in range(start, len(text)):
        cells += get_character_cell_size(text[index])
        if cells > width:
            return max(index, start + 1)
    return len(text)
