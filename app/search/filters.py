"""Which notes and chunks a query lets through: its filters, phrases and exclusions. Salience and firing have no say."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from app.index.folding import fold
from app.ledger.matching import stem
from app.search.notes import scalars
from app.vault.properties import meets, named, read_moment, unlinked

if TYPE_CHECKING:
    from app.index.records import ChunkRow, NoteRow
    from app.search.days import Days
    from app.search.facts import Facts
    from app.search.query import Query, Term

_TASK_LINE = re.compile(r"^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[^\]\r\n]\](?:\s|$)", re.MULTILINE)
_SIGNS = ("<", ">", "=")
_WORD = re.compile(r"\w+")


Test = Callable[["NoteRow"], bool]
"""Whether a note is let through."""


def note_test(query: Query, facts: Facts) -> Test:
    """Return what tells whether the filters on notes alone let a note through; made once, asked for every note.

    Groups that also ask for words or tasks are for `admits_chunk`.
    """
    groups = [group for group in query.groups if all(_is_of_note(term) for term in group)]
    tests = [[(_test(term, facts), not term.negated) for term in group] for group in groups]
    if not tests:
        return lambda note: True
    if len(tests) == len(tests[0]) == 1:
        [[(only, is_wanted)]] = tests
        return only if is_wanted else lambda note: not only(note)
    return lambda note: all(any(test(note) is wanted for test, wanted in group) for group in tests)


def admits_note(query: Query, note: NoteRow, facts: Facts) -> bool:
    """Return True unless a filter on notes alone rules the note out."""
    return note_test(query, facts)(note)


def admits_chunk(query: Query, note: NoteRow, chunk: ChunkRow, facts: Facts) -> bool:
    """Return True unless a phrase, an exclusion, `is:task` or an alternative with a filter rules the chunk out.

    Groups of words alone are not asked: they make relevance, and meaning may stand in for them.
    """
    for group in query.groups:
        if all(_is_of_note(term) for term in group) or _are_words(group):
            continue
        if not any(_meets(term, note, chunk, facts) != term.negated for term in group):
            return False
    return True


def has_filters(query: Query) -> bool:
    """Return True when the query narrows the vault by more than words."""
    return any(not term.is_text for group in query.groups for term in group)


def is_only_words(query: Query) -> bool:
    """Return True when any chunk will do: nothing but words was asked for, and meaning may stand in for them."""
    return all(_are_words(group) for group in query.groups)


def has_phrase(text: str, phrase: str) -> bool:
    """Return True when the words of a phrase stand in the text in order, whatever is between words."""
    pattern = _phrase_pattern(phrase)
    return pattern is not None and pattern.search(text) is not None


def _is_of_note(term: Term) -> bool:
    return not term.is_text and not (term.kind == "is" and term.value == "task")


def _are_words(group: tuple[Term, ...]) -> bool:
    return all(term.kind == "word" and not term.negated for term in group)


def _meets(term: Term, note: NoteRow, chunk: ChunkRow, facts: Facts) -> bool:
    if _is_of_note(term):
        return _test(term, facts)(note)
    if term.kind == "is" and term.value == "task":
        return _TASK_LINE.search(chunk.text) is not None
    text = " ".join([note.title, *note.aliases, *chunk.headings, chunk.text])
    return has_phrase(text, term.value) if term.kind == "phrase" else _has_word(text, term.value)


def _test(term: Term, facts: Facts) -> Test:
    value = _plain(term.value)
    match term.kind:
        case "tag":
            below = f"{value}/"
            has = _Verdicts(lambda tag: _plain(tag) == value or _plain(tag).startswith(below))
            return lambda note: any(map(has.__getitem__, note.tags))
        case "path":
            return lambda note: value in _plain(note.path)
        case "title":
            return lambda note: value in _plain(note.title) or any(value in _plain(name) for name in note.aliases)
        case "prop":
            is_key = _Verdicts(lambda name: name.casefold() == term.key)
            return lambda note: _has_property(note, is_key, value)
        case "modified":
            first, last = _moments(term.days) if term.days else (math.inf, math.inf)
            return lambda note: first <= note.modified < last
        case "due":
            about = facts.lines(term)
            return lambda note: about(note.path) is not None or _is_due(term, note)
        case _:
            about = facts.lines(term)
            return lambda note: about(note.path) is not None


def _moments(days: Days) -> tuple[float, float]:
    """Return when days begin and end, in seconds since the epoch by the local clock; the end is not included."""
    try:
        first = -math.inf if days.first is None else datetime.combine(days.first, time()).timestamp()
        end = None if days.last is None else datetime.combine(days.last + timedelta(days=1), time())
        return first, math.inf if end is None else end.timestamp()
    except (OverflowError, ValueError, OSError):
        return math.inf, math.inf


class _Verdicts(dict[str, bool]):
    """Remembers what a test said of each text: a vault has many notes and few tags and names of properties."""

    def __init__(self, test: Callable[[str], bool]) -> None:
        super().__init__()
        self._test = test

    def __missing__(self, text: str) -> bool:
        verdict = self[text] = self._test(text)
        return verdict


def _has_property(note: NoteRow, is_key: Mapping[str, bool], value: str) -> bool:
    found = (v for name, v in note.properties.items() if is_key[name])
    return any(not value or _has_value(text, value) for v in found for text in scalars(v))


def _is_due(term: Term, note: NoteRow) -> bool:
    """Return whether a note says of itself that it is due then, as notes do that are tasks."""
    if not any(len(key) == len("due") and key.casefold() == "due" for key in note.properties):
        return False
    moment = read_moment(named(note.properties, "due"))
    return moment is not None and term.days is not None and term.days.has(date(moment.year, moment.month, moment.day))


def _plain(text: str) -> str:
    """Return text as filters compare it: without case and accents."""
    return text.lower() if text.isascii() else fold(text).casefold()


def _has_value(text: str, value: str) -> bool:
    compared = meets(text, value) if value.startswith(_SIGNS) else None
    return _plain(unlinked(text) if "[[" in text else text).strip().startswith(value) if compared is None else compared


def _has_word(text: str, word: str) -> bool:
    wanted = {stem(part) for part in _WORD.findall(_plain(word))}
    return wanted <= {stem(part) for part in _WORD.findall(_plain(text))} if wanted else word in text


@lru_cache(maxsize=64)
def _phrase_pattern(phrase: str) -> re.Pattern[str] | None:
    parts = _WORD.findall(phrase)
    return re.compile(r"(?<!\w)" + r"\W+".join(map(re.escape, parts)) + r"(?!\w)", re.IGNORECASE) if parts else None
