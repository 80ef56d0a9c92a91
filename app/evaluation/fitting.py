"""The constants of the matcher, chosen by cross-validation over blueprints, beside those that the program has."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.errors import UsageError
from app.evaluation.contexts import contexts_of
from app.evaluation.fitting_choice import Choice, Rule, folds
from app.evaluation.fitting_dials import Dials, grid, shipped
from app.evaluation.fitting_evidence import asserted, reciprocal_ranks
from app.evaluation.fitting_figures import FitFigures, Judge, Judged, fit_figures
from app.evaluation.fitting_questions import Question, VaultName, questions
from app.ledger.sentences import context_units

if TYPE_CHECKING:
    from app.evaluation.blueprints import BadLine, Blueprint
    from app.evaluation.outcomes import Cues
    from app.evaluation.remembering import RememberingEmbedder

_CURVE_STEPS, _CURVE_STEP = 10, 2.0 ** (1 / 8)
"""How far the curve goes to either side, and from one point to the next."""


@dataclass(frozen=True, slots=True)
class FitOptions:
    """What is fitted.

    Attributes:
        vaults: Where the word statistics and backgrounds of the entries come from.
        cues: Whether entries have their cues and blockers.
        folds: How many parts the blueprints are dealt into; each is judged by what the others choose.
        shufflings: How often they are dealt anew.
        rule: What is chosen.
        curve: Whether the operating curve is wanted.
    """

    vaults: tuple[VaultName, ...] = ("union", "own")
    cues: tuple[Cues, ...] = ("given", "none")
    folds: int = 5
    shufflings: int = 5
    rule: Rule = Rule()
    curve: bool = False


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """What all blueprints do when other evidence asserts than the program asks for, the rest as shipped.

    Attributes:
        asserting: The evidence that asserts.
        is_shipped: True for what the program asks for.
        figures: The figures; nothing of identification, which does not depend on it.
    """

    asserting: float
    is_shipped: bool
    figures: FitFigures


@dataclass(frozen=True, slots=True)
class Fit:
    """The fit in one kind of vault, with or without cues.

    Attributes:
        vault: Which.
        cues: Whether entries have their cues and blockers.
        questions: How many contexts.
        chosen: The setting of each fold of each shuffling.
        of_all: What all blueprints together choose.
        shipped: What the program has.
        held_out: What the folds do to the blueprints that did not choose them.
        as_shipped: What the program does. Its constants were chosen on the same blueprints.
        curve: The operating curve, when it was asked for.
    """

    vault: VaultName
    cues: Cues
    questions: int
    chosen: tuple[Dials, ...]
    of_all: Dials
    shipped: Dials
    held_out: FitFigures
    as_shipped: FitFigures
    curve: tuple[CurvePoint, ...]


@dataclass(frozen=True, slots=True)
class Fitted:
    """A run.

    Attributes:
        options: What was fitted.
        model: The model that made the vectors.
        blueprints: How many were read, and how many of them wait for a situation.
        waiting: The latter.
        bad_lines: What could not be read.
        fits: One for each vault and choice of cues.
        seconds: How long it took.
    """

    options: FitOptions
    model: str
    blueprints: int
    waiting: int
    bad_lines: tuple[BadLine, ...]
    fits: tuple[Fit, ...]
    seconds: float


def fit(
    blueprints: Sequence[Blueprint],
    bad_lines: Sequence[BadLine],
    options: FitOptions,
    embedder: RememberingEmbedder,
    told: Callable[[str], None],
) -> Fitted:
    """Fit the constants on blueprints.

    Args:
        blueprints: All of their entries are open; those that wait for a situation are judged.
        bad_lines: What of their file could not be read; only passed on.
        options: What is fitted.
        embedder: Where vectors come from.
        told: Hears what is being done, one line at a time.

    Raises:
        UsageError: Fewer than two folds, or fewer blueprints than folds that wait for a situation.
        EmbedderUnavailable: There is no model.
    """
    began = time.monotonic()
    waiting = [blueprint for blueprint in blueprints if blueprint.waits_for_a_situation]
    if not 2 <= options.folds <= len(waiting):
        raise UsageError(
            f"{len(waiting)} of the blueprints wait for a situation: that does not make {options.folds} folds",
            "Two folds are the least; each needs such a blueprint.",
        )
    units = [unit for blueprint in waiting for one in contexts_of(blueprint) for unit in context_units(one.text)]
    embedder.prepare(units, lambda done, count: told(f"embedding {done} of {count} texts"))
    fits = []
    for vault in options.vaults:
        for cues in options.cues:
            asked = questions(blueprints, vault, cues, embedder, told)
            fits.append(_fit(asked, vault, cues, options, told))
    seconds = round(time.monotonic() - began, 1)
    return Fitted(options, embedder.model, len(blueprints), len(waiting), tuple(bad_lines), tuple(fits), seconds)


def _fit(
    asked: Sequence[Question], vault: VaultName, cues: Cues, options: FitOptions, told: Callable[[str], None]
) -> Fit:
    settings, now, judge = grid(cues), shipped(cues), Judge(cues)
    rule = replace(options.rule, order_first=cues == "none")
    found, ranks = asserted(asked, settings, cues, told), reciprocal_ranks(asked, settings, cues)
    choice = Choice(asked, settings, found, ranks, rule)
    dealt = [fold for turn in range(options.shufflings) for fold in folds(choice.blueprints, options.folds, turn)]
    chosen = [choice.best([id_ for id_ in choice.blueprints if id_ not in fold]) for fold in dealt]
    told(f"{vault} vault, cues {cues}: judging what was held out")
    of_blueprint: Mapping[str, list[Dials]] = {
        id_: [setting for fold, setting in zip(dealt, chosen, strict=True) if id_ in fold] for id_ in choice.blueprints
    }
    return Fit(
        vault,
        cues,
        len(asked),
        tuple(chosen),
        choice.best(choice.blueprints),
        now,
        fit_figures((q, [judge(q, setting) for setting in of_blueprint[q.blueprint]]) for q in asked),
        fit_figures((q, [judge(q, now)]) for q in asked),
        tuple(_curve(asked, now, cues, told)) if options.curve else (),
    )


def _curve(asked: Sequence[Question], now: Dials, cues: Cues, told: Callable[[str], None]) -> Iterator[CurvePoint]:
    steps = range(-_CURVE_STEPS, _CURVE_STEPS + 1)
    settings = [replace(now, asserting=now.asserting * _CURVE_STEP**step) for step in steps]
    for setting, found in zip(settings, asserted(asked, settings, cues, told), strict=True):
        fires = [(question, [Judged(bool(one))]) for question, one in zip(asked, found, strict=True)]
        yield CurvePoint(setting.asserting, setting == now, fit_figures(fires))
