"""Until when a commitment is to be hidden."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input, Static

from widgets.dialogs.choices import ChoiceRow
from widgets.dialogs.dialog import Box, Dialog, Field
from widgets.dialogs.reading import Check, Read, read_draft
from widgets.drawing import Part, line
from widgets.row_list import RowList

CHOICES = (
    ChoiceRow("tomorrow", ""),
    ChoiceRow("in 3 days", ""),
    ChoiceRow("next week", ""),
    ChoiceRow("next month", ""),
)


class SnoozeDialog(Dialog[str]):
    """Asks for a day, chosen or typed, and gives it back as typed."""

    TYPES_INTO = "day"

    def __init__(self, action: str, check: Check, *, typed: str = "", problem: str = "") -> None:
        super().__init__()
        self._action = action
        self._check = check
        self._typed = typed
        self._problem = problem

    def compose(self) -> ComposeResult:
        """Lay out the action, the choices and a line for any other day."""
        with Box("Snooze", hint="enter: hide until then   tab: another day   esc: back"):
            yield Static(line(Part(self._action, "strong")))
            if self._problem:
                yield Static(line(Part(self._problem, "late")))
            yield RowList(CHOICES, id="days")
            yield Field(self._typed, placeholder="another day: 15 Aug, friday, in 2 weeks", id="day")
            yield Static(id="reading")

    def on_mount(self) -> None:
        """Go to the day that was typed before, if there is one."""
        if self._typed:
            self.query_one("#day").focus()

    @on(RowList.Chosen)
    def _choose(self, event: RowList.Chosen) -> None:
        self.dismiss(event.row.key)

    @on(Input.Submitted)
    def _take(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self.dismiss(event.value.strip())

    @on(Input.Changed)
    def _read(self, event: Input.Changed) -> None:
        read_draft(self, self._check, {"due": event.value})

    @on(Read)
    def _say(self, event: Read) -> None:
        said = event.readings.get("due", "")
        self.query_one("#reading", Static).update(line(Part(said, "late" if said.startswith("!") else "good")))
