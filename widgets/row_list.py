"""A list of rows of one or more lines, of which only the visible ones are drawn."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import ClassVar, Protocol

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from widgets.drawing import fit, line, strip
from widgets.glyphs import UNICODE, Glyphs
from widgets.scrolling import set_height


class Row(Protocol):
    """What a list shows.

    Attributes:
        key: Tells the row from all others of its list, from one version of the list to the next.
        height: Its number of lines.
        selectable: False for headings and hints, which the cursor skips.
    """

    @property
    def key(self) -> str: ...  # noqa: D102
    @property
    def height(self) -> int: ...  # noqa: D102
    @property
    def selectable(self) -> bool: ...  # noqa: D102

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return `height` lines of at most `width` cells."""
        ...


class RowList(ScrollView, can_focus=True):
    """Rows with a cursor, moved by keys and mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", "Next row", show=False, id="list.next"),
        Binding("up,k", "move(-1)", "Previous row", show=False, id="list.previous"),
        Binding("pagedown", "page(1)", "A page down", show=False, id="list.page-down"),
        Binding("pageup", "page(-1)", "A page up", show=False, id="list.page-up"),
        Binding("home", "edge(0)", "First row", show=False, id="list.first"),
        Binding("end", "edge(-1)", "Last row", show=False, id="list.last"),
        Binding("enter", "choose", "Open in the preview", show=False, id="list.open"),
    ]
    MARKS_WITHOUT_FOCUS: ClassVar[bool] = False
    """Whether the highlighted row keeps its sign while the focus is elsewhere."""
    COMPONENT_CLASSES: ClassVar[set[str]] = {"row-list--cursor"}
    DEFAULT_CSS = """
    RowList {
        background: transparent;
        overflow-x: hidden;
        overflow-y: scroll;
        scrollbar-size-vertical: 1;
        & > .row-list--cursor { background: $block-cursor-blurred-background; }
        &:focus > .row-list--cursor { background: $block-cursor-background; color: $block-cursor-foreground; }
    }
    """
    cursor: reactive[int | None] = reactive(None)
    """Index of the highlighted row; None when no row can be highlighted."""

    class Moved(Message):
        """The cursor stands on another row, or the row under it changed."""

        def __init__(self, control: RowList, row: Row | None) -> None:
            super().__init__()
            self.rows, self.row = control, row

        @property
        def control(self) -> RowList:
            """The list."""
            return self.rows

        def can_replace(self, message: Message) -> bool:
            """Take the place of an earlier one of the same list."""
            return isinstance(message, RowList.Moved) and message.rows is self.rows

    class Chosen(Message):
        """Enter or a double click on a row."""

        def __init__(self, control: RowList, row: Row) -> None:
            super().__init__()
            self.rows, self.row = control, row

        @property
        def control(self) -> RowList:
            """The list."""
            return self.rows

    class LeftAtTop(Message):
        """The cursor was moved up from the first row."""

    def __init__(self, rows: Iterable[Row] = (), *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.glyphs = glyphs
        self._rows: tuple[Row, ...] = ()
        self._tops: list[int] = [0]
        self._drawn: dict[tuple[int, int], tuple[Content, ...]] = {}
        self.set_rows(rows)

    @property
    def rows(self) -> tuple[Row, ...]:
        """Every row, headings included."""
        return self._rows

    @property
    def current(self) -> Row | None:
        """The highlighted row."""
        return self._rows[self.cursor] if self.cursor is not None and self.cursor < len(self._rows) else None

    def set_rows(self, rows: Iterable[Row], prefer: Iterable[str] = ()) -> None:
        """Replace the rows; the cursor goes to the first key in `prefer` that is there, else stays near its place."""
        before = self.cursor or 0
        self._rows = tuple(rows)
        self._tops = [0, *accumulate(row.height for row in self._rows)]
        self._drawn.clear()
        places = {row.key: index for index, row in enumerate(self._rows) if row.selectable}
        found = next((places[key] for key in prefer if key in places), None)
        target = found if found is not None else self._near(before)
        self.set_reactive(RowList.cursor, target)
        set_height(self, self._tops[-1])
        if self.is_mounted:
            self._follow_cursor()
            self.refresh()
            self.post_message(self.Moved(self, self.current))

    def move_to(self, key: str) -> None:
        """Put the cursor on the row with this key, if there is one."""
        for index, row in enumerate(self._rows):
            if row.key == key and row.selectable:
                self.cursor = index
                return

    def _near(self, index: int) -> int | None:
        ahead = (i for i in range(index, len(self._rows)) if self._rows[i].selectable)
        behind = (i for i in range(min(index, len(self._rows)) - 1, -1, -1) if self._rows[i].selectable)
        return next(ahead, next(behind, None))

    def on_mount(self) -> None:
        """Tell which row the list starts with."""
        self.post_message(self.Moved(self, self.current))

    def watch_cursor(self) -> None:
        """Show the row under the cursor and tell about it."""
        if self.is_mounted:
            self._follow_cursor()
            self.refresh()
            self.post_message(self.Moved(self, self.current))

    def _follow_cursor(self) -> None:
        if self.cursor is None:
            return
        first = not any(row.selectable for row in self._rows[: self.cursor])
        top = 0 if first else self._tops[self.cursor]
        bottom = self._tops[self.cursor + 1]
        self.scroll_to_region(
            Region(0, top, 1, min(bottom - top, self.size.height)), animate=False, force=True, immediate=True
        )

    def action_move(self, step: int) -> None:
        """Move to the next row that can be highlighted, in either direction."""
        index = -1 if self.cursor is None else self.cursor
        index += step
        while 0 <= index < len(self._rows):
            if self._rows[index].selectable:
                self.cursor = index
                return
            index += step
        if step < 0:
            self.post_message(self.LeftAtTop())

    def action_page(self, direction: int) -> None:
        """Move by as many lines as are visible."""
        if self.cursor is None:
            return
        target = self._tops[self.cursor] + direction * max(1, self.size.height - 1)
        index = self._row_at(max(0, min(target, self._tops[-1] - 1)))
        self.cursor = self._near(index)

    def action_edge(self, index: int) -> None:
        """Move to the first (0) or last (-1) row."""
        self.cursor = self._near(0 if index == 0 else len(self._rows))

    def action_choose(self) -> None:
        """Tell that the highlighted row was chosen."""
        if self.current is not None:
            self.post_message(self.Chosen(self, self.current))

    def on_click(self, event: events.Click) -> None:
        """Highlight the row under the mouse; a second click chooses it."""
        offset = event.get_content_offset(self)
        if offset is None or not self._rows:
            return
        index = self._row_at(offset.y + self.scroll_offset.y)
        if index < len(self._rows) and self._rows[index].selectable:
            self.cursor = index
            if event.chain == 2:
                self.action_choose()

    def _row_at(self, y: int) -> int:
        return bisect_right(self._tops, y) - 1

    def render_line(self, y: int) -> Strip:
        """Draw one visible line."""
        y += self.scroll_offset.y
        width = self.scrollable_content_region.width
        index = self._row_at(y)
        if index >= len(self._rows) or width < 2:
            return Strip.blank(width, self.rich_style)
        on_cursor = index == self.cursor
        style = self.get_visual_style("row-list--cursor") if on_cursor else self.visual_style
        gutter = self.glyphs.cursor if on_cursor and (self.has_focus or self.MARKS_WITHOUT_FOCUS) else " "
        content = line(gutter) + fit(self._lines(index, width - 1)[y - self._tops[index]], width - 1)
        return strip(self.app, content, width, style)

    def _lines(self, index: int, width: int) -> tuple[Content, ...]:
        if (index, width) not in self._drawn:
            self._drawn[index, width] = self._rows[index].draw(width, self.glyphs)
        return self._drawn[index, width]
