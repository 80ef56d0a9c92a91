"""The list of results, which keeps its highlighted row when a better answer to the same query comes."""

from __future__ import annotations

from app.ledger.commitment import Commitment
from app.search.result import SearchResult, SearchResults
from widgets.agenda_rows import hint_rows
from widgets.glyphs import Glyphs
from widgets.result_rows import MaybeRow, OperativeRow, ResultRow, result_rows
from widgets.row_list import Row, RowList

START_HINT = """Type to search words and meaning.
"a phrase"  -without  tag:#a  path:Daily
is:task  due:<7d  links:[[Note]]
prop:value  up: the searches before"""


class ResultList(RowList):
    """Notes and operative commitments that answer the query."""

    def __init__(self, *, glyphs: Glyphs) -> None:
        super().__init__(hint_rows(START_HINT), glyphs=glyphs, id="results")
        self.found: SearchResults | None = None
        self._touched = False
        self._expected: tuple[str, str] | None = None

    def show(self, found: SearchResults, *, hint: str, hidden: int = 0) -> None:
        """Show an answer.

        Args:
            found: The answer.
            hint: What to say when nothing was found.
            hidden: How many notes are left out of it for this query.
        """
        same = self.found is not None and self.found.query == found.query
        prefer = self._kept(found) if same and self._touched else []
        if self._expected and self._expected[0] == found.query:
            prefer = [f"chunk:{item.chunk_id}" for item in found.results if item.path == self._expected[1]]
        self._touched = bool(prefer)
        self.found = found
        first = [f"chunk:{found.results[0].chunk_id}"] if found.results else []
        self.set_rows(result_rows(found, hint=hint, hidden=hidden), prefer=[*prefer, *first])
        if not prefer:
            self.scroll_home(animate=False, force=True, immediate=True)

    def clear(self) -> None:
        """Show how to search."""
        self.found, self._touched = None, False
        self.set_rows(hint_rows(START_HINT))

    def hold(self) -> None:
        """Keep the cursor on its row when another answer comes: the person means that one."""
        self._touched, self._expected = True, None

    def expect(self, query: str, path: str) -> None:
        """Highlight a note in the next answers to a query, until the person goes to another row."""
        self._expected = (query, path)

    def leave(self, path: str) -> None:
        """Highlight the note after one that is about to go, or the one before the last."""
        paths = [item.path for item in self.found.results] if self.found else []
        if self.found and path in paths and len(paths) > 1:
            place = paths.index(path)
            self.expect(self.found.query, paths[place + 1] if place + 1 < len(paths) else paths[place - 1])

    def action_edge(self, index: int) -> None:
        """Move to the first or last row, and remember that the person chose it."""
        self.hold()
        super().action_edge(index)

    def action_page(self, direction: int) -> None:
        """Move by a page, and remember that the person chose this row."""
        self.hold()
        super().action_page(direction)

    def action_move(self, step: int) -> None:
        """Move, and remember that the person chose this row."""
        self.hold()
        super().action_move(step)

    def action_choose(self) -> None:
        """Choose, and remember that the person chose this row."""
        self.hold()
        super().action_choose()

    def _kept(self, found: SearchResults) -> list[str]:
        if self.current is None:
            return []
        same_note = [
            f"chunk:{item.chunk_id}"
            for item in found.results
            if isinstance(self.current, ResultRow) and item.path == self.current.result.path
        ]
        return [self.current.key, *same_note]

    @property
    def result(self) -> SearchResult | None:
        """The note that the highlighted row leads to."""
        return result_of(self.current)

    @property
    def commitment(self) -> Commitment | None:
        """The commitment of the highlighted row."""
        return self.current.commitment if isinstance(self.current, (OperativeRow, MaybeRow)) else None


def result_of(row: Row | None) -> SearchResult | None:
    """Return the note that a row leads to."""
    if isinstance(row, ResultRow):
        return row.result
    if isinstance(row, OperativeRow) and row.operative.results:
        return row.operative.results[0]
    return None
