"""Why one result stands above another: what decides between them, and how far each factor moves them apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from app.search.explain import Part
from app.search.result import RankMode
from app.search.standing import changed_words

if TYPE_CHECKING:
    from app.search.explain import ScoreExplanation
    from app.search.result import SearchResult

Decisive = Literal["pin", "date", "score", "relevance", "path"]

_WITHOUT_TERMS = ("folder", "daily")
"""Factors that nothing is added up to."""
_NEGLIGIBLE = 5e-4
"""A difference below this is none to a reader: it would be shown as 0.000."""


@dataclass(frozen=True, slots=True)
class Side:
    """A result and what its score is made of."""

    result: SearchResult
    explanation: ScoreExplanation


@dataclass(frozen=True, slots=True)
class Difference:
    """One factor of both scores, or one term of such a factor.

    Attributes:
        name: What it is.
        upper: Its value for the upper result; of a term, what it adds there.
        lower: The same for the lower one.
        is_term: True for a term: it is subtracted where a factor is divided.
        text: What it comes from, on both sides where that differs.
    """

    name: str
    upper: float
    lower: float
    is_term: bool
    text: str = ""

    @property
    def apart(self) -> float:
        """How far it moves the two apart: a ratio for a factor, a difference for a term; of nothing and some, 0 or inf.

        Above 1, or 0 for a term, it speaks for the upper result.
        """
        if self.is_term:
            return self.upper - self.lower
        if self.lower == 0.0:
            return 1.0 if self.upper == 0.0 else float("inf")
        return self.upper / self.lower


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two results of one answer.

    Attributes:
        upper: What stands above.
        lower: What stands below.
        decisive: What decides between them.
        because: That in words, and what speaks for either.
        differences: Every factor, each followed by its terms.
    """

    upper: SearchResult
    lower: SearchResult
    decisive: Decisive
    because: tuple[str, ...]
    differences: tuple[Difference, ...]


def compare(upper: Side, lower: Side, *, rank: RankMode, now: datetime) -> Comparison:
    """Return what puts one result above another one of the same answer.

    Args:
        upper: The one above.
        lower: The one below.
        rank: The order of the answer.
        now: What days are told from.
    """
    differences = tuple(
        difference
        for above, below in _paired(upper.explanation.parts, lower.explanation.parts)
        for difference in _differences(above, below)
    )
    decisive = _decisive(upper.result, lower.result, rank)
    because = [_because(upper, lower, decisive, now), *_for_either(differences), _other_order(upper, lower, rank)]
    return Comparison(upper.result, lower.result, decisive, tuple(filter(None, because)), differences)


def _decisive(upper: SearchResult, lower: SearchResult, rank: RankMode) -> Decisive:
    """Return the first thing that the order goes by in which the two are not the same."""
    if upper.pinned != lower.pinned:
        return "pin"
    if rank is RankMode.NEWEST and upper.modified != lower.modified:
        return "date"
    if rank is not RankMode.NEWEST and upper.score != lower.score:
        return "score"
    return "relevance" if upper.relevance != lower.relevance else "path"


def _because(upper: Side, lower: Side, decisive: Decisive, now: datetime) -> str:
    above, below = upper.result, lower.result
    if decisive == "pin":
        other = f"the other only matches by {below.pinned}" if below.pinned else "the other is no exact hit"
        return f"It matches by {above.pinned}, and exact hits come first; {other}."
    if decisive == "date":
        return f"It was {changed_words(above.modified, now)}, the other was {changed_words(below.modified, now)}."
    if decisive == "score":
        times = f"{above.score / below.score:.2f} times the other's" if below.score else "the other's is 0"
        return f"Its score is higher: {times}."
    if decisive == "relevance":
        return "All else is equal, and it is more relevant."
    return "They are equal in everything; such results stand in the order of their paths."


def _paired(upper: Sequence[Part], lower: Sequence[Part]) -> Iterator[tuple[Part, Part]]:
    """Yield the factors of both by name; one that a side does not have is 1 there."""
    sides = [{part.name: part for part in parts} for parts in (upper, lower)]
    for name in dict.fromkeys(part.name for part in (*upper, *lower)):
        above, below = (side.get(name, Part(name, 1.0, 1.0, "")) for side in sides)
        yield above, below


def _differences(above: Part, below: Part) -> list[Difference]:
    text = "" if above.terms or below.terms else above.text or below.text
    found = [Difference(above.name, above.value, below.value, False, text)]
    names = list(dict.fromkeys(term.name for term in (*above.terms, *below.terms)))
    for name in names:
        one, other = (next((term for term in part.terms if term.name == name), None) for part in (above, below))
        texts = list(dict.fromkeys(term.text for term in (one, other) if term))
        text = " · ".join(texts) if one and other else texts[0]
        found.append(Difference(name, one.points if one else 0.0, other.points if other else 0.0, True, text))
    return found


def _for_either(differences: tuple[Difference, ...]) -> list[str]:
    """Say what speaks for each of the two, the strongest first; of a factor with terms, the terms."""
    moved = [
        (item.apart if item.is_term else item.upper - item.lower, item.name)
        for item in differences
        if item.is_term or item.name in _WITHOUT_TERMS
    ]
    strongest = sorted(moved, key=lambda pair: -abs(pair[0]))
    above = [name for apart, name in strongest if apart > _NEGLIGIBLE]
    below = [name for apart, name in strongest if apart < -_NEGLIGIBLE]
    said = (("For the upper one", above), ("For the lower one", below))
    return [f"{whose}: {', '.join(names)}." for whose, names in said if names]


def _other_order(upper: Side, lower: Side, rank: RankMode) -> str:
    """Say when relevance alone would have them the other way round."""
    above, below = upper.result, lower.result
    if above.pinned != below.pinned or above.relevance >= below.relevance:
        return ""
    what = "last change" if rank is RankMode.NEWEST else "the blend"
    return f"By relevance alone (plain) the lower one would stand above: {what} puts it below."
