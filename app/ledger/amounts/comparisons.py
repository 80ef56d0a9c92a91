"""Comparisons in a condition: "above 25,000", "at least 40 %", "between 10 and 20 euro"."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from app.ledger.amounts.masking import masked
from app.ledger.amounts.numbers import NUMBER, Amount, amount_at, amounts_in
from app.ledger.amounts.units import CURRENCIES

Relation = Literal["above", "at least", "below", "at most", "between"]

_WORDS: Mapping[Relation, str] = {
    "above": r"above|over|more than|exceed(?:s|ed|ing)?|greater than|higher than|larger than|bigger than|longer than"
    r"|older than|north of|past|in excess of|upwards of|better than|>|über|mehr als|plus de|más de",
    "at least": r"at least|no less than|no fewer than|not less than|a minimum of|minimum|reach(?:es|ed)?|≥|>="
    r"|mindestens|au moins|al menos",
    "below": r"below|under|less than|fewer than|lower than|cheaper than|smaller than|shorter than|younger than|<|unter"
    r"|weniger als|moins de|menos de",
    "at most": r"at most|no more than|not more than|no higher than|a maximum of|maximum|up to|down to"
    r"|(?:drop|fall|sink)(?:s|ped|en)? to|≤|<=|höchstens|maximal|au plus|como máximo",
}
_SYNTAX = "|".join(f"(?P<r{place}>{words})" for place, words in enumerate(_WORDS.values()))
_RELATION = re.compile(
    rf"(?P<denied>\bnot |n['’]t )?(?<!\w)(?:{_SYNTAX})(?!\w) ?(?:about |around |roughly |a total of )?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"(?<!\w)(?:between|zwischen|entre) ", re.IGNORECASE)
_AND = re.compile(r" ?(?:and|to|-|–|und|et|y) ", re.IGNORECASE)
_OR_MORE = re.compile(
    r"\+|(?:[^\W\d_]+ )?(?:or (?:more|above|over|higher)|and (?:up|above|more|over)|upwards)(?!\w)", re.IGNORECASE
)
_OR_LESS = re.compile(
    r"(?:[^\W\d_]+ )?(?:or (?:less|fewer|below|under|lower)|and (?:below|under|less))(?!\w)", re.IGNORECASE
)
_OPPOSITE: Mapping[Relation, Relation] = {
    "above": "at most", "at least": "below", "below": "at least", "at most": "above",
}  # fmt: skip
_BEHIND: tuple[tuple[re.Pattern[str], Relation], ...] = ((_OR_MORE, "at least"), (_OR_LESS, "at most"))
_SMALL_BOUND = 100.0
_SMALL_KINDS = frozenset({"%", "degrees", "°F"})
_MOST = 4
_LONGEST = 4000


@dataclass(frozen=True, slots=True)
class Comparison:
    """What an amount is to be.

    Attributes:
        relation: To the bound.
        low: The bound; of "between" the lower one.
        high: The upper one of "between", both included.
    """

    relation: Relation
    low: Amount
    high: Amount | None = None

    @property
    def text(self) -> str:
        """The comparison in words: "above £25,000"."""
        return f"{self.relation} {self.low.text}" + (f" and {self.high.text}" if self.high else "")

    @property
    def span(self) -> tuple[float, float]:
        """The least and the greatest amount for which it holds."""
        bound = self.low.value
        if self.high is not None:
            return bound, self.high.value
        return {
            "above": (math.nextafter(bound, math.inf), math.inf), "at least": (bound, math.inf),
            "below": (-math.inf, math.nextafter(bound, -math.inf)), "at most": (-math.inf, bound),
        }[self.relation]  # fmt: skip

    def concerns(self, amount: Amount) -> bool:
        """Return whether an amount is of the same kind: the same currency or measure, or the same things counted.

        A number without either is of any kind, but a small whole one, which may count anything, only where the bound is
        small too. A bound without either is of money, or a small one of degrees or percent.
        """
        if amount.is_rate != (self.high or self.low).is_rate:
            return False
        kind = self.low.kind
        if kind and amount.kind:
            return kind == amount.kind
        if self.low.things and not kind:
            return not amount.kind and bool(self.low.things & amount.things)
        if amount.kind:
            return amount.kind in CURRENCIES or (amount.kind in _SMALL_KINDS and abs(self.low.value) <= _SMALL_BOUND)
        return not amount.things and (not amount.is_count or abs(self.low.value) < _SMALL_BOUND)


def comparisons_in(condition: str) -> tuple[Comparison, ...]:
    """Return the comparisons of a condition; never raises."""
    text = masked(condition[:1000])
    return tuple(_found(text))[:_MOST]


def contradicted(comparisons: tuple[Comparison, ...], context: str) -> str:
    """Return the words of an amount that is not what a condition asks for; "" when one is, or none is named.

    "over £20,000" may be more than £25,000 as well as less: it contradicts neither.
    """
    if not comparisons:
        return ""
    spans = {one.low.text: one.span for one in _found(masked(context[:_LONGEST]))}
    amounts = [(amount, spans.get(amount.text, (amount.value, amount.value))) for amount in amounts_in(context)]
    for comparison in comparisons:
        concerned = [(amount, span) for amount, span in amounts if comparison.concerns(amount)]
        fitting = (
            all(_meet(one.span, span) for one in comparisons if one.concerns(amount)) for amount, span in concerned
        )
        if concerned and not any(fitting):
            return f"{concerned[0][0].text} is not {comparison.text}"
    return ""


def _meet(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return max(one[0], other[0]) <= min(one[1], other[1])


def _found(text: str) -> Iterator[Comparison]:
    taken: set[int] = set()
    for comparison, places in (*_between(text), *_related(text)):
        if not taken & places:
            taken |= places
            yield comparison
    for number in NUMBER.finditer(text):
        if number.start() not in taken and (followed := _followed(text, number)) is not None:
            yield followed


def _related(text: str) -> Iterator[tuple[Comparison, set[int]]]:
    """Yield "above £25,000", "not under 3"."""
    for match in _RELATION.finditer(text):
        number = NUMBER.match(text, match.end())
        amount = amount_at(text, number) if number else None
        if number and amount:
            relation = next(name for place, name in enumerate(_WORDS) if match[f"r{place}"])
            yield Comparison(_OPPOSITE[relation] if match["denied"] else relation, amount), {number.start()}


def _between(text: str) -> Iterator[tuple[Comparison, set[int]]]:
    """Yield "between 10 and 20 euro"; what the second number is of holds for the first."""
    for match in _BETWEEN.finditer(text):
        low = NUMBER.match(text, match.end())
        first = amount_at(text, low) if low else None
        if low is None or first is None:
            continue
        joint = _AND.match(text, low.start() + len(first.text))
        high = NUMBER.match(text, joint.end()) if joint else None
        second = amount_at(text, high) if high else None
        if high and second and first.value <= second.value and first.kind in ("", second.kind):
            bound = replace(first, kind=second.kind, things=second.things)
            yield Comparison("between", bound, second), {low.start(), high.start()}


def _followed(text: str, number: re.Match[str]) -> Comparison | None:
    """Read "3 or more quotes", "£500 or less", "25,000+"."""
    rest = text[number.end() : number.end() + 40]
    at = number.end() + len(rest) - len(rest.lstrip(" %°"))
    for pattern, relation in _BEHIND:
        if match := pattern.match(text, at):
            amount = amount_at(text, number, match.end())
            return Comparison(relation, amount) if amount else None
    return None
