"""Conditions within a sentence of prose: where they begin, and how far they go."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import cast

from app.ledger.suggestions.grammar import Clause, Grammar, Kind

_STOP = re.compile(r"[,;()\[\]…]|\s[-–—]+\s|\.{2,}|:\s")
_JOINT = re.compile(r"\s+(?:and|but|so|then|or|und|aber|et|mais|y|pero)$", re.IGNORECASE)
_SIGNS = " ,:;.!?-–—("
_LONGEST, _FEWEST_WORDS = 160, 2


def find_clauses(view: str, grammar: Grammar, borders: Sequence[int]) -> list[Clause]:
    """Find the conditions of a sentence, in order.

    Args:
        view: The sentence; what is quoted in it is hidden.
        grammar: The words of its language.
        borders: Where the words begin that bind: a condition before them ends there.
    """
    openings = list(grammar.opening.finditer(view))
    limits = sorted({*borders, *(opening.start() for opening in openings)})
    return list(_clauses(view, grammar, openings, limits))


def _clauses(view: str, grammar: Grammar, openings: Sequence[re.Match[str]], limits: Sequence[int]) -> Iterator[Clause]:
    at = 0
    for opening in openings:
        if opening.start() < at or opening.lastgroup is None:
            continue
        end = _end(view, opening.end(), limits)
        text = " ".join(view[opening.end() : end].strip(_SIGNS).split())
        if len(text.split()) >= _FEWEST_WORDS and not grammar.generic.match(text) and not grammar.told.match(text):
            yield Clause(opening.start(), opening.end(), end, cast(Kind, opening.lastgroup), text)
            at = end


def _end(view: str, begin: int, limits: Sequence[int]) -> int:
    """Return where a clause ends: before a sign, the words that bind, or another condition."""
    end = next((limit for limit in limits if limit > begin and view[begin:limit].strip()), len(view))
    stop = _STOP.search(view, begin, end)
    text = view[begin : min(end, stop.start() if stop else end, begin + _LONGEST)].rstrip(_SIGNS)
    return begin + len(_JOINT.sub("", text))
