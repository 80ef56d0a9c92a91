"""What a search needs to know of all notes at once: their names, tags and properties."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from app.index.folding import fold
from app.salience.components import is_dated
from app.vault.daily import NO_DAILY_NOTES, DailyNotes

if TYPE_CHECKING:
    from app.index.records import NoteRow
    from app.vault.note import PropertyValue


class NoteTable:
    """The vault's notes by path, by name and by property name.

    Made once for each state of the index, because a search looks at it with every key.

    Args:
        notes: Every note of the index.
        daily: Which notes are daily notes, by other programs' settings.
    """

    def __init__(self, notes: Iterable[NoteRow], daily: DailyNotes = NO_DAILY_NOTES) -> None:
        self.rows: Mapping[str, NoteRow] = {note.path: note for note in notes}
        self.properties = frozenset(key.casefold() for note in self.rows.values() for key in note.properties)
        self.tags = frozenset(_with_parents(tag for note in self.rows.values() for tag in note.tags))
        self._daily = daily
        self._titles: dict[str, list[str]] = {}
        self._aliases: dict[str, list[str]] = {}
        for path, note in self.rows.items():
            for name in {same_name(note.title), same_name(path.rpartition("/")[2].rpartition(".")[0])}:
                self._titles.setdefault(name, []).append(path)
            for alias in {same_name(alias) for alias in note.aliases}:
                self._aliases.setdefault(alias, []).append(path)

    def with_notes(self, changed: Collection[str], notes: Iterable[NoteRow]) -> NoteTable:
        """Return a table in which some notes are others; costs what changed and not what there is.

        Args:
            changed: Their paths, also of those that are no more.
            notes: Those of them that there are. Names of properties and tags that only they had stay known.
        """
        come = NoteTable(notes, self._daily)
        made = object.__new__(NoteTable)
        rows = dict(self.rows)
        gone = NoteTable(row for path in changed if (row := rows.pop(path, None)) is not None)
        made.rows = {**rows, **come.rows}
        made.properties = self.properties | come.properties
        made.tags = self.tags | come.tags
        made._daily = self._daily
        made._titles = _exchanged(self._titles, gone._titles, come._titles)
        made._aliases = _exchanged(self._aliases, gone._aliases, come._aliases)
        return made

    def is_daily(self, path: str) -> bool:
        """Return True for a daily note: by other programs' settings, its name or its folder."""
        return is_dated(path) or self._daily.date_of(path) is not None

    def titled(self, name: str) -> list[str]:
        """Return the notes whose title or file name is the name, case and spaces apart."""
        return self._titles.get(same_name(name), []) if name.strip() else []

    def called(self, name: str) -> list[str]:
        """Return the notes that have the name as an alias."""
        return self._aliases.get(same_name(name), []) if name.strip() else []


def _with_parents(tags: Iterable[str]) -> Iterator[str]:
    for tag in {tag.casefold() for tag in tags}:
        parts = tag.split("/")
        yield from ("/".join(parts[:end]) for end in range(1, len(parts) + 1))


def _exchanged(
    all_names: Mapping[str, list[str]], gone: Mapping[str, list[str]], come: Mapping[str, list[str]]
) -> dict[str, list[str]]:
    """Return names with other notes, in the order of paths; the lists of other names are shared."""
    made = dict(all_names)
    for name in gone.keys() | come.keys():
        paths = sorted({*made.get(name, ())} - {*gone.get(name, ())} | {*come.get(name, ())})
        if paths:
            made[name] = paths
        else:
            made.pop(name, None)
    return made


def same_name(name: str) -> str:
    """Return a name in the form in which names are compared: case, accents and spaces apart."""
    return " ".join(fold(name).casefold().split())


def scalars(value: PropertyValue) -> Iterator[str]:
    """Return every text in a property, lists and tables included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from scalars(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from scalars(item)
