"""The part of the workspace in memory in which a person says what a firing was worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from fake_safety import FakeSafety

from app.errors import UsageError
from app.ledger.commitment import Agenda, Commitment, Firing, Met, Place, Terms

BY_A_NOTE = Firing(
    "event",
    score=1.85,
    threshold=1.6,
    met=Met("The quote came in this morning", "the kitchen maker's quote arrives"),
    evidence=Place("Daily.md", 4),
    terms=Terms(1.5, 0.6, -0.25, shared=("quot", "morn"), blocker="Lena says that the quote is on its way"),
    key="e1e1e1e1",
)
MAY_BE = Firing(
    "context",
    score=0.74,
    threshold=1.6,
    met=Met("the quote of the old plan has not come", "the 1968 plan turns up"),
    terms=Terms(1.065, 0.3, 0.0, -0.625, shared=("plan",), denied="has not"),
)


@dataclass
class FakeFiring(FakeSafety):
    """Cues and blockers in memory; `calls` tells what was said of which sentence."""

    current: Agenda = Agenda(date(2026, 11, 30))

    def confirm(self, item: Commitment) -> Commitment:
        sentence = self._judge("confirm", item)
        changed = replace(item, cues=(*item.cues, sentence))
        agenda = self.current
        firing = tuple(changed if known.id == item.id else known for known in agenda.firing)
        return self._becomes(replace(agenda, firing=firing), changed)

    def deny(self, item: Commitment) -> Commitment:
        sentence = self._judge("deny", item)
        return self._calm(replace(item, blockers=(*item.blockers, sentence), firing=None))

    def acknowledge(self, item: Commitment) -> Commitment:
        self._judge("acknowledge", item)
        return self._calm(replace(item, firing=None))

    def _judge(self, name: str, item: Commitment) -> str:
        assert item.firing is not None and item.firing.met is not None
        sentence = item.firing.met.context
        self.calls.append((name, item.id, sentence))
        self.write(f"{name} '{item.action}'")
        if name == "confirm" and sentence in item.cues:
            raise UsageError(f"“{sentence}” is one of its cues already", "Nothing was changed.")
        return sentence

    def _without(self, gone: Commitment) -> Agenda:
        raise NotImplementedError

    def _becomes(self, agenda: Agenda, item: Commitment) -> Commitment:
        raise NotImplementedError

    def _calm(self, item: Commitment) -> Commitment:
        rest = self._without(item)
        return self._becomes(replace(rest, upcoming=(*rest.upcoming, item)), item)
