"""What a person can say of a firing: which keys do something on a row, and what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.errors import UsageError
from app.ledger.commitment import Commitment
from app.ledger.judgement import Judgement, sentence_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """Something that can be said of a firing.

    Attributes:
        judgement: What it says.
        action: The action of the screen that says it.
        name: What it is, in two or three words.
        effect: What follows from it.
    """

    judgement: Judgement
    action: str
    name: str
    effect: str


_VERDICTS = (
    Verdict("confirmed", "confirm", "it applies", "“{}” becomes a cue: the like of it counts for more"),
    Verdict("corrected", "deny", "not this", "“{}” becomes a blocker: a false alarm does not come twice"),
    Verdict("acknowledged", "acknowledge", "seen", "it waits for another sentence; nothing is learnt"),
)


def verdicts(item: Commitment) -> Iterator[Verdict]:
    """Yield what can be said of a commitment's firing; nothing when it has none of that kind."""
    for verdict in _VERDICTS:
        try:
            sentence = sentence_of(item, verdict.judgement)
        except UsageError:
            continue
        yield replace(verdict, effect=verdict.effect.replace("{}", sentence))
