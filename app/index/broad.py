"""Queries that match a large part of a large vault, such as the first letters of a word: what of it is ranked.

bm25 has to be computed for every match before the best are known: 100,000 matches take a quarter of a second, and a
word that so many chunks have tells hardly anything about any of them (its weight in bm25 goes to nothing).
"""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass

MOST_RANKED = 2_000
"""Matches of which each is ranked; of more, the latest and the latest of those in titles and headings."""

LATEST_RANKED = 500
"""How many of either are ranked then."""

_ANY_OF = re.compile(r'\(("[^"]*"\*?(?: OR "[^"]*"\*?)+)\)')
_ONE = re.compile(r'"[^"]*"\*?')
_IN_NAMES = 2.0
_COUNT = "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)"


@dataclass(frozen=True, slots=True)
class Part:
    """What is ranked.

    Attributes:
        expression: What matches.
        latest: How many matches count, the latest; -1 for all.
        is_one_word: Nothing but one word or prefix is asked for.
        standing: What stands for bm25 where that is not computed.
    """

    expression: str
    latest: int = -1
    is_one_word: bool = False
    standing: float = 1.0


def telling_words(connection: sqlite3.Connection, expression: str) -> str:
    """Leave the commonest words out of `("a" OR "b" ...)`, as long as rarer ones are there and matches are too many.

    What has only a common word comes after what has a rare one, so that nothing is lost at the head of the list.
    """
    found = _ANY_OF.fullmatch(expression)
    if found is None:
        return expression
    words = found[1].split(" OR ")
    counted = sorted((_count(connection, word), at) for at, word in enumerate(words))
    kept, total = [counted[0][1]], counted[0][0]
    for count, at in counted[1:]:
        total += count
        if total > MOST_RANKED:
            break
        kept.append(at)
    return f"({' OR '.join(words[at] for at in sorted(kept))})" if len(kept) < len(words) else expression


def ranked_parts(connection: sqlite3.Connection, expression: str) -> list[Part]:
    """Return what is ranked of an expression's matches: all of them, unless they are too many."""
    if _count(connection, expression) <= MOST_RANKED:
        return [Part(expression)]
    in_names = f"{{title headings}} : ({expression})"
    if _ONE.fullmatch(expression):
        return [Part(in_names, is_one_word=True, standing=_IN_NAMES), Part(expression, is_one_word=True)]
    return [Part(expression, LATEST_RANKED), Part(in_names, LATEST_RANKED)]


def _count(connection: sqlite3.Connection, expression: str) -> int:
    return int(connection.execute(_COUNT, (expression, MOST_RANKED + 1)).fetchone()[0])
