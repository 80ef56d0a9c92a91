"""Completion in the search box: operators, their values, tags, paths, properties and notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from app.search.notes import NoteTable, scalars
from app.search.query import OPERATORS, STATES
from app.search.suggest import Name, Suggestions, counted, in_order, named, ranked
from app.vault.properties import unlinked

Part = Literal["operator", "tag", "path", "title", "is", "due", "modified", "note", "value"]

DAYS: Mapping[str, tuple[str, ...]] = {
    "due": ("<7d", "overdue", "today", "tomorrow", "this-week", "next-week", "<1m", "any"),
    "modified": ("<7d", "today", "yesterday", "this-week", "last-week", "<1m", ">1y"),
}
"""What is offered for days; more can be typed."""

_KINDS: Mapping[str, Part] = {
    "tag": "tag", "tags": "tag", "path": "path", "file": "path", "folder": "path", "title": "title", "is": "is",
    "due": "due", "modified": "modified", "links": "note", "link": "note", "in": "note",
}  # fmt: skip
_OPEN = re.compile(
    r"""(?:^|(?<=\s))-?(?P<key>[^\W\d][\w-]*):(?P<value>"[^"]*|\[\[[^\[\]]*|[^\s"\[]*)\Z
    |(?:^|(?<=\s))-?\#(?P<tag>[^\s"#]*)\Z
    |\[\[(?P<note>[^\[\]]*)\Z
    |(?:^|(?<=\s))-?(?P<word>[^\W\d][\w-]*|)\Z""",
    re.VERBOSE,
)
_PLAIN = re.compile(r'[^\s"\[\]]+')
_LONGEST_VALUE = 80
_LOOKED_AT = 2000


@dataclass(frozen=True, slots=True)
class Place:
    """The part of a query that the caret stands at the end of.

    Attributes:
        part: What it is.
        typed: What it begins with so far.
        start: Where it begins in the text.
        key: The operator or property before the colon; empty without one.
    """

    part: Part
    typed: str
    start: int
    key: str = ""


def place_at(text: str, caret: int) -> Place | None:
    """Return what can be completed at the caret; None in the middle of a word."""
    if text[caret : caret + 1].strip(' \t]"'):
        return None
    found = _OPEN.search(text[max(0, caret - _LOOKED_AT) : caret])
    if found is None:
        return None
    if found["note"] is not None:
        return Place("note", found["note"], caret - len(found["note"]) - 2)
    if found["tag"] is not None:
        return Place("tag", found["tag"], caret - len(found["tag"]) - 1)
    if found["key"] is not None:
        key, value = found["key"].casefold(), found["value"]
        return Place(_KINDS.get(key, "value"), value.lstrip('["'), caret - len(value), key)
    return Place("operator", found["word"], caret - len(found["word"]))


class QueryCompletion:
    """Completes among the names of a vault, taken up once for each state of the index.

    Args:
        notes: The notes.
        names: Completes notes, and knows the tags in use.
    """

    def __init__(self, notes: NoteTable, names: Suggestions) -> None:
        self._names = names
        self._operators = tuple(f"{name}:" for name in OPERATORS)
        self._keys = in_order(counted(key for note in notes.rows.values() for key in note.properties))
        self._paths = in_order(counted(_folders(notes)))
        self._titles = in_order(named(note.title, 0.0) for note in notes.rows.values() if note.title)
        self._notes = notes
        self._known_values: dict[str, tuple[Name, ...]] = {}

    def complete(self, place: Place) -> tuple[str, ...]:
        """Return what may stand at a place, as it is written in the query, best first."""
        match place.part:
            case "operator":
                return self._complete_operator(place.typed)
            case "tag":
                found = self._names.complete("tags", place.typed)
                return tuple(f"#{tag}" if not place.key else tag for tag in found)
            case "path":
                return tuple(map(quoted, ranked(self._paths, place.typed)))
            case "title":
                return tuple(map(quoted, ranked(self._titles, place.typed)))
            case "is":
                return _beginning(STATES, place.typed)
            case "due" | "modified":
                return _beginning(DAYS[place.part], place.typed)
            case "note":
                found = self._names.complete("links", place.typed)
                return tuple(f"[[{name.partition('|')[0]}]]" for name in dict.fromkeys(found))
            case _:
                if place.key not in self._known_values:
                    self._known_values[place.key] = in_order(counted(self._values(place.key)))
                return tuple(map(quoted, ranked(self._known_values[place.key], place.typed)))

    def _complete_operator(self, typed: str) -> tuple[str, ...]:
        known = _beginning(self._operators, typed)
        more = (f"{key}:" for key in ranked(self._keys, typed) if re.fullmatch(r"[^\W\d][\w-]*", key))
        return tuple(dict.fromkeys((*known, *more)))

    def _values(self, key: str) -> Iterator[str]:
        for note in self._notes.rows.values():
            for name, value in note.properties.items():
                if name.casefold() == key:
                    yield from (unlinked(text) for text in scalars(value) if len(text) <= _LONGEST_VALUE)


def quoted(value: str) -> str:
    """Return a value as it is written behind an operator."""
    return value if _PLAIN.fullmatch(value) else '"{}"'.format(value.replace('"', " "))


def _beginning(names: Iterable[str], typed: str) -> tuple[str, ...]:
    wanted = typed.casefold()
    return tuple(name for name in names if name.startswith(wanted))


def _folders(notes: NoteTable) -> Iterator[str]:
    """Yield the folders that each note is in: the more notes, the sooner a folder is offered."""
    for path in notes.rows:
        parts = path.split("/")[:-1]
        yield from ("/".join(parts[:end]) + "/" for end in range(1, len(parts) + 1))
