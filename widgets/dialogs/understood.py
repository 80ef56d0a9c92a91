"""What a line of quick add and the fields changed under it say together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from widgets.dialogs.draft_row import HINTS
from widgets.dialogs.reading import Check

if TYPE_CHECKING:
    from app.ledger.quick_add import QuickLine, QuickPart

ReadLine = Callable[[str], "QuickLine"]

EXAMPLES = frozenset({"cues", "blockers"})
"""Fields that are of use once there is a situation."""

WORDS = "due_phrase"
"""The field of a draft that keeps the words of a date beside it."""


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
        """The fields that are to be shown, in order; with a situation those of its examples too, however empty."""
        examples = EXAMPLES if self.draft.get("when", "").strip() else frozenset()
        named = {name for name, typed in self.given.items() if typed} | self.changed.keys() | examples
        return [name for name in HINTS if name in named or self.has_problem(name)]

    @property
    def problem_at(self) -> str:
        """The first field that cannot be read; empty when all can."""
        return next((name for name in HINTS if self.has_problem(name)), "")

    @property
    def can_stay_text(self) -> bool:
        """Whether what could not be read may be stored as it stands in the line: a person is not asked about it."""
        fields = {part.field for part in self.parts if part.problem and not part.choices} - self.changed.keys()
        return bool(self.draft["action"].strip()) and all(name in fields for name in HINTS if self.has_problem(name))

    def has_problem(self, field: str) -> bool:
        """Return whether a field cannot be read."""
        return self.readings.get(field, "").startswith("!")


def understand(text: str, changed: Mapping[str, str], read_line: ReadLine, check: Check) -> Understood:
    """Read a line and the fields that were changed under it."""
    quick = read_line(text)
    draft = {"action": "", **quick.draft, **changed}
    if "due" in changed:
        draft.pop(WORDS, None)
    parts = [part for part in quick.parts if part.field not in changed]
    problems = {part.field: f"! {part.problem}" for part in reversed(parts) if part.problem}
    readings = {**check(draft), **problems}
    question = next((part for part in parts if part.choices), None)
    asked = Question(question, _read_choices(question, check)) if question else None
    return Understood(text, dict(changed), _given(quick, check), draft, readings, quick.parts, asked)


def _given(quick: QuickLine, check: Check) -> dict[str, str]:
    """Return what the rows show: a date in the words that were typed, what could not be read as it was typed."""
    given = {name: typed for name, typed in quick.draft.items() if typed and name != WORDS}
    words = quick.draft.get(WORDS)
    if words and check({"due": words}).get("due") == check({"due": given["due"]}).get("due"):
        given["due"] = words
    for part in quick.parts:
        if part.problem:
            given.setdefault(part.field, part.typed)
    return given


def _read_choices(part: QuickPart, check: Check) -> tuple[tuple[str, str], ...]:
    return tuple((choice, check({part.field: choice}).get(part.field, "")) for choice in part.choices)
