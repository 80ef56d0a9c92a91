"""Fields that complete what is typed."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input, TextArea
from textual.widgets.text_area import Selection

from app.ledger.cue_templates import place_template
from widgets.dialogs.completion import CompletionList
from widgets.dialogs.dialog import Field
from widgets.dialogs.tokens import Kind, Token, completed, token_in_field

_CLOSE = Binding("escape", "close_list", "Close the list of suggestions", show=False, id="completion.close")


class CompletingField(Field):
    """One line to type into, whose text can be completed."""

    BINDINGS: ClassVar[list[BindingType]] = [_CLOSE]

    def __init__(
        self,
        value: str,
        completions: CompletionList,
        kind: Kind | None,
        *,
        placeholder: str,
        id: str,  # noqa: A002
    ) -> None:
        super().__init__(value, placeholder=placeholder, id=id, classes="value")
        self._completions = completions
        self._kind = kind
        self._known = value

    @property
    def token(self) -> Token | None:
        """What can be completed now."""
        return token_in_field(self._kind, self.value, self.cursor_position) if self._kind else None

    def put(self, token: Token, suggestion: str) -> None:
        """Take a suggestion in the place of a token."""
        text, caret = completed(self.value, token, suggestion)
        self._known = text
        self.value = text
        self.cursor_position = caret

    def fill(self, text: str) -> None:
        """Hold another text, without anybody having typed it."""
        if text != self.value:
            self._known = text
            with self.prevent(Input.Changed):
                self.value = text
            self.cursor_position = len(text)
            self.show_start()

    def on_input_changed(self) -> None:
        """Look for what the text may become."""
        if self.value != self._known:
            self._known = self.value
            self._completions.ask(self)

    def watch_selection(self) -> None:
        """Close the list when the caret moves away."""
        if self.is_mounted and self.value == self._known:
            self._completions.caret_moved(self)

    async def action_submit(self) -> None:
        """Take the suggestion that was chosen, else submit."""
        if not self._completions.enter():
            await super().action_submit()

    def on_blur(self) -> None:
        """Close the list when the focus goes elsewhere."""
        self._completions.close()

    def action_close_list(self) -> None:
        """Close the list of suggestions."""
        _close(self._completions)


class ListField(TextArea):
    """One item a line: enter begins another, backspace at the begin of an empty one takes it away."""

    BINDINGS: ClassVar[list[BindingType]] = [_CLOSE]

    def __init__(
        self,
        value: str,
        completions: CompletionList,
        kind: Kind | None,
        *,
        placeholder: Content,
        id: str,  # noqa: A002
    ) -> None:
        super().__init__(value, placeholder=placeholder, id=id, classes="value", tab_behavior="focus")
        self._completions = completions
        self._kind = kind
        self._known = value

    @property
    def value(self) -> str:
        """The text, as the fields of one line call it."""
        return self.text

    @property
    def token(self) -> Token | None:
        """What can be completed now."""
        row, column = self.cursor_location
        return token_in_field(self._kind, self.document.get_line(row), column) if self._kind else None

    def put(self, token: Token, suggestion: str) -> None:
        """Take a suggestion in the place of a token."""
        row = self.cursor_location[0]
        end = (row, len(self.document.get_line(row)))
        self.replace(suggestion, (row, 0), end, maintain_selection_offset=False)
        self.move_cursor((row, len(suggestion)))
        self._known = self.text

    def fill(self, text: str) -> None:
        """Hold another text, without anybody having typed it."""
        if text != self.text:
            self._known = text
            with self.prevent(TextArea.Changed):
                self.text = text

    def put_template(self, field: str) -> None:
        """Put a template of `field` into the line of the caret, its blank selected: typing takes the blank's place."""
        lines = self.text.split("\n")
        placed = place_template(field, lines, self.cursor_location[0])
        if placed.lines != tuple(lines):
            end = (len(lines) - 1, len(lines[-1]))
            self.replace("\n".join(placed.lines), (0, 0), end, maintain_selection_offset=False)
        self.selection = Selection((placed.row, placed.start), (placed.row, placed.end))

    def on_text_area_changed(self) -> None:
        """Look for what the line may become."""
        if self.text != self._known:
            self._known = self.text
            self._completions.ask(self)

    def watch_selection(self) -> None:
        """Close the list when the caret moves away."""
        if self.is_mounted and self.text == self._known:
            self._completions.caret_moved(self)

    def on_key(self, event: events.Key) -> None:
        """Take the suggestion that was chosen on enter."""
        if event.key == "enter" and self._completions.enter():
            event.stop()
            event.prevent_default()

    def on_blur(self) -> None:
        """Close the list when the focus goes elsewhere."""
        self._completions.close()

    def action_close_list(self) -> None:
        """Close the list of suggestions."""
        _close(self._completions)


def _close(completions: CompletionList) -> None:
    if not completions.is_open:
        raise SkipAction
    completions.close()
