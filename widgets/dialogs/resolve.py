"""How a commitment ended."""

from __future__ import annotations

from typing import cast

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input, Static

from app.ledger.entry import Outcome
from widgets.dialogs.choices import ChoiceList, ChoiceRow
from widgets.dialogs.dialog import Box, Dialog, Field
from widgets.drawing import Part, line
from widgets.row_list import RowList

OUTCOMES = (
    ChoiceRow("done", "it was done"),
    ChoiceRow("dropped", "it will not be done"),
    ChoiceRow("superseded", "something else took its place"),
)


class ResolveDialog(Dialog[tuple[Outcome, str]]):
    """Asks for an outcome and a remark."""

    TYPES_INTO = "remark"

    def __init__(self, action: str) -> None:
        super().__init__()
        self._action = action

    def compose(self) -> ComposeResult:
        """Lay out the action, the outcomes and the remark."""
        with Box("Resolve", hint="enter: resolve   tab: remark   esc: back"):
            yield Static(line(Part(self._action, "strong")))
            yield ChoiceList(OUTCOMES, id="outcomes")
            yield Field(placeholder="remark, if any", id="remark")

    @on(RowList.Chosen)
    @on(Input.Submitted)
    def _close(self) -> None:
        row = self.query_one("#outcomes", RowList).current
        if row is not None:
            self.dismiss((cast(Outcome, row.key), self.query_one("#remark", Input).value.strip()))
