"""A few choices as rows of a list."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from widgets.drawing import Part, line
from widgets.glyphs import Glyphs
from widgets.row_list import RowList


class ChoiceList(RowList):
    """Rows of which one is chosen, and marked as such wherever the focus is."""

    MARKS_WITHOUT_FOCUS = True


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """A choice and what it means."""

    key: str
    meaning: str
    height: int = 1
    selectable: bool = True

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return the choice and its meaning."""
        return (line(Part(f"{self.key:<12}", "strong"), Part(self.meaning, "muted")),)
