"""The standing score of every note: s = 0.30 I + 0.25 A + 0.20 C + 0.15 P + 0.10 R."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Protocol

from app.salience import components
from app.salience.parts import SalienceParts
from app.salience.weights import DEFAULT_WEIGHTS, SalienceWeights
from app.vault.daily import NO_DAILY_NOTES, DailyNotes
from app.vault.properties import named, texts, unlinked

if TYPE_CHECKING:
    from app.vault.note import PropertyValue


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
        centrality: PageRank by path: `CentralityCache.scores`.
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


class CentralityCache:
    """PageRank that is computed again only when the notes or their links are not what they were."""

    def __init__(self) -> None:
        self._graph: tuple[frozenset[str], frozenset[tuple[str, str]]] | None = None
        self._scores: dict[str, float] = {}

    def scores(self, paths: Collection[str], links: Iterable[tuple[str, str]]) -> Mapping[str, float]:
        """Return PageRank by path; see `components.centrality`."""
        graph = (frozenset(paths), frozenset(links))
        if graph != self._graph:
            self._scores = components.centrality(*graph)
            self._graph = graph
        return self._scores


def compute_salience(inputs: SalienceInputs, now: datetime) -> dict[str, SalienceParts]:
    """Return the standing score of each note and its components, each divided by its maximum over the vault.

    Args:
        inputs: What it depends on.
        now: The present; days are counted in its time zone, local when it has none.
    """
    now = now.astimezone(now.tzinfo)
    open_projects = frozenset(project.strip().casefold() for project in inputs.open_projects)
    raw = {note.path: _components(note, inputs, open_projects, now) for note in inputs.notes}
    tops = [max(column, default=0.0) for column in zip(*raw.values(), strict=True)]
    return {path: _weighted(values, tops, inputs.weights) for path, values in raw.items()}


def note_projects(properties: Mapping[str, PropertyValue]) -> frozenset[str]:
    """Return the projects that a note's frontmatter names, also as links to their notes, case-folded."""
    value = named(properties, "project", "projects")
    names = () if isinstance(value, dict) else (unlinked(text).casefold() for text in texts(value))
    return frozenset(filter(None, names))


def _components(
    note: NoteFacts, inputs: SalienceInputs, open_projects: frozenset[str], now: datetime
) -> tuple[float, float, float, float, float]:
    today = now.date()
    mentions = (time.astimezone(now.tzinfo).date() for time in inputs.mentions.get(note.path, ()))
    return (
        components.importance(
            note.path, note.title, note.properties, is_daily=inputs.daily.date_of(note.path) is not None
        ),
        components.activation(mentions, today),
        inputs.centrality.get(note.path, 0.0),
        components.prospective(note.path, note_projects(note.properties), inputs.open_paths, open_projects),
        components.recency(_day(note.modified, now), today),
    )


def _day(seconds: float, now: datetime) -> date:
    """Return the day of a file's time; one that no calendar holds is the first day there is."""
    try:
        return datetime.fromtimestamp(seconds, now.tzinfo).date()
    except (ValueError, OverflowError, OSError):
        return date.min


def _weighted(values: Sequence[float], tops: Sequence[float], weights: SalienceWeights) -> SalienceParts:
    parts = [value / top if top > 0 else 0.0 for value, top in zip(values, tops, strict=True)]
    factors = (weights.importance, weights.activation, weights.centrality, weights.prospective, weights.recency)
    return SalienceParts(sum(f * p for f, p in zip(factors, parts, strict=True)), *parts)
