"""The fit as text, at most 100 columns wide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import median
from typing import TYPE_CHECKING

from app.evaluation.fitting_dials import NAMES
from app.evaluation.fitting_figures import TOPS, bounds
from app.evaluation.wording import bare, value

if TYPE_CHECKING:
    from app.evaluation.bootstrap import Estimate
    from app.evaluation.fitting import Fit, Fitted
    from app.evaluation.fitting_figures import FitFigures

_VAULTS = {"union": "one vault of all notes", "own": "a vault of its own for each blueprint"}
_CUES = {"given": "with cues and blockers", "none": "without cues and blockers"}
_DIALS: Mapping[str, Mapping[str, str]] = {
    "given": {
        "asserting": "evidence that asserts with eight cues",
        "meaning": "weight of the meaning with eight cues",
        "not_yet": "taken off by a not yet",
    },
    "none": {
        "asserting": "evidence that asserts without cues (FIRE)",
        "meaning": "weight of the meaning without cues",
        "not_yet": "taken off by a not yet",
    },
}


def fit_lines(fitted: Fitted) -> Iterator[str]:
    """Yield the report on a fit."""
    options, rule = fitted.options, fitted.options.rule
    yield f"{fitted.blueprints} blueprints, all open at once; {fitted.waiting} wait for a situation and are judged"
    yield f"{options.folds} folds over these, dealt {options.shufflings} times"
    yield f"model: {fitted.model}; {fitted.seconds:.0f} s"
    yield "chosen in the other folds: most clean triggers and paraphrases asserted, of equals the best order"
    yield "of all open entries (without cues the best order first), with at most"
    yield f"{rule.most_false:.2%} of later and unrelated notes and {rule.most_near:.0%} of near misses asserted"
    yield "Brackets: 95 % bootstrap intervals over blueprints."
    for fit in fitted.fits:
        yield from ("", f"{_VAULTS[fit.vault].upper()}, {_CUES[fit.cues]}: {fit.questions} contexts")
        yield from _chosen(fit)
        yield from _figures(fit)
        yield from _bounds(fit)
        yield from _curve(fit)


def _chosen(fit: Fit) -> Iterator[str]:
    yield f"  {'':<44}{'median':>8}{'lowest':>9}{'highest':>9}{'of all':>9}{'shipped':>9}"
    for name in NAMES:
        values = [getattr(setting, name) for setting in fit.chosen]
        numbers = (median(values), min(values), max(values), getattr(fit.of_all, name), getattr(fit.shipped, name))
        middle, *others = (f"{number:.3f}" for number in numbers)
        yield f"  {_DIALS[fit.cues][name]:<44}{middle:>8}" + "".join(f"{number:>9}" for number in others)


def _figures(fit: Fit) -> Iterator[str]:
    yield f"  {'':<32}{'n':<6}{'held out':<24}as shipped (chosen on these)"
    for (name, held_out), (_, shipped) in zip(_rows(fit.held_out), _rows(fit.as_shipped), strict=True):
        yield f"  {name:<32}{held_out.n:<6}{bare(held_out):<24}{bare(shipped)}"


def _rows(found: FitFigures) -> Iterator[tuple[str, Estimate]]:
    for form, tops in found.identification.items():
        yield from ((f"{form}, top {k}", tops[k]) for k in TOPS)
    for form, estimate in found.asserted.items():
        yield f"asserted, {form.replace('_', ' ')}", estimate
    yield "asserted, clean and paraphrase", found.both
    yield "false fire", found.false_fire


def _bounds(fit: Fit) -> Iterator[str]:
    for bound in bounds(fit.held_out, fit.cues):
        sign, said = "at most" if bound.at_most else "at least", "kept" if bound.is_kept else "MISSED"
        yield f"  {f'{bound.name}, {sign} {bound.limit:.2f}':<48}{value(bound.found)} held out: {said}"


def _curve(fit: Fit) -> Iterator[str]:
    if not fit.curve:
        return
    yield "  operating curve over all blueprints, other constants as shipped (*)"
    yield f"    {'asserts at':<14}{'clean':<9}{'paraphr.':<10}{'overl.':<9}{'both':<9}{'near miss':<11}false fire"
    for point in fit.curve:
        found, mark = point.figures, "*" if point.is_shipped else " "
        forms = (found.asserted["clean"], found.asserted["paraphrase"], found.asserted["overloaded"], found.both)
        numbers = [value(item) for item in (*forms, found.near_miss, found.false_fire)]
        clean, paraphrase, overloaded, both, near, false = numbers
        yield f"  {mark} {point.asserting:<14.2f}{clean:<9}{paraphrase:<10}{overloaded:<9}{both:<9}{near:<11}{false}"
