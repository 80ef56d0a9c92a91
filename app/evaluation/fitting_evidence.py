"""Which settings assert which entries: evidence is recorded once for each weight of the meaning, the rest scales it.

A score is a sum: evidence over what asserts, and what is taken off. The unit of a context that has most evidence
depends on the weight of the meaning only. So one answer of the matcher tells the answers for all other dials.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.evaluation.contexts import POSITIVE
from app.evaluation.fitting_dials import Dials, shipped
from app.evaluation.matchers import of_all
from app.evaluation.metrics import rank_of, reciprocal
from app.ledger.scoring import needed_evidence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.evaluation.fitting_questions import Question
    from app.evaluation.outcomes import Cues
    from app.ledger.firing_constants import FiringConstants

    Asserted = NDArray[np.bool_]

_OUT_OF_REACH = 1000.0
"""How many times more is asked while recording, so that nothing is asserted but what is named."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What speaks for and against the entry of a question, before it is measured by what asserts.

    Attributes:
        cues: How many cues the entry has.
        evidence: Words and meaning together.
        denied: What a "not yet" takes off, for every 1 that it may; at most 0.
        rest: All other terms, in units of what asserts.
        needed: The score that asserts.
        named: Asserted whatever the evidence.
    """

    cues: int
    evidence: float
    denied: float
    rest: float
    needed: float
    named: bool = False


NOTHING = Recorded(0, 0.0, 0.0, 0.0, float("inf"))
"""What is no candidate."""


def record(question: Question, meaning: float, cues: Cues) -> Recorded:
    """Return what the matcher says of the entry of a question, for a weight of the meaning."""
    constants = _recording(meaning, cues)
    own = question.own
    found = question.ask(constants, own)
    if found.firing:
        return replace(NOTHING, named=True)
    if not found.maybe:
        return NOTHING
    reason = found.maybe[0][1]
    terms, score = reason.terms, reason.score
    assert terms is not None and score is not None and reason.threshold is not None
    if terms.named:
        return NOTHING
    evidence = terms.words + terms.meaning
    count = len(own[0].cues)
    measure = needed_evidence(count, constants)
    return Recorded(count, evidence * measure, terms.not_yet, score - evidence - terms.not_yet, reason.threshold)


def _recording(meaning: float, cues: Cues) -> FiringConstants:
    usual = replace(shipped(cues), meaning=meaning, not_yet=1.0).constants(cues)
    return of_all(replace(usual, fire=_OUT_OF_REACH * usual.fire))


def reciprocal_ranks(asked: Sequence[Question], settings: Sequence[Dials], cues: Cues) -> NDArray[np.float64]:
    """Return 1 / rank of the entry of each question among all open ones by evidence, shape (settings, questions).

    Only the weight of the meaning matters to that. 0 for what is no trigger.
    """
    import numpy as np

    def of(question: Question, meaning: float) -> float:
        if question.form not in POSITIVE:
            return 0.0
        return reciprocal(rank_of(question.blueprint, question.order(_recording(meaning, cues))))

    meanings = {setting.meaning for setting in settings}
    rows = {meaning: [of(question, meaning) for question in asked] for meaning in meanings}
    return np.array([rows[setting.meaning] for setting in settings])


def asserted(asked: Sequence[Question], settings: Sequence[Dials], cues: Cues, told: Callable[[str], None]) -> Asserted:
    """Return for each setting whether the entry of each question is asserted, shape (settings, questions)."""
    import numpy as np

    found = np.zeros((len(settings), len(asked)), np.bool_)
    meanings = list(dict.fromkeys(setting.meaning for setting in settings))
    for number, meaning in enumerate(meanings, start=1):
        told(f"cues {cues}: weight {number} of {len(meanings)} of the meaning")
        recorded = [record(question, meaning, cues) for question in asked]
        rows = [row for row, setting in enumerate(settings) if setting.meaning == meaning]
        found[rows] = _measured(recorded, [settings[row] for row in rows], cues)
    return found


def _measured(recorded: Sequence[Recorded], settings: Iterable[Dials], cues: Cues) -> Asserted:
    import numpy as np

    counts = {one.cues for one in recorded}
    evidence, denied, rest, needed = (
        np.array([getattr(one, name) for one in recorded]) for name in ("evidence", "denied", "rest", "needed")
    )
    named = np.array([one.named for one in recorded])
    rows = []
    for setting in settings:
        constants = setting.constants(cues)
        of = {count: needed_evidence(count, constants) for count in counts}
        measured = evidence / np.array([of[one.cues] for one in recorded])
        score = measured + setting.not_yet * denied + rest
        rows.append(named | ((score >= needed) & (measured >= constants.listed)))
    return np.array(rows)
