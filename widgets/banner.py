"""Lines above the panes for what a person must not overlook."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

from widgets.drawing import Part, line


class Banner(Widget):
    """Nothing at all while there is nothing to say."""

    DEFAULT_CSS = """
    Banner { height: auto; max-height: 5; padding: 0 1; background: $panel; display: none; }
    """

    def __init__(self) -> None:
        super().__init__(id="banner")
        self._content = Content("")

    def show(self, notes: Sequence[str], problems: Sequence[str]) -> None:
        """Say these things, problems first."""
        lines = [line(Part(text, "late")) for text in problems if text]
        lines += [line(Part(text, "today")) for text in notes if text]
        content = Content("\n").join(lines)
        if content.plain != self._content.plain:
            self._content = content
            self.display = bool(lines)
            self.refresh(layout=True)

    def render(self) -> Content:
        """Draw the lines."""
        return self._content
