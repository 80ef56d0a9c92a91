"""What filters ask about notes beside the notes' own rows: links, commitments and the calendar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from app.search.linked import Resolve, targets
from app.search.query import Query, Term, parse_query

if TYPE_CHECKING:
    from app.index.reader import IndexReader
    from app.ledger.commitment import Commitment
    from app.search.days import Calendar, Days
    from app.search.notes import NoteTable

Lines = Mapping[str, Sequence[int]]
"""Lines by note; 0 is the note as a whole."""

_Due = Mapping[str, Sequence[tuple[date, int]]]


def _nowhere(target: str) -> str | None:
    return None


@dataclass(slots=True)
class Facts:
    """Answers the filters of one query; what no filter asks for is never looked up.

    Attributes:
        calendar: What days are counted from; None when unknown.
        commitments: Those that are open.
        firing: Those of them that fire.
        resolve: The note that a link target leads to.
        reader: Where links are; None when there are none.
    """

    calendar: Calendar | None = None
    commitments: Iterable[Commitment] = ()
    firing: Iterable[Commitment] = ()
    resolve: Resolve = _nowhere
    reader: IndexReader | None = None
    _due: _Due | None = field(default=None, init=False)
    _due_lines: dict[Days, Lines] = field(default_factory=dict, init=False)
    _firing: Lines | None = field(default=None, init=False)
    _linking: dict[str, Lines] = field(default_factory=dict, init=False)
    _within: dict[str, str | None] = field(default_factory=dict, init=False)

    def read(self, text: str, table: NoteTable) -> Query:
        """Read what was typed, knowing the properties and tags of the vault, and the day."""
        return parse_query(text, table.properties, tags=table.tags, calendar=self.calendar)

    def lines(self, term: Term) -> Callable[[str], Sequence[int] | None]:
        """Return what tells the lines of a note that a term is about: None when it is not about the note."""
        match term.kind:
            case "due":
                return self._lines_due(term).get
            case "links":
                return self._links_to(term.value).get
            case "in":
                within = self.note_of(term.value)
                return lambda path: (0,) if path in (within, term.value) else None
            case _:
                return self._fires().get

    def note_of(self, name: str) -> str | None:
        """Return the note that a name or path means."""
        if name not in self._within:
            self._within[name] = self.resolve(name)
        return self._within[name]

    def _lines_due(self, term: Term) -> Lines:
        if self._due is None:
            self._due = _due_places(self.commitments, self.resolve)
        days = term.days
        if days is None:
            return {}
        if days in self._due_lines:
            return self._due_lines[days]
        found = ((path, [line for day, line in places if days.has(day)]) for path, places in self._due.items())
        self._due_lines[days] = {path: lines for path, lines in found if lines}
        return self._due_lines[days]

    def _fires(self) -> Lines:
        if self._firing is None:
            found: dict[str, list[int]] = {}
            for item in self.firing:
                for target in targets(item, self.resolve):
                    found.setdefault(target.path, []).append(target.line)
            self._firing = found
        return self._firing

    def _links_to(self, name: str) -> Lines:
        if name not in self._linking:
            path, reader = self.resolve(name), self.reader
            rows = [] if reader is None else reader.backlinks(path) if path else reader.unresolved(name)
            found: dict[str, list[int]] = {}
            for row in rows:
                found.setdefault(row.source, []).append(row.line)
            self._linking[name] = found
        return self._linking[name]


def has_lines(term: Term) -> bool:
    """Return whether a term is about lines of a note: a commitment that stands there, a link."""
    return term.kind in ("due", "links") or (term.kind == "is" and term.value == "firing")


def _due_places(commitments: Iterable[Commitment], resolve: Resolve) -> _Due:
    found: dict[str, list[tuple[date, int]]] = {}
    for item in commitments:
        if item.due is not None:
            day = date(item.due.year, item.due.month, item.due.day)
            for target in targets(item, resolve):
                found.setdefault(target.path, []).append((day, target.line))
    return found
