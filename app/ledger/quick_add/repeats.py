"""The repetition within a sentence, and why one that was meant cannot be used."""

from __future__ import annotations

import re
from dataclasses import replace

from app.ledger.quick_add.values import Claim
from app.vault.recurrence import FoundRule, Rule, RuleNotUnderstood, find_rule, read_rule

_WHEN_DONE = re.compile(r"(?<![\w'’-])when\s+(?:it\s+is\s+|it['’]s\s+)?done(?![\w'’-])", re.IGNORECASE)
_MEANT = re.compile(
    r"(?<![\w'’-])(?:every|each)(?:!|(?![\w'’-]))\s*(?:[0-9]+|other|second|third|fourth|last|first|day|week|month|year|quarter"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekday|weekend)s?(?![\w'’-])[^,;.\x00\x01]{0,60}",
    re.IGNORECASE,
)
_TWO_MEANINGS = re.compile(
    r"(?<![\w'’-])(?:biweekly|bimonthly|twice a (?:day|week|month|year))(?![\w'’-])", re.IGNORECASE
)

_NEAR = 20
_PART_BEFORE = re.compile(
    r"(?<![\w'’-])(?:of|during|within|per|than|except|not|two|three|four|five|six|[0-9]+)\s+$", re.IGNORECASE
)
_PART_BEHIND = re.compile(r"\s+(?:of|except|but\s+not|and\s+a\s+half|or\s+(?:two|so))(?![\w'’-])", re.IGNORECASE)
_PERIOD_END = re.compile(r"(?:month|quarter|year)(?:['’]?s)?[\s-]+end(?![\w'’-])", re.IGNORECASE)
_LONGEST_PERIOD = 10
_PART_OF_DAY = re.compile(r"\s+(?:morning|afternoon|evening|night)s?(?![\w'’-])", re.IGNORECASE)
"""Of no meaning to a rule; it stays in the action, and the rule with it."""


def find_repetition(view: str) -> tuple[Rule | None, list[Claim]]:
    """Return the rule of a line, if there is one, and the parts that gave it or could not give it.

    "every Saturday evening" repeats every Saturday, and stays in the action because of the evening; "every Tuesday of
    March" does not repeat every Tuesday.
    """
    found = find_rule(view)
    if found is None:
        return None, _refused(view)
    rule = found.rule
    if _is_part(view, found):
        problem = "it is a part of something longer that cannot be computed"
        return None, [Claim("repeat", found.start, found.end, "", problem=problem)]
    part_of_day = _PART_OF_DAY.match(view, found.end) is not None
    claims = [Claim("repeat", found.start, found.end, rule.text, stays=part_of_day)]
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


def _is_part(view: str, found: FoundRule) -> bool:
    """Return True for "every Tuesday | of March", "every quarter | end"."""
    ends = _PERIOD_END.finditer(view, max(0, found.end - _LONGEST_PERIOD))
    is_end = any(match.start() < found.end < match.end() for match in ends)
    before = _PART_BEFORE.search(view, max(0, found.start - _NEAR), found.start)
    return is_end or before is not None or _PART_BEHIND.match(view, found.end) is not None


def _refused(view: str) -> list[Claim]:
    match = _MEANT.search(view) or _TWO_MEANINGS.search(view)
    if match is None:
        return []
    typed = match[0].rstrip()
    try:
        read_rule(typed)
    except RuleNotUnderstood as error:
        return [Claim("repeat", match.start(), match.start() + len(typed), "", problem=str(error))]
    return []
