"""What an amount is of: a currency, a measure or a counted thing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from app.ledger.matching import is_function_word, stem


class Unit(NamedTuple):
    """A measure.

    Attributes:
        kind: What can be compared with it: "length", "£", "%".
        size: How many of the kind's own unit it is.
    """

    kind: str
    size: float = 1.0


_CURRENCIES: Mapping[str, str] = {
    "£": "£ gbp pound pounds quid sterling",
    "$": "$ usd dollar dollars buck bucks",
    "€": "€ eur euro euros",
    "¥": "¥ jpy yen",
    "CHF": "chf franken francs",
}
_MEASURES: Mapping[str, Mapping[float, str]] = {
    "%": {1.0: "% percent pct"},
    "degrees": {1.0: "° °c degree degrees deg celsius c grad"},
    "°F": {1.0: "°f fahrenheit"},
    "length": {
        1.0: "metre metres meter meters", 1000.0: "km kms kilometre kilometres kilometer kilometers",
        1609.344: "mile miles mi", 0.01: "cm centimetre centimetres", 0.001: "mm", 0.3048: "ft feet foot",
        0.0254: "inch inches",
    },
    "weight": {1.0: "g gram grams", 1000.0: "kg kgs kilo kilos", 453.592: "lb lbs"},
    "volume": {1.0: "l litre litres liter liters", 0.001: "ml"},
    "speed": {1.0: "kmh km/h kph", 1.609344: "mph"},
    "time": {
        1.0: "minute minutes min mins", 60.0: "hour hours hr hrs h", 1440.0: "day days night nights",
        10080.0: "week weeks", 43829.0: "month months", 525949.0: "year years yr yrs",
    },
}  # fmt: skip
CURRENCIES = frozenset(_CURRENCIES)

_KNOWN: dict[str, Unit] = {word: Unit(kind) for kind, words in _CURRENCIES.items() for word in words.split()}
_KNOWN |= {
    word: Unit(kind, size)
    for kind, sizes in _MEASURES.items()
    for size, words in sizes.items()
    for word in words.split()
}
_WORD = re.compile(r" ?(°[cf]?|[£$€¥%]|[^\W\d_]+(?:/[a-z])?)", re.IGNORECASE)
_THINGS_NAMED = 3
_PASSED_OVER = frozenset({"more", "other", "further"})


def known_unit(word: str) -> Unit | None:
    """Return the measure or currency that a word or sign stands for."""
    return _KNOWN.get(word.casefold())


def unit_behind(text: str, end: int) -> tuple[Unit | None, int]:
    """Return the measure that stands behind a number, and where it ends."""
    match = _WORD.match(text, end)
    if match is None:
        return None, end
    if match[1].casefold() == "per" and text[match.end() : match.end() + 5].casefold() == " cent":
        return known_unit("%"), match.end() + 5
    unit = known_unit(match[1])
    return (unit, match.end()) if unit is not None else (None, end)


def things_behind(text: str, end: int) -> frozenset[str]:
    """Return the stems of the words behind a number, up to three: "more written quotes"."""
    found: list[str] = []
    while len(found) < _THINGS_NAMED and (match := _WORD.match(text, end)) is not None:
        word, end = match[1].casefold(), match.end()
        if word in _PASSED_OVER:
            continue
        if is_function_word(word):
            break
        found.append(stem(word))
    return frozenset(found)
