"""The batches that the worker has in hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.embedding.jobs import KINDS, Batch, Kind


@dataclass
class Hand:
    """What was sent and not yet answered: one query and as many batches of documents as there are lanes.

    A batch that the worker was lost over before is alone in hand, so that it is known which batch is at fault.

    Attributes:
        lanes: Batches of documents that the worker embeds at the same time.
    """

    lanes: int
    _held: dict[int, tuple[Batch, float]] = field(default_factory=dict)
    _last_number: int = 0

    def free_kinds(self) -> tuple[Kind, ...]:
        """Return the kinds of which one more batch may be sent."""
        held = [batch for batch, _ in self._held.values()]
        if any(batch.fragile for batch in held):
            return ()
        room = {"query": 1, "document": self.lanes}
        return tuple(kind for kind in KINDS if sum(batch.job.kind == kind for batch in held) < room[kind])

    def admits(self, batch: Batch) -> bool:
        """Say whether a batch may be sent along with what is in hand."""
        return not (self._held and batch.fragile)

    def add(self, batch: Batch, due: float) -> int:
        """Take a batch in hand whose answer is due at a time; return its number."""
        self._last_number += 1
        self._held[self._last_number] = (batch, due)
        return self._last_number

    def answered(self, number: object) -> Batch | None:
        """Give up the batch of a number; None when there is none."""
        held = self._held.pop(number, None) if isinstance(number, int) else None
        return held[0] if held else None

    def next_due(self) -> float | None:
        """Return when the first answer is due; None when nothing is in hand."""
        return min((due for _, due in self._held.values()), default=None)

    def empty(self) -> list[Batch]:
        """Give up all batches, in the order in which they were sent."""
        batches = [batch for batch, _ in self._held.values()]
        self._held.clear()
        return batches
