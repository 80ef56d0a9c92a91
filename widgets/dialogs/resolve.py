"""How a commitment ended."""

from __future__ import annotations

from typing import cast

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input, Static

from app.ledger.entry import Outcome
from widgets.dialogs.asking import AskingDialog
from widgets.dialogs.choices import ChoiceList, ChoiceRow
from widgets.dialogs.dialog import Box, Field
from widgets.drawing import Part, line
from widgets.row_list import RowList

OUTCOMES = (
    ChoiceRow("done", "it was done"),
    ChoiceRow("dropped", "it will not be done"),
    ChoiceRow("superseded", "something else took its place"),
)


class ResolveDialog(AskingDialog[tuple[Outcome, str]]):
    """Asks for an outcome and a remark."""

    DEFAULT_CSS = "ResolveDialog #remark { margin-top: 1; }"

    def __init__(self, action: str, *, outcome: Outcome = "done", remark: str = "", problem: str = "") -> None:
        """Make the dialog.

        Args:
            action: What is to be resolved.
            outcome: The outcome that is highlighted at first.
            remark: What the field holds at first.
            problem: Why it was refused.
        """
        super().__init__()
        self._action = action
        self._outcome = outcome
        self._remark = remark
        self._problem = problem

    def compose(self) -> ComposeResult:
        """Lay out the action, the outcomes and the remark."""
        with Box("Resolve", hint="enter: resolve   arrows: how it ended   esc: back"):
            yield Static(line(Part(self._action, "strong")))
            if self._problem:
                yield Static(line(Part(self._problem, "late")))
            yield ChoiceList(OUTCOMES, id="outcomes")
            yield Field(self._remark, placeholder="remark, if any", id="remark")

    def on_mount(self) -> None:
        """Highlight the outcome that was chosen before."""
        self.choices.move_to(self._outcome)

    @on(RowList.Chosen)
    @on(Input.Submitted)
    def _close(self) -> None:
        row = self.choices.current
        if row is not None:
            self.dismiss((cast(Outcome, row.key), self.query_one("#remark", Input).value.strip()))
