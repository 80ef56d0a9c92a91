"""What the search box remembers and offers: completion, history and saved searches. `Workspace.searches`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from app.config import Config, SavedSearch
from app.errors import UsageError, WriteRefused
from app.search_history import SearchHistory

if TYPE_CHECKING:
    from app.search.query_completion import Place, QueryCompletion
    from app.tools import Tools


class Searches:
    """Methods that touch files belong on a thread worker.

    Args:
        config: The settings, both files together.
        history: What was searched for.
        settings: The vault's settings file, in which searches are saved: they speak of its tags and notes.
        tools: What completion needs.
    """

    def __init__(self, config: Config, history: SearchHistory, settings: Path, tools: Callable[[], Tools]) -> None:
        self._saved = dict(config.searches)
        self._history = history
        self._settings = settings
        self._tools = tools
        self._lock = threading.Lock()
        self._refused = False

    @property
    def saved(self) -> Mapping[str, SavedSearch]:
        """The saved searches by name, in the order of the settings; immediate."""
        return self._saved

    def complete(self, place: Place) -> tuple[str, ...]:
        """Return what a part of a query may become, best first, as it is written there; may raise `StoreError`."""
        return self._completion().complete(place)

    def save(self, search: SavedSearch) -> None:
        """Keep a search under its name, in the vault's settings.

        Raises:
            UsageError: It has no name or no query.
            WriteRefused: The file was left as it is, and why.
        """
        from app.saved_searches import LONGEST_NAME, put_search

        if not search.name.strip() or not search.query.strip():
            raise UsageError("A saved search needs a name and a query", "Type both.")
        if not search.name.isprintable() or len(search.name) > LONGEST_NAME:
            raise UsageError(f"A name has at most {LONGEST_NAME} letters, and no others", "Choose another.")
        with self._lock:
            put_search(self._settings, search)
            self._saved = {**self._saved, search.name: search}

    def drop(self, name: str) -> None:
        """Forget a saved search.

        Raises:
            WriteRefused: It stands in the person's own settings, or the file was left as it is.
        """
        from app.saved_searches import drop_search

        with self._lock:
            if not _stands_in(self._settings, name):
                raise WriteRefused(f"“{name}” is kept in your own settings, not in this vault's.", "Remove it there.")
            drop_search(self._settings, name)
            self._saved = {key: item for key, item in self._saved.items() if key != name}

    def history(self) -> tuple[str, ...]:
        """Return what was searched for, the oldest first."""
        return self._history.entries()

    def remember(self, text: str) -> tuple[str, ...]:
        """Put a search into the history and return all of it.

        Raises:
            WriteRefused: It could not be kept; said once.
        """
        try:
            return self._history.add(text)
        except OSError as error:
            if self._refused:
                return self._history.entries()
            self._refused = True
            raise WriteRefused(f"What you search for is not remembered: {error}", "") from error

    def forget_history(self) -> None:
        """Delete the history.

        Raises:
            WriteRefused: It could not be deleted.
        """
        try:
            self._history.forget()
        except OSError as error:
            raise WriteRefused(f"The history could not be deleted: {error}", "") from error

    def _completion(self) -> QueryCompletion:
        return self._tools().query_completion()


def _stands_in(path: Path, name: str) -> bool:
    import tomllib

    try:
        return name in tomllib.loads(path.read_text(encoding="utf-8")).get("searches", {})
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        return False
