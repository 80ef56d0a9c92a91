"""From what was seen to figures: means over blueprints, each with n and an interval."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.evaluation.arms import FLOOR, Protocol, arms_of
from app.evaluation.bootstrap import Estimate, estimate
from app.evaluation.contexts import FORMS, POSITIVE, RANKED, Form
from app.evaluation.metrics import Placing, Rank, placing, recall_at
from app.evaluation.outcomes import MatcherName, Measured, Outcomes, Seen

Stratum = Literal["hard", "easy"]
STRATA: tuple[Stratum, ...] = ("hard", "easy")
Notice = Literal["any", "context", "asserted", "maybe", "date"]
NOTICES: tuple[Notice, ...] = ("any", "context", "asserted", "maybe", "date")
"""How attention is called to a commitment: it fires in the context, else it is offered there (`context` is both), else
it fires by its date alone, which is for the agenda to show and not for the band."""
PROTOCOLS: tuple[Protocol, ...] = ("paper", "application")
_TOP = 5


@dataclass(frozen=True, slots=True)
class Table:
    """Placings by arm over the same n contexts.

    Attributes:
        n: How many.
        absent: In how many of them the note is no candidate at all, whatever its commitment does.
        arms: By name.
    """

    n: int
    absent: int
    arms: Mapping[str, Placing]


@dataclass(frozen=True, slots=True)
class Harm:
    """What lifting does to the easy stratum, in clean and overloaded triggers, compared with the list without it.

    Attributes:
        worse: How many notes stand lower than without, by arm.
        change: Recall at 5 less that without, by arm.
    """

    worse: Mapping[str, int]
    change: Mapping[str, Estimate]


@dataclass(frozen=True, slots=True)
class Rates:
    """Shares of commitments in their own contexts by form, and of all other open ones in the same contexts."""

    own: Mapping[Form, Estimate]
    others: Mapping[Form, Estimate]


@dataclass(frozen=True, slots=True)
class Negatives:
    """Resolved commitments when their trigger comes."""

    n: int
    false_boosts: int
    would_have_fired: int


@dataclass(frozen=True, slots=True)
class Noticed:
    """Positives to which the program calls attention in some way, and what a person sees first of those.

    Attributes:
        share: How many of all positives.
        recall_5: Recall at 5 of the floor among them, by protocol.
        shown_5: In how many of them the commitment or its note is among the first five rows: the band, what is offered
            as maybe operative, the list.
    """

    share: Estimate
    recall_5: Mapping[Protocol, Estimate]
    shown_5: Mapping[Protocol, Estimate]


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of one matcher.

    Attributes:
        tables: By protocol and stratum, over clean and overloaded triggers.
        forms: By protocol, stratum and form of the trigger.
        harm: By protocol.
        identification: The top 1, 3 and 5 of all open entries, by form, of commitments that wait for a situation.
        firing: How often those were asserted.
        maybe: How often those were offered without being asserted.
        firing_of_dated: How often commitments with a date were asserted because of the context.
        dates: How often those fired by date.
        silent: How often commitments that wait for a situation were asserted in their unrelated and later contexts.
        noticed: What the program calls attention to, all blueprints and all forms of the trigger.
        negatives: Resolved commitments.
    """

    tables: Mapping[Protocol, Mapping[Stratum, Table]]
    forms: Mapping[Protocol, Mapping[Stratum, Mapping[Form, Table]]]
    harm: Mapping[Protocol, Harm]
    identification: Mapping[Form, Mapping[int, Estimate]]
    firing: Rates
    maybe: Rates
    firing_of_dated: Rates
    dates: Mapping[Form, Estimate]
    silent: Estimate
    noticed: Mapping[Notice, Noticed]
    negatives: Negatives


def figures(measured: Measured, matcher: MatcherName) -> Figures:
    """Return the figures of a matcher of a run."""
    outcomes = measured.by_matcher[matcher]
    waiting = {blueprint.id for blueprint in measured.blueprints if blueprint.waits_for_a_situation}
    hard, seen = measured.hard, outcomes.seen
    of: Mapping[Stratum, list[Seen]] = {
        "hard": [item for item in seen if item.blueprint in hard],
        "easy": [item for item in seen if item.blueprint not in hard],
    }
    conditional = [item for item in seen if item.blueprint in waiting]
    dated = [item for item in seen if item.blueprint not in waiting]
    return Figures(
        tables={name: {stratum: _table(of[stratum], RANKED, name) for stratum in STRATA} for name in PROTOCOLS},
        forms={
            name: {stratum: {form: _table(of[stratum], (form,), name) for form in POSITIVE} for stratum in STRATA}
            for name in PROTOCOLS
        },
        harm={name: _harm(of["easy"], name) for name in PROTOCOLS},
        identification={form: _identification(conditional, form) for form in POSITIVE},
        firing=_rates(conditional, lambda item: item.asserted, lambda item: item.others),
        maybe=_rates(conditional, lambda item: item.maybe, lambda item: item.other_maybes),
        firing_of_dated=_rates(dated, lambda item: item.asserted, lambda item: item.others),
        dates={form: _share(dated, form, lambda item: item.by_date) for form in FORMS},
        silent=estimate(
            (s.blueprint, float(s.asserted)) for s in conditional if s.form in ("unrelated", "later_notes")
        ),
        noticed={notice: _noticed(seen, notice) for notice in NOTICES},
        negatives=_negatives(outcomes),
    )


def hard_rate(measured: Measured) -> Estimate:
    """Return how many blueprints are hard: how often embedding similarity alone fails."""
    return estimate((blueprint.id, float(blueprint.id in measured.hard)) for blueprint in measured.blueprints)


def _ranks(seen: Iterable[Seen], forms: Sequence[Form], protocol: Protocol) -> list[tuple[str, Mapping[str, Rank]]]:
    return [
        (item.blueprint, placed.ranks)
        for item in seen
        if item.form in forms
        for placed in item.placed
        if placed.protocol == protocol
    ]


def _table(seen: Iterable[Seen], forms: Sequence[Form], protocol: Protocol) -> Table:
    found = _ranks(seen, forms, protocol)
    base, *_ = arms_of(protocol)
    arms = {name: placing((cluster, ranks[name]) for cluster, ranks in found) for name in arms_of(protocol)}
    return Table(len(found), sum(ranks[base] is None for _, ranks in found), arms)


def _harm(easy: Iterable[Seen], protocol: Protocol) -> Harm:
    found = _ranks(easy, RANKED, protocol)
    base, *arms = arms_of(protocol)

    def is_worse(ranks: Mapping[str, Rank], arm: str) -> bool:
        before, after = ranks[base], ranks[arm]
        return before is not None and (after is None or after > before)

    worse = {arm: sum(is_worse(ranks, arm) for _, ranks in found) for arm in arms}
    change = {
        arm: estimate((cluster, recall_at(_TOP, ranks[arm]) - recall_at(_TOP, ranks[base])) for cluster, ranks in found)
        for arm in arms
    }
    return Harm(worse, change)


def _identification(seen: Iterable[Seen], form: Form) -> Mapping[int, Estimate]:
    found = [(item.blueprint, item.place) for item in seen if item.form == form]
    return {top: estimate((cluster, recall_at(top, place)) for cluster, place in found) for top in (1, 3, 5)}


def _share(seen: Iterable[Seen], form: Form, holds: Callable[[Seen], bool]) -> Estimate:
    return estimate((item.blueprint, float(holds(item))) for item in seen if item.form == form)


def _rates(seen: Sequence[Seen], holds: Callable[[Seen], bool], others: Callable[[Seen], int]) -> Rates:
    return Rates(
        {form: _share(seen, form, holds) for form in FORMS},
        {form: _per_pair([item for item in seen if item.form == form], others) for form in FORMS},
    )


def _per_pair(seen: Iterable[Seen], others: Callable[[Seen], int]) -> Estimate:
    """Return a rate over pairs of a context and another open commitment that waits for a situation."""
    pairs = [(item.blueprint, item.pairs, others(item)) for item in seen]
    return estimate((cluster, float(i < fired)) for cluster, count, fired in pairs for i in range(count))


def _noticed(seen: Iterable[Seen], notice: Notice) -> Noticed:
    positive = [item for item in seen if item.form in POSITIVE]
    found = [item for item in positive if _is_noticed(item, notice)]
    placed = {
        name: [(item.blueprint, p) for item in found for p in item.placed if p.protocol == name] for name in PROTOCOLS
    }
    return Noticed(
        estimate((item.blueprint, float(_is_noticed(item, notice))) for item in positive),
        {name: estimate((id_, recall_at(_TOP, p.ranks[FLOOR])) for id_, p in placed[name]) for name in PROTOCOLS},
        {name: estimate((id_, recall_at(_TOP, p.shown)) for id_, p in placed[name]) for name in PROTOCOLS},
    )


def _is_noticed(item: Seen, notice: Notice) -> bool:
    how = "asserted" if item.asserted else "maybe" if item.maybe else "date" if item.by_date else ""
    return how == notice or (how != "" and notice == "any") or (how in ("asserted", "maybe") and notice == "context")


def _negatives(outcomes: Outcomes) -> Negatives:
    settled = outcomes.settled
    return Negatives(
        len(settled), sum(item.boosted for item in settled), sum(item.would_have_fired for item in settled)
    )
