"""Whether what can be read as a date is one where it stands."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from app.ledger.dates import Reading
from app.ledger.quick_add import looks
from app.ledger.quick_add.words import Vocabulary, word_set

BOUND, NAMED, BARE = 2, 1, 0
"""How strong a cue is: "by" and its kind, "on" and its kind, none."""

_NAMES = word_set("may march mar april june august jan sun sat second mo so do")
"""Months and days that are also ordinary words, or people."""

_ON_DAYS = word_set("in at for en à dans a from")
"""Cues that do much else: what stands behind them has to be unmistakable."""

_COUNTED = re.compile(r"(?:in|within|dans|dentro de|en|d['’]ici) |from now$|time$|[之以]?[前后内]$")
_PARTS_OF_DAY = word_set("morning afternoon evening")
_WHOLE = frozenset({"EOD", "EOW", "EOM", "EOQ", "EOY", "COB"})
_OF = word_set("of von de du des")
_EDGE_VERBS = word_set("end start begin")
"""Before "the week" these are what is to be done."""
_JOINTS = word_set("of in im en de")
_NOT_THEN = word_set("since from of after")
_ARTICLES = word_set("the der die das le la el")


@dataclass(frozen=True, slots=True)
class Place:
    """A possible date, and what stands around it.

    Attributes:
        cue: The word that introduces it, in lower case; empty without one.
        strength: Of the cue.
        phrase: The date as typed.
        texts: Its words in lower case.
        previous: The word right before, in lower case; empty behind a sign and at the beginning.
        following: The word right behind, as typed; empty before a sign and at the end.
        is_listed: Whether it follows another date, behind "and" or "or".
        is_dotted: Whether a full stop follows.
    """

    cue: str
    strength: int
    phrase: str
    texts: tuple[str, ...]
    previous: str
    following: str
    is_listed: bool
    is_dotted: bool = False


def stands(place: Place, reading: Reading, today: date, known: Vocabulary) -> bool:
    """Return True when a date that was read is one there, and can be meant as the due date."""
    if place.following.lower() in _OF or _is_person(place):
        return False
    if place.strength < BOUND and day_of(reading.value) < today:
        return False
    if place.strength == BARE and place.texts[0] in _EDGE_VERBS and place.texts[1:2] == ("the",):
        return False
    if looks.has_shape(place.texts):
        return place.strength > BARE or place.previous not in _NOT_THEN
    ends = ends_here(place, known)
    if place.strength == BOUND:
        return ends or not looks.needs_end(place.texts, known.words)
    if place.texts[0] in _ARTICLES and not ends:
        return False
    if place.strength == NAMED and place.cue not in _ON_DAYS:
        counts = place.cue.startswith(("within", "dentro")) or not looks.is_length(place.texts, known.words)
        return counts and (ends or not looks.needs_end(place.texts, known.words))
    if not place.is_listed and (
        place.previous in known.words.blocking or place.previous.endswith(("'s", "’s", "s'", "s’"))
    ):
        return False
    begins = not place.previous and place.texts[0] not in _ARTICLES
    free = ends or begins or not looks.is_weekly(place.texts, known.words)
    return free and _is_unmistakable(place, known)


def is_asked(place: Place, known: Vocabulary) -> bool:
    """Return True for a date of two meanings that is worth a question where it stands."""
    if looks.has_shape(place.texts):
        return True
    return place.strength > BARE and place.cue not in _ON_DAYS and ends_here(place, known)


def is_impossible(place: Place, known: Vocabulary) -> bool:
    """Return True for what has the form of a date: when it cannot be read, that is worth saying."""
    if len(place.texts) == 1 and looks.has_shape(place.texts):
        return True
    if place.strength == BARE:
        return looks.is_cut_short(place.texts, slashed=True)
    return looks.day_and_month(place.texts, known.words) or looks.is_cut_short(place.texts) or may_be_dotted(place)


def may_be_dotted(place: Place) -> bool:
    """Return True for "1.12.", which is a day in much of Europe, and else a number at the end of a sentence."""
    return place.strength > BARE and place.is_dotted and looks.is_dotted(place.texts)


def ends_here(place: Place, known: Vocabulary) -> bool:
    """Return True when no noun follows that the date may belong to."""
    return not place.following or place.following.lower() in known.words.following


def _is_unmistakable(place: Place, known: Vocabulary) -> bool:
    words, texts = known.words, place.texts
    if _is_counted_from(texts, words.units):
        return True
    if any(text in words.months for text in texts):
        return _is_month(place, known)
    if looks.names_day(texts, words):
        return True
    if looks.has_clock(texts) or looks.is_clock(texts):
        return place.cue in ("at", "um", "à", "a") or any(text[-1] == "m" for text in texts) or len(texts) > 1
    if looks.is_length(texts, words):
        return _COUNTED.search(f"{place.cue} {place.phrase.lower()}".strip()) is not None
    if place.phrase in _WHOLE or (texts[0] == "this" and texts[-1] in _PARTS_OF_DAY):
        return True
    if len(texts) > 1 and any(text in words.units for text in texts):
        return True
    return known.unspaced and looks.is_spelt_out(place.phrase)


def _is_counted_from(texts: Sequence[str], units: Collection[str]) -> bool:
    """Return True for "3 days before 20 December": a length, and behind it the day that it is counted from."""
    return any(
        texts[i] in ("before", "after", "from")
        and ((i > 1 and texts[i - 1] in units) or looks.is_short_length(texts[i - 1]))
        for i in range(1, len(texts) - 1)
    )


def _is_month(place: Place, known: Vocabulary) -> bool:
    """Return True for a day of a month, and for "in May" at the end."""
    typed = re.split(r"[\s.,]+", place.phrase)
    month = next((word for word in typed if word.lower() in known.words.months), "")
    if looks.day_and_month(place.texts, known.words) or looks.names_day(place.texts, known.words):
        return month.lower() not in _NAMES or month[:1].isupper()
    if len(place.texts) > 2 and any(text in _JOINTS or text in known.words.units for text in place.texts):
        return True
    return place.cue == "in" and month[:1].isupper() and not place.following


def _is_person(place: Place) -> bool:
    """Return True when a lone month or day is the beginning of a name: May Smith."""
    alone = len(place.texts) == 1 and place.texts[0] in _NAMES and place.phrase[:1].isupper()
    return alone and place.following[:1].isupper()


def day_of(value: date | datetime) -> date:
    """Return the day of a day or moment."""
    return value.date() if isinstance(value, datetime) else value
