"""The last door before the terminal: nothing that it would obey goes through, whichever widget drew it.

Text is made safe where it becomes something to draw (`widgets/drawing.py`). Text that a person edits must stay as it
is, though, and pasted text can hold anything; both are drawn by Textual's own widgets.
"""

from __future__ import annotations

import re

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
"""Control characters, those that turn the direction of text around, and what nobody sees; none fills a cell."""


class ControlGuard(LineFilter):
    """Drops what a terminal would obey."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments without such characters; mostly the same ones."""
        if not any(_OBEYED.search(segment.text) for segment in segments):
            return segments
        return [Segment(_OBEYED.sub("", text), style, control) for text, style, control in segments]
