"""From the text of a repetition to the rule."""

from __future__ import annotations

from functools import lru_cache

from app.vault.recurrence.checks import rule_of
from app.vault.recurrence.draft import Cursor, Refused
from app.vault.recurrence.grammar import read_draft
from app.vault.recurrence.rule import Rule, RuleNotUnderstood
from app.vault.recurrence.words import tokens_of

_LONGEST = 200
_SHOWN = 60


@lru_cache(maxsize=512)
def read_rule(text: str) -> Rule:
    """Read a repetition: `every 2 weeks on Tuesday when done`. Case does not matter.

    Raises:
        RuleNotUnderstood: The text is anything else; the message quotes it, says why, and gives an example.
    """
    if len(text) > _LONGEST:
        raise RuleNotUnderstood(f"{quoted(text)} is not understood: it is too long to be one")
    try:
        return rule_of(read_draft(Cursor(tokens_of(text))), text)
    except Refused as error:
        reason = f'{error}; write for example "{error.example}"'
        raise RuleNotUnderstood(f"{quoted(text)} is not understood: {reason}") from error


def quoted(text: str) -> str:
    """Return a rule's text as a message names it."""
    return f'the repetition "{text if len(text) <= _SHOWN else text[:_SHOWN] + "…"}"'
