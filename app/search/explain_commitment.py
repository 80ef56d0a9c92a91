"""Why a commitment stands where it stands in the agenda."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from app.ledger.agenda import days_late
from app.ledger.commitment import Commitment, Firing
from app.ledger.wording import until_words, when_words
from app.search.explain import Explanation, Factor


def explain_commitment(item: Commitment, now: datetime) -> Explanation:
    """Return what decides a commitment's place: its date, its lead, its condition and what met it."""
    return Explanation(tuple(_factors(item, now)))


def _factors(item: Commitment, now: datetime) -> Iterator[Factor]:
    if item.due is not None:
        late = days_late(item, now)
        kind = "scheduled" if item.is_scheduled else "due"
        yield Factor(kind, float(late or 0), f"{item.due.isoformat()}: {when_words(item, now.date())}")
    if item.lead:
        yield Factor("lead", 0.0, f"fires {item.lead} before that")
    if item.when:
        yield Factor("condition", 0.0, f"waits for: {item.when}")
        yield Factor("cues", float(len(item.cues)), "example situations, written by you")
    if item.snoozed:
        yield Factor("snoozed", 0.0, f"hidden {until_words(item.snoozed)}")
    if item.start:
        yield Factor("start", 0.0, f"not before {item.start.isoformat()}")
    yield from _firing(item.firing)


def _firing(firing: Firing | None) -> Iterator[Factor]:
    if firing is None:
        yield Factor("firing", 0.0, "not now: no date has come and nothing met the condition")
    elif firing.reason == "date":
        yield Factor("firing", 1.0, "its date has come")
    else:
        score, threshold = firing.score or 0.0, firing.threshold or 0.0
        verdict = "asserted" if score >= threshold else "below the threshold, so only offered as maybe"
        yield Factor("firing", score, f"needed {threshold:.2f}: {verdict}")
        if firing.met:
            yield Factor("met", score, f"“{firing.met.context}” met “{firing.met.text}”")
