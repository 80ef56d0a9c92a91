"""The entry that a sentence would make: what is to be done, by when, and what it waits for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from app.ledger.quick_add.action import tidied
from app.ledger.quick_add.due import Due, choose_due
from app.ledger.quick_add.sheet import Sheet
from app.ledger.suggestions.evidence import Waits
from app.ledger.suggestions.grammar import Clause, Marker

_ACTION_END = re.compile(
    r";|\s[-–—]+\s|,\s+(?:and\s+|but\s+|so\s+)?(?:he|she|they|it|there|who|which|because|though|folk|you)(?:['’]\w+)?\s"
)
_JOINT = re.compile(r"\s+\S+$")
"""The word that joins a condition to what stands before it."""
_SHORTEST, _FEWEST_WORDS = 12, 2
_LIMITS = frozenset({"until", "before", "without"})
"""Conditions that say how long something is not to be done: they stay in the action, and doing it is the situation."""


def draft_of_sentence(sheet: Sheet, marker: Marker, match: re.Match[str], waits: Waits) -> dict[str, str] | None:
    """Return the draft of a sentence; None when nothing is left to be done.

    Args:
        sheet: The sentence.
        marker: The form of words that binds.
        match: Where it stands.
        waits: What it waits for.
    """
    dates, clauses = waits
    due = choose_due(sheet.line, dates)
    limits = [clause for clause in clauses if clause.kind in _LIMITS]
    taken = [clause for clause in clauses if clause.kind not in _LIMITS]
    if not taken and due.value is None and marker.needs == "any":
        taken, limits = limits, []
    action = _action(sheet, _begin(match), due, taken)
    if len(action.split()) < _FEWEST_WORDS:
        return None
    when = " and ".join(clause.text for clause in taken) or ("" if due.value else _situation(action, limits))
    return {"action": action} | ({"when": when} if when else {}) | _dated(due)


def _begin(match: re.Match[str]) -> int:
    return match.start("action") if match.groupdict().get("action") is not None else match.end()


def _action(sheet: Sheet, begin: int, due: Due, taken: Sequence[Clause]) -> str:
    for claim in due.claims:
        if not claim.problem and not claim.stays:
            sheet.cut(claim.start, claim.end)
    for clause in taken:
        sheet.cut(clause.start, clause.end)
    if begin:
        sheet.cut(0, begin)
    end = _ACTION_END.search(sheet.line, begin + _SHORTEST)
    if end:
        sheet.cut(end.start(), len(sheet.line))
    return tidied(sheet.left).rstrip(" .!")


def _situation(action: str, limits: Sequence[Clause]) -> str:
    """Of what has neither day nor situation, doing it is the situation: that is when a person has to be told."""
    for clause in limits:
        begin = action.find(clause.text)
        if begin > 0:
            action = _JOINT.sub("", action[:begin].rstrip())
    return action.rstrip(" ,;:")


def _dated(due: Due) -> dict[str, str]:
    value = due.value
    if value is None:
        return {}
    typed = value.isoformat(sep=" ", timespec="minutes") if isinstance(value, datetime) else value.isoformat()
    return {"due": typed} | ({"due_phrase": due.phrase} if due.phrase else {})
