"""Asking under which name a search is kept, and which key runs it."""

from __future__ import annotations

import re
from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input, Label, Static

from app.config import SavedSearch
from widgets.dialogs.dialog import Box, Dialog, Field
from widgets.drawing import Part, line

KeyProblem = Callable[[str, str], str]
"""A key and the name of its search, to why it cannot be that search's key; empty when it can."""

_KEY = re.compile(r"(?:(?:ctrl|alt|shift|super)\+)*(?:[a-zA-Z0-9]|f\d{1,2}|[a-z_]{3,20})")


def is_key(text: str) -> bool:
    """Return whether a text names a key as the settings do."""
    return _KEY.fullmatch(text) is not None


class SaveSearch(Dialog[SavedSearch]):
    """Gives back the search with a name, and perhaps a key."""

    AUTO_FOCUS = "#name"
    DEFAULT_CSS = """
    SaveSearch Label { color: $betimes-muted; margin-top: 1; }
    """

    def __init__(self, search: SavedSearch, key_problem: KeyProblem) -> None:
        super().__init__()
        self._search = search
        self._key_problem = key_problem

    def compose(self) -> ComposeResult:
        """Lay out the query and the fields."""
        with Box("Save this search", hint="enter: save   tab: next field   esc: back"):
            yield Static(line(Part(self._search.query, "strong", name=True)))
            yield Label("Name; one that is there already is replaced")
            yield Field(self._search.name, placeholder="Open work", id="name")
            yield Label("Key that runs it; may stay empty")
            yield Field(self._search.key, placeholder="alt+1, f6, ctrl+g", id="key")
            yield Static(id="problem")

    @on(Input.Submitted)
    def _save(self) -> None:
        name = self.query_one("#name", Input).value.strip()
        key = self.query_one("#key", Input).value.strip()
        problem = "It needs a name." if not name else self._key_problem(key, name) if key else ""
        if problem:
            self.query_one("#problem", Static).update(line(Part(f"Not saved: {problem}", "late")))
            self.query_one("#key" if name else "#name").focus()
        else:
            self.dismiss(SavedSearch(name, self._search.query, key))
