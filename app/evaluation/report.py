"""The figures as text, at most 100 columns wide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from app.evaluation.contexts import FORMS, POSITIVE
from app.evaluation.figures import NOTICES, STRATA, hard_rate
from app.evaluation.own import OWN_RATES
from app.evaluation.wording import bare, rate, signed, value

if TYPE_CHECKING:
    from app.evaluation.arms import Protocol
    from app.evaluation.figures import Figures, Rates
    from app.evaluation.outcomes import MatcherName, Measured
    from app.evaluation.own import OwnRecord

_PROTOCOLS: Mapping[Protocol, str] = {
    "paper": "every note a candidate, score = max(cosine, 0) x (1 + W b)",
    "application": "words and meaning fused, standing salience at 0.3; W = the firing weight F",
}
_NOTICES = {
    "any": "in any way",
    "context": "fires or is offered",
    "asserted": "  fires in the context",
    "maybe": "  else may be operative",
    "date": "fires by date alone",
}


def blueprints_lines(measured: Measured, found: Mapping[MatcherName, Figures]) -> Iterator[str]:
    """Yield the report on blueprints."""
    options, chosen = measured.options, found[measured.options.matcher]
    outcomes = measured.by_matcher[options.matcher]
    contexts = len(outcomes.seen) + len(outcomes.settled)
    yield f"{len(measured.blueprints)} blueprints, {contexts} contexts; entries {options.entries}, cues {options.cues}"
    yield f"model: {measured.model}; {measured.seconds:.0f} s. Brackets: 95 % bootstrap intervals over blueprints."
    yield f"hard blueprints (commitment in the bottom half by cosine): {rate(hard_rate(measured))}"
    for name, figures in found.items():
        for protocol, words in _PROTOCOLS.items():
            yield from ("", f"WHERE THE COMMITMENT'S NOTE STANDS: {name} matcher, {protocol} protocol", f"  {words}")
            yield from _tables(figures, protocol)
    if options.matcher == "real":
        yield from _matching(chosen)
    yield from _resolved(chosen)


def _tables(figures: Figures, protocol: Protocol) -> Iterator[str]:
    for stratum in STRATA:
        table, forms = figures.tables[protocol][stratum], figures.forms[protocol][stratum]
        heading = f"{stratum} stratum, clean and overloaded: n={table.n}, in {table.absent} no candidate"
        yield f"  {heading:<65}recall@5 by form"
        yield f"    {'':<8}{'recall@1':<21}{'recall@5':<21}{'MRR':<21}clean   overl.  paraphr."
        for name, arm in table.arms.items():
            values = "".join(f"{value(forms[form].arms[name].recall_5):<8}" for form in POSITIVE)
            metrics = "".join(f"{bare(item):<21}" for item in (arm.recall_1, arm.recall_5, arm.mrr))
            yield f"    {name:<8}{metrics}{values}".rstrip()
    worse = ", ".join(f"{name} {count}" for name, count in figures.harm[protocol].worse.items())
    yield f"  do no harm: easy notes lowered by a lift: {worse}"
    change = ", ".join(f"{name} {signed(item)}" for name, item in figures.harm[protocol].change.items())
    yield f"  easy recall@5 gained: {change}"


def _matching(figures: Figures) -> Iterator[str]:
    yield from ("", "WHICH OPEN ENTRY A TRIGGER CONCERNS: entries that wait for a situation, among all open ones")
    yield f"  {'':<16}{'n':<5}{'top 1':<21}{'top 3':<21}top 5"
    for form, tops in figures.identification.items():
        yield f"  {form:<16}{tops[1].n:<5}{bare(tops[1]):<21}{bare(tops[3]):<21}{bare(tops[5])}"
    yield from ("", "FIRING IN A CONTEXT: entries that wait for a situation, in the contexts of their blueprint")
    yield from _rates(figures.firing, figures.maybe)
    yield f"  asserted falsely, unrelated and later notes together: {rate(figures.silent)}"
    yield from ("", "OTHER OPEN ENTRIES in the same contexts, per pair of context and entry")
    yield f"  {'':<16}{'asserted':<38}offered"
    for form in FORMS:
        yield f"  {form:<16}{rate(figures.firing.others[form]):<38}{rate(figures.maybe.others[form])}"
    yield from ("", "ENTRIES WITH A DATE")
    yield f"  {'':<16}{'fire by date':<38}asserted in the context"
    for form in FORMS:
        yield f"  {form:<16}{rate(figures.dates[form]):<38}{rate(figures.firing_of_dated.own[form])}"
    yield from ("", "ATTENTION CALLED TO THE COMMITMENT: all blueprints, all forms of the trigger")
    yield f"  {'':<24}{'share':<27}{'floor@5, paper':<23}floor@5, application"
    for notice in NOTICES:
        item = figures.noticed[notice]
        values = "".join(f"{bare(found):<23}" for found in item.recall_5.values())
        yield f"  {_NOTICES[notice]:<24}{rate(item.share):<27}{values}".rstrip()
    yield "  among the first five rows (band, offered, list) is the commitment or its note:"
    for notice in NOTICES:
        values = "".join(f"{bare(found):<23}" for found in figures.noticed[notice].shown_5.values())
        yield f"  {_NOTICES[notice]:<51}{values}".rstrip()


def _rates(firing: Rates, maybe: Rates) -> Iterator[str]:
    yield f"  {'':<16}{'asserted':<38}offered, not asserted"
    for form in FORMS:
        yield f"  {form:<16}{rate(firing.own[form]):<38}{rate(maybe.own[form])}"


def _resolved(figures: Figures) -> Iterator[str]:
    found = figures.negatives
    yield from ("", "RESOLVED COMMITMENTS when their trigger comes")
    yield f"  false boosts: {found.false_boosts} of {found.n}"
    yield f"  would have fired, had the resolution been ignored: {found.would_have_fired} of {found.n}"


def own_lines(record: OwnRecord) -> Iterator[str]:
    """Yield the report on a person's own vault."""
    if not record.recorded:
        yield "No firing is recorded in this vault yet; all figures are zero."
        return
    since = f" since {record.since:%Y-%m-%d}" if record.since else ""
    reasons = ", ".join(f"by {reason} {count}" for reason, count in record.fired.items())
    yield f"fired {record.counts['fired']}{since}: {reasons}"
    yield ", ".join(f"{kind} {count}" for kind, count in record.counts.items() if kind != "fired")
    for name, of in OWN_RATES.items():
        yield f"  {_OWN[name]:<52}{rate(of(record))}"


_OWN = {
    "acknowledged": "firings that were acknowledged",
    "confirmed": "firings that were confirmed",
    "corrected": "firings that were corrected",
    "resolved": "firings after which the commitment was resolved",
    "right_of_judged": "of those confirmed or corrected, not corrected",
}
