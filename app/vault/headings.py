"""The text of a heading, and where a line stands among headings."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence

from app.vault.note import Heading

_LINE_END = re.compile(r"\r\n|\n|\r")
_ATX_START = re.compile(r"[ \t]*#{1,6}(?:[ \t]+|$)")
_ATX_END = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")
_SIGNS = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\s]+")
"""What Obsidian takes for a space when it compares headings."""


def heading_text(source: str) -> str:
    """Return the text of a heading as it is written, without the signs that make it one.

    Args:
        source: `## Text ##`, or text over a line of `=` or `-`.
    """
    lines = [line.strip() for line in _LINE_END.split(source.strip("\r\n"))]
    if _ATX_START.match(lines[0]):
        return _ATX_END.sub("", _ATX_START.sub("", lines[0], count=1)).strip()
    return " ".join(lines[:-1] or lines)


def heading_paths(headings: Sequence[Heading]) -> list[tuple[str, ...]]:
    """Return for each heading the texts of those above it in the outline, outermost first, itself last."""
    paths = []
    above: list[Heading] = []
    for heading in headings:
        while above and above[-1].level >= heading.level:
            above.pop()
        above.append(heading)
        paths.append(tuple(part.text for part in above))
    return paths


def heading_above(headings: Sequence[Heading], line: int) -> str:
    """Return the text of the nearest heading at or above a line, or nothing."""
    place = bisect_right(headings, line, key=lambda heading: heading.line)
    return headings[place - 1].text if place else ""


def heading_key(text: str) -> str:
    """Return a heading in the form in which links and headings are compared."""
    return _SIGNS.sub(" ", unicodedata.normalize("NFC", text)).strip().casefold()


def leads_to(wanted: Sequence[str], path: Sequence[str]) -> bool:
    """Return True when a heading path, outermost first, ends in the last wanted heading and has the others above it.

    Args:
        wanted: Keys of headings, at least one.
        path: Keys of headings; levels between may be left out of what is wanted.
    """
    if not path or path[-1] != wanted[-1]:
        return False
    above = iter(path[:-1])
    return all(key in above for key in wanted[:-1])
