"""The ids that the journal knows, remembered outside the vault so that a new one is found without searching it."""

from __future__ import annotations

import json
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
        self._known: tuple[Mark, bytes] | None = None

    def mentions(self, entry_id: str) -> bool:
        """Return True when an id may stand in the journal; False when it certainly does not."""
        ids = self._present()
        return self._journal.mentions(entry_id) if ids is None else b"\n" + _written(entry_id) in ids

    def gather(self) -> None:
        """Find all ids, unless they are known: worth its time off the path of a person."""
        if self._present() is None:
            mark = self._journal.mark()
            self._know(mark, b"\n" + b"".join(sorted(map(_written, self._journal.ids()))))

    def _present(self) -> bytes | None:
        """Return the ids, one a line, those of lines added since included; None when the journal has to be read."""
        known = self._known or _kept(read_cache(self._path))
        added = None if known is None else self._journal.since(known[0])
        if known is None or added is None:
            return None
        self._known = known
        if added:
            self._known = (self._journal.mark(), known[1] + b"".join(map(_written, ids_in(added))))
        if len(added) > _MANY:
            self._know(*self._known)
        return self._known[1]

    def _know(self, mark: Mark, ids: bytes) -> None:
        self._known = (mark, ids)
        write_cache(self._path, {"version": _VERSION, "journal": mark.as_json(), "ids": ids.decode()})


def _written(entry_id: str) -> bytes:
    return json.dumps(entry_id).encode() + b"\n"


def _kept(values: Any) -> tuple[Mark, bytes] | None:
    try:
        if values["version"] != _VERSION or not values["ids"].startswith("\n"):
            return None
        return mark_from(values["journal"]), values["ids"].encode()
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
