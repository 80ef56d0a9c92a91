"""A scrolled height that changes without a new layout of the whole screen."""

from __future__ import annotations

from textual.geometry import Size
from textual.scroll_view import ScrollView


def set_height(view: ScrollView, lines: int) -> None:
    """Say how many lines a view has to scroll through.

    Assigning `virtual_size` lays out and paints the whole screen again, with every key typed into the search box. These
    views always show their scroll bar (`overflow-y: scroll`), so nothing else moves when their height changes.
    """
    if view.virtual_size.height == lines:
        return
    view.set_reactive(ScrollView.virtual_size, Size(0, lines))
    if view.is_mounted:
        view.vertical_scrollbar.window_virtual_size = lines
        view.scroll_to(y=min(view.scroll_offset.y, view.max_scroll_y), animate=False, immediate=True)
