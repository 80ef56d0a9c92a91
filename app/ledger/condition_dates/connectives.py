"""The words that tie a date to a condition, and what each makes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

Bound = Literal["after", "from", "since", "until", "before", "by", "in", "bare"]
"""What a date is to the condition: an open beginning, an end, the days themselves, or a date without such a word."""

_WORDS: Mapping[Bound, str] = {
    "after": "after|later than|once it is past|once it's past|once past|past|nach dem|nach|après le|après|después del|"
    "después de|passé le",
    "from": "not before|no earlier than|starting from|starting on|starting|beginning on|beginning|as of|as from|"
    "on or after|from|ab dem|ab|à partir du|à partir de|dès le|dès|a partir del|a partir de|desde el|desde|"
    "nicht vor dem|nicht vor",
    "since": "ever since|since|seit dem|seit|depuis le|depuis",
    "until": "up to and including|up to|not after|until|till|til|bis zum|bis|jusqu'au|jusqu'à|hasta el|hasta",
    "before": "prior to|ahead of|before|vor dem|vor|avant le|avant|antes del|antes de",
    "by": "no later than|by|spätestens am|spätestens",
    "in": "in|on|during|within|over|throughout|between|for|am|im|in der|vom|zwischen|während|du|entre|durante|del|en",
}
_LONGEST_FIRST = {bound: sorted(words.split("|"), key=len, reverse=True) for bound, words in _WORDS.items()}
_ALTERNATIVES = "|".join(
    f"(?P<{bound}_>{'|'.join(map(re.escape, words))})" for bound, words in _LONGEST_FIRST.items() if words
)
CONNECTIVE = re.compile(rf"(?:only )?(?:{_ALTERNATIVES}) ", re.IGNORECASE)
"""A connective at the beginning of a phrase, with the blank behind it."""
RANGE_WORDS = frozenset({"from", "between", "for", "vom", "zwischen", "du", "entre", "desde", "desde el", "del"})
"""Those that open a date with two ends, and belong to it."""
NEEDS_SPAN = frozenset({"during", "over", "throughout", "for", "während", "durante", "del", "du", "entre", "zwischen"})
"""Those that one day by itself does not follow."""

WHEN = r"when(?:ever)?|once|if|as soon as|wenn|sobald|falls|quand|lorsque|dès que|cuando|en cuanto"
"""Words that a situation begins with."""
LASTING = re.compile(
    r"(?:for as long as|as long as|whilst|while|during|throughout|for the duration of|over|während|solange|pendant"
    r"|tant que|durante|mientras)(?= |$)",
    re.IGNORECASE,
)
"""Words that begin a situation which lasts."""


def split_connective(phrase: str) -> tuple[Bound, str, str]:
    """Return what a phrase's first words make of its date, those words in lower case, and the rest of it."""
    match = CONNECTIVE.match(phrase)
    if match is None:
        return "bare", "", phrase
    bound = next(bound for bound in _WORDS if match[f"{bound}_"])
    return bound, match[f"{bound}_"].lower(), phrase[match.end() :]
