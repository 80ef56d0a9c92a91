"""What a person says of a firing, and what the entry learns from it: a sentence more among its cues or its blockers."""

from __future__ import annotations

from typing import Literal
from unicodedata import normalize

from app.errors import UsageError
from app.ledger.commitment import Commitment
from app.ledger.entry import Entry

Judgement = Literal["acknowledged", "confirmed", "corrected"]
"""Seen and known; right, the sentence is such a situation; wrong, it is none."""

_OF_A_SITUATION = "Only what fires, or may fire, because of words can be judged: highlight such a row."


def sentence_of(item: Commitment, judgement: Judgement) -> str:
    """Return the sentence of the context that a firing is judged by.

    Raises:
        UsageError: There is no such firing to judge.
    """
    firing = item.firing
    if item.home == "note":
        raise UsageError(f"“{item.action}” is a task line: it fires by its date alone", _OF_A_SITUATION)
    if firing is None or firing.met is None:
        reason = "fires by its date" if firing is not None else "does not fire"
        raise UsageError(f"“{item.action}” {reason}", _OF_A_SITUATION)
    if judgement == "acknowledged" and firing.reason != "event":
        raise UsageError(
            f"“{item.action}” fires as long as the search says so", "Clear the search, or say that this is not it."
        )
    return " ".join(firing.met.context.split())


def lesson(entry: Entry, sentence: str, judgement: Judgement, *, ends: bool = False) -> dict[str, object]:
    """Return the changes of an entry that a judgement makes, for `Ledger.judge`.

    A sentence becomes a cue when it is confirmed and a blocker when it is corrected, and leaves the other list: the
    last word counts. An acknowledgement teaches nothing.

    Args:
        entry: What fired.
        sentence: Because of which.
        judgement: What the person says of it.
        ends: The judgement ends an event: then it does something even if the entry knows the sentence.

    Raises:
        UsageError: The sentence is in the list already, and nothing else follows.
    """
    if judgement == "acknowledged":
        return {}
    kept, other = ("cues", "blockers") if judgement == "confirmed" else ("blockers", "cues")
    known = getattr(entry, kept)
    if any(_folded(text) == _folded(sentence) for text in known):
        if ends:
            return {}
        raise UsageError(f"“{sentence}” is one of its {kept} already", "Nothing was changed.")
    rest = tuple(text for text in getattr(entry, other) if _folded(text) != _folded(sentence))
    changes: dict[str, object] = {kept: (*known, sentence)}
    return changes if rest == getattr(entry, other) else changes | {other: rest}


def events_over(item: Commitment, judgement: Judgement) -> tuple[str, ...]:
    """Return the keys of the event firings that a judgement ends: a confirmed one goes on."""
    if item.firing is None or not item.firing.key or judgement == "confirmed":
        return ()
    return (item.firing.key,)


def _folded(text: str) -> str:
    return " ".join(normalize("NFC", text).casefold().split())
