"""Dialogs with a line to type into and choices beside it: what is typed goes into the line, the arrows choose."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from widgets.dialogs.choices import ChoiceList
from widgets.dialogs.dialog import Answer, Dialog


class AskingDialog(Dialog[Answer]):
    """Keeps the focus in its field, so that no letter is taken for a command."""

    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "choice(1)", "Next choice", show=False, id="dialog.choice-next"),
        Binding("up", "choice(-1)", "Previous choice", show=False, id="dialog.choice-previous"),
    ]

    def on_mount(self) -> None:
        """Leave the focus to the field; the mouse still reaches the choices."""
        self.choices.can_focus = False

    @property
    def choices(self) -> ChoiceList:
        """The choices."""
        return self.query_one(ChoiceList)

    def action_choice(self, step: int) -> None:
        """Highlight the next or previous choice."""
        self.choices.action_move(step)
