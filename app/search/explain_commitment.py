"""Why a commitment stands where it stands in the agenda."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from app.ledger.agenda import days_late
from app.ledger.commitment import Commitment, Firing, Terms
from app.ledger.firing_constants import OUT_OF_REACH
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
    yield from _firing(item)


def _firing(item: Commitment) -> Iterator[Factor]:
    firing = item.firing
    if firing is None:
        yield Factor("firing", 0.0, "not now: no date has come and nothing met the condition")
    elif firing.reason == "date":
        yield Factor("firing", 1.0, "its date has come")
    else:
        yield from _context(firing, item)


def _context(firing: Firing, item: Commitment) -> Iterator[Factor]:
    score, threshold = firing.score or 0.0, firing.threshold or 0.0
    yield Factor("firing", score, f"needed {threshold:.2f}{_why_more(threshold, item)}: {_verdict(score, threshold)}")
    if firing.met:
        yield Factor("met", score, f"“{firing.met.context}” met “{firing.met.text}”")
    if firing.terms:
        yield from _terms(firing.terms)


def _why_more(threshold: float, item: Commitment) -> str:
    lacking = " and ".join(name for name, given in (("cues", item.cues), ("blockers", item.blockers)) if not given)
    return f", more because it has no {lacking}" if 1.0 < threshold < OUT_OF_REACH and lacking else ""


def _verdict(score: float, threshold: float) -> str:
    if score >= threshold:
        return "asserted"
    if threshold >= OUT_OF_REACH:
        return "words alone, and few of them, never assert it; offered as maybe"
    return "below the threshold, so only offered as maybe"


def _terms(terms: Terms) -> Iterator[Factor]:
    """Yield the parts of the score, which is their sum."""
    if terms.named:
        yield Factor("named", terms.words, "all words of the context stand in that text")
        return
    shared = f": {', '.join(terms.shared)}" if terms.shared else ""
    yield Factor("words", terms.words, f"telling words in common, more than by chance{shared}")
    yield Factor("meaning", terms.meaning, "alike in meaning, more than the vault's notes are")
    if terms.blockers:
        yield Factor("blockers", terms.blockers, f"near to a situation in which it does not apply: “{terms.blocker}”")
    if terms.not_yet:
        yield Factor("not yet", terms.not_yet, f"it has not come about: “{terms.denied}”")
