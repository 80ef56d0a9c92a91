"""The words that repetitions are written with, and the text as tokens."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

Unit = Literal["minute", "hour", "day", "week", "month", "year"]

WEEKDAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

_SHORT_WEEKDAYS = ("mo mon", "tu tue tues", "we wed weds", "th thu thur thurs", "fr fri", "sa sat", "su sun")
WEEKDAYS: Final[dict[str, int]] = {
    word: number
    for number, (name, short) in enumerate(zip(WEEKDAY_NAMES, _SHORT_WEEKDAYS, strict=True))
    for word in (name.lower(), f"{name.lower()}s", *short.split())
}
PLURAL_WEEKDAYS: Final = frozenset(f"{name.lower()}s" for name in WEEKDAY_NAMES)
MONTHS: Final[dict[str, int]] = {
    word: number for number, name in enumerate(MONTH_NAMES, 1) for word in (name.lower(), name.lower()[:3])
} | {"sept": 9}

_UNIT_WORDS: tuple[tuple[str, Unit, int], ...] = (
    ("minute min", "minute", 1),
    ("hour hr", "hour", 1),
    ("day", "day", 1),
    ("week wk", "week", 1),
    ("fortnight", "week", 2),
    ("month", "month", 1),
    ("quarter", "month", 3),
    ("year yr", "year", 1),
)
UNITS: Final[dict[str, tuple[Unit, int]]] = {
    word + plural: (unit, times) for words, unit, times in _UNIT_WORDS for word in words.split() for plural in ("", "s")
}
"""What is counted, and how many of it one such word is."""

ADVERBS: Final[dict[str, tuple[Unit, int]]] = {
    "hourly": ("hour", 1),
    "daily": ("day", 1),
    "everyday": ("day", 1),
    "weekly": ("week", 1),
    "fortnightly": ("week", 2),
    "monthly": ("month", 1),
    "quarterly": ("month", 3),
    "yearly": ("year", 1),
    "annually": ("year", 1),
}
TWO_MEANINGS: Final[dict[str, tuple[str, str]]] = {
    "biweekly": ("twice a week or every two weeks", "every 2 weeks"),
    "bimonthly": ("twice a month or every two months", "every 2 months"),
    "biannually": ("twice a year or every two years", "every 6 months"),
}

_COUNTING = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS: Final[dict[str, int]] = {word: number for number, word in enumerate(_COUNTING, 1)}
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
ORDINALS: Final[dict[str, int]] = {word: number for number, word in enumerate(_ORDINALS, 1)} | {"last": -1}
EVERY: Final = frozenset({"every", "every!", "each"})
SEPARATORS: Final = frozenset({"and", "or", "&", "/", "+"})

NUMERAL = re.compile(r"[0-9]{1,4}", re.ASCII)
NTH = re.compile(r"([0-9]{1,3})(?:st|nd|rd|th)", re.ASCII)
CLOCK = re.compile(r"([0-9]{1,2})[:.]([0-9]{2})", re.ASCII)
MERIDIEM = re.compile(r"([ap])\.?m\.?")
ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)

_TOKEN = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9-])|[0-9]{1,2}[:.][0-9]{2}(?![0-9])|[0-9]+(?:st|nd|rd|th)(?![^\W_])|[0-9]+"
    r"|every!|[ap]\.m\.?(?![^\W_])|[^\W\d_]+|\S",
    re.IGNORECASE,
)


class Token(NamedTuple):
    """A word, number or sign.

    Attributes:
        text: In lower case.
        start: Where it begins in the text.
        end: Behind it.
    """

    text: str
    start: int
    end: int


def tokens_of(text: str) -> list[Token]:
    """Take a text apart; only blanks are left out."""
    return [Token(found[0].lower(), found.start(), found.end()) for found in _TOKEN.finditer(text)]


def ordinal_of(word: str) -> int | None:
    """Return the number of `third`, `3rd` or (-1) `last`; None for any other word."""
    found = NTH.fullmatch(word)
    return int(found[1]) if found else ORDINALS.get(word)


def cardinal_of(word: str) -> int | None:
    """Return the number of `3` or `three`; None for any other word, and for more than four digits."""
    return int(word) if NUMERAL.fullmatch(word) else NUMBERS.get(word)
