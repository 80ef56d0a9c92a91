"""Leads within a sentence: "3 days ahead", "remind me 2 weeks before", "with a week's notice"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.ledger.dates import NotADate, parse_lead
from app.ledger.quick_add.values import Claim

_COUNT = r"(?:[0-9]{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half an?|a couple of)"
_UNIT = r"(?:(?:business|working)\s+)?(?:minute|min|hour|hr|day|week|fortnight|month|quarter|year)s?"
_LENGTH = rf"(?P<length>{_COUNT}\s+{_UNIT}|[0-9]{{1,3}}\s?[dwm])"
_ENDS = r"(?=\s*(?:$|[,;.)\x00]))"
_ASKED = r"(?:(?:and\s+)?(?:please\s+)?remind\s+me\s+(?:about\s+it\s+)?)"
_PATTERNS = tuple(
    re.compile(rf"(?<![\w'’-]){source}", re.IGNORECASE)
    for source in (
        rf"{_ASKED}?(?:with\s+)?{_LENGTH}['’]?s?\s+(?:ahead(?:\s+of\s+time)?|earl(?:y|ier)|beforehand|in\s+advance)"
        r"(?![\w-])(?!\s+(?:of|than|to|with)\b)",
        rf"{_ASKED}?{_LENGTH}\s+(?:before(?:\s+(?:it|that|then|the\s+due\s+date))?|prior){_ENDS}",
        rf"{_ASKED}(?P<the>(?:the|a)\s+(?:day|week|month|evening|night))\s+before(?:hand)?{_ENDS}",
        rf"(?:with|at|on|give\s+me)\s+(?:at\s+least\s+)?{_LENGTH}['’]?s?['’]?\s+(?:of\s+)?"
        r"(?:advance\s+)?(?:notice|warning|lead(?:\s+time)?|head\s+start)(?![\w-])",
        rf"lead:?\s+(?:time:?\s+)?(?:of\s+)?{_LENGTH}(?![\w-])",
    )
)
_ARTICLE = re.compile(r"(?:the|a)\s+", re.IGNORECASE)


def find_leads(view: str) -> Iterator[Claim]:
    """Yield every lead of a line; none overlaps another."""
    taken = 0
    for match in sorted((m for p in _PATTERNS for m in p.finditer(view)), key=lambda m: (m.start(), -m.end())):
        if match.start() >= taken:
            taken = match.end()
            yield _claim(match)


def _claim(match: re.Match[str]) -> Claim:
    groups = match.groupdict()
    length = " ".join((groups.get("length") or f"1 {_ARTICLE.sub('', groups.get('the') or '')}").split())
    length = re.sub(r"evening|night", "day", length)
    try:
        parse_lead(length)
    except NotADate as error:
        return Claim("lead", match.start(), match.end(), "", problem=str(error))
    return Claim("lead", match.start(), match.end(), length, f"{length} before")
