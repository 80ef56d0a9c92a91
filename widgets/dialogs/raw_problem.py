"""A text that came back from the editor and cannot be stored: go on editing, or drop it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from widgets.dialogs.choices import ChoiceList, ChoiceRow
from widgets.dialogs.dialog import Box, Dialog
from widgets.dialogs.kept import KeepsDraft
from widgets.drawing import Part, line
from widgets.row_list import RowList

_AROUND = 2
"""Lines shown before and after the one with the problem."""

_MOST = 10
"""Lines shown from the begin."""

_MOST_COMPARED = 7
"""Lines shown of each of two texts: both stand on a screen of 24 lines."""

_GO_ON = ChoiceRow("go on", "open the editor again, with the text as you left it")
_DROP = ChoiceRow("drop it", "leave the entry as it was")
_REPLACE = ChoiceRow("go on", "edit your text again; saving replaces the text in the file")
_KEEP = ChoiceRow("drop it", "leave the entry as it is in the file")


class RawProblem(Dialog[bool], KeepsDraft):
    """Gives back True to go on editing, False to drop the text."""

    DEFAULT_CSS = "RawProblem #choices { scrollbar-size-vertical: 0; }"

    def __init__(self, problem: str, text: str, number: int, theirs: str = "") -> None:
        """Make the dialog.

        Args:
            problem: Why the text cannot be stored.
            text: The text.
            number: The line with the problem, from 1, shown with those around it; 0 shows the text from its begin.
            theirs: What the file has of the entry by now, when that was changed meanwhile; both texts are shown then,
                and the lines stand out in which they differ.
        """
        super().__init__()
        self._problem = problem
        self._text = text
        self._lines = text.splitlines()
        self._number = number
        self._theirs = theirs.splitlines()

    def compose(self) -> ComposeResult:
        """Lay out the reason, the lines around the problem and the choices."""
        with Box("Not stored", hint="enter: choose"):
            yield Static(line(Part(self._problem, "late")), id="problem")
            if self._theirs:
                yield Static(_compared("In the file now", self._theirs, self._lines), id="theirs")
                yield Static(_compared("Your text", self._lines, self._theirs), id="excerpt")
            else:
                yield Static(self._excerpt(), id="excerpt")
            yield ChoiceList((_REPLACE, _KEEP) if self._theirs else (_GO_ON, _DROP), id="choices")

    def _excerpt(self) -> Content:
        at = min(self._number, len(self._lines))
        first, last = (max(1, at - _AROUND), at + _AROUND) if at else (1, _MOST)
        return Content("\n").join(
            line(Part(f"{number:>4}  ", "muted"), Part(self._lines[number - 1], "late" if number == at else ""))
            for number in range(first, min(last, len(self._lines)) + 1)
        )

    def typed(self) -> Mapping[str, object]:
        """Return the text."""
        return {"text": self._text}

    @on(RowList.Chosen)
    def _close(self, message: RowList.Chosen) -> None:
        self.dismiss(message.row in (_GO_ON, _REPLACE))

    def action_cancel(self) -> None:
        """Stay: dropping a text is chosen, not slipped into."""
        self.notify("Choose: go on editing, or drop the text.", markup=False)


def _compared(title: str, lines: Sequence[str], others: Sequence[str]) -> Content:
    """Return a text under its title, as many lines as fit, with those marked that the other text does not have."""
    known = set(others)
    cut = [line(Part(f"  … and {len(lines) - _MOST_COMPARED} more lines", "muted"))]
    return Content("\n").join(
        [
            line(Part(title, "section")),
            *(line(Part(f"  {text}", "" if text in known else "today")) for text in lines[:_MOST_COMPARED]),
            *(cut if len(lines) > _MOST_COMPARED else []),
        ]
    )
