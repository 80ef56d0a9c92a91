"""Numbers that are no amounts: dates, times, telephone numbers, names with a number in them."""

from __future__ import annotations

import re

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez)[a-zä]{0,6}"
_DAY = r"[0-9]{1,2}(?:st|nd|rd|th|\.)?"
_YEAR = r"(?:19|20)[0-9]{2}(?![-/][0-9])"
_NAMED = (
    "no|nos|nr|number|room|flat|phase|version|page|line|chapter|item|section|step|part|unit|day|week|platform|gate|bus"
    "|route|level|year|class|grade|size|house|invoice|order|ticket|issue|bug"
)
_PATTERNS = (
    r"\b[0-9]{1,4}(?P<mark>[-/.])[0-9]{1,2}(?P=mark)[0-9]{1,4}\b",
    r"\b[0-9]{1,2}/[0-9]{1,4}\b",
    r"\b(?:19|20)[0-9]{2}[-/][0-9]{1,2}\b",
    rf"\b{_DAY}(?: ?(?:-|–|to|and|until|bis) ?{_DAY})? (?:of )?{_MONTH}\b(?: {_YEAR}\b)?",
    rf"\b{_MONTH}\.? [0-9]{{1,2}}(?:st|nd|rd|th)?\b(?:,? {_YEAR}\b)?",
    rf"\b{_MONTH} {_YEAR}\b",
    r"\b[0-9]{1,2}(?:[:.][0-9]{2})? ?[ap]\.?m\b",
    r"\b[0-9]{1,2}[:h][0-9]{2}(?::[0-9]{2})?\b",
    r"\b[0-9]{1,2} o['’]?clock",
    r"\b(?:at|by|until|till|before|past|half|from) [0-9]{1,2}(?![\w:%°£$€¥]|[.,][0-9]| ?[%°£$€¥]| \w)",
    r"\b[0-9]+(?:st|nd|rd|th)\b",
    rf"\b(?:{_NAMED})\.? \#?[0-9]+",
    r"\#[0-9]+",
    r"\+[0-9][0-9 ]{5,16}",
    r"(?<![\w.,'])(?<![0-9][ \u00a0\u202f])0[0-9]{2,15}(?:[ -][0-9]{2,8}){0,4}\b",
    r"\b[0-9]{3,}[- ][0-9]{4,}(?:[ -][0-9]+){0,4}\b",
    r"\b[0-9]+(?:[.,][0-9]+)? ?(?:x|×|by) ?[0-9]+(?:[.,][0-9]+)?",
    r"^ *[0-9]{1,3}[.)] (?=\D)",
    r"(?<![0-9])[0-9]{13,}",
)
_NO_AMOUNT = re.compile("|".join(_PATTERNS), re.IGNORECASE)
_RANGE = re.compile(r"(?<=[0-9])[-–](?=[£$€¥]?[0-9])")


def masked(text: str) -> str:
    """Return a text without the numbers that are no amounts, and with the two of a range set apart."""
    return _RANGE.sub(" – ", _NO_AMOUNT.sub("\x00", text))
