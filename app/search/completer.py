"""Completion over the vault as it is now."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from app.search.suggest import Kind, Suggestions, complete_heading

if TYPE_CHECKING:
    from app.index.records import ChunkRow
    from app.ledger.entry import Entry
    from app.search.knowledge import Knowledge
    from app.search.notes import NoteTable


class Completer:
    """Completes links, projects and tags; the names are taken up anew when index or ledger have changed.

    Args:
        knowledge: Where the notes are.
        entries: Gives the open entries.
        chunks: Gives the chunks of a note, by its path.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        entries: Callable[[], tuple[Entry, ...]],
        chunks: Callable[[str], Iterable[ChunkRow]],
    ) -> None:
        self._knowledge = knowledge
        self._entries = entries
        self._chunks = chunks
        self._made: tuple[NoteTable, tuple[Entry, ...], Suggestions] | None = None

    def complete(self, kind: Kind, typed: str) -> tuple[str, ...]:
        """Return what a typed beginning may become, best first, at most eight; see `Suggestions`.

        Behind `#` a link is completed to the headings of its note. May raise `StoreError`.
        """
        if kind == "links" and "#" in typed:
            return complete_heading(typed, self._knowledge.resolve, self._headings)
        return self._suggestions().complete(kind, typed)

    def _headings(self, path: str) -> Iterable[str]:
        return (heading for chunk in self._chunks(path) for heading in chunk.headings)

    def _suggestions(self) -> Suggestions:
        notes, entries, made = self._knowledge.notes, self._entries(), self._made
        if made is None or made[0] is not notes or made[1] != entries:
            weights = {path: parts.value for path, parts in self._knowledge.salience.items()}
            made = self._made = (notes, entries, Suggestions(notes, entries, weights))
        return made[2]
