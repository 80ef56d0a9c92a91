"""Conditions with a date before their situation, or around one that lasts, within a sentence.

"file it after the 15th when the quote is in", "water the plants while we are abroad (1 to 14 June)". A date that says
by when something is to be done, as in "by Friday when she comes", stays the due date.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date

from app.ledger.condition_dates import read_season
from app.ledger.condition_dates.connectives import LASTING, WHEN, split_connective
from app.ledger.condition_dates.hints import may_have_date

_OPENING = re.compile(
    r"(?<![\w'’-])(?:(?:but )?only )?(?:(?P<dated>after|from|since|not before|once past|starting|nach|ab|seit|après|dès"
    rf"|después|desde|a partir) |(?P<lasting>{LASTING.pattern}))",
    re.IGNORECASE,
)
_BEGINNINGS = frozenset({"after", "from", "since"})
_SAYS_WHEN = re.compile(rf",?(?: and| but)?(?: only)? (?:{WHEN}) ", re.IGNORECASE)
_MOST_ENDS = 4
_LONGEST = 160


def dated_clauses(
    view: str, today: date, ends: Callable[[int], Iterator[int]], is_asked: Callable[[int], bool]
) -> Iterator[tuple[int, int]]:
    """Yield where conditions with such dates begin and end, in order.

    Args:
        view: The line, see `Sheet.view`.
        today: What dates are counted from.
        ends: Gives the places where a clause that begins at a place may end, the nearest first.
        is_asked: Tells whether the words before a place make something else of it ("look after").
    """
    at = 0
    for match in _OPENING.finditer(view):
        start = match.start()
        if start < at or not may_have_date(view[start : start + _LONGEST]) or is_asked(start):
            continue
        for end, _ in zip(ends(start), range(_MOST_ENDS), strict=False):
            clause = " ".join(view[start : min(end, start + _LONGEST)].split())
            if end <= start + _LONGEST and _is_meant(clause, today, lasting=match["lasting"] is not None):
                yield start, end
                at = end
                break


def is_only_date(clause: str, today: date) -> bool:
    """Return True for a clause that is nothing but a date: "after the 15th" is no situation."""
    season = read_season(clause, today) if len(clause) <= _LONGEST else None
    return season is not None and season.phrases != () and not season.situation


def _is_meant(clause: str, today: date, *, lasting: bool) -> bool:
    """Return True for a beginning with "when" behind it, and for days of a situation that lasts."""
    season = read_season(clause, today)
    if season is None or not season.phrases or not season.situation:
        return False
    if lasting:
        return season.fires
    phrase = season.phrases[0]
    behind = clause[clause.find(phrase) + len(phrase) :]
    return split_connective(phrase)[0] in _BEGINNINGS and _SAYS_WHEN.match(behind) is not None
