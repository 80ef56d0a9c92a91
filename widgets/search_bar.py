"""The search box: posts what is typed and where the cursor wants to go; knows no results."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Input

from widgets.dialogs.tokens import Token
from widgets.query_completions import QueryCompletions, query_token


class SearchBar(Input):
    """One line in which every letter types; up and down go through the searches before, and through completions."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "leave", "To the results", show=False, id="search.results"),
        Binding("up", "older", "The search before", show=False, id="search.older"),
        Binding("ctrl+@,ctrl+space", "complete", "Complete an operator, tag or note", show=False, id="search.complete"),
        Binding("tab", "take", "Take the completion", show=False, id="search.take"),
        Binding("escape", "close_list", "Close the list of completions", show=False, id="search.close-list"),
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

    class Searched(Message):
        """The box was left with a query in it: one to remember."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, completions: QueryCompletions) -> None:
        super().__init__(placeholder="/ to search", select_on_focus=False, id="query")
        self._completions = completions
        self._names = False
        self._put = ""
        self._back = 0
        self._draft = ""
        self.history: tuple[str, ...] = ()
        """Searches before, the oldest first."""

    @on(Input.Changed)
    def _tell(self, event: Input.Changed) -> None:
        event.stop()
        if event.value != self._put:
            self._back = 0
            self._names = self._names and self.token is not None
            self._completions.ask(self)
        self._put = ""
        self.post_message(self.QueryChanged(event.value))

    @on(Input.Submitted)
    def _open(self, event: Input.Submitted) -> None:
        event.stop()
        if not self._completions.enter():
            self.post_message(self.Left(open=True))

    def on_blur(self) -> None:
        """Close the list, and tell what was searched for."""
        self._completions.close()
        self._back = 0
        if self.value.strip():
            self.post_message(self.Searched(self.value))

    def fill(self, text: str) -> None:
        """Hold another query, and search for it, without completing it."""
        self._put = text
        self.value = text
        self.cursor_position = len(text)

    # Completion

    @property
    def token(self) -> Token | None:
        """What can be completed now."""
        return query_token(self.value, self.cursor_position, names=self._names)

    def put(self, token: Token, suggestion: str) -> None:
        """Take a suggestion in the place of a token; behind the name of an operator its values are offered."""
        text = self.value[: token.start] + suggestion + token.closing
        names, self._names = suggestion.endswith(":") and not token.closing, False
        self.fill(text + self.value[token.end :])
        self.cursor_position = len(text)
        if names:
            self._completions.ask(self)

    def watch_selection(self) -> None:
        """Close the list when the caret moves away."""
        if self.is_mounted and self._completions.is_open:
            self._completions.caret_moved(self)

    def action_complete(self) -> None:
        """Offer what the word at the caret may become, names of operators too."""
        self._names = True
        self._completions.ask(self)

    def action_take(self) -> None:
        """Take the highlighted completion; without any, tab goes to the next pane."""
        if not self._completions.take():
            raise SkipAction

    def action_close_list(self) -> None:
        """Close the list; without any, escape goes back."""
        if not self._completions.is_open:
            raise SkipAction
        self._names = False
        self._completions.close()

    # Going up and down

    def action_leave(self) -> None:
        """Go down: in the list of completions, to the search after, or to the results."""
        if self._completions.is_open:
            self._completions.choose(1)
        elif self._back:
            self._recall(self._back - 1)
        else:
            self.post_message(self.Left(open=False))

    def action_older(self) -> None:
        """Go up: in the list of completions, or to the search before."""
        if self._completions.is_open:
            self._completions.choose(-1)
            return
        if not self._back:
            self._draft = self.value
        back = self._back + 1
        while back <= len(self.history) and self.history[-back] == self.value:
            back += 1
        if back <= len(self.history):
            self._recall(back)

    def _recall(self, back: int) -> None:
        self.fill(self.history[-back] if back else self._draft)
        self._back = back
