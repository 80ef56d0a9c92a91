"""The panes on the screen, and how a person gets about between them."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.screen import Screen

from app.ledger.commitment import Agenda
from widgets.actions import MOVES
from widgets.agenda_pane import AgendaPane
from widgets.banner import Banner
from widgets.chips import ChipLine
from widgets.glyphs import Glyphs
from widgets.panes import NARROW, ORDER, SHORT, Pane, visible_blocks
from widgets.preview import Preview
from widgets.query_completions import Complete, QueryCompletions
from widgets.result_list import ResultList
from widgets.search_bar import SearchBar
from widgets.status_line import StatusLine
from widgets.underway import Underway


class PaneScreen(Screen[None], inherit_bindings=False):
    """Agenda beside search and preview: layout, focus and typing, without any meaning."""

    BINDINGS: ClassVar[list[BindingType]] = [*MOVES]

    def __init__(self, agenda: Agenda | None, glyphs: Glyphs, complete: Complete) -> None:
        super().__init__()
        self._complete = complete
        self._underway = Underway()
        self._first_agenda = agenda
        self._glyphs = glyphs
        self._pane: Pane = "agenda"
        self._list: Pane = "agenda"

    def compose(self) -> ComposeResult:
        """Lay the panes out."""
        completions = QueryCompletions(self._complete)
        yield Banner()
        with Container(id="panes"):
            yield AgendaPane(self._first_agenda, self._underway, glyphs=self._glyphs)
            with Vertical(id="right"):
                with Vertical(id="search"):
                    yield SearchBar(completions)
                    yield ChipLine()
                    yield ResultList(glyphs=self._glyphs)
                yield Preview(glyphs=self._glyphs)
        yield StatusLine(glyphs=self._glyphs)
        yield completions

    @property
    def agenda(self) -> AgendaPane:
        """The agenda."""
        return self.query_one(AgendaPane)

    @property
    def results(self) -> ResultList:
        """The results."""
        return self.query_one(ResultList)

    @property
    def query_box(self) -> SearchBar:
        """The search box."""
        return self.query_one(SearchBar)

    @property
    def chips(self) -> ChipLine:
        """How the query was read."""
        return self.query_one(ChipLine)

    @property
    def preview(self) -> Preview:
        """The preview."""
        return self.query_one(Preview)

    def action_search(self) -> None:
        """Go to the search box, with what it holds selected."""
        self._go("query")
        self.query_box.select_all()

    def action_pane(self, step: int) -> None:
        """Go to the next or previous pane."""
        self._go(ORDER[(ORDER.index(self._pane) + step) % len(ORDER)])

    def action_back(self) -> None:
        """Go back: from the preview to its list, from the results to the box, from the box to the agenda."""
        back: dict[Pane, Pane] = {"preview": self._list, "results": "query", "query": "agenda", "agenda": "agenda"}
        self._go(back[self._pane])

    def _go(self, pane: Pane) -> None:
        if pane != "agenda":
            self.agenda.hold()
        self._pane = pane
        self._arrange()
        self.query_one(f"#{pane}").focus()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Follow the focus, however it moved."""
        pane = next((name for name in ORDER if name == event.widget.id), None)
        if pane is None:
            return
        self._pane = pane
        if pane in ("agenda", "results") and pane != self._list:
            self._list = pane
            self.list_changed()

    def list_changed(self) -> None:
        """Hear that the other list is the one in use."""

    def on_resize(self) -> None:
        """Stack the panes on a small terminal."""
        self._arrange()

    def _arrange(self) -> None:
        width, height = self.app.size
        blocks = visible_blocks(width, height, self._pane)
        self.set_class(width < NARROW, "-narrow")
        self.set_class(height < SHORT, "-short")
        shown = {"right"} | blocks if blocks - {"agenda"} else blocks
        for block in ("agenda", "search", "preview", "right"):
            widget = self.query_one(f"#{block}")
            if widget.display != (block in shown):
                widget.display = block in shown

    def on_key(self, event: events.Key) -> None:
        """Type into the search box from anywhere, unless the key means something where the focus is.

        From elsewhere that begins another query. The box keeps what it is sent to itself. What comes here nevertheless
        was sent to a list just before the focus moved, and is meant for the box.
        """
        if not event.is_printable or event.character is None:
            return
        if self._pane == "query" or event.key not in self.active_bindings:
            event.stop()
            self._type(event.character)

    def on_paste(self, event: events.Paste) -> None:
        """Paste into the search box from anywhere."""
        if self._pane != "query" and event.text.strip():
            event.stop()
            self._type(event.text.strip().splitlines()[0])

    def _type(self, text: str) -> None:
        """Type into the box: further in the query that is being typed, else one that takes the place of the last."""
        if self._pane != "query":
            self._go("query")
            self.query_box.select_all()
        start, end = self.query_box.selection
        self.query_box.replace(text, min(start, end), max(start, end))
