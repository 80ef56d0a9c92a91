"""What a person typed, read: words, phrases, operators and filters. Nothing typed is an error."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from app.vault.decoding import clean

Kind = Literal["word", "phrase", "tag", "path", "title", "prop", "is"]

_TOKEN = re.compile(
    r"""(?P<minus>-?)
        (?:(?P<key>[^\W\d][\w-]*):(?=\S))?
        (?:"(?P<phrase>[^"]*)(?P<closed>"?)|(?P<bare>[^\s"]+))""",
    re.VERBOSE,
)
_HAS_WORD = re.compile(r"\w")
_STATES = frozenset({"task", "firing"})
_SHORTEST_PREFIX = 2
_LONGEST = 2000
"""Characters of a query that are read; more is a paste, and its meaning is in its beginning."""


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that was asked for.

    Attributes:
        kind: What it is compared with.
        value: The word, phrase or value, as typed, without quotes, `#` and key.
        key: The property's name, for `"prop"`.
        negated: True for `-term`.
    """

    kind: Kind
    value: str
    key: str = ""
    negated: bool = False

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
        """Return True when nothing is asked for: nothing typed, or only what is not wanted."""
        return not self.terms


def parse_query(text: str, properties: Collection[str] | None = None) -> Query:
    """Read what was typed.

    `"a phrase"`, `-not`, `a OR b`, `tag:#a`, `path:`, `title:`, `is:task`, `is:firing` and `property:value` are
    understood; a value may be quoted. All else is words, an unclosed quote included.

    Args:
        text: As typed.
        properties: Names of properties that some note has, lower-case: with any other name, `name:value` is words.
            None when unknown: every name may be a property.
    """
    groups: list[tuple[Term, ...]] = []
    joining = False
    last: re.Match[str] | None = None
    typed = clean(text)
    for match in _TOKEN.finditer(typed[:_LONGEST]):
        last = match
        if match[0] == "OR" and groups:
            joining = not groups[-1][-1].negated
            continue
        for term in _read(match, properties):
            if joining and not term.negated:
                groups[-1] = (*groups[-1], term)
            else:
                groups.append((term,))
            joining = False
    return Query(text, tuple(groups), _is_unfinished(typed, last))


def _read(match: re.Match[str], properties: Collection[str] | None) -> Iterable[Term]:
    """Return the terms of one token: none without a word in it, several when a filter turns out to be words."""
    key, negated = (match["key"] or "").casefold(), bool(match["minus"])
    value = (match["bare"] or match["phrase"]).strip()
    if not _HAS_WORD.search(value):
        return [Term("word", key, negated=negated)] if key else []
    if not key:
        quoted = match["phrase"] is not None and bool(match["closed"])
        kinds: Kind = "phrase" if quoted else "word"
        return [Term(kinds, part, negated=negated) for part in ([value] if quoted else value.split()) if part]
    found = _filter(key, value, properties)
    if found is not None:
        return [replace(found, negated=negated)]
    return [Term("word", part, negated=negated) for part in (key, *value.split()) if _HAS_WORD.search(part)]


def _filter(key: str, value: str, properties: Collection[str] | None) -> Term | None:
    """Return the filter that `key:value` is, None when it is words."""
    if key == "tag":
        return Term("tag", value.strip("#/").casefold())
    if key == "path":
        return Term("path", value)
    if key == "title":
        return Term("title", value)
    if key == "is":
        return Term("is", value.casefold()) if value.casefold() in _STATES else None
    looks_like_address = value.startswith("//")
    known = not looks_like_address if properties is None else key in properties
    return Term("prop", value, key) if known else None


def _is_unfinished(text: str, last: re.Match[str] | None) -> bool:
    """Return True when the text ends within a bare word of two characters or more."""
    if last is None or last["bare"] is None or last["key"] or last["minus"] or last[0] == "OR":
        return False
    if not _HAS_WORD.search(last["bare"]):
        return False
    return len(text) <= _LONGEST and text.endswith(last[0]) and len(last["bare"]) >= _SHORTEST_PREFIX
