"""The part of the main screen that is about queries: the box, its history, saved searches, search in a note."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual import on

from app.config import SavedSearch
from widgets.commitment_screen import CommitmentScreen
from widgets.search_bar import SearchBar
from widgets.toasts import toast

if TYPE_CHECKING:
    from app.ledger.commitment import Agenda
    from app.workspace import Workspace
    from widgets.preview_flow import Wanted

NO_QUERY = "Type a search first: / goes to the box."
NONE_SAVED = "No search is saved yet."


class SearchScreen(CommitmentScreen):
    """Panes, commitments, and what can be done with queries."""

    def __init__(self, workspace: Workspace, agenda: Agenda | None) -> None:
        super().__init__(workspace, agenda)
        self._bound: list[str] = []

    def start_searches(self) -> None:
        """Read the history, and give saved searches their keys."""
        self.work("history", self._read_history)
        for search in self._workspace.searches.saved.values():
            self._bind(search)

    def _read_history(self) -> None:
        self.query_box.history = self._workspace.searches.history()

    @on(SearchBar.Searched)
    def _remember(self, message: SearchBar.Searched) -> None:
        def remember() -> None:
            self.query_box.history = self._workspace.searches.remember(message.text)

        self.work("history", remember)

    def search_for(self, text: str) -> None:
        """Put a query into the box, as if it had been typed."""
        self._go("query")
        self.query_box.fill(text)

    # Search in a note

    def note_in_use(self) -> Wanted | None:
        """Return the note that is read or highlighted."""
        raise NotImplementedError

    def action_search_note(self) -> None:
        """Search within the note that is read or highlighted."""
        wanted = self.note_in_use()
        if wanted is None:
            toast(self.app, "There is no note to search here.")
        else:
            self.search_for(f"{within(wanted.path)} ")

    # Saved searches

    def more_commands(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """Yield the palette's commands that depend on what is saved."""
        for search in self._workspace.searches.saved.values():
            yield f"Search: {search.name}", partial(self.search_for, search.query)
        yield "Forget what was searched for", self.forget_history

    def forget_history(self) -> None:
        """Delete the history of searches."""

        def forget() -> None:
            self._workspace.searches.forget_history()
            self.query_box.history = ()

        self.work("history", forget)
        toast(self.app, "What was searched for is forgotten.")

    def action_run_saved(self, number: int) -> None:
        """Run the saved search that a key was given to."""
        search = self._workspace.searches.saved.get(self._bound[number])
        if search is not None:
            self.search_for(search.query)

    def action_save_search(self) -> None:
        """Save the query in the box under a name."""
        from widgets.dialogs.save_search import SaveSearch

        query = self.query_box.value.strip()
        if not query:
            toast(self.app, NO_QUERY)
            return
        saved = self._workspace.searches.saved
        known = next((search for search in saved.values() if search.query == query), SavedSearch("", query))
        self.app.push_screen(SaveSearch(known, self._key_problem), self._save)

    def action_searches(self) -> None:
        """Choose among the saved searches, or take one away."""
        from widgets.dialogs.saved_searches import SavedSearches

        saved = tuple(self._workspace.searches.saved.values())
        if not saved:
            toast(self.app, NONE_SAVED, f"{self.key_of('save_search')}: save the one in the box")
            return
        self.app.push_screen(SavedSearches(saved), self._chosen)

    def _chosen(self, answer: tuple[str, str] | None) -> None:
        what, name = answer or ("", "")
        if what == "run":
            self.search_for(self._workspace.searches.saved[name].query)
        elif what == "drop":
            self.work("searches", lambda: self._drop(name))

    def _drop(self, name: str) -> None:
        self._workspace.searches.drop(name)
        self.app.call_from_thread(toast, self.app, f"“{name}” is no longer saved.")

    def _save(self, search: SavedSearch | None) -> None:
        if search is not None:
            self.work("searches", lambda: self._keep(search))

    def _keep(self, search: SavedSearch) -> None:
        self._workspace.searches.save(search)
        self.app.call_from_thread(self._kept_search, search)

    def _kept_search(self, search: SavedSearch) -> None:
        self._bind(search)
        key = f"{search.key} runs it." if search.key else ""
        toast(self.app, f"Saved as “{search.name}”. {key}".strip())

    def _bind(self, search: SavedSearch) -> None:
        if not search.key:
            return
        problem = self._key_problem(search.key, search.name)
        if problem:
            toast(self.app, f"Saved search “{search.name}”: {problem}", "Give it another key.", "warning")
            return
        self._bound.append(search.name)
        action = f"screen.run_saved({len(self._bound) - 1})"
        self.app.bind(search.key, action, description=f"Search: {search.name}", show=False)

    def _key_problem(self, key: str, name: str) -> str:
        """Return why a key cannot run the saved search of a name; empty when it can."""
        from widgets.dialogs.save_search import is_key

        if not is_key(key):
            return f"there is no key {key}; write it as alt+1, f6 or ctrl+g"
        mine = self._workspace.searches.saved.get(name)
        is_own = mine is not None and mine.key == key and name in self._bound
        return f"the key {key} is taken" if key in self._taken() and not is_own else ""

    def _taken(self) -> set[str]:
        """Return the keys that do something on this screen, wherever the focus is."""
        panes = (self.agenda, self.query_box, self.results, self.preview)
        return {key for part in (self.app, self, *panes) for key in part._bindings.key_to_bindings}


def within(path: str) -> str:
    """Return the operator that searches within a note."""
    return f'in:"{path}"' if any(sign in path for sign in "#|[]^") else f"in:[[{path.removesuffix('.md')}]]"
