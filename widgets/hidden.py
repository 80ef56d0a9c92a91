"""Results that the person does not want for a query: hidden for that query, until the program ends or it is undone."""

from __future__ import annotations

from dataclasses import replace

from app.search.result import SearchResults


class Hidden:
    """Which notes are hidden for which query, in the order in which they were hidden."""

    def __init__(self) -> None:
        self._paths: dict[str, list[str]] = {}
        self._undoable = ""

    def hide(self, query: str, path: str) -> None:
        """Hide a note for a query; that is the last thing that was done, which an undo undoes."""
        paths = self._paths.setdefault(_key(query), [])
        if path not in paths:
            paths.append(path)
        self._undoable = _key(query)

    def settle(self) -> None:
        """Something else was done since: an undo is for that."""
        self._undoable = ""

    def show_last(self, query: str) -> str | None:
        """Take back the last hiding for a query and return the note; None when an undo is for something else."""
        paths = self._paths.get(_key(query), [])
        return paths.pop() if paths and self._undoable == _key(query) else None

    def show_all(self, query: str) -> None:
        """Take back every hiding for a query."""
        self._paths.pop(_key(query), None)

    def apply(self, found: SearchResults) -> SearchResults:
        """Return an answer without what is hidden for its query."""
        paths = self._paths.get(_key(found.query))
        if not paths:
            return found
        return replace(found, results=tuple(item for item in found.results if item.path not in paths))


def _key(query: str) -> str:
    """Return a query in the form in which queries are the same: spaces do not count."""
    return " ".join(query.split())
