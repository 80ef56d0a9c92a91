"""Dates within a sentence: where one may begin, and how far it goes.

A cue ("by", "on") makes much a date that is none by itself: the 15th, Fri, May. Without one only what is unmistakable
counts: a day of a month, a weekday by its full name, "tomorrow", "in 3 days", a time of day.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from app.ledger.dates import Ambiguous, NotADate, Reading, read_date
from app.ledger.dates.values import typed
from app.ledger.quick_add import looks
from app.ledger.quick_add.denials import DENIED, MOVED, contrast, denied, is_moved
from app.ledger.quick_add.neighbours import Neighbours
from app.ledger.quick_add.sheet import words_of
from app.ledger.quick_add.standing import (
    BARE,
    BOUND,
    NAMED,
    Place,
    day_of,
    is_asked,
    is_impossible,
    may_be_dotted,
    stands,
)
from app.ledger.quick_add.words import vocabulary, word_set

if TYPE_CHECKING:
    from app.ledger.drafts import Reader

_MOST_WORDS, _MOST_CHARACTERS, _MOST_READINGS = 9, 60, 80
_GAP = re.compile(r"[ .]{0,3}|,? ?|['’] ")
_BLANK = re.compile(r"\s*")
_LISTED = re.compile(r"\s*,?\s*(?:and|or|to|&|-|–|—|/|und|oder|et|ou|y|o|through)\s*", re.IGNORECASE)
_NEVER_FIRST = word_set("of now time last to and or - by no than am pm latest und et y en im bis")
_NEVER_LAST = word_set(
    "of the and or to on in at by before a an - no than from half first second third fourth fifth last "
    "und et y en im bis"
)
_OF_ITS_OWN = ("", "@", "for", "at", "from", "due", "due:")
"""Cues that are no part of the date: it is read without them."""

_DOT = re.compile(r"\.(?=\s|$)")
_UNKNOWN = "no rule reads it as a day"
_A_NUMBER = "it may be a number, or a day; write the day as 2026-12-31"
_NOT_ONE = "it cannot be read as one date; write the day, such as 2026-12-31"

_COUNTED_BACK = ("before", "vor", "avant", "antes")


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date within a line.

    Attributes:
        start: Where it begins, its cue included.
        end: Behind its last character.
        phrase: What was read, without the cue.
        reading: What it means; None when it cannot be used.
        strength: Of the cue; see `standing`.
        is_clock: Whether it is a mere time of day.
        problem: Why it cannot be used.
        choices: What it may mean.
        cue: Its cue in lower case.
        excluded: Whether it is said not to be the due date.
        listed: Whether it is one of several that belong together ("Monday and Tuesday"), and stays in the action.
    """

    start: int
    end: int
    phrase: str
    reading: Reading | None
    strength: int
    is_clock: bool = False
    problem: str = ""
    choices: tuple[str, ...] = ()
    listed: bool = False
    excluded: bool = False
    cue: str = ""


class _Cue(NamedTuple):
    """A cue in lower case, where it begins, and the number of the first word behind it."""

    text: str
    strength: int
    start: int
    word: int


def find_dates(view: str, reader: Reader, *, repeats: bool = False) -> list[FoundDate]:
    """Find every date of a line, in order; none overlaps another.

    Args:
        view: See `Sheet.view`.
        reader: How dates are read.
        repeats: Whether the line repeats, so that "from Friday" says when that begins.
    """
    return _Finder(view, reader, repeats).found()


@lru_cache(maxsize=2048)
def read(phrase: str, today: date, day_first: bool, languages: tuple[str, ...]) -> Reading | NotADate:
    """Return what a phrase means by our own rules, or why it is no date."""
    try:
        return read_date(phrase, today, day_first=day_first, languages=languages, fallback=False)
    except NotADate as error:
        return error


class _Finder:
    def __init__(self, view: str, reader: Reader, repeats: bool) -> None:
        self._view = view
        self._reader = reader
        self._repeats = repeats
        self._known = vocabulary(reader.languages)
        self._words = words_of(view, unspaced=self._known.unspaced)
        self._near = Neighbours(view, self._words, self._known)
        self._left = _MOST_READINGS
        self._last_end = 0

    def found(self) -> list[FoundDate]:
        found: list[FoundDate] = []
        at = 0
        while at < len(self._words):
            one = self._at(at)
            if one is None:
                at += 1
                continue
            if one.reading is not None or one.problem:
                found.append(one)
                self._last_end = one.end
            while at < len(self._words) and self._words[at].start < one.end:
                at += 1
        return _with_lists(found, self._view)

    def _at(self, at: int) -> FoundDate | None:
        """Return the date that begins with a word; without reading and problem when it is to be passed over."""
        cue = self._cue(at)
        found = self._dated(cue) if cue is not None else None
        if found is None and self._may_begin(at):
            found = self._dated(_Cue("", BARE, self._words[at].start, at))
        return self._in_its_place(found, at) if found is not None else None

    def _in_its_place(self, found: FoundDate, first: int) -> FoundDate:
        """Return a date with what belongs to it, or why it is not the due date."""
        last = self._last_of(found)
        names_day = looks.names_day([word.text for word in self._words[first : last + 1]], self._known.words)
        if found.reading is None and not found.problem and not names_day and found.strength == BARE:
            return found
        where = denied(self._view, found.start, found.end, self._reader.languages)
        if where is not None:
            other = contrast(self._view, where[1])
            end = where[1] if other is None else self._end_of_other(other, where[1])
            return replace(found, start=where[0], end=end, reading=None, problem=DENIED, choices=(), excluded=True)
        if found.reading is None and not found.problem:
            return found
        previous = self._words[first - 1].text if first else ""
        if is_moved(self._view, found.cue, found.phrase, previous):
            return replace(found, reading=None, problem=MOVED, choices=(), excluded=True)
        return self._completed(found, first, last)

    def _last_of(self, found: FoundDate) -> int:
        return max(i for i, word in enumerate(self._words) if word.start < found.end)

    def _end_of_other(self, start: int, end: int) -> int:
        """Return where the day ends that begins at a place, its cue included."""
        for word in self._words:
            if start <= word.start < start + _MOST_CHARACTERS:
                if not looks.may_be_dated(word.text, self._known):
                    break
                end = word.end
        return end

    def _completed(self, found: FoundDate, first: int, last: int) -> FoundDate:
        """Return a date with what is date-like beside it, read as one; with a problem when that cannot be read."""
        end = self._near.behind(first, last)
        farthest, nearest = self._near.before(first, last, found.cue, self._last_end)
        if end == last and nearest == first:
            return replace(found, end=self._behind_dot(found.end, last))
        outcome: Reading | NotADate = NotADate(_NOT_ONE)
        start = nearest
        if nearest == first:
            begin = found.end - len(found.phrase)
            outcome, start = self._read(found.cue, self._view[begin : self._words[end].end]), first
        else:
            for start in range(farthest, nearest + 1):
                outcome = self._read("", self._view[self._words[start].start : self._words[end].end])
                if isinstance(outcome, (Reading, Ambiguous)):
                    break
        return self._as_one(found, outcome, start if nearest < first else first, end)

    def _as_one(self, found: FoundDate, outcome: Reading | NotADate, first: int, last: int) -> FoundDate:
        start, end = min(self._words[first].start, found.start), self._words[last].end
        whole = replace(found, start=start, end=end, phrase=self._view[start:end], reading=None, problem="", choices=())
        if isinstance(outcome, Reading):
            is_past = found.strength < BOUND and day_of(outcome.value) < self._reader.today
            return whole if is_past else replace(whole, reading=outcome)
        choices = tuple(typed(choice.value) for choice in outcome.choices) if isinstance(outcome, Ambiguous) else ()
        return replace(whole, problem=_said(outcome), choices=choices)

    def _behind_dot(self, end: int, last: int) -> int:
        """Return the end of a date with the full stop of "bis zum 15."."""
        is_ordinal = "de" in self._reader.languages and looks.is_day(self._words[last].text)
        return end + (is_ordinal and _DOT.match(self._view, end) is not None)

    def _cue(self, at: int) -> _Cue | None:
        start = self._words[at].start
        for pattern, strength in ((self._known.bound, BOUND), (self._known.cue, NAMED)):
            match = pattern.match(self._view, start)
            if match is not None:
                return self._introducing(at, match, strength)
        if self._repeats and self._words[at].text == "from" and at + 1 < len(self._words):
            return _Cue("from", NAMED, start, at + 1)
        return None

    def _introducing(self, at: int, match: re.Match[str], strength: int) -> _Cue | None:
        word = next((i for i in range(at, min(at + 5, len(self._words))) if self._words[i].end > match.end()), None)
        if word is None:
            return None
        gap = self._view[match.end() : max(self._words[word].start, match.end())]
        return (
            _Cue(" ".join(match[0].lower().split()), strength, match.start(), word) if _BLANK.fullmatch(gap) else None
        )

    def _may_begin(self, at: int) -> bool:
        text = self._words[at].text
        if looks.is_number(text):
            return at + 1 < len(self._words) and looks.may_be_dated(self._words[at + 1].text, self._known)
        return text not in _NEVER_FIRST and looks.may_be_dated(text, self._known)

    def _dated(self, cue: _Cue) -> FoundDate | None:
        """Read the longest date behind a cue."""
        begin = self._words[cue.word].start
        begin += cue.text == "@" and begin == cue.start
        for last in reversed(self._reach(cue.word)):
            end = self._words[last].end
            phrase = self._view[begin:end]
            outcome = self._read(cue.text, phrase)
            place = self._place(cue, phrase, last)
            if isinstance(outcome, Reading):
                reading = outcome if stands(place, outcome, self._reader.today, self._known) else None
                return FoundDate(
                    cue.start, end, phrase, reading, cue.strength, looks.is_clock(place.texts), cue=cue.text
                )
            if isinstance(outcome, Ambiguous) and is_asked(place, self._known):
                choices = tuple(typed(choice.value) for choice in outcome.choices)
                return FoundDate(
                    cue.start, end, phrase, None, cue.strength, problem=str(outcome), choices=choices, cue=cue.text
                )
            if may_be_dotted(place):
                return self._dotted(cue, phrase, end)
            if is_impossible(place, self._known) and not isinstance(outcome, Ambiguous) and self._left > 0:
                return FoundDate(cue.start, end, phrase, None, cue.strength, problem=str(outcome), cue=cue.text)
        return None

    def _dotted(self, cue: _Cue, phrase: str, end: int) -> FoundDate:
        """Return "1.12." with the days that it may be."""
        outcome = self._read("", phrase.replace(".", "/"))
        readings = outcome.choices if isinstance(outcome, Ambiguous) else (outcome,)
        choices = tuple(typed(one.value) for one in readings if isinstance(one, Reading))
        return FoundDate(cue.start, end, phrase, None, cue.strength, problem=_A_NUMBER, choices=choices, cue=cue.text)

    def _reach(self, at: int) -> list[int]:
        """Return the words, one behind the other, that a date may end with."""
        found: list[int] = []
        for index in range(at, min(at + _MOST_WORDS, len(self._words))):
            word = self._words[index]
            text = word.text.removeprefix("@") if index == at else word.text
            if found and not _GAP.fullmatch(self._view[self._words[index - 1].end : word.start]):
                break
            too_long = word.end - self._words[at].start > _MOST_CHARACTERS
            if not text or too_long or not looks.may_be_dated(text, self._known):
                break
            found.append(index)
        return [index for index in found if self._words[index].text not in _NEVER_LAST]

    def _read(self, cue: str, phrase: str) -> Reading | NotADate:
        outcome: Reading | NotADate = NotADate("there is too much to read")
        reader = self._reader
        for form in _forms(cue, phrase):
            if self._left <= 0:
                break
            self._left -= 1
            outcome = read(form, reader.base, reader.day_first, reader.languages)
            if isinstance(outcome, (Reading, Ambiguous)):
                break
        return outcome

    def _place(self, cue: _Cue, phrase: str, last: int) -> Place:
        texts = tuple(word.text.removeprefix("@") for word in self._words[cue.word : last + 1])
        listed = bool(self._last_end) and _LISTED.fullmatch(self._view[self._last_end : cue.start]) is not None
        dotted = _DOT.match(self._view, self._words[last].end) is not None
        return Place(cue.text, cue.strength, phrase, texts, self._previous(cue), self._following(last), listed, dotted)

    def _following(self, last: int) -> str:
        """Return the word right behind, as typed."""
        if last + 1 >= len(self._words):
            return ""
        start, end, _ = self._words[last + 1]
        return self._view[start:end] if _BLANK.fullmatch(self._view[self._words[last].end : start]) else ""

    def _previous(self, cue: _Cue) -> str:
        """Return the word right before, in lower case."""
        index = cue.word
        while index > 0 and self._words[index].start >= cue.start:
            index -= 1
        word = self._words[index]
        return word.text if word.end <= cue.start and _BLANK.fullmatch(self._view[word.end : cue.start]) else ""


def _said(outcome: NotADate) -> str:
    return _NOT_ONE if str(outcome) == _UNKNOWN else str(outcome)


def _forms(cue: str, phrase: str) -> Sequence[str]:
    """Return how a date is tried: with its cue, and without when that says no more than that a date follows."""
    if cue in _OF_ITS_OWN or cue.startswith(("starting", "beginning")):
        return (phrase,)
    with_cue = f"{cue.removeprefix('due ')} {phrase}"
    return (with_cue,) if cue in ("within", "in") or cue.startswith(_COUNTED_BACK) else (with_cue, phrase)


def _with_lists(found: list[FoundDate], view: str) -> list[FoundDate]:
    """Mark the dates that are listed or span a time, "Monday and Tuesday": to cut out one would spoil the sentence."""
    listed = set()
    for i, (one, other) in enumerate(zip(found, found[1:], strict=False)):
        if _LISTED.fullmatch(view[one.end : other.start]):
            listed |= {i, i + 1}
    return [replace(one, listed=True) if i in listed else one for i, one in enumerate(found)]
