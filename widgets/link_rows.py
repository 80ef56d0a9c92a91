"""Rows of the view of a note: its links, those that lead to it, and its properties."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content

from app.ledger.wording import note_words
from app.search.note_links import LinkState, NoteLink, NoteView
from app.vault.properties import Property
from widgets.agenda_rows import HintRow, SectionRow
from widgets.drawing import Part, fit, line, spread, worded
from widgets.glyphs import Glyphs
from widgets.row_list import Row

STATES: dict[LinkState, tuple[str, str]] = {
    "note": ("", ""),
    "ambiguous": ("ambiguous", "today"),
    "no such part": ("no such heading or block", "late"),
    "file": ("a file", "muted"),
    "unresolved": ("no such note", "late"),
}
"""What is said of a link that does not just lead to a note, and how it looks."""


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link, and the line that it stands on.

    Attributes:
        link: It.
        inward: True for a link of another note that leads here.
        number: Its place among the rows of its section.
    """

    link: NoteLink
    inward: bool
    number: int
    selectable: bool = True

    @property
    def key(self) -> str:
        """Where it stands."""
        side = "in" if self.inward else "out"
        return f"{side}:{self.link.other if self.inward else ''}:{self.link.line}:{self.link.written}:{self.number}"

    @property
    def height(self) -> int:
        """A second line for the text, where there is any."""
        return 2 if self.link.text else 1

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return where the link leads, what is wrong with it, and the line of it."""
        said, style = STATES[self.link.state]
        right = line(Part(f"{said}  " if said else "", style), Part(f"line {self.link.line}", "muted"))
        first = spread(self._name(), right, width)
        return (first, fit(line(Part(f"  {worded(self.link.text)}", "muted")), width)) if self.link.text else (first,)

    def _name(self) -> Content:
        link = self.link
        if link.other is None:
            return line(Part(link.written, STATES[link.state][1], True))
        part = f" › {' › '.join(link.fragment.split('#'))}" if link.fragment else ""
        path = note_words(link.other)
        where = f"  {path}" if path.rpartition("/")[2] != link.title else ""
        return line(Part(link.title, "strong"), Part(part), Part(where, "muted", True))


@dataclass(frozen=True, slots=True)
class OtherRow:
    """A further note that an ambiguous link can mean."""

    link: NoteLink
    path: str
    number: int
    height: int = 1
    selectable: bool = True

    @property
    def key(self) -> str:
        """The link's place and the note."""
        return f"other:{self.link.line}:{self.link.written}:{self.number}:{self.path}"

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return the note."""
        return (fit(line(Part("  or ", "muted"), Part(note_words(self.path), "", True)), width),)


@dataclass(frozen=True, slots=True)
class PropertyRow:
    """A property: its name, its value, and what kind of value that is."""

    item: Property
    number: int
    height: int = 1
    selectable: bool = True

    @property
    def key(self) -> str:
        """Its name; names are not always unique."""
        return f"property:{self.item.name}:{self.number}"

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return name and value, with the kind at the right."""
        kind = line(Part(self.item.kind, "muted"))
        name = f"{self.item.name:<14} "
        return (spread(line(Part(name, "tag", True), Part(self.item.said)), kind, width),)


def view_rows(view: NoteView) -> Iterator[Row]:
    """Yield the rows of a note's view: links, links that lead to it, properties."""
    yield SectionRow("LINKS", len(view.outgoing))
    for number, link in enumerate(view.outgoing):
        yield LinkRow(link, False, number)
        yield from (OtherRow(link, path, number) for path in link.candidates[1:])
    yield SectionRow("LINKED FROM", len(view.backlinks))
    yield from (LinkRow(link, True, number) for number, link in enumerate(view.backlinks))
    if view.more:
        yield HintRow(f"and {view.more:,} links more")
    yield SectionRow("PROPERTIES", len(view.properties))
    yield from (PropertyRow(item, number) for number, item in enumerate(view.properties))
