"""Phrases of other languages put into English words in English order, which the one grammar then reads.

A language is a table: what its words are in English, how its times of day are written, and which words stand in
another place. A phrase with one unknown word is not translated at all.
"""

from __future__ import annotations

import importlib
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.ledger.dates.vocabulary import MONTHS, VALUES, WEEKDAYS

_MODULES = {
    "de": "app.ledger.dates.german",
    "fr": "app.ledger.dates.french",
    "es": "app.ledger.dates.spanish",
    "zh": "app.ledger.dates.chinese",
}
_ENGLISH_ORDINARY = frozenset(
    {"sat", "sun", "wed", "sept", "this may", "this march", "the second", "one day", "h1", "h2"}
    | set(MONTHS)
    | {month[:3] for month in MONTHS}
    | {word for word, values in VALUES.items() if "dayth" in values or "weekno" in values}
)
"""Not read as dates in lower case when they stand alone."""

_MADE = re.compile("[«»]")
_NUMBER = r"[0-9]+(?:[-./:][0-9]+)*\.?(?:st|nd|rd|th)?"
_UNIT = r"(?:(?:business|working) )?(?:days?|weeks?|months?|quarters?|years?|hours?|minutes?)"
_NAMED = rf"(?:{'|'.join(WEEKDAYS)}|(?:week|month|quarter|year|weekend))"
_ORDER = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"^ago (.+)$", r"\1 ago"),
        (r"\bnext next\b", "next"),
        (rf"\bin the next (\S+) next ({_UNIT})$", r"in the next \1 \2"),
        (r"^from (.+) (?:by|at) (?:the )?(.+)$", r"from \1 to \2"),
        (r"\bafternext (\S+)", r"\1 after next"),
        (rf"^before ([a-z0-9]+ {_UNIT})$", r"\1 ago"),
        (rf"\b({_NAMED}) (next|last)\b", r"\2 \1"),
        (r"\bthe ([0-9]{1,2})$", r"the \1th"),
        (r"\bthe ([0-9]{1,2}) (of (?:this |next |the )?month)$", r"the \1th \2"),
    )
)
"""What stands in another place in English, whatever the language."""


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language as the grammar needs it.

    Attributes:
        words: Word or phrase, without accents and in lower case, to English; "" for one that is left out.
        rewrites: Patterns and replacements on the phrase itself, without accents and in lower case; what a replacement
            puts between « and » is English already.
        order: Patterns and replacements on the English that comes out.
        ordinary: Words that are no dates when they stand alone.
        is_spaced: Whether words are set apart.
    """

    words: Mapping[str, str]
    rewrites: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = ()
    order: tuple[tuple[str, str], ...] = ()
    ordinary: frozenset[str] = frozenset()
    is_spaced: bool = True


def ordinary_words(languages: Sequence[str]) -> frozenset[str]:
    """Return the words that are not read as dates when they stand alone in lower case."""
    return _ENGLISH_ORDINARY.union(*(_tongue(language).ordinary for language in languages if language in _MODULES))


def translate(text: str, language: str) -> str | None:
    """Return a phrase in English words; None when the language has no table, or the table has not all its words."""
    if language not in _MODULES:
        return None
    tongue, pieces = _tongue(language), _pieces(language)
    plain = _without_accents(text.lower())
    if _MADE.search(plain):
        return None
    for pattern, replacement in tongue.rewrites:
        plain = re.sub(pattern, replacement, plain)
    words, position = [], 0
    while position < len(plain):
        match = pieces.match(plain, position)
        if match is None:
            return None
        words.append(tongue.words.get(match[0], match[0].strip("«»")))
        position = match.end()
    english = " ".join(" ".join(words).split())
    for order in (tuple((re.compile(pattern), replacement) for pattern, replacement in tongue.order), _ORDER):
        for compiled, replacement in order:
            english = compiled.sub(replacement, english)
    return english


@lru_cache(maxsize=8)
def _tongue(language: str) -> Tongue:
    tongue = importlib.import_module(_MODULES[language]).TONGUE
    assert isinstance(tongue, Tongue)
    return tongue


@lru_cache(maxsize=8)
def _pieces(language: str) -> re.Pattern[str]:
    """Return the pattern of one word, number or blank of a phrase; what was rewritten is in English already."""
    tongue = _tongue(language)
    words = "|".join(re.escape(word) for word in sorted(tongue.words, key=len, reverse=True))
    border = r"(?![\w'])" if tongue.is_spaced else ""
    return re.compile(rf"«[^»]*»|(?:{words}){border}|{_NUMBER}|[\s,]+|[-–@]")


def _without_accents(text: str) -> str:
    return "".join(
        character for character in unicodedata.normalize("NFD", text) if not unicodedata.combining(character)
    ).replace("ß", "ss")
