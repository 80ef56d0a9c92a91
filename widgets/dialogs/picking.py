"""Dialogs that show something and give back one of a few choices: by its own key, or by the arrows and enter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from widgets.dialogs.choices import ChoiceList, ChoiceRow
from widgets.dialogs.dialog import Box, Dialog
from widgets.row_list import RowList


class PickDialog(Dialog[str]):
    """Gives back the key of the choice."""

    AUTO_FOCUS = "ChoiceList"
    DEFAULT_CSS = """
    PickDialog ChoiceList { margin-top: 1; }
    """

    def __init__(self, title: str, lines: Iterable[Content], choices: Iterable[ChoiceRow], *, start: str = "") -> None:
        """Make the dialog.

        Args:
            title: What it is about.
            lines: What there is to know.
            choices: What can be chosen.
            start: Key of the choice that is highlighted at first; the first one when it is empty.
        """
        super().__init__()
        self._title = title
        self._lines = tuple(lines)
        self._choices = tuple(choices)
        self._start = start

    def compose(self) -> ComposeResult:
        """Lay out what there is to know, and the choices."""
        with Box(self._title, hint="enter: choose   esc: back"):
            yield from self.body()
            yield ChoiceList(self._choices, id="choices")

    def body(self) -> Iterator[Widget]:
        """Yield what stands above the choices."""
        yield Static(Content("\n").join(self._lines))

    def on_mount(self) -> None:
        """Highlight the choice to start with."""
        self.query_one(ChoiceList).move_to(self._start)

    def on_key(self, event: events.Key) -> None:
        """Choose by a key of its own."""
        row = next((row for row in self._choices if event.character and row.sign == event.character), None)
        if row is not None:
            event.stop()
            self.dismiss(row.key)

    @on(RowList.Chosen)
    def _choose(self, event: RowList.Chosen) -> None:
        self.dismiss(event.row.key)


def yes_or_no(title: str, lines: Iterable[Content], yes: str, no: str, *, start: str = "yes") -> PickDialog:
    """Return a dialog that gives back "yes" or "no".

    Args:
        title: What it is about.
        lines: What there is to know.
        yes: What a yes does.
        no: What a no leaves.
        start: The answer that enter alone gives.
    """
    rows = (ChoiceRow("yes", yes, sign="y", cells=4), ChoiceRow("no", no, sign="n", cells=4))
    return PickDialog(title, lines, rows, start=start)
