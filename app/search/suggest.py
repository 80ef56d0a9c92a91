"""Completion of what is being typed: links, projects and tags.

What begins with the typed text comes first, then what has a word that begins with it, then what contains it, then what
has its letters in order. Case and accents do not matter. Among equals the more used comes first, then the shorter.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from app.search.notes import NoteTable, scalars
from app.vault.names import is_note_name

if TYPE_CHECKING:
    from app.ledger.entry import Entry

Kind = Literal["links", "project", "tags"]

_MOST, _LONGEST = 8, 100
_LINK = re.compile(r"!?\[\[(?:[^\]|#]*/)?([^\]|#/]+?)(?:\.md)?(?:#[^\]|]*)?(?:\|[^\]]*)?\]\]")
_UNUSABLE = re.compile(r"[\[\]|#^\n]")


class Name(NamedTuple):
    """A thing that can be completed: its folded form, and how much it is used."""

    text: str
    folded: str
    weight: float


class Suggestions:
    """Completes among the names of a vault, taken up once for each state of the index and of the ledger.

    Args:
        notes: The notes.
        entries: The open entries.
        weights: How much each note is used, by path; missing ones count as unused.
    """

    def __init__(self, notes: NoteTable, entries: Sequence[Entry], weights: Mapping[str, float]) -> None:
        self._names: Mapping[Kind, tuple[Name, ...]] = {
            "links": in_order(_note_names(notes, weights)),
            "project": in_order(counted(_projects(notes, entries))),
            "tags": in_order(counted(_tags(notes, entries))),
        }
        self._paths = in_order(_note_paths(notes, weights))

    def complete(self, kind: Kind, typed: str) -> tuple[str, ...]:
        """Return what a typed beginning may become, best first, at most eight.

        Args:
            kind: What is typed.
            typed: As far as it is typed; its marker (`[[`, `@`, `#`) may be there or not.
        """
        wanted = _bare(kind, typed)
        found = ranked(self._names[kind], wanted)
        if kind != "links" or (len(found) == _MOST and "/" not in wanted):
            return found
        names = {name.partition("|")[0] for name in found}
        more = (path for path in ranked(self._paths, wanted) if not {path, _stem(path)} & names)
        return (*found, *more)[:_MOST]


def complete_heading(
    typed: str, resolve: Callable[[str], str | None], headings: Callable[[str], Iterable[str]]
) -> tuple[str, ...]:
    """Complete the part of a note behind `#`.

    Args:
        typed: A link as far as it is typed, with its `#`.
        resolve: Returns the path of the note that a name means, or None.
        headings: Returns the headings of a note, in order.

    Returns:
        Whole links: the note as it was typed, and a heading of it.
    """
    name, _, part = _bare("links", typed).partition("#")
    path = resolve(name.strip()) if name.strip() else None
    if path is None:
        return ()
    found = dict.fromkeys(" ".join(_UNUSABLE.sub(" ", heading).split()) for heading in headings(path))
    pool = in_order(named(heading, -float(place)) for place, heading in enumerate(found) if heading)
    return tuple(f"{name.strip()}#{heading}" for heading in ranked(pool, part.rpartition("#")[2].strip()))


def _bare(kind: Kind, typed: str) -> str:
    if kind == "links":
        return typed.removeprefix("!").removeprefix("[[").removesuffix("]]").partition("|")[0].lstrip()
    return typed.strip().removeprefix("@" if kind == "project" else "#").strip('"')


def ranked(names: Sequence[Name], typed: str) -> tuple[str, ...]:
    """Return the best eight of some names for a typed beginning; for nothing typed the most used.

    Args:
        names: In the order of `in_order`.
        typed: The beginning.
    """
    wanted = _folded(typed).strip()[:_LONGEST]
    exact = [name.text for name in names if name.folded == wanted] if wanted else []
    begins: list[str] = []
    word = re.compile(rf"\b{re.escape(wanted)}")
    at_words: list[str] = []
    within: list[str] = []
    for name in names:
        if name.folded.startswith(wanted):
            begins.append(name.text)
            if len(begins) >= _MOST:
                break
        elif wanted in name.folded:
            (at_words if word.search(name.folded) else within).append(name.text)
    found = dict.fromkeys((*exact, *begins, *at_words, *within))
    if len(found) < _MOST and len(wanted) > 1:
        found |= dict.fromkeys(_spread(names, wanted))
    return tuple(found)[:_MOST]


def _spread(names: Iterable[Name], wanted: str) -> Iterator[str]:
    """Yield names that have the letters in order, the first of them at the beginning of a word."""
    between = "".join(f"[^{re.escape(letter)}]*{re.escape(letter)}" for letter in wanted[1:])
    letters = re.compile(rf"\b{re.escape(wanted[0])}{between}")
    return (name.text for name in names if letters.search(name.folded))


def in_order(names: Iterable[Name]) -> tuple[Name, ...]:
    """Return names with the more used before the less used, then the shorter before the longer."""
    return tuple(sorted(names, key=lambda name: (-name.weight, len(name.text), name.folded, name.text)))


def named(text: str, weight: float) -> Name:
    """Return a name that is used so much."""
    return Name(text, _folded(text), weight)


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in parts if not unicodedata.combining(character))


def _note_names(notes: NoteTable, weights: Mapping[str, float]) -> Iterator[Name]:
    """Yield each note by its name, or by its path where several have that name, and its aliases as link texts."""
    stems = Counter(_stem(path).casefold() for path in notes.rows)
    for path, note in notes.rows.items():
        plain, weight = path.rpartition(".")[0] if is_note_name(path) else path, weights.get(path, 0.0)
        if _UNUSABLE.search(plain):
            continue
        unique = stems[_stem(path).casefold()] == 1
        shortest = _stem(path) if unique else plain
        yield named(shortest, weight)
        for alias in dict.fromkeys(note.aliases):
            if not _UNUSABLE.search(alias):
                yield named(alias, weight)._replace(text=f"{shortest}|{alias}")


def _note_paths(notes: NoteTable, weights: Mapping[str, float]) -> Iterator[Name]:
    """Yield the notes in folders by their paths: what a person types who knows the folder."""
    for path in notes.rows:
        plain = path.rpartition(".")[0] if is_note_name(path) else path
        if "/" in plain and not _UNUSABLE.search(plain):
            yield named(plain, weights.get(path, 0.0))


def _stem(path: str) -> str:
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] if is_note_name(name) else name


def _projects(notes: NoteTable, entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        if entry.project:
            yield entry.project
    for note in notes.rows.values():
        for key, value in note.properties.items():
            if key.casefold() in ("project", "projects"):
                for text in scalars(value):
                    link = _LINK.fullmatch(text.strip())
                    yield " ".join((link[1] if link else text).split())


def _tags(notes: NoteTable, entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        yield from entry.tags
    for note in notes.rows.values():
        yield from note.tags


def counted(names: Iterable[str]) -> Iterator[Name]:
    """Yield each name once, whatever its case, in the form that comes first; used as often as it occurs."""
    forms: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for name in names:
        folded = name.casefold()
        counts[folded] += 1
        forms.setdefault(folded, name)
    for folded, name in forms.items():
        if name.strip():
            yield named(name, float(counts[folded]))
