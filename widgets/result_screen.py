"""The part of the main screen that acts on results: why they stand where they stand, more like one, not this one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.search.result import SearchResult, SearchResults
from widgets.drawing import Part, line
from widgets.hidden import Hidden
from widgets.result_rows import HiddenRow, place_words
from widgets.search_screen import SearchScreen
from widgets.toasts import toast

if TYPE_CHECKING:
    from app.ledger.commitment import Agenda
    from app.workspace import Workspace
    from widgets.search_flow import SearchFlow

NOTHING_FOUND = "Nothing found."
NO_RESULT = "Highlight a result first."


class ResultScreen(SearchScreen):
    """Panes, commitments, and what can be done to the result that is highlighted."""

    _search: SearchFlow

    def __init__(self, workspace: Workspace, agenda: Agenda | None) -> None:
        super().__init__(workspace, agenda)
        self._hidden = Hidden()
        self._whole: tuple[SearchResults, str] | None = None
        self._search_title = ""
        self._former: list[tuple[str, str, str]] = []

    def show_answer(self, found: SearchResults, hint: str) -> None:
        """Show an answer without what is hidden for its query, and say how much that is."""
        self._whole = found, hint
        shown = self._hidden.apply(found)
        hidden = len(found.results) - len(shown.results)
        self.results.show(shown, hint="" if hidden else hint, hidden=hidden)

    def _show_again(self) -> None:
        if self._whole is not None:
            self.show_answer(*self._whole)
            self.show_search_title()

    def show_search_title(self) -> None:
        """Say over the results how they are ranked and how many there are."""
        parts: list[Part | str] = ["Search", Part(f" · {self._search.rank}", "muted")]
        if self._search.busy:
            parts.append(Part(" · searching", "today"))
        found = self.results.found
        if found is not None:
            count = len(found.results)
            unit = "place" if any(chip.name == "in" for chip in found.reading) else "note"
            parts.append(Part(f" · {count} {unit if count == 1 else unit + 's'} · {found.arm}", "muted"))
        self._show_way_back()
        title = line(*parts)
        if title.plain != self._search_title:
            self._search_title = title.plain
            self.query_one("#search").border_title = title

    @property
    def _result(self) -> SearchResult | None:
        """The highlighted result, while the results are in use."""
        return self.results.result if self._list == "results" else None

    # Why

    def action_explain(self) -> None:
        """Explain why the highlighted row stands where it stands."""
        from widgets.explaining import ResultExplainer, explain_commitment_row

        result, found = self._result, self.results.found
        if self.commitment is not None:
            explain_commitment_row(self, self._workspace, self.commitment, self._keys)
        elif result is not None and found is not None:
            ResultExplainer(self, self._workspace, result, found, self._glyphs).explain()

    # Not this

    def action_deny(self) -> None:
        """Hide the highlighted result for this query, or say that the highlighted commitment does not apply."""
        result = self._result
        if result is None or self.commitment is not None:
            super().action_deny()
            return
        self.results.leave(result.path)
        self._hidden.hide(self._search.query, result.path)
        self._show_again()
        undo = self.key_of("undo")
        toast(self.app, f"Hidden for this query: {place_words(result)}", f"{undo}: show it again" if undo else "")

    def action_undo(self) -> None:
        """Show again what was hidden last, if nothing else was done since; else undo the last change of the ledger."""
        path = self._hidden.show_last(self._search.query) if self._list == "results" else None
        if path is None:
            super().action_undo()
            return
        self.results.expect(self._search.query, path)
        self._show_again()
        toast(self.app, f"Shown again: {path}")

    def show_hidden(self) -> bool:
        """Show all again that is hidden for this query, if that row is highlighted; returns whether it is."""
        asked = self._list == "results" and isinstance(self.results.current, HiddenRow)
        if asked:
            self._hidden.show_all(self._search.query)
            self._show_again()
        return asked

    # More like this

    def action_more_like(self) -> None:
        """Search for more like the highlighted result; escape leads back."""
        from app.search.alike import like_text

        result = self._result
        if result is None:
            toast(self.app, NO_RESULT)
            return
        query = like_text(result)
        if query != self._search.query:
            self._former.append((self._search.query, result.path, query))
        self.query_box.fill(query)
        self._go("results")

    def action_back(self) -> None:
        """Go back: from more of the same to the query before, else to the pane before."""
        if self._pane in ("results", "query") and self._is_alike:
            query, path, _ = self._former.pop()
            self.results.expect(query, path)
            self.query_box.fill(query)
            self._go("results")
        else:
            super().action_back()

    @property
    def _is_alike(self) -> bool:
        """True while the query is one for more like a result; what was typed over it ended that."""
        while self._former and self._former[-1][2] != self.query_box.value:
            self._former.pop()
        return bool(self._former)

    def _show_way_back(self) -> None:
        """Say below the results where escape leads, when that is a query."""
        back = self.key_of("back")
        said = f"{back}: back to “{self._former[-1][0]}”" if self._is_alike and back else ""
        self.query_one("#search").border_subtitle = line(Part(said, "muted"))
