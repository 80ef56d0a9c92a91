"""What a line was read as."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QuickPart:
    """Characters of a line that gave a field.

    Attributes:
        field: The field of the draft.
        start: Where they begin in the line.
        end: Behind the last of them.
        typed: The characters themselves.
        said: How they were read, for a person.
        problem: Why they could not be used; they stay in the action then. Empty when all is well.
        choices: What may be meant, in forms that can stand in the line in their place.
    """

    field: str
    start: int
    end: int
    typed: str
    said: str
    problem: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QuickLine:
    """A line as it was read.

    Attributes:
        draft: Field name to value, as in a form; `action` is always there, other fields only when the line gave them.
        parts: What gave the fields, in the order of the line; no two overlap.
    """

    draft: dict[str, str]
    parts: tuple[QuickPart, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A part before the whole line is known.

    Attributes:
        field: As in `QuickPart`, as for the next five.
        start: Where it begins.
        end: Behind its last character.
        value: What goes into the draft.
        said: How it was read.
        problem: Why it cannot be used.
        choices: What may be meant.
        stays: Whether its characters belong to the action too.
    """

    field: str
    start: int
    end: int
    value: str
    said: str = ""
    problem: str = ""
    choices: tuple[str, ...] = ()
    stays: bool = False

    def part(self, line: str) -> QuickPart:
        """Return the claim as it is shown."""
        said = "" if self.problem else self.said or self.value
        return QuickPart(
            self.field, self.start, self.end, line[self.start : self.end], said, self.problem, self.choices
        )
