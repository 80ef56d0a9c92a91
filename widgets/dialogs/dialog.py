"""What all dialogs share: a box in the middle, a title, and escape."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

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


class Dialog(ModalScreen[Answer | None]):
    """A modal screen that gives back an answer, or None on escape."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Close without an answer", show=False, id="dialog.cancel"),
    ]
    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 60%; }
    Dialog Input, Dialog Input:focus { border: none; height: 1; padding: 0 1; background: $panel; }
    Dialog Input:focus { background: $block-cursor-background; }
    Dialog RowList { height: auto; max-height: 10; }
    Dialog Static { height: auto; }
    """

    def action_cancel(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
