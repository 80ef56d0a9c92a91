"""What a person typed, read: words, phrases, operators and filters. Nothing typed is an error."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from app.search.days import Calendar, Days, read_days
from app.vault.decoding import clean

Kind = Literal["word", "phrase", "tag", "path", "title", "prop", "is", "due", "modified", "links", "in"]

OPERATORS: dict[str, str] = {
    "tag": "has a tag, or one below it",
    "path": "folder or file name",
    "title": "title or alias",
    "is": "task, or firing",
    "due": "open commitments: <7d, overdue, friday, 2026-01",
    "modified": "<7d, >2026-01-01, last-week",
    "links": "links to a note",
    "in": "within one note, place by place",
}
"""Every operator that is followed by a colon, and what its value is."""

STATES = ("task", "firing")
"""What `is:` can ask for."""

_ALIASES = {"tags": "tag", "file": "path", "folder": "path", "link": "links", "linksto": "links"}
_TOKEN = re.compile(
    r"""(?P<minus>-(?=["\w\[\#]))?
        (?:\[(?P<bracket>[^\W\d][\w -]{0,60})(?::(?P<inside>[^\[\]"]{0,200}))?\](?!\]|\()
        |(?:(?P<key>[^\W\d][\w-]*):(?=\S))?
        (?:"(?P<phrase>[^"]*)(?P<closed>"?)|\[\[(?P<note>[^\[\]"]*)\]\]|(?P<bare>[^\s"]+)))""",
    re.VERBOSE,
)
_HAS_WORD = re.compile(r"\w")
_SIGN = re.compile(r"[!-/:-@\[-^`{-~]\Z")
_SHORTEST_PREFIX = 2
_LONGEST = 2000
"""Characters of a query that are read; more is a paste, and its meaning is in its beginning."""


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that was asked for.

    Attributes:
        kind: What it is compared with.
        value: The word, phrase or value, as typed, without quotes, brackets, `#` and key.
        key: The property's name, for `"prop"`.
        negated: True for `-term`.
        days: The days that are meant, for `"due"` and `"modified"`.
        instead: What the term would have been, and is not, when an operator was taken as words.
    """

    kind: Kind
    value: str
    key: str = ""
    negated: bool = False
    days: Days | None = None
    instead: str = field(default="", compare=False)

    @property
    def is_text(self) -> bool:
        """Return True for words and phrases, which are looked for in text; the rest are filters."""
        return self.kind in ("word", "phrase")


@dataclass(frozen=True, slots=True)
class Query:
    """A query, read.

    Attributes:
        text: As typed.
        groups: All must hold; in each, one of the terms (`a OR b`).
        prefix: True when the last word may be unfinished: it is a prefix.
    """

    text: str
    groups: tuple[tuple[Term, ...], ...] = ()
    prefix: bool = False

    @property
    def terms(self) -> tuple[Term, ...]:
        """Every term that is wanted, in order."""
        return tuple(term for group in self.groups for term in group if not term.negated)

    @property
    def excluded(self) -> tuple[Term, ...]:
        """Every term that is not wanted; they stand in groups of one."""
        return tuple(term for group in self.groups for term in group if term.negated)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that are wanted, in order."""
        return tuple(term.value for term in self.terms if term.kind == "word")

    @property
    def phrases(self) -> tuple[str, ...]:
        """The quoted phrases that are wanted."""
        return tuple(term.value for term in self.terms if term.kind == "phrase")

    @property
    def meaning(self) -> str:
        """What to embed, and what a title is compared with: words and phrases without operators and filters."""
        return " ".join(term.value for term in self.terms if term.is_text)

    @property
    def is_empty(self) -> bool:
        """Return True when nothing is asked for, or nothing that can be looked for."""
        return not self.groups

    @property
    def is_within(self) -> bool:
        """Return True when one note is searched: its places are listed, not notes."""
        return any(term.kind == "in" for term in self.terms)


def parse_query(
    text: str,
    properties: Collection[str] | None = None,
    *,
    tags: Collection[str] = (),
    calendar: Calendar | None = None,
) -> Query:
    """Read what was typed.

    `"a phrase"`, `-not`, `a OR b`, the `OPERATORS`, `property:value`, `[property]`, `[property:value]` and `#tag` are
    understood; a value may be quoted, a note may stand in `[[ ]]`. All else is words, an unclosed quote included.

    Args:
        text: As typed.
        properties: Names of properties that some note has, lower-case: with any other name, `name:value` is words.
            None when unknown: every name may be a property.
        tags: Tags that some note has, lower-case, and what they are nested in: any other `#name` is a word.
        calendar: What days are counted from; None when unknown: `due:` and `modified:` are words.
    """
    groups: list[tuple[Term, ...]] = []
    joining = False
    last: re.Match[str] | None = None
    typed = clean(text)
    reader = _Reader(properties, tags, calendar)
    for match in _TOKEN.finditer(typed[:_LONGEST]):
        last = match
        if match[0] == "OR" and groups:
            joining = not groups[-1][-1].negated
            continue
        if match.end() == len(typed) and match[0].removesuffix(":").lstrip("-").casefold() in _begun(match[0]):
            continue
        for term in reader.read(match):
            if joining and not term.negated:
                groups[-1] = (*groups[-1], term)
            else:
                groups.append((term,))
            joining = False
    if not groups and _is_of_signs(typed):
        groups.append((Term("word", typed.strip()),))
    return Query(text, tuple(groups), _is_unfinished(typed, last))


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one token."""

    properties: Collection[str] | None
    tags: Collection[str]
    calendar: Calendar | None

    def read(self, match: re.Match[str]) -> Iterable[Term]:
        """Return the terms of one token; several when a filter turns out to be words."""
        negated = bool(match["minus"])
        if match["bracket"] is not None:
            return self._bracket(match, negated)
        key = (match["key"] or "").casefold()
        value = next(part for part in (match["bare"], match["note"], match["phrase"]) if part is not None).strip()
        if not key:
            return [replace(term, negated=negated) for term in self._text(match, value)]
        name = value if match["phrase"] is not None else _note_name(value)
        found = self._filter(_ALIASES.get(key, key), value, name)
        if found is not None:
            return [replace(found, negated=negated)]
        words = [part for part in (key, *value.split()) if _HAS_WORD.search(part)]
        instead = f"{key}:{value}" if key in OPERATORS and _HAS_WORD.search(value) else ""
        return [Term("word", part, negated=negated, instead=instead) for part in words]

    def _text(self, match: re.Match[str], value: str) -> list[Term]:
        tag = value[1:].strip("/").casefold()
        if match["bare"] is not None and value.startswith("#") and tag in self.tags:
            return [Term("tag", tag)]
        if match["phrase"] is not None and match["closed"] and _HAS_WORD.search(value):
            return [Term("phrase", value)]
        return [Term("word", part) for part in value.split() if _is_sought(part)]

    def _bracket(self, match: re.Match[str], negated: bool) -> list[Term]:
        """Read `[property]` and `[property:value]`."""
        key, value = match["bracket"].casefold().strip(), (match["inside"] or "").strip()
        if self.properties is not None and key in self.properties:
            return [Term("prop", value, key, negated)]
        words = f"{match['bracket']} {value}".split()
        return [Term("word", word, negated=negated) for word in words if _is_sought(word)]

    def _filter(self, key: str, value: str, name: str) -> Term | None:
        """Return the filter that `key:value` is, None when it is words; `name` is the note that the value names."""
        if key in ("due", "modified"):
            return self._days("due" if key == "due" else "modified", value) or self._property(key, value)
        if not _HAS_WORD.search(value):
            return None
        match key:
            case "tag":
                return Term("tag", value.strip("#/").casefold())
            case "path":
                return Term("path", value)
            case "title":
                return Term("title", value)
            case "links":
                return Term("links", name) if name and not value.startswith("//") else None
            case "in":
                return Term("in", name) if name else None
            case "is":
                return Term("is", value.casefold()) if value.casefold() in STATES else None
        return self._property(key, value)

    def _days(self, kind: Literal["due", "modified"], value: str) -> Term | None:
        days = read_days(value, self.calendar, ahead=kind == "due") if self.calendar else None
        return Term(kind, value, days=days) if days is not None else None

    def _property(self, key: str, value: str) -> Term | None:
        looks_like_address = value.startswith("//")
        known = not looks_like_address if self.properties is None else key in self.properties
        return Term("prop", value, key) if known and _HAS_WORD.search(value) else None


def _begun(token: str) -> Collection[str]:
    """Return the operators, for a token that may be the name of one: its value is still to be typed."""
    return OPERATORS.keys() if token.endswith(":") else ()


def _note_name(value: str) -> str:
    """Return the note that a value names, however it is written: `[[Note#Part|text]]` is Note."""
    bare = value.removeprefix("!").removeprefix("[[").removesuffix("]]")
    return bare.partition("|")[0].partition("#")[0].strip()


def _is_sought(word: str) -> bool:
    """Return whether a word can be looked for: it has a letter or digit, or is a sign of its own, as an emoji is."""
    return bool(_HAS_WORD.search(word)) or not word.isascii()


def _is_of_signs(text: str) -> bool:
    """Return whether signs are all that was typed, and more than the beginning of an exclusion or a phrase: `->`."""
    return len(text.strip()) > 1 and bool(text.strip(' -"')) and not _HAS_WORD.search(text)


def _is_unfinished(text: str, last: re.Match[str] | None) -> bool:
    """Return True when the text ends within a bare word of two characters or more."""
    if last is None or last["bare"] is None or last["key"] or last["minus"] or last[0] == "OR":
        return False
    if not _HAS_WORD.search(last["bare"]) or _SIGN.search(last["bare"]):
        return False
    return len(text) <= _LONGEST and text.endswith(last[0]) and len(last["bare"]) >= _SHORTEST_PREFIX
