"""What was done to commitments and does not show in the agenda yet: answered, being written, or just written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.ledger.commitment import Agenda, Commitment


class Underway:
    """Keeps a row that was dealt with out of the agenda from the answer on, so that the next one is at once at hand."""

    def __init__(self) -> None:
        self._aside: dict[str, Commitment] = {}
        self._written: dict[str, Commitment] = {}
        self._settled: set[str] = set()
        self._in_reading: set[str] = set()

    def put_aside(self, item: Commitment) -> None:
        """Leave a commitment out, until an agenda that was read after its change shows what became of it."""
        self._aside[item.id] = item
        self._settled.discard(item.id)
        self._in_reading.discard(item.id)

    def put_back(self, item_id: str) -> None:
        """Show a commitment as before: nothing came of the change."""
        self._aside.pop(item_id, None)

    def forget(self) -> None:
        """Take every commitment for what the agenda shows: a change was taken back, or could not be made."""
        self._aside.clear()
        self._written.clear()

    def settle(self, item_id: str) -> None:
        """Take note that a change is on disk: agendas that are read from now on tell of it."""
        self._settled.add(item_id)

    def write(self, item: Commitment) -> None:
        """Take note of what a commitment is now, before any agenda tells of it; from whatever thread."""
        self._written[item.id] = item

    def latest(self, item: Commitment) -> Commitment:
        """Return a commitment as it was written last, when the agenda that it is from was read before."""
        return self._written.get(item.id, item)

    def begin_reading(self) -> None:
        """Take note that an agenda is read from now on."""
        self._in_reading, self._settled = self._in_reading | self._settled, set()

    def end_reading(self, agenda: Agenda) -> None:
        """Take note of what was read. A task line stays out for as long as its note is not read again."""
        lines = {(item.id, item.raw) for item in _all(agenda) if item.home == "note"}
        for item_id in self._in_reading:
            self._written.pop(item_id, None)
            item = self._aside.get(item_id)
            if item is not None and (item.id, item.raw) not in lines:
                del self._aside[item_id]
        self._in_reading &= self._aside.keys()

    def without(self, agenda: Agenda) -> Agenda:
        """Return an agenda without what is put aside."""
        if not self._aside:
            return agenda

        def keep(items: Iterable[Commitment]) -> tuple[Commitment, ...]:
            return tuple(item for item in items if not self.is_aside(item))

        return replace(
            agenda,
            firing=keep(agenda.firing),
            maybe=keep(agenda.maybe),
            upcoming=keep(agenda.upcoming),
            snoozed=keep(agenda.snoozed),
            suggested=keep(agenda.suggested),
        )

    def is_aside(self, item: Commitment) -> bool:
        """Return True for a commitment that was dealt with, wherever it still shows."""
        aside = self._aside.get(item.id)
        return aside is not None and aside.raw == item.raw


def _all(agenda: Agenda) -> Iterable[Commitment]:
    return (*agenda.firing, *agenda.maybe, *agenda.upcoming, *agenda.snoozed, *agenda.suggested)
