"""The search box: posts what is typed and where the cursor wants to go; knows no results."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Input


class SearchBar(Input):
    """One line in which every letter types."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "leave", "To the results", show=False, id="search.results"),
    ]
    DEFAULT_CSS = """
    SearchBar, SearchBar:focus { border: none; height: 1; padding: 0 1; background: $surface; }
    SearchBar:focus { background: $panel; }
    """

    virtual_size = reactive(Size(0, 0))
    """Assigned with every key. The box keeps its size whatever is typed, so the screen need not be laid out again."""

    class QueryChanged(Message):
        """What is typed is another text."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Left(Message):
        """The person goes to the results: with `open`, to read the highlighted one."""

        def __init__(self, *, open: bool) -> None:  # noqa: A002
            super().__init__()
            self.open = open

    def __init__(self) -> None:
        super().__init__(placeholder="/ to search", select_on_focus=False, id="query")

    @on(Input.Changed)
    def _tell(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.QueryChanged(event.value))

    @on(Input.Submitted)
    def _open(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Left(open=True))

    def action_leave(self) -> None:
        """Go to the results."""
        self.post_message(self.Left(open=False))
