"""The line under the search box: how each part of the query was read, or what can be typed."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from app.search.result import Chip
from widgets.drawing import Part, fit, line

HINTS = ("tag:", "path:", "title:", "is:", "due:", "modified:", "links:", "in:", "[prop]", '"phrase"', "-not", "OR")
"""What an empty box can be given, as far as there is room."""


class ChipLine(Widget):
    """One line of chips; it is there whatever is typed, so that no key moves the results."""

    DEFAULT_CSS = "ChipLine { height: 1; padding: 0 1; }"
    shown: reactive[tuple[Chip, ...]] = reactive(())

    def __init__(self) -> None:
        super().__init__(id="chips")

    def render(self) -> Content:
        """Draw the chips."""
        return fit(chip_line(self.shown), self.content_size.width)


def chip_line(chips: tuple[Chip, ...]) -> Content:
    """Return the reading of a query in one line; without any, what can be typed."""
    if not chips:
        return line(Part("  ".join(HINTS), "muted"))
    parts: list[Part | str] = []
    for chip in chips:
        parts += [Part(" · ", "muted")] if parts else []
        style = "struck" if chip.is_without else "strong" if chip.name not in ("words", "any of") else ""
        if chip.name:
            parts += [Part(f"{chip.name} ", "late" if chip.is_without else "soon")]
        if chip.value:
            parts += [Part(chip.value, style, name=True)]
        if chip.remark:
            parts += [Part(f"({chip.remark})" if chip.value else chip.remark, "muted", name=True)]
            if chip.value:
                parts.insert(-1, " ")
    return line(*parts)
