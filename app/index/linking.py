"""Finding out where links lead, for as few of them as possible."""

from __future__ import annotations

from collections.abc import Iterable

from app.index.records import UnresolvedLink
from app.index.store import IndexStore
from app.vault.resolve import LinkResolver, Resolution


class Linker:
    """Resolves the links of a store; keeps what it knows of the notes' names until these change."""

    def __init__(self, store: IndexStore) -> None:
        self._store = store
        self._resolver = LinkResolver(())
        self._names = (store.epoch, 0)

    def relink(self) -> frozenset[str]:
        """Look up the links of notes that were stored since the last call, and those that name a note that changed.

        Returns:
            The notes that have a link whose end has changed.
        """
        if not self._store.links_to_resolve():
            return frozenset()
        with self._store.batch():  # from here on no other process changes names
            self._learn_names()
            return self._resolve(self._store.links_to_resolve())

    def _learn_names(self) -> None:
        names = (self._store.epoch, self._store.names_version())
        if names != self._names:
            self._resolver, self._names = LinkResolver(self._store.note_names()), names

    def _resolve(self, links: Iterable[UnresolvedLink]) -> frozenset[str]:
        moved: list[tuple[int, Resolution]] = []
        sources: set[str] = set()
        for link in links:
            found = self._resolver.resolve(link.target, link.source)
            if link.led_to != (found.path, found.candidates):
                moved.append((link.id, found))
                sources.add(link.source)
        self._store.set_links(moved)
        return frozenset(sources)
