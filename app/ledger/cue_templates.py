"""Templates of cues and blockers: where a person may start from, and how one that is not filled in is told.

A template has blanks in angle brackets. Nothing with such a blank is ever stored: an example that nobody wrote would
be one that Betimes invented.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

TEMPLATES: Mapping[str, tuple[str, ...]] = {
    "cues": ("⟨who⟩ writes that ⟨what⟩", "⟨what⟩ has arrived", "I notice that ⟨what⟩"),
    "blockers": ("⟨who⟩ only asks about ⟨what⟩", "another ⟨what⟩ has arrived"),
}
"""What a line of a field can be made of, by field."""

_BLANK = re.compile("⟨[^⟨⟩\n]*⟩?|⟩")
"""A blank, also one of which a bracket was deleted: it is part of a template still."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Lines after a template was put into them, and what is to be selected, so that typing takes its place.

    Attributes:
        lines: Every line.
        row: The line with the blank.
        start: Where the blank begins in it.
        end: Where it ends.
    """

    lines: tuple[str, ...]
    row: int
    start: int
    end: int


def unfilled(text: str) -> str:
    """Return the first blank that is still in a text, "" when there is none."""
    found = _BLANK.search(text)
    return found[0] if found else ""


def place_template(field: str, lines: Sequence[str], row: int) -> Placed:
    """Put a template into a field, or go on with the one that stands there.

    In an empty line it is the first; a template as it was put becomes the next one; in a line with a blank left that
    blank is selected; after any other line a new one begins. Filled lines are never changed.

    Args:
        field: A key of `TEMPLATES`.
        lines: The lines of the field; at least one.
        row: The line that the caret is in.
    """
    templates, typed = TEMPLATES[field], lines[row].strip()
    after = list(lines)
    if typed in templates:
        after[row] = templates[(templates.index(typed) + 1) % len(templates)]
    elif not typed:
        after[row] = templates[0]
    elif not unfilled(typed):
        row += 1
        if row < len(after) and (unfilled(after[row]) or not after[row].strip()):
            return place_template(field, after, row)
        after.insert(row, templates[0])
    blank = _BLANK.search(after[row])
    start, end = blank.span() if blank else (0, 0)
    return Placed(tuple(after), row, start, end)
