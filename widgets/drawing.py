"""The one place where data becomes something to draw.

Text of notes, names, the ledger and errors is never markup: it is made safe and put into `Content` part by part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from rich.segment import Segment
from textual.content import Content, Span
from textual.strip import Strip
from textual.style import Style

from app.text import safe_body, safe_line, safe_name

if TYPE_CHECKING:
    from textual.app import App


class Part(NamedTuple):
    """A stretch of one line and what it means.

    Attributes:
        text: As it came; it is made safe when it is drawn.
        style: A name in `STYLES`.
        name: True for paths, ids, tags and links, in which zero-width characters are shown too.
    """

    text: str
    style: str = ""
    name: bool = False


STYLES = {
    "": "",
    "strong": "bold",
    "muted": "$betimes-muted",
    "section": "bold $betimes-muted",
    "late": "bold $betimes-late",
    "today": "bold $betimes-today",
    "operative": "bold $betimes-operative",
    "soon": "$betimes-soon",
    "good": "$betimes-good",
    "mark": "bold underline $betimes-mark",
    "heading": "bold $betimes-heading",
    "code": "$betimes-code",
    "link": "underline $betimes-link",
    "tag": "$betimes-link",
    "em": "italic",
    "struck": "strike $betimes-muted",
}
"""What each meaning looks like; colours are variables of the theme."""


TASK_WORDS = {
    "📅": "due",
    "⏳": "scheduled",
    "🛫": "start",
    "➕": "created",
    "✅": "done",
    "❌": "cancelled",
    "🔁": "repeat",
    "🔺": "highest",
    "⏫": "high",
    "🔼": "medium",
    "🔽": "low",
    "⏬": "lowest",
}
"""The signs of task lines and what they say: terminals disagree about the width of such signs."""

_TASK_SIGN = re.compile(rf"([{''.join(TASK_WORDS)}])\ufe0f?")


def worded(text: str) -> str:
    """Return note text with the signs of task lines as words, each parted by a blank from what stands next to it."""

    def word(found: re.Match[str]) -> str:
        before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
        head = " " if before.isalnum() else ""
        return f"{head}{TASK_WORDS[found[1]]}{' ' if after.isalnum() or after in TASK_WORDS else ''}"

    return _TASK_SIGN.sub(word, text).replace("\ufe0f", "")


def line(*parts: Part | str) -> Content:
    """Return one line made of parts, each made safe."""
    return Content.assemble(*(_styled(part if isinstance(part, Part) else Part(part)) for part in parts))


def _styled(part: Part) -> tuple[str, str]:
    return (safe_name(part.text) if part.name else safe_line(part.text)), STYLES[part.style]


def fit(content: Content, width: int) -> Content:
    """Return the line, ending in an ellipsis when it is wider than `width` cells."""
    return content.truncate(max(1, width), ellipsis=True) if content.cell_length > width else content


def spread(left: Content, right: Content, width: int) -> Content:
    """Return a line with `right` at its right end; `left` gives way when there is not room for both."""
    room = width - right.cell_length - 1
    if room < width // 2:
        return fit(left, width)
    left = fit(left, room)
    return left + " " * (width - left.cell_length - right.cell_length) + right


def marked(text: str, marks: tuple[tuple[int, int], ...]) -> Content:
    """Return a line in which the given (start, end) ranges of `text` stand out."""
    parts: list[Part] = []
    position = 0
    for start, end in sorted(marks):
        if start >= position:
            parts += [Part(worded(text[position:start])), Part(worded(text[start:end]), "mark")]
            position = end
    return line(*parts, Part(worded(text[position:])))


def spanned(text: str, spans: Iterable[tuple[int, int, str]]) -> Content:
    """Return a line of a body with (start, end, style name) spans; safe already, so that the offsets hold."""
    return Content(safe_body(text), [Span(start, end, STYLES[style]) for start, end, style in spans])


def strip(app: App[object], content: Content, width: int, base: Style) -> Strip:
    """Return a line as Textual paints it, padded to `width`, which it must fit.

    Textual's own way wraps and aligns first, which takes most of the time of painting a list.
    """

    def style_of(style: str | Style) -> Style:
        return style if isinstance(style, Style) else _parsed(app, style)

    segments = [Segment(text, style.rich_style) for text, style in content.render(base, "", style_of)]
    return Strip(segments, content.cell_length).extend_cell_length(width, base.rich_style)


_parsed_styles: dict[tuple[str, str], Style] = {}


def _parsed(app: App[object], style: str) -> Style:
    key = (app.theme, style)
    if key not in _parsed_styles:
        _parsed_styles[key] = Style.parse(style, app.theme_variables)
    return _parsed_styles[key]
