"""What was done to a note, as values: enough to undo it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gap:
    """Where lines were taken out.

    Attributes:
        above: The line above; None at the beginning of the file.
        below: The line below; None at its end.
        end: What the last of the lines ended with; empty when the file ended with them.
    """

    above: str | None
    below: str | None
    end: str


@dataclass(frozen=True, slots=True)
class AppliedEdit:
    r"""What was done to a line, and what it takes to undo it.

    Attributes:
        path: The note.
        line: The line that was changed, or the first of several.
        before: What stood there, without the last line end. Bytes that are not UTF-8 are lone surrogates, which a
            journal has to keep: `json.dumps` does. None when nothing did: what an undo put back.
        after: What stands there now; None when nothing does. Several lines are separated by `\n`, whatever ends a line
            in the file.
        gap: Where the lines were, or are, when one of both is None.
        between: How the lines of `before` end but the last, when there are several: what has taken their place need not
            show it.
    """

    path: str
    line: int
    before: str | None
    after: str | None
    gap: Gap | None = None
    between: str = ""
