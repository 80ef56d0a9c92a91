"""The repetition within a sentence, and why one that was meant cannot be used."""

from __future__ import annotations

import re
from dataclasses import replace

from app.ledger.quick_add.values import Claim
from app.vault.recurrence import Rule, RuleNotUnderstood, find_rule, read_rule

_WHEN_DONE = re.compile(r"(?<![\w'’-])when\s+(?:it\s+is\s+|it['’]s\s+)?done(?![\w'’-])", re.IGNORECASE)
_MEANT = re.compile(
    r"(?<![\w'’-])(?:every|each)(?:!|(?![\w'’-]))\s*(?:[0-9]+|other|second|third|fourth|last|first|day|week|month|year|quarter"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekday|weekend)s?(?![\w'’-])[^,;.\x00\x01]{0,60}",
    re.IGNORECASE,
)


def find_repetition(view: str) -> tuple[Rule | None, list[Claim]]:
    """Return the rule of a line, if there is one, and the parts that gave it or could not give it."""
    found = find_rule(view)
    if found is None:
        return None, _refused(view)
    rule = found.rule
    claims = [Claim("repeat", found.start, found.end, rule.text)]
    done = _WHEN_DONE.search(view, found.end)
    if done is not None and not rule.from_completion:
        text = f"{rule.text} when done"
        try:
            rule = read_rule(text)
        except RuleNotUnderstood:
            return rule, claims
        claims = [
            replace(claims[0], value=text),
            Claim("repeat", done.start(), done.end(), "", "counted from the day done"),
        ]
    return rule, claims


def _refused(view: str) -> list[Claim]:
    match = _MEANT.search(view)
    if match is None:
        return []
    typed = match[0].rstrip()
    try:
        read_rule(typed)
    except RuleNotUnderstood as error:
        return [Claim("repeat", match.start(), match.start() + len(typed), "", problem=str(error))]
    return []
