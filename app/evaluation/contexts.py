"""The situations of a blueprint, each on its day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from app.evaluation.blueprints import Blueprint

Form = Literal["clean", "overloaded", "paraphrase", "near_miss", "unrelated", "later_notes"]

POSITIVE: tuple[Form, ...] = ("clean", "overloaded", "paraphrase")
"""Forms of the trigger: the commitment is operative."""
SILENT: tuple[Form, ...] = ("near_miss", "unrelated", "later_notes")
"""Nothing should fire."""
FORMS = (*POSITIVE, *SILENT)
RANKED: tuple[Form, ...] = ("clean", "overloaded")
"""The forms that the paper's tables are made of."""


@dataclass(frozen=True, slots=True)
class Context:
    """What the person writes on a day.

    Attributes:
        form: What it is to the blueprint's commitment.
        day: When; what has no day of its own is written on the day of the trigger.
        text: What they write.
    """

    form: Form
    day: date
    text: str

    @property
    def is_positive(self) -> bool:
        """Return True when the commitment is operative."""
        return self.form in POSITIVE


def contexts_of(blueprint: Blueprint) -> Iterator[Context]:
    """Yield the situations of a blueprint."""
    day = blueprint.trigger.day
    yield Context("clean", day, blueprint.trigger.text)
    yield Context("overloaded", day, blueprint.overloaded)
    for text in blueprint.paraphrases:
        yield Context("paraphrase", day, text)
    yield Context("unrelated", day, blueprint.unrelated)
    yield Context("near_miss", blueprint.near_miss.day, blueprint.near_miss.text)
    for note in blueprint.later_notes:
        yield Context("later_notes", note.day, note.text)
