"""What a line of quick add and the fields changed under it say together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from widgets.dialogs.draft_row import HINTS, LISTS
from widgets.dialogs.reading import Check

if TYPE_CHECKING:
    from app.ledger.quick_add import QuickLine, QuickPart

ReadLine = Callable[[str], "QuickLine"]


@dataclass(frozen=True, slots=True)
class Question:
    """A part of a line that may mean several things.

    Attributes:
        part: The part.
        choices: What can stand in its place, and how each is read.
    """

    part: QuickPart
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Understood:
    """A line, read.

    Attributes:
        text: The line.
        changed: Fields that a person changed under the line; they win.
        given: What the line alone gives, field by field; what could not be read as it was typed.
        draft: What can be stored. What could not be read in the line is in the action still.
        readings: How each field is read; what cannot be read begins with "!".
        parts: Where in the line the fields stand.
        question: The first part that may mean several things.
    """

    text: str
    changed: Mapping[str, str]
    given: Mapping[str, str]
    draft: Mapping[str, str]
    readings: Mapping[str, str]
    parts: tuple[QuickPart, ...]
    question: Question | None

    @property
    def fields(self) -> list[str]:
        """The fields that are to be shown, in order."""
        return [name for name in HINTS if self.given.get(name) or name in self.changed or self._has_problem(name)]

    @property
    def problem_at(self) -> str:
        """The first field that cannot be read; empty when all can."""
        return next((name for name in HINTS if self._has_problem(name)), "")

    @property
    def can_stay_text(self) -> bool:
        """Whether what could not be read may be stored as it stands in the line: a person is not asked about it."""
        fields = {part.field for part in self.parts if part.problem and not part.choices} - self.changed.keys()
        return bool(self.draft["action"].strip()) and all(name in fields for name in HINTS if self._has_problem(name))

    def _has_problem(self, field: str) -> bool:
        return self.readings.get(field, "").startswith("!")


def understand(text: str, changed: Mapping[str, str], read_line: ReadLine, check: Check) -> Understood:
    """Read a line and the fields that were changed under it."""
    quick = read_line(text)
    draft = {"action": "", **quick.draft, **changed}
    parts = [part for part in quick.parts if part.field not in changed]
    readings = dict(check(draft))
    for name in {part.field for part in parts}:
        said = _said([part for part in parts if part.field == name], draft.get(name, ""))
        readings[name] = said or readings.get(name, "")
    question = next((part for part in parts if part.choices), None)
    asked = Question(question, _read_choices(question, check)) if question else None
    return Understood(text, dict(changed), _given(quick), draft, readings, quick.parts, asked)


def _given(quick: QuickLine) -> dict[str, str]:
    given = {name: typed for name, typed in quick.draft.items() if typed}
    for part in quick.parts:
        if part.problem:
            given.setdefault(part.field, part.typed)
    return given


def _said(parts: Sequence[QuickPart], value: str) -> str:
    problem = next((part.problem for part in parts if part.problem), "")
    if problem:
        return f"! {problem}"
    if parts[0].field in LISTS:
        return ""
    return ", ".join(part.said for part in parts if part.said and part.said != value)


def _read_choices(part: QuickPart, check: Check) -> tuple[tuple[str, str], ...]:
    return tuple((choice, check({part.field: choice}).get(part.field, "")) for choice in part.choices)
