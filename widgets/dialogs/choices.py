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

    def action_move(self, step: int) -> None:
        """Move to the next choice; from none at all to the first or the last one."""
        if self.cursor is None:
            self.action_edge(0 if step > 0 else -1)
        else:
            super().action_move(step)


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """A choice and what it means.

    Attributes:
        key: What is given back.
        meaning: More about it; may be empty.
        label: What it is called; its key when empty.
        sign: The key on the keyboard that chooses it; may be empty.
        cells: Room for the label.
    """

    key: str
    meaning: str = ""
    label: str = ""
    sign: str = ""
    cells: int = 12
    height: int = 1
    selectable: bool = True

    @property
    def name(self) -> str:
        """What the row is called."""
        return self.label or self.key

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return the choice and its meaning; where there is little room the meaning comes sooner."""
        sign = f"{self.sign} " if self.sign else ""
        cells = min(self.cells, max(len(self.name), width - len(sign) - len(self.meaning) - 1))
        return (line(Part(sign, "soon"), Part(f"{self.name:<{cells}} ", "strong"), Part(self.meaning, "muted")),)
