"""What a command has to say, in both forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.cli.shapes import Json


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command has to say.

    Attributes:
        shape: For `--json`.
        lines: For people.
        messages: Remarks for standard error.
        status: Exit status.
    """

    shape: Json
    lines: tuple[str, ...]
    messages: tuple[str, ...] = ()
    status: int = 0
