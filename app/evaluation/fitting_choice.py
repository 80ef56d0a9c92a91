"""Cross-validation: folds of blueprints, and the setting that the others choose for each."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

from app.evaluation.contexts import POSITIVE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.evaluation.contexts import Form
    from app.evaluation.fitting_dials import Dials
    from app.evaluation.fitting_evidence import Asserted
    from app.evaluation.fitting_questions import Question

FIRES: tuple[Form, ...] = ("clean", "paraphrase")
"""Forms in which as many entries as can be should be asserted."""
FALSE: tuple[Form, ...] = ("unrelated", "later_notes")
"""Forms in which an assertion is false."""
NEAR: tuple[Form, ...] = ("near_miss",)
SEED = 20_261_130


@dataclass(frozen=True, slots=True)
class Rule:
    """What makes a setting the best, within bounds: it asserts most triggers, and of equals it ranks them best.

    Without cues the order comes first: near misses look like the real thing, and what can be had is a good list.

    Attributes:
        most_false: Highest share of (entry, own later or unrelated note) pairs asserted.
        most_near: Highest share of near misses asserted.
        order_first: Whether the mean reciprocal rank among all open entries counts before the share asserted.
    """

    most_false: float = 0.0075
    most_near: float = 0.15
    order_first: bool = False


class Choice:
    """How often each setting asserts the entry of each blueprint, and how high it ranks it, so that any can choose.

    Args:
        asked: The questions.
        settings: What is chosen from.
        found: Which settings assert which, shape (settings, questions).
        reciprocals: 1 / rank of the entry among all open ones for triggers, of the same shape.
        rule: What is best.
    """

    def __init__(
        self,
        asked: Sequence[Question],
        settings: Sequence[Dials],
        found: Asserted,
        reciprocals: NDArray[np.float64],
        rule: Rule,
    ) -> None:
        self.blueprints = tuple(dict.fromkeys(question.blueprint for question in asked))
        self._settings = settings
        self._places = _places(settings)
        self._rule = rule
        self._fires = _Count(asked, found, FIRES, self.blueprints)
        self._false = _Count(asked, found, FALSE, self.blueprints)
        self._near = _Count(asked, found, NEAR, self.blueprints)
        self._order = _Count(asked, reciprocals, POSITIVE, self.blueprints)

    def best(self, training: Sequence[str]) -> Dials:
        """Return the best setting for some blueprints.

        Of those that are equal by the rule, those that assert fewest near misses and then fewest other notes; of these
        the one in the middle, for at the rim of a plateau a setting stands by chance.
        """
        import numpy as np

        columns = [self.blueprints.index(id_) for id_ in training]
        fires, false, near, ranks = (
            count.rates(columns) for count in (self._fires, self._false, self._near, self._order)
        )
        over = np.maximum(false - self._rule.most_false, 0.0) + np.maximum(near - self._rule.most_near, 0.0)
        good = (-ranks, -fires) if self._rule.order_first else (-fires, -ranks)
        order = np.stack([over, *good, near, false]).round(9)
        best = order[:, np.lexsort(order[::-1])[0]]
        equal = np.flatnonzero((order == best[:, None]).all(axis=0))
        away = ((self._places[equal] - self._places[equal].mean(axis=0)) ** 2).sum(axis=1)
        return self._settings[int(equal[away.argmin()])]


def _places(settings: Sequence[Dials]) -> NDArray[np.float64]:
    """Return where each setting stands on each dial, counted in values tried; shape (settings, dials)."""
    import numpy as np

    values = np.array([astuple(setting) for setting in settings])
    ordinals = [np.unique(column, return_inverse=True)[1] for column in values.T]
    return np.stack(ordinals, axis=1).astype(np.float64)


class _Count:
    """What is found in questions of some forms, and how many there are, by blueprint."""

    def __init__(
        self, asked: Sequence[Question], found: NDArray[np.generic], forms: Sequence[Form], ids: Sequence[str]
    ) -> None:
        import numpy as np

        of = np.array([[q.blueprint == id_ and q.form in forms for id_ in ids] for q in asked], np.float64)
        self._found = found.astype(np.float64) @ of
        self._all = of.sum(axis=0)

    def rates(self, columns: Sequence[int]) -> NDArray[np.float64]:
        """Return the mean for each setting, over some blueprints."""
        rates: NDArray[np.float64] = self._found[:, columns].sum(axis=1) / max(self._all[columns].sum(), 1.0)
        return rates


def folds(blueprints: Sequence[str], count: int, shuffling: int) -> Iterator[tuple[str, ...]]:
    """Yield the folds of one shuffling; sizes differ by one at the most."""
    order = list(blueprints)
    random.Random(SEED + shuffling).shuffle(order)
    for fold in range(count):
        yield tuple(order[fold::count])
