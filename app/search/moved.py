"""Notes that were renamed outside: their former names still lead to them, unless another note has those now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from app.errors import VaultError
from app.ledger.link_repair import link_name
from app.vault.resolve import LinkResolver, NoteName

if TYPE_CHECKING:
    from app.index.store import IndexStore
    from app.ledger.entry import Entry
    from app.salience.operations import OperationsLog


class MovedNotes:
    """What former names lead to.

    Args:
        renames: Former path to the path that came after it.
        paths: The notes that there are.
    """

    def __init__(self, renames: Mapping[str, str], paths: Collection[str]) -> None:
        self._renames = renames
        self._paths = paths
        self._former = LinkResolver(NoteName(path) for path in renames)

    def resolve(self, target: str) -> str | None:
        """Return the note that a link with a former name is about; None when there is none, or it is gone."""
        for former in self._former.resolve(target, "").candidates if target else ():
            path = self._present(former)
            if path is not None:
                return path
        return None

    def concerned(self, targets: Iterable[str]) -> dict[str, str]:
        """Return the renames of notes that one of some link targets names, each with the last path it led to."""
        named = {path for target in targets if target for path in self._former.resolve(target, "").candidates}
        return self.ends(sorted(named))

    def ends(self, former: Iterable[str]) -> dict[str, str]:
        """Return for each former path the last one that renames led to."""
        return {path: self._last(path) for path in former}

    def _present(self, former: str) -> str | None:
        path = self._last(former)
        return path if path in self._paths else None

    def _last(self, path: str) -> str:
        """Follow renames to their end; of a circle that is the note that there is, else the place that it began at."""
        seen = {path}
        while path in self._renames and path not in self._paths:
            path = self._renames[path]
            if path in seen:
                break
            seen.add(path)
        return path


class Renames:
    """Takes renames over from the index, which can be made anew at any time, into the operations log, which stays.

    Only those of notes that an entry links to, or whose use is on record; of the others nothing would be lost.

    Args:
        store: Where the indexer notes that a note was renamed.
        log: Where that is kept.
        now: Gives the local time.
    """

    def __init__(self, store: IndexStore, log: OperationsLog, now: Callable[[], datetime]) -> None:
        self._store = store
        self._log = log
        self._now = now

    def take_over(self, entries: Iterable[Entry], paths: Collection[str]) -> MovedNotes:
        """Record the renames that are new, and return all that are known.

        In a vault whose log cannot be written they are known as long as the index is.

        Args:
            entries: The open ones.
            paths: The notes that there are.
        """
        fresh = self._store.renames()
        try:
            if fresh:
                self._record(MovedNotes(fresh, paths), fresh, entries)
                self._store.settle_renames(fresh)
            known = self._log.renames()
        except VaultError:
            known = {}
        return MovedNotes({**known, **fresh}, paths)

    def _record(self, moved: MovedNotes, fresh: Mapping[str, str], entries: Iterable[Entry]) -> None:
        used = self._log.mentions()
        kept = moved.concerned(link_name(link) for entry in entries for link in entry.links)
        kept |= moved.ends(path for path in fresh if path in used)
        if kept:
            self._log.append_renames(kept, self._now())
