"""What a person can say of a firing: which keys do something on a row, and what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.errors import UsageError
from app.ledger.commitment import Commitment
from app.ledger.judgement import Judgement, sentence_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """Something that can be said of a firing.

    Attributes:
        action: The action of the screen that says it.
        name: What it is, in two or three words.
        effect: What follows from it.
    """

    action: str
    name: str
    effect: str


_VERDICTS: tuple[tuple[Judgement, Verdict], ...] = (
    ("confirmed", Verdict("confirm", "it applies", "“{}” becomes a cue: the like of it counts for more")),
    ("corrected", Verdict("deny", "not this", "“{}” becomes a blocker: a false alarm does not come twice")),
    ("acknowledged", Verdict("acknowledge", "seen", "it waits for another sentence; nothing is learnt")),
)


def verdicts(item: Commitment) -> Iterator[Verdict]:
    """Yield what can be said of a commitment's firing; nothing when it has none of that kind."""
    for judgement, verdict in _VERDICTS:
        try:
            sentence = sentence_of(item, judgement)
        except UsageError:
            continue
        yield Verdict(verdict.action, verdict.name, verdict.effect.replace("{}", sentence))
