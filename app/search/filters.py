"""Which notes and chunks a query lets through: its filters, phrases and exclusions. Salience and firing have no say."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from app.index.folding import fold
from app.ledger.matching import stem
from app.search.notes import scalars
from app.vault.properties import meets, named, read_moment, unlinked

if TYPE_CHECKING:
    from app.index.records import ChunkRow, NoteRow
    from app.search.facts import Facts
    from app.search.query import Query, Term

_TASK_LINE = re.compile(r"^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[^\]\r\n]\](?:\s|$)", re.MULTILINE)
_WORD = re.compile(r"\w+")


def admits_note(query: Query, note: NoteRow, facts: Facts) -> bool:
    """Return True unless a filter on notes alone rules the note out.

    Groups that also ask for words or tasks are for `admits_chunk`.
    """
    groups = (group for group in query.groups if all(_is_of_note(term) for term in group))
    return all(any(_note_meets(term, note, facts) != term.negated for term in group) for group in groups)


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
        return _note_meets(term, note, facts)
    if term.kind == "is" and term.value == "task":
        return _TASK_LINE.search(chunk.text) is not None
    text = " ".join([note.title, *note.aliases, *chunk.headings, chunk.text])
    return has_phrase(text, term.value) if term.kind == "phrase" else _has_word(text, term.value)


def _note_meets(term: Term, note: NoteRow, facts: Facts) -> bool:
    value = _plain(term.value)
    match term.kind:
        case "tag":
            return any(tag == value or tag.startswith(value + "/") for tag in map(_plain, note.tags))
        case "path":
            return value in _plain(note.path)
        case "title":
            return any(value in _plain(name) for name in (note.title, *note.aliases))
        case "prop":
            found = (v for key, v in note.properties.items() if key.casefold() == term.key)
            return any(not value or _has_value(text, value) for v in found for text in scalars(v))
        case "modified":
            return term.days is not None and term.days.has(date.fromtimestamp(note.modified))
        case "due":
            return facts.lines(term)(note.path) is not None or _is_due(term, note)
        case _:
            return facts.lines(term)(note.path) is not None


def _is_due(term: Term, note: NoteRow) -> bool:
    """Return whether a note says of itself that it is due then, as notes do that are tasks."""
    moment = read_moment(named(note.properties, "due"))
    return moment is not None and term.days is not None and term.days.has(date(moment.year, moment.month, moment.day))


def _plain(text: str) -> str:
    """Return text as filters compare it: without case and accents."""
    return fold(text).casefold()


def _has_value(text: str, value: str) -> bool:
    compared = meets(text, value)
    return _plain(unlinked(text)).strip().startswith(value) if compared is None else compared


def _has_word(text: str, word: str) -> bool:
    wanted = {stem(part) for part in _WORD.findall(_plain(word))}
    return wanted <= {stem(part) for part in _WORD.findall(_plain(text))} if wanted else word in text


@lru_cache(maxsize=64)
def _phrase_pattern(phrase: str) -> re.Pattern[str] | None:
    parts = _WORD.findall(phrase)
    return re.compile(r"(?<!\w)" + r"\W+".join(map(re.escape, parts)) + r"(?!\w)", re.IGNORECASE) if parts else None
