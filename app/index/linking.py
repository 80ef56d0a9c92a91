"""Finding out where links lead, for as few of them as possible."""

from __future__ import annotations

from app.index.store import IndexStore
from app.vault.resolve import LinkResolver, Resolution


class Linker:
    """Resolves the links of a store; keeps what it knows of the notes' names until these change."""

    def __init__(self, store: IndexStore) -> None:
        self._store = store
        self._resolver = LinkResolver(())
        self._names = 0

    def relink(self) -> frozenset[str]:
        """Look up all links after names have changed, else those of notes that were stored since the last call.

        Returns:
            The notes that have a link whose end has changed.
        """
        names = self._store.names_version()
        links = self._store.links_to_resolve()
        if links and names != self._names:
            self._resolver, self._names = LinkResolver(self._store.note_names()), names
        moved: list[tuple[int, Resolution]] = []
        sources: set[str] = set()
        for link in links:
            found = self._resolver.resolve(link.target, link.source)
            if link.led_to != (found.path, found.candidates):
                moved.append((link.id, found))
                sources.add(link.source)
        self._store.set_links(moved, names)
        return frozenset(sources)
