"""Amounts in a text: numbers with what they are of."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.ledger.amounts.masking import masked
from app.ledger.amounts.units import CURRENCIES, Unit, known_unit, things_behind, unit_behind

_LONGEST = 4000
_DIGITS = r"[0-9]{1,3}(?:[,.'\u00a0\u202f ][0-9]{3})+(?![0-9])(?:[.,][0-9]{1,2})?|[0-9]{1,12}(?:[.,][0-9]{1,12})?"
_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {word: float(value) for value, word in enumerate(_SMALL)} | {
    word: 20.0 + 10 * place for place, word in enumerate(_TENS)
}
_MULTIPLES = {
    "k": 1e3, "thousand": 1e3, "grand": 1e3, "tausend": 1e3, "hundred": 1e2, "million": 1e6, "millions": 1e6, "mn": 1e6,
    "mio": 1e6, "m": 1e6, "bn": 1e9, "billion": 1e9,
}  # fmt: skip
_WORD = (
    rf"\b(?:(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_SMALL[1:10])}))?|{'|'.join(_SMALL)}"
    r"|(?:half )?an?(?= (?:hundred|thousand|million|billion)\b))\b"
)
_MULTIPLE = "|".join(sorted(_MULTIPLES, key=len, reverse=True))
NUMBER = re.compile(
    r"(?<![\w.,/:-])(?P<sign>(?:minus |[-−])(?=[£$€¥0-9]))?(?P<currency>[£$€¥] ?)?"
    rf"(?:(?P<digits>{_DIGITS})|(?P<word>{_WORD}))(?: ?(?P<multiple>{_MULTIPLE})\b)?(?![0-9_/]|[.,:][0-9]|-[a-z])",
    re.IGNORECASE,
)
"""A number in a text from which `masked` has taken what is none."""
_GROUPED = re.compile(
    r"(?P<whole>[0-9]{1,3}(?P<mark>[,.'\u00a0\u202f ])[0-9]{3}(?:(?P=mark)[0-9]{3})*)"
    r"(?:(?!(?P=mark))[.,](?P<cents>[0-9]{1,2}))?"
)
_PLAIN = re.compile(r"[0-9]+(?:[.,][0-9]+)?")
_DOTTED = frozenset({"€", "CHF"})
"""Currencies of countries that set thousands apart by a dot."""
_COUNTED = 1000
_RATE = re.compile(
    r" ?/ ?[a-z]| (?:per|each|apiece|an? (?:day|hour|week|month|year|head|person|night|piece|unit|pop))\b",
    re.IGNORECASE,
)
_YEARS = range(1900, 2101)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number and what it is of.

    Attributes:
        value: In the unit of its kind.
        kind: Currency or measure; empty when none is said.
        things: Stems of the words behind a number without a kind: what is counted, perhaps.
        text: As written.
        is_count: True for a small whole number without a kind: how many, and hardly how much.
        is_rate: True for so much a day or each; no sum is compared with it.
    """

    value: float
    kind: str
    things: frozenset[str]
    text: str
    is_count: bool
    is_rate: bool = False


def amounts_in(text: str) -> Iterator[Amount]:
    """Yield the amounts of a text, in order; never raises. Only the first 4,000 characters are read."""
    plain = masked(text[:_LONGEST])
    for match in NUMBER.finditer(plain):
        amount = amount_at(plain, match)
        if amount is not None and not (match["word"] and amount.is_count and not amount.things):
            yield amount


def amount_at(text: str, match: re.Match[str], behind: int = 0) -> Amount | None:
    """Return the amount that a match of `NUMBER` is; None for a year, or a number that can be read in two ways.

    Args:
        text: What was searched.
        match: The match.
        behind: Where to look for what is counted, when that is not just behind the number.
    """
    multiple, (unit, end) = (match["multiple"] or "").lower(), _unit(text, match)
    if multiple == "m" and (unit is None or unit.kind not in CURRENCIES):
        multiple, unit, end = "", Unit("length"), match.end()
    if unit is None and not multiple and text[end : end + 1].isalpha():
        return None
    value = _in_words(match["word"]) if match["word"] else _in_digits(match["digits"], unit)
    is_plain = unit is None and not multiple
    if value is None or (is_plain and match["digits"] and _is_year(match["digits"])):
        return None
    value *= _MULTIPLES.get(multiple, 1.0)
    is_count = is_plain and value < _COUNTED and value == int(value)
    things = things_behind(text, behind or match.end()) if is_count else frozenset()
    signed = (-value if match["sign"] else value) * (unit.size if unit else 1.0)
    said, is_rate = text[match.start() : end].strip(), _RATE.match(text, end) is not None
    return Amount(signed, unit.kind if unit else "", things, said, is_count, is_rate)


def _unit(text: str, match: re.Match[str]) -> tuple[Unit | None, int]:
    before = known_unit(match["currency"].strip()) if match["currency"] else None
    behind, end = unit_behind(text, match.end())
    return (before, match.end()) if before else (behind, end)


def _is_year(digits: str) -> bool:
    return len(digits) == 4 and digits.isdigit() and int(digits) in _YEARS


def _in_digits(digits: str, unit: Unit | None) -> float | None:
    """Return what digits mean, None when a mark may be either: "25.000" by itself is no number, "25.000 €" is."""
    grouped = _GROUPED.fullmatch(digits)
    if grouped is None or digits.startswith("0"):
        return float(digits.replace(",", ".")) if _PLAIN.fullmatch(digits) else None
    whole, cents = grouped["whole"], grouped["cents"] or "0"
    is_doubtful = grouped["mark"] == "." and whole.count(".") == 1 and grouped["cents"] is None
    if is_doubtful and (unit is None or unit.kind not in _DOTTED):
        return None
    return float(f"{re.sub('[^0-9]', '', whole)}.{cents}")


def _in_words(words: str) -> float:
    parts = re.split("[- ]", words.lower())
    return 0.5 if parts[0] == "half" else math.fsum(_VALUES.get(part, 1.0) for part in parts)
