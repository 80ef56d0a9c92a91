"""What the words of a date look like, before anything is said of what they mean."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.ledger.quick_add.words import Language, Vocabulary, word_set

_SHAPE = re.compile(
    r"[0-9]{4}([-/.])[0-9]{1,2}\1[0-9]{1,2}(?:[t ][0-9:.+z-]+)?|[0-9]{1,2}([-/.])[0-9]{1,2}\2[0-9]{4}"
    r"|[0-9]{4}-?w[0-9]{2}(?:-?[1-7])?"
)
_SHORT_SHAPE = re.compile(r"[0-9]{1,2}([-/.])[0-9]{1,2}(?:\1[0-9]{2})?|(?:19|20)[0-9]{6}|[0-9]{4}-[0-9]{2}")
_CLOCK = re.compile(
    r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[ap]m|z|[-+][0-9]{2}:?[0-9]{2})?|[0-9]{1,2}(?:\.[0-9]{2})?[ap]\.?m|[0-9]{1,2}h(?:[0-9]{2})?"
)
_LENGTH = re.compile(r"\+?[0-9]{1,3}[dwmy]")
_NUMBER = re.compile(r"[0-9]{1,4}")
_DAY = re.compile(r"[0-9]{1,2}(?:st|nd|rd|th|er)?")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_SLASHED = re.compile(r"[0-9]{1,2}/[0-9]{1,2}(?:/[0-9]{2})?")
_SHORT_YEAR = re.compile(r"[0-9]{1,2}([-/.])[0-9]{1,2}\1[0-9]{2}")
_SLASHED_YEAR = re.compile(r"[0-9]{1,2}/[0-9]{1,2}/[0-9]{2}")
_DOTTED = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})")
_FORMS = (_NUMBER, _DAY, _SHAPE, _SHORT_SHAPE, _CLOCK, _LENGTH)

_NOONS = word_set("noon midday midnight")
_HALVES = word_set("am pm a.m p.m past o'clock uhr")
_ABOUT_CLOCKS = _NOONS | _HALVES | word_set("at um à a quarter half on")
_SMALL = word_set("of the de le el der den dem at on um à") | _NOONS
_COUNTS = word_set(
    "a an one two three four five six seven eight nine ten eleven twelve half couple ein eine einem einer zwei drei "
    "vier fünf sechs sieben acht neun zehn un une deux trois quatre cinq dix quinze uno una dos tres cuatro cinco seis "
    "siete ocho nueve diez quince onze douze elf zwölf vierzehn"
)

_ORDINALS = word_set(
    "first second third fourth fifth last ersten zweiten dritten vierten letzten premier deuxième troisième quatrième "
    "dernier primer segundo tercer cuarto último"
)


def may_be_dated(text: str, known: Vocabulary) -> bool:
    """Return True for a word, in lower case, that a date may hold."""
    if text in known.dated:
        return True
    return (text[0].isdigit() or text[0] == "+") and any(form.fullmatch(text) for form in _FORMS)


def is_number(text: str) -> bool:
    """Return True for a bare number of at most four digits."""
    return _NUMBER.fullmatch(text) is not None


def is_day(text: str) -> bool:
    """Return True for a number that may be a day of a month: 15, 15th."""
    return _DAY.fullmatch(text) is not None


def is_some_date(text: str) -> bool:
    """Return True for what is hardly anything else than a date or a year: 5/1, 2027-03-01, 2027."""
    return any(form.fullmatch(text) for form in (_SHAPE, _SLASHED, _YEAR))


def is_short_length(text: str) -> bool:
    """Return True for a length in letters that is none of metres: 2w."""
    return _LENGTH.fullmatch(text) is not None and text[-1] != "m"


def is_ordinal(text: str) -> bool:
    """Return True for a word that counts weekdays: second, 2nd, zweiten."""
    return text in _ORDINALS or re.fullmatch(r"[1-5](?:st|nd|rd|th)", text) is not None


def is_cut_short(texts: Sequence[str], *, slashed: bool = False) -> bool:
    """Return True for a date in numbers whose year has two digits: 01/12/26; of any sign, or with slashes only."""
    return len(texts) == 1 and (_SLASHED_YEAR if slashed else _SHORT_YEAR).fullmatch(texts[0]) is not None


def is_dotted(texts: Sequence[str]) -> bool:
    """Return True for day and month in numbers, with a dot: 1.12."""
    match = _DOTTED.fullmatch(texts[0]) if len(texts) == 1 else None
    return match is not None and 1 <= int(match[1]) <= 31 and 1 <= int(match[2]) <= 12


def has_shape(texts: Sequence[str]) -> bool:
    """Return True when a word is a whole date in numbers: 2026-08-15, 15/08/2026."""
    return any(map(_SHAPE.fullmatch, texts))


def has_clock(texts: Sequence[str]) -> bool:
    """Return True when some of the words are a time of day: 5pm, 17:30, six pm, half past ten."""
    spelt = len(texts) > 1 and any(text in _HALVES for text in texts) and any(map(is_count, texts))
    return spelt or any(map(_CLOCK.fullmatch, texts))


def is_clock(texts: Sequence[str]) -> bool:
    """Return True for a time of day without a day."""
    known = all(_CLOCK.fullmatch(text) or text in _ABOUT_CLOCKS or is_count(text) for text in texts)
    return known and (has_clock(texts) or any(text in _NOONS for text in texts))


def is_count(text: str) -> bool:
    """Return True for a number in digits or in letters."""
    return is_number(text) or text in _COUNTS


def is_length(texts: Sequence[str], words: Language) -> bool:
    """Return True for "two weeks", which is no day by itself."""
    if any(map(_LENGTH.fullmatch, texts)):
        return True
    counts = any(map(is_count, texts))
    named = any(text in words.months or text in words.weekdays for text in texts)
    return counts and not named and any(text in words.units for text in texts)


def names_day(texts: Sequence[str], words: Language) -> bool:
    """Return True when a word is a day by itself: Friday, tomorrow."""
    return any(text in words.weekdays or text in words.days for text in texts)


def day_and_month(texts: Sequence[str], words: Language) -> bool:
    """Return True for a day with its month: 15 Aug, Sat 15 Aug 2026, May 3rd; the 30th of February too."""
    plain = [text for text in texts if text not in _SMALL and not _CLOCK.fullmatch(text)]
    if plain and plain[0] in words.weekdays | words.short:
        plain = plain[1:]
    if len(plain) == 3 and _YEAR.fullmatch(plain[2]):
        plain = plain[:2]
    if len(plain) != 2:
        return False
    day = plain[0] if plain[1] in words.months else plain[1] if plain[0] in words.months else ""
    return _DAY.fullmatch(day) is not None


def is_weekly(texts: Sequence[str], words: Language) -> bool:
    """Return True for what may belong to the noun behind it: the Friday meeting, next week's plan."""
    dated = any(text in words.months or text in words.days for text in texts) or has_clock(texts)
    return not dated and not is_length(texts, words)


def needs_end(texts: Sequence[str], words: Language) -> bool:
    """Return True for what is a date only where the sentence ends or goes on with a small word: the 3rd, May."""
    has_day = any(_DAY.fullmatch(text) for text in texts) and any(text in words.months for text in texts)
    return not names_day(texts, words) and not has_day and not has_clock(texts) and not has_shape(texts)


_CHINESE = re.compile(r"[年月日号周星期礼拜天末底]|[之以]?[前后内]$")


def is_spelt_out(phrase: str) -> bool:
    """Return True for a date in Chinese that has more than a number."""
    return len(phrase) > 1 and _CHINESE.search(phrase) is not None
