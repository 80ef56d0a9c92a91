"""What settings do to the questions that did not choose them: figures, and whether they keep the bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.evaluation.bootstrap import Estimate, estimate
from app.evaluation.contexts import FORMS, POSITIVE, Form
from app.evaluation.fitting_choice import FALSE, FIRES, NEAR
from app.evaluation.matchers import of_all
from app.evaluation.metrics import rank_of, recall_at

if TYPE_CHECKING:
    from app.evaluation.fitting_dials import Dials
    from app.evaluation.fitting_questions import Question
    from app.evaluation.outcomes import Cues

TOPS = (1, 3, 5)


@dataclass(frozen=True, slots=True)
class Judged:
    """What one setting does to one question.

    Attributes:
        asserted: The entry fires.
        place: Its place among all open entries, for forms of the trigger.
    """

    asserted: bool
    place: int | None = None


@dataclass(frozen=True, slots=True)
class FitFigures:
    """Means over questions, each with n and an interval over blueprints.

    Attributes:
        identification: The top 1, 3 and 5 of all open entries, by form of the trigger.
        asserted: How often the entry fires, by form.
        both: How often in clean triggers and paraphrases together.
        near_miss: How often in near misses.
        false_fire: How often in the person's own later and unrelated notes, per pair of entry and note.
    """

    identification: Mapping[Form, Mapping[int, Estimate]]
    asserted: Mapping[Form, Estimate]
    both: Estimate
    near_miss: Estimate
    false_fire: Estimate


@dataclass(frozen=True, slots=True)
class Bound:
    """What a figure has to keep.

    Attributes:
        name: What it is.
        limit: The bound.
        at_most: True when the figure must not be larger, False when it must not be smaller.
        found: The figure.
    """

    name: str
    limit: float
    at_most: bool
    found: Estimate

    @property
    def is_kept(self) -> bool:
        """True when the figure keeps it; what was not measured does not."""
        value = self.found.value
        if value is None:
            return False
        return value <= self.limit if self.at_most else value >= self.limit


class Judge:
    """Asks the program's own matcher, each question with each setting once.

    Args:
        cues: Which of the constants the settings stand for.
    """

    def __init__(self, cues: Cues) -> None:
        self._cues = cues
        self._known: dict[tuple[Question, Dials], Judged] = {}

    def __call__(self, question: Question, setting: Dials) -> Judged:
        """Return what a setting does to a question."""
        known = self._known.get((question, setting))
        if known is None:
            known = self._known[question, setting] = self._judged(question, setting)
        return known

    def _judged(self, question: Question, setting: Dials) -> Judged:
        constants = setting.constants(self._cues)
        fires = bool(question.ask(constants, question.own).firing)
        if question.form not in POSITIVE:
            return Judged(fires)
        order = question.order(of_all(constants))
        return Judged(fires, rank_of(question.blueprint, order))


def fit_figures(judged: Iterable[tuple[Question, Sequence[Judged]]]) -> FitFigures:
    """Return the figures of questions, each judged once or several times: its value is the mean of these."""
    found = list(judged)

    def share(forms: Sequence[Form], holds: Callable[[Judged], float]) -> Estimate:
        of = [(question.blueprint, times) for question, times in found if question.form in forms]
        return estimate((cluster, sum(map(holds, times)) / len(times)) for cluster, times in of)

    def top(form: Form, k: int) -> Estimate:
        return share((form,), lambda one: recall_at(k, one.place))

    def fires(forms: Sequence[Form]) -> Estimate:
        return share(forms, lambda one: float(one.asserted))

    return FitFigures(
        {form: {k: top(form, k) for k in TOPS} for form in POSITIVE},
        {form: fires((form,)) for form in FORMS},
        fires(FIRES),
        fires(NEAR),
        fires(FALSE),
    )


def bounds(found: FitFigures, cues: Cues) -> tuple[Bound, ...]:
    """Return what firing is held to, beside what it does."""
    top = found.identification
    if cues == "none":
        return (
            Bound("clean top 3", 0.75, False, top["clean"][3]),
            Bound("paraphrase top 3", 0.82, False, top["paraphrase"][3]),
        )
    return (
        Bound("clean top 1", 0.88, False, top["clean"][1]),
        Bound("clean top 3", 0.95, False, top["clean"][3]),
        Bound("overloaded top 3", 0.84, False, top["overloaded"][3]),
        Bound("paraphrase top 3", 0.96, False, top["paraphrase"][3]),
        Bound("asserted, clean and paraphrase", 0.80, False, found.both),
        Bound("false fire", 0.01, True, found.false_fire),
        Bound("asserted, near miss", 0.15, True, found.near_miss),
    )
