"""The saved searches: one is run, or taken away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from app.config import SavedSearch
from widgets.dialogs.choices import ChoiceList, ChoiceRow
from widgets.dialogs.dialog import Box, Dialog
from widgets.row_list import RowList

_CELLS = 20


class SavedSearches(Dialog[tuple[str, str]]):
    """Gives back "run" or "drop", and the name of the search."""

    AUTO_FOCUS = "ChoiceList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("delete,d", "drop", "Take the saved search away", show=False, id="searches.drop"),
    ]

    def __init__(self, searches: Sequence[SavedSearch]) -> None:
        super().__init__()
        self._searches = searches

    def compose(self) -> ComposeResult:
        """Lay out the searches."""
        rows = [
            ChoiceRow(search.name, f"{search.query}  [{search.key}]" if search.key else search.query, cells=_CELLS)
            for search in self._searches
        ]
        with Box("Saved searches", hint="enter: search   d: take away   esc: back"):
            yield ChoiceList(rows, id="choices")

    @on(RowList.Chosen)
    def _choose(self, event: RowList.Chosen) -> None:
        self.dismiss(("run", event.row.key))

    def action_drop(self) -> None:
        """Take the highlighted search away."""
        row = self.query_one(ChoiceList).current
        if row is not None:
            self.dismiss(("drop", row.key))
