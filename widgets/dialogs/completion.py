"""The list under the caret: what the text being typed may become."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Protocol

from textual import events
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.worker import get_current_worker

from app.errors import BetimesError
from widgets.dialogs.tokens import Kind, Token, adds_something
from widgets.drawing import Part, line
from widgets.glyphs import Glyphs
from widgets.row_list import RowList

Suggest = Callable[[Kind, str], tuple[str, ...]]
"""Kind and what is typed, to what it may become, the best first."""

PAUSE = 0.03
"""Seconds without a keystroke before suggestions are asked for."""

MOST_ROWS = 6
_WIDEST = 56
_ROOM_ASIDE = 4
"""Cells for the sign of the cursor and the edges."""


class Completing(Protocol):
    """A field whose text can be completed."""

    @property
    def token(self) -> Token | None:
        """What can be completed now."""
        ...

    @property
    def cursor_screen_offset(self) -> Offset:
        """Where the caret stands on the screen."""
        ...

    def put(self, token: Token, suggestion: str) -> None:
        """Take a suggestion in the place of a token."""
        ...


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A row of the list."""

    key: str
    height: int = 1
    selectable: bool = True

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return the suggestion."""
        return (line(Part(self.key, name=True)),)


class Suggested(Message):
    """What the text of a field may become; the text may be another by now."""

    def __init__(self, field: Completing, token: Token, found: tuple[str, ...]) -> None:
        super().__init__()
        self.field, self.token, self.found = field, token, found


class CompletionList(RowList, can_focus=False):
    """Shows suggestions while the focus, and every letter, stays with the field."""

    MARKS_WITHOUT_FOCUS: ClassVar[bool] = True
    DEFAULT_CSS = """
    CompletionList {
        display: none; overlay: screen; constrain: inside inflect; margin: 1 0; padding: 0;
        background: $boost; overflow-y: hidden;
        & > .row-list--cursor { background: $block-cursor-background; color: $block-cursor-foreground; }
    }
    """

    def __init__(self, suggest: Suggest) -> None:
        super().__init__(id="completion")
        self._suggest = suggest
        self._field: Completing | None = None
        self._token: Token | None = None
        self._is_chosen = False

    @property
    def is_open(self) -> bool:
        """Whether there is something to choose from."""
        return bool(self.display)

    def ask(self, field: Completing) -> None:
        """Look for suggestions, after the text of a field has changed."""
        token = field.token
        if token is None or not self._goes_on(field, token):
            self.close()
        if token is None:
            self.workers.cancel_group(self, "suggest")
            return
        self.run_worker(
            lambda: self._look_up(field, token), thread=True, exclusive=True, group="suggest", exit_on_error=False
        )

    def _look_up(self, field: Completing, token: Token) -> None:
        worker = get_current_worker()
        if worker.cancelled_event.wait(PAUSE):
            return
        try:
            found = self.look_up(token)
        except BetimesError:
            found = ()
        if not worker.is_cancelled:
            self.post_message(Suggested(field, token, found))

    def look_up(self, token: Token) -> tuple[str, ...]:
        """Return what a token may become, best first; away from the event loop."""
        return self._suggest(token.kind, token.typed)

    def on_suggested(self, message: Suggested) -> None:
        """Show an answer, unless it is to something that is no longer typed."""
        message.stop()
        token, found = message.token, message.found[: 2 * MOST_ROWS]
        if message.field.token != token:
            return
        if not any(adds_something(token, suggestion) for suggestion in found):
            self.close()
            return
        self._field, self._token = message.field, token
        self.absolute_offset = message.field.cursor_screen_offset - (len(token.typed) % _WIDEST, 0)
        self.styles.width = min(_WIDEST, max(len(text) for text in found) + _ROOM_ASIDE)
        self.styles.height = min(MOST_ROWS, len(found))
        self._is_chosen = False
        self.display = True
        self.set_rows((Suggestion(text) for text in found), prefer=found[:1])

    def choose(self, step: int) -> None:
        """Go to the next or previous suggestion: from now on enter takes it."""
        self._is_chosen = True
        self.action_move(step)

    def enter(self) -> bool:
        """Take the suggestion that a person went to, or the first one for a link that is not closed yet.

        Anything else is meant as it is typed: the list closes, and False is returned.
        """
        token = self._field.token if self._field else None
        if self._is_chosen or (token is not None and token.is_open):
            return self.take()
        self.close()
        return False

    def take(self) -> bool:
        """Put the highlighted suggestion in place; returns False, and closes, when there is nothing to put."""
        field, row = self._field, self.current
        if not self.is_open or field is None or row is None:
            return False
        token = field.token
        self.close()
        if token is None or not self._fits(token, row.key) or not adds_something(token, row.key):
            return False
        field.put(token, row.key)
        return True

    def close(self) -> None:
        """Go away."""
        if self.display:
            self.display = False

    def caret_moved(self, field: Completing) -> None:
        """Go away when the caret has left what the list is about."""
        if field is self._field and field.token != self._token:
            self.close()

    def _goes_on(self, field: Completing, token: Token) -> bool:
        shown = self._token
        return shown is not None and field is self._field and (shown.kind, shown.start) == (token.kind, token.start)

    def _fits(self, token: Token, suggestion: str) -> bool:
        """Return whether a suggestion is for what is typed now, which may be more than it was made for."""
        return token == self._token or token.typed.casefold() in suggestion.casefold()

    def on_click(self, event: events.Click) -> None:
        """Take the row under the mouse."""
        event.stop()
        event.prevent_default()
        offset = event.get_content_offset(self)
        if offset is not None and self._row_at(offset.y + self.scroll_offset.y) < len(self.rows):
            self.cursor = self._row_at(offset.y + self.scroll_offset.y)
            self.take()
