"""What a sentence holds beside the words that bind: days to come, and conditions; and whether that is enough."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.ledger.dates import Reading
from app.ledger.quick_add.dates import FoundDate, find_dates, read
from app.ledger.quick_add.standing import BOUND, NAMED, day_of
from app.ledger.suggestions.grammar import Clause, Grammar, Kind, Marker, Need

if TYPE_CHECKING:
    from app.ledger.drafts import Reader

STOP = re.compile(r"[;:.!?()]\s|\s[-–—]+\s")
"""Ends what belongs together in a sentence."""

_PART = re.compile(r"[,;:.!?()]\s|\s[-–—]+\s")
_WORD = re.compile(r"\S+")
_LONGEST_DAY = 6
_NEAR = 8
"""Characters by which a day may begin behind the words that it is told with."""

_SITUATIONS: tuple[Kind, ...] = ("when", "once", "next", "if", "after")


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence as far as it is understood.

    Attributes:
        view: The sentence; what is quoted in it is hidden.
        dates: The days in it that are still to come when it is written.
        clauses: Its conditions.
        grammar: The words of its language.
        reader: How dates are read.
    """

    view: str
    dates: tuple[FoundDate, ...]
    clauses: tuple[Clause, ...]
    grammar: Grammar
    reader: Reader

    def of(self, *kinds: Kind) -> list[Clause]:
        """Return the conditions of some kinds."""
        return [clause for clause in self.clauses if clause.kind in kinds]


Waits = tuple[Sequence[FoundDate], Sequence[Clause]]
"""The days and the conditions that a commitment waits for."""


def dates_ahead(view: str, reader: Reader) -> tuple[FoundDate, ...]:
    """Return the days of a sentence that lie after the day on which it was written."""
    return tuple(found for found in find_dates(view, reader) if _is_ahead(found, reader))


def waits_for(marker: Marker, match: re.Match[str], seen: Evidence) -> Waits | None:
    """Return what a form of words waits for in its sentence; None when that is not what it needs."""
    dates, clauses = _NEEDS[marker.needs](match, seen)
    return (dates, clauses) if dates or clauses or marker.needs == "rule" else None


def _is_ahead(found: FoundDate, reader: Reader) -> bool:
    usable = found.reading is not None and not found.excluded and not found.is_clock
    return usable and found.reading is not None and day_of(found.reading.value) > reader.today


def _near(match: re.Match[str], seen: Evidence) -> list[FoundDate]:
    """Return the days that no sign parts from the words that bind."""
    return [found for found in seen.dates if STOP.search(seen.view, *sorted((match.start(), found.start))) is None]


def _any(match: re.Match[str], seen: Evidence) -> Waits:
    return _near(match, seen), seen.of(*_SITUATIONS) or seen.of("before")


def _limit(match: re.Match[str], seen: Evidence) -> Waits:
    """A refusal holds until something has happened."""
    return (), seen.of("until", "before", "without")


def _bound(match: re.Match[str], seen: Evidence) -> Waits:
    """What others ask for has to be there by a day."""
    return [found for found in _near(match, seen) if found.strength == BOUND], ()


def _date(match: re.Match[str], seen: Evidence) -> Waits:
    return _near(match, seen), ()


def _earlier(match: re.Match[str], seen: Evidence) -> Waits:
    """What "I" do is meant for a day when the day is named first; else it may tell what was done for that day."""
    return [found for found in _near(match, seen) if found.start <= match.start() + _NEAR], ()


def _from(match: re.Match[str], seen: Evidence) -> Waits:
    """The longest beginning of what stands behind "from" that is a day."""
    reader = seen.reader
    for end in reversed([word.end() for word in _WORD.finditer(match["day"])][:_LONGEST_DAY]):
        phrase = match["day"][:end]
        outcome = read(phrase, reader.base, reader.day_first, reader.languages)
        if isinstance(outcome, Reading):
            found = FoundDate(match.start(), match.start("day") + end, phrase, outcome, NAMED, cue="from")
            return ([found] if _is_ahead(found, reader) else []), ()
    return (), ()


def _command(match: re.Match[str], seen: Evidence) -> Waits:
    clauses = [clause for clause in seen.of("when", "once", "next") if seen.grammar.clause.match(clause.text)]
    return _bound(match, seen)[0], clauses


def _coming(match: re.Match[str], seen: Evidence) -> Waits:
    """What "I am doing" is meant for later when it waits for something."""
    return (), _command(match, seen)[1]


def _told(match: re.Match[str], seen: Evidence) -> Waits:
    clauses = [clause for clause in seen.of("once", "until", "next") if seen.grammar.clause.match(clause.text)]
    return _near(match, seen), clauses


def _next(match: re.Match[str], seen: Evidence) -> Waits:
    return (), [] if seen.grammar.past.search(seen.view) else seen.of("next")


def _rule(match: re.Match[str], seen: Evidence) -> Waits:
    return _near(match, seen), seen.of(*_SITUATIONS)


def _situation(match: re.Match[str], seen: Evidence) -> Waits:
    """A plain statement that waits for something that has not happened yet, and does not tell what was."""
    return (), [clause for clause in seen.of("once", "until", "before", "next") if _is_awaited(clause, seen)]


def _is_awaited(clause: Clause, seen: Evidence) -> bool:
    grammar, main = seen.grammar, _main(clause, seen.view)
    if not grammar.clause.match(clause.text) or len(main.split()) < 2:
        return False
    if grammar.past.search(main) or grammar.past.search(clause.text):
        return False
    if clause.kind == "until":
        return grammar.own.match(clause.text) is not None
    return clause.kind != "before" or grammar.binding.search(main) is not None


def _main(clause: Clause, view: str) -> str:
    """Return what a condition is a condition of: what stands before it, else what follows."""
    start = max((stop.end() for stop in _PART.finditer(view, 0, clause.start)), default=0)
    before = view[start : clause.start]
    if len(before.split()) > 1:
        return before
    stop = _PART.search(view, clause.end + 2)
    return view[clause.end : stop.start() if stop else len(view)]


_NEEDS: Mapping[Need, Callable[[re.Match[str], Evidence], Waits]] = {
    "any": _any,
    "limit": _limit,
    "bound": _bound,
    "date": _date,
    "earlier": _earlier,
    "from": _from,
    "command": _command,
    "coming": _coming,
    "told": _told,
    "situation": _situation,
    "next": _next,
    "rule": _rule,
}
