"""The changes that are not on disk: what they are, why, and what is to become of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from app.errors import said
from app.ledger.held import HeldChange
from widgets.dialogs.dialog import Box, Dialog
from widgets.dialogs.picking import PickDialog, yes_or_no
from widgets.drawing import Part, fit, line
from widgets.glyphs import Glyphs
from widgets.row_list import RowList


@dataclass(frozen=True, slots=True)
class HeldRow:
    """A change and why it is not on disk."""

    change: HeldChange
    number: int
    height: int = 2
    selectable: bool = True

    @property
    def key(self) -> str:
        """Its place."""
        return str(self.number)

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return the change, and the reason."""
        return fit(line(self.change.description), width), fit(line("  ", Part(said(self.change.error), "muted")), width)


class HeldDialog(Dialog[tuple[HeldChange, ...]]):
    """Gives back the changes to give up; none when they are to be tried again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "drop", "Give the highlighted change up", show=False, id="held.drop"),
        Binding("D", "drop_all", "Give all changes up", show=False, id="held.drop-all"),
    ]

    def __init__(self, held: tuple[HeldChange, ...], *, latest: bool = False) -> None:
        """Make the dialog.

        Args:
            held: The changes, in the order in which they were made.
            latest: Whether the last of them is highlighted, not the first.
        """
        super().__init__()
        self._held = held
        self._latest = latest

    def compose(self) -> ComposeResult:
        """Lay out the changes."""
        with Box("Not saved", hint="enter: try again   d: give up   D: give all up   esc: back"):
            yield Static(line(Part("They are kept while the program runs.", "muted")))
            yield RowList([HeldRow(change, number) for number, change in enumerate(self._held)])

    def on_mount(self) -> None:
        """Highlight the change that this is about."""
        if self._latest:
            self.query_one(RowList).action_edge(-1)

    @on(RowList.Chosen)
    def _retry(self) -> None:
        self.dismiss(())

    def action_drop(self) -> None:
        """Ask whether the highlighted change is to be given up."""
        row = self.query_one(RowList).current
        if isinstance(row, HeldRow):
            self._ask((row.change,))

    def action_drop_all(self) -> None:
        """Ask whether all changes are to be given up."""
        self._ask(self._held)

    def _ask(self, dropped: tuple[HeldChange, ...]) -> None:
        question = yes_or_no("Give up", held_lines(dropped), "they are lost", "keep them", start="no")

        def decide(answer: str | None) -> None:
            if answer == "yes":
                self.dismiss(dropped)

        self.app.push_screen(question, decide)


def held_lines(held: Iterable[HeldChange]) -> Iterable[Content]:
    """Yield one line for each change."""
    return (line(Part("- ", "muted"), change.description) for change in held)


def leaving_dialog(held: tuple[HeldChange, ...]) -> PickDialog:
    """Return the question whether to leave although changes are not on disk."""
    lines = [line("Not saved:"), *held_lines(held), line(Part(said(held[-1].error), "late"))]
    return yes_or_no("Quit", lines, "quit anyway; they are lost", "stay", start="no")
