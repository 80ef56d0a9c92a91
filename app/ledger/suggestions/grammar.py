"""What a language has to give so that commitments are found in its prose."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

BEGIN, END = r"(?<![\w'’-])", r"(?![\w-])"
CAPITAL = r"(?-i:[A-ZÀ-Ý])"
_JOINTS = ("and", "but", "so", "und", "et", "y")
_CLAUSE = "|".join(["^", r"(?<=[,;:(–—])", r"(?<=\s-)", *(rf"(?<=\b{joint})" for joint in _JOINTS)])
"""Where a clause may begin: behind a sign, or a word that joins."""

Voice = Literal["technical", "reference", "diary"]
VOICES: tuple[Voice, ...] = ("technical", "reference", "diary")
"""How personal a text is: among code, without a date, dated: the more, the more is about the writer's own life."""

Need = Literal[
    "any", "limit", "bound", "date", "earlier", "from", "command", "coming", "told", "situation", "next", "rule"
]
"""What a form of words has to wait for, so that it commits; `app.ledger.suggestions.evidence` says what each means."""

Kind = Literal["next", "when", "once", "if", "until", "before", "after", "without"]


class Marker(NamedTuple):
    """A form of words by which a person binds themselves.

    Attributes:
        pattern: Matches the words; the action begins behind them, or at a group `action`.
        needs: What else the sentence has to hold.
        voice: The least personal text in which it is believed.
    """

    pattern: re.Pattern[str]
    needs: Need = "any"
    voice: Voice = "reference"


@dataclass(frozen=True, slots=True)
class Grammar:
    """The words of one language.

    Attributes:
        markers: Forms by which a person binds themselves, the surer first.
        opening: Matches where a condition begins; the group that matched names its kind.
        clause: Matches a condition that is a clause of its own: its subject, and a verb.
        own: Matches a condition that is about the writer.
        generic: Matches a condition that is nobody's situation in particular: "if you want".
        told: Matches a condition that has come about already.
        denied: Matches doubt, habit and other moods near the words that bind.
        refused: Matches what takes back a whole sentence: "no promises".
        past: Matches verbs that tell what has been.
        binding: Matches words that make a plain statement a rule: "must", "nothing", "first".
        questions: Matches a sentence that asks, at its beginning.
    """

    markers: tuple[Marker, ...]
    opening: re.Pattern[str]
    clause: re.Pattern[str]
    own: re.Pattern[str]
    generic: re.Pattern[str]
    told: re.Pattern[str]
    denied: re.Pattern[str]
    refused: re.Pattern[str]
    past: re.Pattern[str]
    binding: re.Pattern[str]
    questions: re.Pattern[str]


class Clause(NamedTuple):
    """A condition within a sentence: where its connecting word begins, where the clause does, and behind it."""

    start: int
    begin: int
    end: int
    kind: Kind
    text: str


def words(text: str, *, start: bool = False) -> re.Pattern[str]:
    """Return a pattern, whatever the capitals, that begins and ends at the border of words.

    Args:
        text: A regular expression; a blank stands for any space.
        start: Whether it only counts at the beginning of a clause.
    """
    begin = rf"(?:{_CLAUSE})\s*{BEGIN}" if start else BEGIN
    return re.compile(begin + "(?:" + text.replace(" ", r"\s+") + ")" + END, re.IGNORECASE)


def any_of(parts: Iterable[str]) -> str:
    """Return the alternatives as one expression."""
    return "|".join(f"(?:{part})" for part in parts)
