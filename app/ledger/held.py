"""Changes that the system would not write: kept in memory, and made again when the person says so."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace

from app.errors import BetimesError, NotWritable


@dataclass(frozen=True, slots=True)
class HeldChange:
    """A change that is not on disk yet.

    Attributes:
        description: What it does: "edit 'Renew passport'".
        error: Why it could not be made the last time it was tried. Anything but `NotWritable` means that it no longer
            applies: an `EntryChanged` has both versions.
        subject: What it changes: an entry, a note; empty for what is new. Later changes of the same wait for it.
        key: Equal for a change that was asked for twice: it is held once.
        run: Makes it.
    """

    description: str
    error: BetimesError
    subject: str
    key: Hashable
    run: Callable[[], object]

    @property
    def applies(self) -> bool:
        """False when trying it again is of no use: the entry is another by now, or gone."""
        return isinstance(self.error, NotWritable)


class HeldChanges:
    """The changes that wait, in the order in which they were asked for. May be used from any thread."""

    def __init__(self) -> None:
        self._items: list[HeldChange] = []
        self._lock = threading.Lock()
        self._retrying = threading.Lock()

    @property
    def items(self) -> tuple[HeldChange, ...]:
        """What waits."""
        with self._lock:
            return tuple(self._items)

    def hold(
        self,
        description: str,
        run: Callable[[], object],
        error: BetimesError,
        *,
        subject: str = "",
        key: Hashable = None,
    ) -> HeldChange:
        """Keep a change; one with the same key that waits already gives way to it."""
        held = HeldChange(description, error, subject, key, run)
        with self._lock:
            self._items = [item for item in self._items if key is None or item.key != key] + [held]
        return held

    def retry(self) -> tuple[list[str], list[HeldChange]]:
        """Make all changes again, in order.

        Returns:
            The descriptions of those that are made now, and those that still wait, each with the reason: the disk is
            still full, or the change no longer applies. The latter stay too, until they are discarded.
        """
        done: list[str] = []
        waiting: set[str] = set()
        with self._retrying:
            for item in self.items:
                if item.subject in waiting:
                    continue
                error = _tried(item)
                self._replace(item, error)
                if error is None:
                    done.append(item.description)
                elif isinstance(error, NotWritable) and item.subject:
                    waiting.add(item.subject)
        return done, list(self.items)

    def discard(self, item: HeldChange | None = None) -> None:
        """Give up a change, or all of them."""
        with self._lock:
            self._items = [other for other in self._items if item is not None and other is not item]

    def _replace(self, item: HeldChange, error: BetimesError | None) -> None:
        """Drop a change that was made; let one that was not say why."""
        by = [] if error is None else [replace(item, error=error)]
        with self._lock:
            self._items = [new for old in self._items for new in (by if old is item else [old])]


def _tried(item: HeldChange) -> BetimesError | None:
    try:
        item.run()
    except BetimesError as error:
        return error
    return None
