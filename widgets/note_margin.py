"""What stands below a note in the preview: which notes lead to it, and its properties."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.content import Content

from app.text import safe_line
from widgets.drawing import Part, fit, line, spread, worded

if TYPE_CHECKING:
    from app.search.note_links import NoteView

_NAME = 14
"""Cells of a property's name."""


def margin_rows(view: NoteView, width: int) -> tuple[Content, ...]:
    """Return the rows for a width; none when there is nothing to say."""
    return tuple(line(" ") + row for row in _rows(view, width))


def _rows(view: NoteView, width: int) -> Iterator[Content]:
    if view.backlinks:
        yield from (line(""), line(Part(f"LINKED FROM {_count(view):,}", "section")))
        for link in view.backlinks:
            yield spread(line(Part(link.title, "strong", True)), line(Part(f"line {link.line}", "muted")), width)
            if link.text:
                yield fit(line(Part(f"  {worded(link.text)}", "muted")), width)
        if view.more:
            yield line(Part(f"and {view.more:,} links more: l shows the note with its links", "muted"))
    if view.properties:
        yield from (line(""), line(Part(f"PROPERTIES {len(view.properties)}", "section")))
        for item in view.properties:
            yield fit(line(Part(f"{item.name:<{_NAME}} ", "tag", True), Part(item.said)), width)


def margin_title(view: NoteView, width: int) -> Content:
    """Return one line that says what there is: who leads here, and the properties as far as there is room."""
    links = f"linked from {_count(view):,}" if view.backlinks else ""
    parts = (f"{item.name}: {item.said}" if item.said else item.name for item in view.properties)
    said = " · ".join(safe_line(part) for part in (links, *parts) if part)
    return fit(line(Part(said, "muted")), width)


def _count(view: NoteView) -> int:
    return len(view.backlinks) + view.more
