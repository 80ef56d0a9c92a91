"""Finds the dates in a condition and takes them out: where it begins, behind a comma or dash, in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice
from typing import NamedTuple

from app.ledger.condition_dates.connectives import CONNECTIVE, LASTING, WHEN
from app.ledger.condition_dates.phrases import read_stretch
from app.ledger.condition_dates.values import Stretch

_REACH = 80
"""Characters from either end of a condition in which a date is looked for."""
_MOST = 4
_OPENING = re.compile(rf"(?:{WHEN}),? ", re.IGNORECASE)
_CONNECTED = CONNECTIVE.pattern.replace("?P<", "?P<next_")
_DIVIDER = re.compile(
    rf"[,;:](?: (?:and|but|und|et|y))? (?:(?:only )?(?:{WHEN}) )?| [-–—] (?:(?:{WHEN}) )?"
    rf"| (?:and )?(?:only )?(?:{WHEN}) | (?=(?:{LASTING.pattern}))| (?:and|und|et|y) (?={_CONNECTED})",
    re.IGNORECASE,
)
_SAYS_WHEN = re.compile(rf" (?:{WHEN}) ", re.IGNORECASE)
_BREAK = re.compile(r"[,;:] (?:and |but )?| [-–—] | (?:and|but) (?=not )", re.IGNORECASE)
_ANY_BREAK = re.compile(rf" (?={_CONNECTED})", re.IGNORECASE)
_OPEN_RANGE = re.compile(r" (?=(?:from|between|vom|zwischen|del|entre) )", re.IGNORECASE)
_BRACKETS = re.compile(r"\(([^()]{1,60})\)|\[([^][]{1,60})\]")
_EDGES = " ,;:.-–—"


class Cut(NamedTuple):
    """A date, and the condition without it."""

    stretch: Stretch
    rest: str


@dataclass(frozen=True, slots=True)
class Finder:
    """How the dates of one condition are read.

    Attributes:
        base: What they are counted from.
        is_base_known: False when that is not the day on which the condition was written.
    """

    base: date
    is_base_known: bool

    def stretches(self, text: str) -> tuple[list[Stretch], str]:
        """Return the dates of a condition with single blanks, and what is left of it; empty when nothing is.

        A second date is counted from the first: "after the 15th and before the 3rd".
        """
        found: list[Stretch] = []
        finder = self
        for _ in range(_MOST):
            cut = finder._whole(text) or next((cut for cut in finder._cuts(text) if cut), None)
            if cut is None:
                break
            found.append(cut.stretch)
            text = cut.rest
            finder = replace(finder, base=max(finder.base, cut.stretch.first or finder.base))
        return found, text

    def overlooked(self, text: str) -> str:
        """Return a date at the end of a condition that is no part of its dates for want of a comma; "" for none."""
        if self.stretches(text)[0]:
            return ""
        places = list(_ANY_BREAK.finditer(text, max(0, len(text) - _REACH)))
        return next((text[match.end() :] for match in places if self._read(text[match.end() :])), "")

    def _read(self, phrase: str, *, lasts: bool = False) -> Stretch | None:
        return read_stretch(phrase.strip(_EDGES), self.base, is_base_known=self.is_base_known, lasts=lasts)

    def _whole(self, text: str) -> Cut | None:
        stretch = self._read(text) or self._read(_OPENING.sub("", text, count=1)) if text else None
        return Cut(stretch, "") if stretch else None

    def _cuts(self, text: str) -> Iterator[Cut | None]:
        lasts = LASTING.match(text) is not None
        yield self._leading(text)
        yield from (self._bracketed(text, match, lasts) for match in islice(_BRACKETS.finditer(text), 2 * _MOST))
        yield self._trailing(text, _BREAK, lasts)
        if lasts:
            yield self._trailing(text, _OPEN_RANGE, lasts)

    def _leading(self, text: str) -> Cut | None:
        """Cut "after the 15th when ..." at its longest phrase that is a date; a bare one needs a "when" behind it."""
        begin = match.end() if (match := _OPENING.match(text)) else 0
        dividers = list(_DIVIDER.finditer(text, begin, begin + _REACH))
        for divider in reversed(dividers):
            stretch = self._read(text[begin : divider.start()])
            rest = text[divider.end() :].strip(_EDGES)
            is_clause = _SAYS_WHEN.search(divider[0]) is not None or LASTING.match(rest) is not None
            if stretch is not None and (stretch.bound != "bare" or is_clause):
                return Cut(replace(stretch, names_situation=False), rest)
        return None

    def _bracketed(self, text: str, match: re.Match[str], lasts: bool) -> Cut | None:
        """Cut what stands in brackets; without a connective only behind all of the situation, or of one that lasts."""
        stretch = self._read(match[1] or match[2], lasts=lasts)
        rest = f"{text[: match.start()].rstrip()} {text[match.end() :].lstrip()}".strip(_EDGES)
        if stretch is None or not _counts(stretch, lasts):
            return None
        is_last = not text[match.end() :].strip(_EDGES)
        return Cut(stretch, rest) if lasts or is_last or stretch.bound != "bare" else None

    def _trailing(self, text: str, divider: re.Pattern[str], lasts: bool) -> Cut | None:
        """Cut "..., after the 15th" at its longest phrase that is a date."""
        for match in divider.finditer(text, max(0, len(text) - _REACH)):
            stretch = self._read(text[match.end() :], lasts=lasts)
            if stretch is not None and _counts(stretch, lasts):
                return Cut(stretch, text[: match.start()].strip(_EDGES))
        return None


def _counts(stretch: Stretch, lasts: bool) -> bool:
    """Return False for a date that may be anything to its situation: its day, the name of something, an appointment."""
    return stretch.bound != "bare" or stretch.names_situation or lasts
