"""A phrase cut into words, each with what it may stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from app.ledger.dates.vocabulary import VALUES

_TOKEN = re.compile(
    r"""
    (?P<shape>
        [0-9]{4}-?w[0-9]{1,2}(?:-?[1-7])? | [0-9]{4}-?q[1-4]
      | (?:19|20)[0-9]{6} | [0-9]{4}(?P<a>[-/.])[0-9]{1,2}(?P=a)[0-9]{1,2}
      | [0-9]{1,2}(?P<b>[-/.])[0-9]{1,2}(?P=b)(?:[0-9]{4}|[0-9]{2}) | [0-9]{1,2}/[0-9]{1,2} | [0-9]{4}[-/][0-9]{1,2}
    ) (?![-/.:]?\w)
  | (?P<clock>
        [0-9]{1,2}(?:[:.][0-9]{2}){0,2}[ ]?[ap]\.?[ ]?m(?!\w)\.?
      | [0-9]{1,2}(?:(?::[0-9]{2}){1,2}|h[0-9]{2})(?![:.]?\w)
    )
  | (?P<ordinal> [0-9]{1,2})(?:st|nd|rd|th)(?!\w)
  | (?P<decimal> [0-9]{1,4}[.,][0-9]{1,2})(?![.,]?[0-9])
  | (?P<number> [0-9]{1,4})(?:\.(?=\s|[a-z]|$))?(?![0-9.:/])
  | (?P<word> [a-z]+(?:'[a-z]+)?'?|q[1-4]|h[12]|w[0-9]{1,2})(?![\w])\.?
  | (?P<mark> [-+@])
  | (?P<blank> \s+|,\s*)
    """,
    re.VERBOSE,
)
_ORDINAL_NAMES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]
_CARDINAL_NAMES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TENS = re.compile(rf"\b(twenty|thirty)[- ](?:({'|'.join(_ORDINAL_NAMES)})|({'|'.join(_CARDINAL_NAMES)}))\b")
_HOURS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_HOUR = re.compile(rf"\b({'|'.join(_HOURS)}) ?(?=[ap]\.?m\b)")
_DASHES = str.maketrans("–—~", "---")
_MOST_TOKENS = 24


class Token(NamedTuple):
    """One word, number or mark.

    Attributes:
        text: As written, in lower case, without a closing full stop.
        values: Class to value: {"weekday": 4} for "friday", {"count": 3, "day": 3, "number": 3} for "3".
    """

    text: str
    values: Mapping[str, int] = {}


Tokens = tuple[Token, ...]


def tokenise(text: str) -> Tokens | None:
    """Cut a phrase in lower case; None when some of it is neither a known word nor a number."""
    text = _TENS.sub(_tens, text.translate(_DASHES))
    text = _HOUR.sub(lambda match: str(_HOURS.index(match[1]) + 1), text)
    tokens, position = [], 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        token = _token(match) if match else None
        if match is None or (token is None and match["blank"] is None):
            return None
        if token is not None:
            tokens.append(token)
        position = match.end()
    return tuple(tokens) if len(tokens) <= _MOST_TOKENS else None


def _tens(match: re.Match[str]) -> str:
    tens = 20 if match[1] == "twenty" else 30
    if match[2]:
        return f"{tens + _ORDINAL_NAMES.index(match[2]) + 1}th"
    return str(tens + _CARDINAL_NAMES.index(match[3]) + 1)


def _token(match: re.Match[str]) -> Token | None:
    if word := match["word"]:
        values = VALUES.get(word, VALUES.get(word.removesuffix("'").removesuffix("'s")))
        return Token(word, values) if values is not None else None
    if number := match["number"]:
        return Token(number, _number_values(number))
    if ordinal := match["ordinal"]:
        return Token(ordinal, {"dayth": int(ordinal), "nth": int(ordinal), "day": int(ordinal)})
    for kind in ("shape", "clock", "decimal"):
        if found := match[kind]:
            return Token(found.replace(",", ".") if kind == "decimal" else found, {kind: 0})
    return Token(match["mark"], VALUES.get(match["mark"], {})) if match["mark"] else None


def _number_values(text: str) -> dict[str, int]:
    values = {"count": int(text), "number": int(text)}
    if len(text) <= 2:
        values["day"] = int(text)
    if len(text) == 4:
        values["year"] = int(text)
    return values
