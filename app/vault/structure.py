"""The structure of a note's body, from one pass of the markdown parser.

The parser gives byte ranges of the UTF-8 text. What does not count (code, comments, HTML tags, mathematics) is blanked
out byte for byte, line ends kept, so that the readers of tags and links only look at what is left and every line keeps
its number.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

import pyromark

from app.vault.comments import find_comments
from app.vault.headings import heading_text
from app.vault.mathematics import find_mathematics
from app.vault.note import Heading

LONG_FENCE = 24
"""Lines of a code block beyond which it is no longer embedded: more than a screen."""

_OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
)
_PARSER = pyromark.Markdown(options=_OPTIONS)
_LINE_END = re.compile(rb"\r\n|\n|\r")
_SIGN = re.compile(rb"[^ \t\r\n>]")
_BLANK = bytes(byte if byte in b"\r\n" else 0x20 for byte in range(256))
_HTML_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_HTML_TAG = re.compile(rb"<[/!?A-Za-z][^<>]*>")


@dataclass(frozen=True, slots=True)
class MarkdownLink:
    """A `[text](destination)` link or image as the parser saw it."""

    destination: str
    text: str
    line: int
    image: bool


@dataclass(frozen=True, slots=True)
class ListItem:
    """An item of a list.

    Attributes:
        line: Where it begins.
        last: Its last line before the items nested in it or the next item.
        parent: Where the item that it is nested in begins; None at the top.
    """

    line: int
    last: int
    parent: int | None = None


@dataclass(frozen=True, slots=True)
class Structure:
    """What a body is made of. All lines are counted from 1 at the first line of the body.

    Attributes:
        headings: Those that divide the note: not in quotes, lists, comments or code.
        items: List items, comments left out; of several that begin on a line the first.
        borders: Lines at which a chunk may begin although no blank line precedes: list items and table rows.
        code: First and last line of each code block.
        continued: Lines whose paragraph goes on in the next line.
        links: Markdown links and images, comments left out.
        visible: The body with code, comments, HTML tags and blocks of mathematics blanked out.
        prose: The body with comments and long code blocks blanked out.
    """

    headings: tuple[Heading, ...]
    items: tuple[ListItem, ...]
    borders: frozenset[int]
    code: tuple[tuple[int, int], ...]
    continued: frozenset[int]
    links: tuple[MarkdownLink, ...]
    visible: str
    prose: str


def read_structure(body: str) -> Structure:
    """Parse a note's body (no frontmatter, no lone surrogates)."""
    return _Reader(body).read()


@dataclass(slots=True)
class _Seen:
    headings: list[tuple[int, int, int]] = field(default_factory=list)
    items: list[tuple[int, int, int | None]] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    blocks: list[tuple[int, int]] = field(default_factory=list)
    code: list[tuple[int, int]] = field(default_factory=list)
    html: list[tuple[int, int]] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    links: list[tuple[int, str, str, bool]] = field(default_factory=list)


class _Reader:
    """One pass over the events; offsets become lines at the end, when it is known what is hidden."""

    def __init__(self, body: str) -> None:
        self._body = body
        self._data = body.encode("utf-8")
        self._starts = line_starts(self._data)
        self._seen = _Seen()
        self._depth = 0
        self._open_items: list[int] = []
        self._open_links: list[tuple[int, str, bool, list[str]]] = []

    def read(self) -> Structure:
        events: Any = _PARSER.events_with_range(self._body)
        for event, place in events:
            if event == "SoftBreak" or event == "HardBreak":
                self._seen.breaks.append(place["start"])
            elif isinstance(event, dict):
                for kind, value in event.items():
                    self._event(kind, value, place)
        return self._structure()

    def _event(self, kind: str, value: Any, place: dict[str, int]) -> None:
        if kind == "Text":
            if self._open_links:
                self._open_links[-1][3].append(value)
        elif kind == "Start":
            self._start(value, place["start"], place["end"])
        elif kind == "End":
            self._end(value)
        else:
            self._inline(kind, value, place["start"], place["end"])

    def _start(self, value: Any, start: int, end: int) -> None:
        name, detail = (value, {}) if isinstance(value, str) else next(iter(value.items()))
        if name == "Item":
            self._depth += 1
            first = self._first_sign(start)
            self._seen.items.append((first, end, self._open_items[-1] if self._open_items else None))
            self._open_items.append(first)
        elif name == "BlockQuote" or name == "FootnoteDefinition":
            self._depth += 1
        elif name == "Heading":
            if not self._depth:
                self._seen.headings.append((start, end, int(detail["level"][1])))
        elif name == "CodeBlock":
            self._seen.blocks.append((self._first_sign(start), end))
        elif name == "TableRow" or name == "TableHead":
            self._seen.rows.append(start)
        elif name == "Link" or name == "Image":
            self._open_links.append((start, detail["dest_url"], name == "Image", []))

    def _end(self, value: Any) -> None:
        name = value if isinstance(value, str) else next(iter(value))
        if name == "Item" or name == "BlockQuote" or name == "FootnoteDefinition":
            self._depth -= 1
            if name == "Item":
                self._open_items.pop()
        elif name == "Link" or name == "Image":
            start, destination, image, words = self._open_links.pop()
            self._seen.links.append((start, destination, "".join(words), image))

    def _inline(self, kind: str, value: Any, start: int, end: int) -> None:
        if kind == "Code":
            self._seen.code.append((start, end))
            if self._open_links:
                self._open_links[-1][3].append(value)
        elif kind == "Html" or kind == "InlineHtml":
            self._seen.html.append((start, end))

    def _structure(self) -> Structure:
        seen = self._seen
        visible = bytearray(self._data)
        for start, end in (*seen.blocks, *seen.code):
            _blank(visible, start, end)
        hidden = [*self._html_comments(), *find_comments(bytes(visible))]
        for start, end in hidden:
            _blank(visible, start, end)
        for start, end in self._html_tags(visible):
            _blank(visible, start, end)
        for start, end in find_mathematics(bytes(visible)):
            _blank(visible, start, end)
        code = tuple((self._line(start), self._line(max(start, end - 1))) for start, end in seen.blocks)
        return Structure(
            headings=tuple(self._heading(*place) for place in seen.headings if self._shown(visible, place[0])),
            items=self._items(visible),
            borders=frozenset(self._line(start) for start in (*(item[0] for item in seen.items), *seen.rows)),
            code=code,
            continued=frozenset(self._line(start) for start in seen.breaks),
            links=tuple(
                MarkdownLink(destination, text, self._line(start), image)
                for start, destination, text, image in seen.links
                if self._shown(visible, start)
            ),
            visible=visible.decode("utf-8"),
            prose=self._prose(hidden, code),
        )

    def _items(self, visible: bytearray) -> tuple[ListItem, ...]:
        found: dict[int, ListItem] = {}
        begins = [self._line(start) for start, _, _ in self._seen.items]
        for number, (start, end, parent) in enumerate(self._seen.items):
            if self._shown(visible, start):
                line, last = begins[number], self._line(max(start, end - 1))
                following = begins[number + 1] if number + 1 < len(begins) else last + 1
                above = None if parent is None else self._line(parent)
                found.setdefault(line, ListItem(line, max(line, min(last, following - 1)), above))
        return tuple(found.values())

    def _html_comments(self) -> list[tuple[int, int]]:
        """Comments may stretch over several events, one for each line."""
        merged: list[tuple[int, int]] = []
        for start, end in self._seen.html:
            if merged and merged[-1][1] == start:
                merged[-1] = merged[-1][0], end
            else:
                merged.append((start, end))
        return [
            (start + found.start(), start + found.end())
            for start, end in merged
            for found in _HTML_COMMENT.finditer(self._data[start:end])
        ]

    def _html_tags(self, visible: bytearray) -> list[tuple[int, int]]:
        return [
            (start + found.start(), start + found.end())
            for start, end in self._seen.html
            for found in _HTML_TAG.finditer(visible[start:end])
        ]

    def _prose(self, hidden: list[tuple[int, int]], code: tuple[tuple[int, int], ...]) -> str:
        long_blocks = [
            block for block, (first, last) in zip(self._seen.blocks, code, strict=True) if last - first >= LONG_FENCE
        ]
        if not hidden and not long_blocks:
            return self._body
        prose = bytearray(self._data)
        for start, end in (*hidden, *long_blocks):
            _blank(prose, start, end)
        return prose.decode("utf-8")

    def _shown(self, visible: bytearray, offset: int) -> bool:
        return visible[offset] == self._data[offset]

    def _line(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def _first_sign(self, start: int) -> int:
        """The parser begins what is indented by tabs at the end of the line before."""
        found = _SIGN.search(self._data, start)
        return found.start() if found else start

    def _heading(self, start: int, end: int, level: int) -> Heading:
        return Heading(level, heading_text(self._data[start:end].decode("utf-8")), self._line(start))


def line_starts(text: bytes) -> list[int]:
    """Return the offset of each line, and that of the end."""
    if b"\r" not in text:
        return [0, *accumulate(len(line) + 1 for line in text.split(b"\n"))]
    return [0, *(end.end() for end in _LINE_END.finditer(text))]


def _blank(text: bytearray, start: int, end: int) -> None:
    text[start:end] = text[start:end].translate(_BLANK)
