"""What all dialogs share: a box in the middle, a title, and escape."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.screen import ModalScreen
from textual.widgets import Input

from widgets.drawing import line

Answer = TypeVar("Answer")


class Box(VerticalScroll):
    """The box of a dialog."""

    DEFAULT_CSS = """
    Box {
        width: 76; max-width: 100%; height: auto; max-height: 100%; padding: 0 1;
        border: round $border; background: $surface; scrollbar-size-vertical: 1;
    }
    """

    def __init__(self, title: str, *, hint: str = "") -> None:
        super().__init__(can_focus=False)
        self.border_title = line(title)
        self.border_subtitle = line(hint)


class Field(Input):
    """One line to type into; coming to it selects nothing, so that the first key adds to what it holds."""

    virtual_size = reactive(Size(0, 0))
    """Assigned with every key. The field keeps its size whatever is typed, so the dialog need not be laid out again."""

    def __init__(self, value: str = "", *, placeholder: str, id: str, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(value, placeholder, select_on_focus=False, id=id, classes=classes)

    def on_mount(self) -> None:
        """Let the view follow the caret from the first text on, which Textual leaves out when a field begins empty."""
        if not self.value:
            with self.prevent(Input.Changed):
                self.value = " "
                self.value = ""
        self.call_after_refresh(self.show_start)

    def on_focus(self) -> None:
        """Show the caret."""
        caret = self.cursor_screen_offset.x - self.content_region.x + self.scroll_offset.x
        self.scroll_to_region(Region(caret, 0, 1, 1), force=True, animate=False)

    def on_blur(self) -> None:
        """Show how the text begins: that tells more of it than its end."""
        self._scroll_to_start()

    def show_start(self) -> None:
        """Show how the text begins, as long as nobody types here."""
        if not self.has_focus:
            self._scroll_to_start()

    def _scroll_to_start(self) -> None:
        self.scroll_to(x=0, animate=False, force=True, immediate=True)


class Dialog(ModalScreen[Answer | None]):
    """A modal screen that gives back an answer, or None on escape."""

    TYPES_INTO: ClassVar[str] = ""
    """Id of the field that gets what is typed while the focus is on a list; empty when there is none."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Close without an answer", show=False, id="dialog.cancel"),
        # With priority they act in the order in which keys arrive, however fast: what follows goes to the next field.
        Binding("tab", "step(1)", "Next field", show=False, priority=True, id="dialog.next"),
        Binding("shift+tab", "step(-1)", "Previous field", show=False, priority=True, id="dialog.previous"),
    ]
    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 60%; }
    Dialog Input, Dialog Input:focus { border: none; height: 1; padding: 0 1; background: $panel; }
    Dialog Input:focus { background: $block-cursor-background; }
    Dialog RowList { height: auto; max-height: 10; }
    Dialog Static { height: auto; }
    """

    def on_key(self, event: events.Key) -> None:
        """Type into the field from the list, unless the key means something there."""
        if not self.TYPES_INTO or isinstance(self.focused, Input) or not event.is_printable or event.character is None:
            return
        if event.key not in self.active_bindings:
            event.stop()
            field = self.query_one(f"#{self.TYPES_INTO}", Input)
            field.focus()
            field.insert_text_at_cursor(event.character)

    def action_step(self, step: int) -> None:
        """Go to the next field, or the previous one."""
        if step > 0:
            self.focus_next()
        else:
            self.focus_previous()

    def action_cancel(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
