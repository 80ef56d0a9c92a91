"""The preview: a note at the match, or a commitment in full; only visible lines are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from widgets.drawing import Part, fit, line, strip
from widgets.glyphs import Glyphs
from widgets.note_margin import margin_title
from widgets.note_page import NotePage
from widgets.scrolling import set_height

if TYPE_CHECKING:
    from app.search.note_links import NoteView


class Preview(ScrollView, can_focus=True):
    """Shows what it is handed; reads nothing itself."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "scroll_down", "Scroll down", show=False, id="preview.down"),
        Binding("up,k", "scroll_up", "Scroll up", show=False, id="preview.up"),
        Binding("pagedown,space", "page_down", "A page down", show=False, id="preview.page-down"),
        Binding("pageup", "page_up", "A page up", show=False, id="preview.page-up"),
        Binding("home", "scroll_home", "To the start", show=False, id="preview.first"),
        Binding("end", "scroll_end", "To the end", show=False, id="preview.last"),
    ]
    DEFAULT_CSS = """
    Preview { background: transparent; overflow-x: hidden; overflow-y: scroll; scrollbar-size-vertical: 1; }
    """

    class Narrowed(Message):
        """The width is another: the note on show has to be laid out again."""

    def __init__(self, *, glyphs: Glyphs) -> None:
        super().__init__(id="preview")
        self.glyphs = glyphs
        self.page: NotePage | None = None
        self._card: tuple[Content, ...] = ()
        self._rows: list[Content] = []
        self._width = 0
        self.name_it("")

    @property
    def text_width(self) -> int:
        """Cells for a row of a note, beside the gutter and the scroll bar."""
        return max(1, self.content_size.width - 2)

    def name_it(self, title: str) -> None:
        """Put a path or a word into the border."""
        self.border_title = line(Part("Preview"), Part(f" · {title}" if title else "", "muted", True))

    def summarise(self, view: NoteView | None) -> None:
        """Say in the lower border what belongs to the note beside its text; the rows below it say more."""
        self.border_subtitle = margin_title(view, max(1, self.size.width - 4)) if view else ""

    def show_card(self, lines: Sequence[Content]) -> None:
        """Show a few lines, wrapped."""
        self.page, self._card = None, tuple(lines)
        self.summarise(None)
        self._wrap_card()
        self.scroll_home(animate=False, immediate=True)

    def show_page(self, page: NotePage, *, keep_place: bool = False) -> None:
        """Show a note, at its match or where it was being read."""
        self.page, self._card, self._rows = page, (), []
        set_height(self, page.height)
        if not keep_place:
            self.scroll_to(0, self._top_of(page), animate=False, force=True, immediate=True)
        self.refresh()

    def _top_of(self, page: NotePage) -> int:
        """Return the row to scroll to: the wanted part begins in the upper quarter, or else the match stands there."""
        height = self.size.height
        above = max(0, height // 4 - 1)
        top = max(0, page.start - above)
        return top if page.target < top + height else page.target - above

    def _wrap_card(self) -> None:
        self._rows = [part for content in self._card for part in content.wrap(self.text_width) or [Content("")]]
        set_height(self, len(self._rows))
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        """Lay out again for another width."""
        if event.size.width != self._width:
            self._width = event.size.width
            if self.page is None:
                self._wrap_card()
            else:
                self.post_message(self.Narrowed())

    @property
    def reading_line(self) -> int:
        """The note's line number of the match while it is in view, else of the first row; 1 without a note."""
        if self.page is None:
            return 1
        top = self.scroll_offset.y
        row = self.page.target if top <= self.page.target < top + self.size.height else top
        return self.page.line_at(row)

    def render_line(self, y: int) -> Strip:
        """Draw one visible row."""
        y += self.scroll_offset.y
        width = self.scrollable_content_region.width
        height = self.page.height if self.page else len(self._rows)
        if y >= height or width < 2:
            return Strip.blank(width, self.rich_style)
        content = self.page.draw(y, self.glyphs.cursor) if self.page else line(" ") + self._rows[y]
        return strip(self.app, fit(content, width), width, self.visual_style)
