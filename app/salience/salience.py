"""The standing score of every note: s = 0.30 I + 0.25 A + 0.20 C + 0.15 P + 0.10 R."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Protocol

from app.salience import components
from app.salience.parts import SalienceParts
from app.salience.weights import DEFAULT_WEIGHTS, SalienceWeights
from app.vault.daily import NO_DAILY_NOTES, DailyNotes
from app.vault.properties import named, texts, unlinked

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.vault.note import PropertyValue

    Columns = NDArray[np.float64]


class NoteFacts(Protocol):
    """What salience needs to know of a note; a row of the index has it."""

    @property
    def path(self) -> str:
        """Relative to the vault."""
        ...

    @property
    def title(self) -> str:
        """Its title."""
        ...

    @property
    def properties(self) -> Mapping[str, PropertyValue]:
        """Its frontmatter; `importance` and `project` are read."""
        ...

    @property
    def modified(self) -> float:
        """Last modification, seconds since the epoch."""
        ...


@dataclass(frozen=True, slots=True)
class SalienceInputs:
    """All that salience depends on, the day apart.

    Attributes:
        notes: The vault's notes.
        centrality: PageRank by path: `LinkGraph.scores`.
        mentions: Times of use by path: `OperationsLog.mentions`.
        open_paths: Notes that open commitments link to or stand in.
        open_projects: Projects of open commitments.
        daily: Which notes are daily notes, by other programs' settings.
        weights: How much each component counts.
    """

    notes: Sequence[NoteFacts]
    centrality: Mapping[str, float] = field(default_factory=dict)
    mentions: Mapping[str, Sequence[datetime]] = field(default_factory=dict)
    open_paths: frozenset[str] = frozenset()
    open_projects: frozenset[str] = frozenset()
    daily: DailyNotes = NO_DAILY_NOTES
    weights: SalienceWeights = DEFAULT_WEIGHTS


class SalienceTable(Mapping[str, SalienceParts]):
    """The standing scores of all notes as columns of numbers; a note's parts become an object when it is asked for.

    Args:
        paths: The notes.
        columns: Their components, shape (5, notes), each already divided by its maximum.
        weights: How much each counts.
    """

    def __init__(self, paths: Sequence[str], columns: Columns, weights: SalienceWeights) -> None:
        import numpy as np

        factors = (weights.importance, weights.activation, weights.centrality, weights.prospective, weights.recency)
        self._numbers = {path: number for number, path in enumerate(paths)}
        values = (np.array(factors)[:, None] * columns).sum(axis=0)
        self._rows = np.ascontiguousarray(np.vstack([values, columns]).T)

    def __getitem__(self, path: str) -> SalienceParts:
        return SalienceParts(*self._rows[self._numbers[path]].tolist())

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


class SalienceComputer:
    """Computes standing scores, and remembers of each note what does not change while the note stays what it is."""

    def __init__(self) -> None:
        self._facts: dict[str, _Facts] = {}
        self._made_for: tuple[object, object] = (None, None)

    def compute(self, inputs: SalienceInputs, now: datetime) -> SalienceTable:
        """Return the standing score of each note and its components, each divided by its maximum over the vault.

        Args:
            inputs: What it depends on.
            now: The present; days are counted in its time zone, local when it has none.
        """
        import numpy as np

        now = now.astimezone(now.tzinfo)
        facts = self._known_facts(inputs, now)
        today, count = now.date(), len(inputs.notes)
        open_projects = frozenset(project.strip().casefold() for project in inputs.open_projects)
        paths = [note.path for note in inputs.notes]
        columns = np.zeros((5, count))
        columns[0] = np.fromiter((fact.importance for fact in facts), float, count)
        columns[1] = np.fromiter((_activation(path, inputs, now) for path in paths), float, count)
        columns[2] = np.fromiter((inputs.centrality.get(path, 0.0) for path in paths), float, count)
        asked = zip(paths, facts, strict=True)
        columns[3] = np.fromiter(
            (components.prospective(path, fact.projects, inputs.open_paths, open_projects) for path, fact in asked),
            float,
            count,
        )
        days = np.fromiter((fact.day for fact in facts), float, count)
        columns[4] = (np.maximum(today.toordinal() - days, 0.0) + 1.0) ** components.DECAY
        tops = columns.max(axis=1, initial=0.0)
        return SalienceTable(paths, columns / np.where(tops > 0.0, tops, 1.0)[:, None], inputs.weights)

    def _known_facts(self, inputs: SalienceInputs, now: datetime) -> list[_Facts]:
        made_for = (inputs.daily, now.tzinfo)
        old = self._facts if made_for == self._made_for else {}
        found = []
        for note in inputs.notes:
            fact = old.get(note.path)
            found.append(fact if fact is not None and fact.note is note else _facts(note, inputs.daily, now))
        self._facts = {fact.note.path: fact for fact in found}
        self._made_for = made_for
        return found


def compute_salience(inputs: SalienceInputs, now: datetime) -> SalienceTable:
    """Return what a `SalienceComputer` computes, once."""
    return SalienceComputer().compute(inputs, now)


def note_projects(properties: Mapping[str, PropertyValue]) -> frozenset[str]:
    """Return the projects that a note's frontmatter names, also as links to their notes, case-folded."""
    value = named(properties, "project", "projects")
    names = () if isinstance(value, dict) else (unlinked(text).casefold() for text in texts(value))
    return frozenset(filter(None, names))


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a note has by itself: its importance, its projects, and the ordinal of the day it was last changed on."""

    note: NoteFacts
    importance: float
    projects: frozenset[str]
    day: int


def _facts(note: NoteFacts, daily: DailyNotes, now: datetime) -> _Facts:
    is_daily = daily.date_of(note.path) is not None
    value = components.importance(note.path, note.title, note.properties, is_daily=is_daily)
    return _Facts(note, value, note_projects(note.properties), _day(note.modified, now).toordinal())


def _activation(path: str, inputs: SalienceInputs, now: datetime) -> float:
    mentions = inputs.mentions.get(path)
    if not mentions:
        return 0.0
    return components.activation((time.astimezone(now.tzinfo).date() for time in mentions), now.date())


def _day(seconds: float, now: datetime) -> date:
    """Return the day of a file's time; one that no calendar holds is the first day there is."""
    try:
        return datetime.fromtimestamp(seconds, now.tzinfo).date()
    except (ValueError, OverflowError, OSError):
        return date.min
