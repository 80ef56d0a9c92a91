"""The ids that the journal knows, remembered outside the vault so that a new one is found without searching it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.ledger.cache_file import read_cache, write_cache
from app.ledger.journal import ids_in
from app.ledger.journal_file import Journal, Mark, mark_from

_VERSION = 1
_MANY = 500
"""Lines added since the ids were written: then they are written again."""


class KnownIds:
    """Tells of an id whether it stands in the journal. The file may be deleted at any time: then that is searched."""

    def __init__(self, journal: Journal, path: Path) -> None:
        self._journal = journal
        self._path = path
        self._known: tuple[Mark, set[str]] | None = None

    def mentions(self, entry_id: str) -> bool:
        """Return True when an id may stand in the journal; False when it certainly does not."""
        ids = self._present()
        return self._journal.mentions(entry_id) if ids is None else entry_id in ids

    def gather(self) -> None:
        """Find all ids, unless they are known: worth its time off the path of a person."""
        if self._present() is None:
            mark = self._journal.mark()
            self._know(mark, self._journal.ids())

    def _present(self) -> set[str] | None:
        """Return the ids, those of lines added since included; None when the journal would have to be read."""
        known = self._known or _kept(read_cache(self._path))
        added = None if known is None else self._journal.since(known[0])
        if known is None or added is None:
            return None
        if len(added) > _MANY:
            self._know(self._journal.mark(), known[1] | ids_in(added))
        else:
            self._known = (self._journal.mark(), known[1] | ids_in(added)) if added else known
        return self._known[1] if self._known else None

    def _know(self, mark: Mark, ids: set[str]) -> None:
        self._known = (mark, ids)
        write_cache(self._path, {"version": _VERSION, "journal": mark.as_json(), "ids": sorted(ids)})


def _kept(values: Any) -> tuple[Mark, set[str]] | None:
    try:
        if values["version"] != _VERSION or not all(isinstance(item, str) for item in values["ids"]):
            return None
        return mark_from(values["journal"]), set(values["ids"])
    except (ValueError, TypeError, KeyError):
        return None
