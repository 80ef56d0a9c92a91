"""What has been read of a repetition so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, time

from app.vault.recurrence.rule import NthDay
from app.vault.recurrence.words import Token, Unit


class Refused(ValueError):
    """The text cannot be read on.

    Args:
        reason: Why, as a clause.
        example: What could be written instead.
    """

    def __init__(self, reason: str, example: str) -> None:
        super().__init__(reason)
        self.example = example


class Misfit(Refused):
    """The text was read, but it means nothing or two things: no shorter part of it is what was meant either."""


@dataclass(slots=True)
class Draft:
    """The parts of a rule, as they are found.

    Attributes:
        unit: None as long as none was named.
        loose: It begins with an ordinary word ("daily", "on Mondays"): within a sentence it is a repetition only where
            a phrase ends.
        repeats: A word was found that makes it a repetition: "every", "daily", "Mondays".
    """

    unit: Unit | None = None
    interval: int = 1
    weekdays: set[int] = field(default_factory=set)
    days: list[NthDay] = field(default_factory=list)
    months: set[int] = field(default_factory=set)
    times: set[time] = field(default_factory=set)
    until: date | None = None
    from_completion: bool = False
    loose: bool = False
    repeats: bool = False


class Cursor:
    """A place among tokens; it only moves on."""

    def __init__(self, tokens: list[Token]) -> None:
        self._words = [token.text for token in tokens]
        self.at = 0
        self.furthest = 0

    @property
    def ended(self) -> bool:
        """Whether all tokens have been read."""
        return self.at >= len(self._words)

    def peek(self, ahead: int = 0) -> str:
        """Return a token that was not read yet; "" behind the last."""
        at = self.at + ahead
        self.furthest = max(self.furthest, at)
        return self._words[at] if at < len(self._words) else ""

    def take(self) -> str:
        """Read a token; "" behind the last."""
        word = self.peek()
        self.at += 1
        return word

    def accept(self, *words: str) -> str:
        """Read the next token if it is one of these; otherwise return ""."""
        return self.take() if self.peek() in words and not self.ended else ""

    def accept_all(self, *words: str) -> bool:
        """Read these tokens if they are all next."""
        if any(self.peek(ahead) != word for ahead, word in enumerate(words)):
            return False
        self.at += len(words)
        return True
