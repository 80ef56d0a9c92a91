"""Which panes are on screen at a size, and in what order they are visited."""

from __future__ import annotations

from typing import Literal

Pane = Literal["agenda", "query", "results", "preview"]

ORDER: tuple[Pane, ...] = ("agenda", "query", "results", "preview")
"""The order of tab."""

NARROW = 70
"""Below this many columns the panes stand one above another."""

SHORT = 17
"""Below this many lines they have no borders, and the preview takes the place of the results."""

STACK = 28
"""Narrow and below this many lines, one pane at a time is on screen."""

Blocks = frozenset[Literal["agenda", "search", "preview"]]

_BLOCK: dict[Pane, Literal["agenda", "search", "preview"]] = {
    "agenda": "agenda",
    "query": "search",
    "results": "search",
    "preview": "preview",
}


def visible_blocks(width: int, height: int, active: Pane) -> Blocks:
    """Return which blocks are on screen when one pane is in use."""
    if width < NARROW and height < STACK:
        return frozenset({_BLOCK[active]})
    if height < SHORT:
        return frozenset({"agenda", "preview" if active == "preview" else "search"})
    return frozenset({"agenda", "search", "preview"})
