"""One phrase, all of it a date with or without a connective, as a stretch of days."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from app.ledger.condition_dates.connectives import NEEDS_SPAN, RANGE_WORDS, Bound, split_connective
from app.ledger.condition_dates.hints import may_have_date
from app.ledger.condition_dates.values import Stretch
from app.ledger.dates import Ambiguous, NotADate, Reading, Span, parse_lead, read_phrase

LANGUAGES = ("en", "de", "fr", "es")
"""Languages that a date in a condition may be written in, whatever the settings are: a condition is read anew each day,
and must not change its meaning with them."""
LONGEST = 60
_ONE_DAY = timedelta(days=1)

_CLOCK = re.compile(
    r"\b(?:[0-9]{1,2}(?:[:.][0-9]{2})? ?[ap]\.?m\b|[0-9]{1,2}[:h][0-9]{2}|noon\b|midnight\b)", re.IGNORECASE
)
_ONWARDS = re.compile(r" (?:on|onwards?|forward|an)$", re.IGNORECASE)
_ORDINAL = re.compile(
    r"(?:the )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)", re.IGNORECASE
)
"""What is counted by such a word need not be days: "after the first, the second comes"."""
_LABEL = re.compile(r"(?:[^\W\d]+\.?|q[1-4]|h[12])(?: [0-9]{4})?|[0-9]{4}(?: ?q[1-4])?", re.IGNORECASE)
"""A month, quarter or year by itself: in brackets it says which invoice, not when."""
_HAS_YEAR = re.compile(r"\b(?:19|20)[0-9]{2}")
_DAY_OF_MONTH = re.compile(r"([0-9]{1,2})\.?")
_ARTICLES = frozenset({"dem", "zum", "am", "vom", "le", "du", "el", "del"})
_HOURS = re.compile(r"[0-9]{1,2} ?- ?[0-9]{1,2}")

_Days = tuple[date | None, date | None]


def read_stretch(phrase: str, base: date, *, is_base_known: bool = True, lasts: bool = False) -> Stretch | None:
    """Return the days that a phrase names; None when it is no date.

    Args:
        phrase: With single blanks.
        base: What it is counted from.
        is_base_known: False when nobody knows that day: only dates with a year count.
        lasts: Whether the situation that it stands beside is one that lasts; any date says when that is.
    """
    if len(phrase) > LONGEST or not may_have_date(phrase) or not (is_base_known or _HAS_YEAR.search(phrase)):
        return None
    bound, word, rest = split_connective(phrase)
    rest = _as_ordinal(word, rest)
    try:
        span = _range(phrase, word, base)
        days = (span.first, span.last) if span else _bounded(bound, word, rest, base)
    except Ambiguous as error:
        is_meant = bound != "bare" and not _HOURS.fullmatch(rest)
        return Stretch(None, None, phrase, doubt=f"“{phrase}”: {error}") if is_meant else None
    except NotADate:
        return None
    is_stretch = days[0] != days[1] and not _LABEL.fullmatch(phrase)
    return Stretch(*days, phrase, bound, names_situation=bound == "bare" and is_stretch or lasts and None not in days)


def _range(phrase: str, word: str, base: date) -> Span | None:
    """Read "from 1 to 14 June", "between Monday and Friday"; the word that opens it belongs to it."""
    if word not in RANGE_WORDS:
        return None
    try:
        reading = _read(phrase, base)
    except Ambiguous:
        raise
    except NotADate:
        return None
    return reading.span or (Span(_day(reading), _day(reading)) if word in ("from", "between") else None)


def _bounded(bound: Bound, word: str, rest: str, base: date) -> _Days:
    """Return first and last day; raises `NotADate`."""
    if _ORDINAL.fullmatch(rest):
        raise NotADate("what is counted need not be days")
    if bound in ("until", "by", "before"):
        return None, _end(bound, rest, base)
    if _is_length(rest):
        return _after_length(bound, word, _read(rest, base))
    reading = _in(word, rest, base) if bound == "in" else _read(_ONWARDS.sub("", rest), base)
    days = reading.span or Span(_day(reading), _day(reading))
    if word in NEEDS_SPAN and reading.span is None:
        raise NotADate("a day has no length")
    if bound == "after":
        return (days.last if isinstance(reading.value, datetime) else days.last + _ONE_DAY), None
    if bound == "from":
        return days.first, None
    if word == "within" and reading.span is None:
        return None, days.last
    return ((days.first if days.first <= base else None), None) if bound == "since" else (days.first, days.last)


def _in(word: str, rest: str, base: date) -> Reading:
    """Read "in June", "on the 3rd", "in 2027" with its word, or without when the rules of dates do not know that."""
    try:
        return _read(f"{word} {rest}", base)
    except Ambiguous:
        raise
    except NotADate:
        return _read(rest, base)


def _as_ordinal(word: str, rest: str) -> str:
    """Return "15." behind a German, French or Spanish article as "15th"."""
    day = _DAY_OF_MONTH.fullmatch(rest)
    return f"{day[1]}th" if day and word.rpartition(" ")[2] in _ARTICLES else rest


def _after_length(bound: Bound, word: str, end: Reading) -> _Days:
    """Read "after 2 weeks", "in 2 weeks", "within 2 weeks", counted from the day on which the condition was written."""
    if bound == "after" or word == "in":
        return _day(end), None
    if word == "within":
        return None, _day(end)
    raise NotADate("it says for how long, not when")


def _end(bound: Bound, rest: str, base: date) -> date:
    """Return the last day of "until the 15th", "before June", by the rules of dates; raises `NotADate`."""
    try:
        return _day(_read(f"{'before' if bound == 'before' else 'until'} {rest}", base))
    except Ambiguous:
        raise
    except NotADate:
        reading = _read(rest, base)
    days = reading.span or Span(_day(reading), _day(reading))
    return days.first - _ONE_DAY if bound == "before" else days.last


def _read(phrase: str, base: date) -> Reading:
    """Read a phrase as days; raises `NotADate`, also for what repeats and for a time of whatever day."""
    if _CLOCK.search(phrase) and not may_have_date(_CLOCK.sub("", phrase)):
        raise NotADate("a time of day is no date")
    reading = read_phrase(phrase, base, languages=LANGUAGES, fallback=False)
    if reading.kind == "repetition":
        raise NotADate("it repeats")
    return reading


def _day(reading: Reading) -> date:
    return reading.value.date() if isinstance(reading.value, datetime) else reading.value


def _is_length(phrase: str) -> bool:
    try:
        return bool(parse_lead(phrase))
    except NotADate:
        return False
