"""The reading of a whole phrase: cleaned, read by our own rules in each language, then by the library."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import date, datetime, tzinfo

from app.ledger.dates.fallback import read_otherwise
from app.ledger.dates.meaning import grammar, read_tokens
from app.ledger.dates.patterns import Context, Part, Several
from app.ledger.dates.repetitions import read_repetition
from app.ledger.dates.tokens import tokenise
from app.ledger.dates.translation import ordinary_words, translate
from app.ledger.dates.values import Ambiguous, NotADate, Reading, Span, distance, shown, shown_span, typed
from app.ledger.dates.zones import check_local, in_zone, take_zone

_LONGEST = 60
_YEARS_BACK, _YEARS_AHEAD = 1, 10
_ISO_TIME = re.compile(r"(?<=[0-9])[Tt](?=[0-9]{2}:)")
_ISO_STRETCH = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:/|\.\.+)([0-9]{4}-[0-9]{2}-[0-9]{2})")
_ISO_LIKE = re.compile(r"[0-9]{4}-?(?:[0-9]{2}|w).*")
_UNKNOWN = "no rule reads it as a day"


def read_whole(phrase: str, base: date, *, day_first: bool, languages: Sequence[str], fallback: bool) -> Reading:
    """Read a phrase, all of it a date, a date-time, a span or a repetition.

    Raises:
        NotADate: It is none of them, or may mean several.
    """
    text = _cleaned(phrase)
    if text in ordinary_words(languages):
        raise NotADate(f"“{text}” may be an ordinary word; write “{text.title()}” for the date")
    now = base if isinstance(base, datetime) else None
    today = now.date() if now else base
    zone, timeless = take_zone(_ISO_STRETCH.sub(r"\1 - \2", _ISO_TIME.sub(" ", text)))
    context = Context(today, now, day_first, any(language != "en" for language in languages), grammar())
    try:
        found = _read(timeless, context, languages, fallback)
        return found if isinstance(found, Reading) else _reading(found, zone, context, text)
    except Several as several:
        raise _asked(several, zone, context, text) from None
    except OverflowError as error:
        raise NotADate("it is outside the calendar") from error


def _cleaned(phrase: str) -> str:
    """Return the phrase with plain characters and single blanks; raises `NotADate` for what is not typed."""
    if len(phrase) > _LONGEST:
        raise NotADate("it is too long for a date")
    text = " ".join(unicodedata.normalize("NFKC", phrase).replace("\u2019", "'").split()).rstrip(".,;! 。")
    if any(unicodedata.category(character).startswith("C") for character in text):
        raise NotADate("it holds invisible characters")
    if any(character.isdigit() and not character.isascii() for character in text):
        raise NotADate("write the digits as 0 to 9")
    if not text:
        raise NotADate("nothing was written")
    return text


def _in_english(text: str, languages: Sequence[str]) -> Iterator[str]:
    yield text.lower()
    for language in languages:
        translated = translate(text, language)
        if translated:
            yield translated


def _read(text: str, context: Context, languages: Sequence[str], fallback: bool) -> Part | Reading:
    """Return the stretch of days, or the whole reading of a repetition.

    The library is not asked about what is all in words that we know: it makes 1 August of "one".
    """
    refusal: NotADate | None = None
    is_known = False
    for english in _in_english(text, languages):
        tokens = tokenise(english)
        is_known = is_known or tokens is not None
        found: Part | Reading | None
        try:
            found = read_repetition(english, text, context.today, context.now)
            found = found or (read_tokens(tokens, context) if tokens else None)
        except NotADate as error:
            refusal = refusal or error
        else:
            if found is not None:
                return found
    if refusal is None and not any(character.isalpha() for character in text):
        refusal = NotADate("a number is not a date")
    if refusal is not None or is_known or not fallback:
        raise refusal or NotADate(_UNKNOWN)
    return read_otherwise(text.lower(), context, languages)


def _reading(part: Part, zone: tzinfo | None, context: Context, text: str) -> Reading:
    value: date | datetime = part.moment or part.due
    if (
        not context.today.year - _YEARS_BACK <= value.year <= context.today.year + _YEARS_AHEAD
        and not _ISO_LIKE.fullmatch(text.lower())
    ):
        raise NotADate(f"{value.year} is too far away; write it as YYYY-MM-DD if it is meant")
    away = distance(part.due, context.today)
    if isinstance(value, datetime):
        return _moment_reading(value, zone, away, context.now)
    if part.is_day:
        return Reading(value, shown(value), distance=away)
    span = Span(part.first, part.last)
    return Reading(value, f"{shown(value)} ({shown_span(span)})", "span", span, distance=away)


def _moment_reading(value: datetime, zone: tzinfo | None, away: str, now: datetime | None) -> Reading:
    if zone is None:
        check_local(value, now)
    moments = in_zone(value, zone) if zone else (value,)
    readings = [Reading(moment, shown(moment), "date-time", distance=away) for moment in moments]
    if len(readings) > 1:
        raise _ambiguous(readings)
    return readings[0]


def _asked(several: Several, zone: tzinfo | None, context: Context, text: str) -> NotADate:
    readings: dict[date | datetime, Reading] = {}
    refusal = NotADate(_UNKNOWN)
    for part in several.parts:
        try:
            reading = _reading(part, zone, context, text)
        except Ambiguous as error:
            readings |= {choice.value: choice for choice in error.choices}
        except NotADate as error:
            refusal = error
        else:
            readings.setdefault(reading.value, reading)
    return _ambiguous(list(readings.values())) if readings else refusal


def _ambiguous(readings: list[Reading]) -> Ambiguous:
    meant = " or ".join(shown(reading.value) for reading in readings)
    forms = " or ".join(typed(reading.value) for reading in readings)
    doubt = f"it may be {meant}" if len(readings) > 1 else f"it may be {meant}, or no date at all"
    return Ambiguous(f"{doubt}; write {forms}", readings)
