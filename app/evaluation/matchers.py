"""Who says which entries a context meets: the program, or an oracle that is told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from app.ledger.commitment import Agenda, Commitment, Firing
from app.ledger.context_matches import ContextMatches
from app.ledger.firing import match_context
from app.ledger.firing_constants import SHIPPED, FiringConstants

if TYPE_CHECKING:
    from app.embedding.protocol import Vectors
    from app.evaluation.world import World
    from app.ledger.entry import Entry
    from app.ledger.entry_vectors import EntryVectors
    from app.search.retrieval import Matcher


def of_all(constants: FiringConstants = SHIPPED) -> FiringConstants:
    """Return constants with which every open entry is offered, however little speaks for it, so that all are ranked."""
    return replace(constants, listed=-1e9, maybe_shown=1_000_000, looked_at=1_000_000)


class Oracle:
    """A matcher that knows the answer: one entry, as long as it is open.

    Attributes:
        operative: The id of that entry; None where nothing is operative.
    """

    def __init__(self) -> None:
        self.operative: str | None = None

    def __call__(
        self,
        units: Sequence[str],
        unit_vectors: Vectors | None,
        entries: Iterable[Entry],
        entry_vectors: Mapping[str, EntryVectors],
        *,
        weight: object = None,
    ) -> ContextMatches:
        """Return the entry as firing if it is among the open ones."""
        found = {entry.id: Firing("context") for entry in entries if entry.id == self.operative}
        return ContextMatches(found)


class Repeated:
    """A matcher that answers the last question again without asking: the arms of one context differ in weights only."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher
        self._asked: tuple[object, ...] = ()
        self._vectors: object = None
        self._answer = ContextMatches()

    def __call__(
        self,
        units: Sequence[str],
        unit_vectors: Vectors | None,
        entries: Iterable[Entry],
        entry_vectors: Mapping[str, EntryVectors],
        *,
        weight: Any = None,
    ) -> ContextMatches:
        """Return what the matcher answers."""
        found = tuple(entries)
        asked = (tuple(units), found)
        if asked != self._asked or entry_vectors is not self._vectors:
            self._answer = self._matcher(units, unit_vectors, found, entry_vectors, weight=weight)
            self._asked, self._vectors = asked, entry_vectors
        return self._answer


class Watcher:
    """Asks one matcher of a world, through the program's own retrieval.

    Args:
        world: Where.
        oracle: The matcher; None for the program's own.
    """

    def __init__(self, world: World, oracle: Oracle | None = None) -> None:
        self.world = world
        self._oracle = oracle
        self.retrieval = world.retrieval(oracle or Repeated(match_context))
        self._all = world.retrieval(oracle or partial(match_context, constants=of_all()))

    def close(self) -> None:
        """Close the connections."""
        self.retrieval.close()
        self._all.close()

    def expect(self, operative: str | None) -> None:
        """Tell the oracle, if it is one that matches, which entry is operative."""
        if self._oracle is not None:
            self._oracle.operative = operative

    def agenda(self) -> Agenda:
        """Return the agenda of now without a context. Under an oracle no date fires anything: it knows dates too."""
        agenda = self.world.agenda()
        if self._oracle is None:
            return agenda
        silent = tuple(replace(item, firing=None) for item in agenda.firing)
        return replace(agenda, firing=(), upcoming=(*silent, *agenda.upcoming))

    def match(self, text: str) -> ContextMatches:
        """Return what a context meets."""
        return self.retrieval.match(text, self.agenda(), self.world.embedder)

    def firing(self, matches: ContextMatches) -> list[Commitment]:
        """Return what fires now, by date or in a context."""
        agenda = self.agenda()
        return [*agenda.firing, *(item for item in agenda.upcoming if item.id in matches.firing)]

    def listed(self, text: str, most: int) -> list[str]:
        """Return the ids of the open entries that a context concerns most, in the order in which they are offered."""
        return offered_ids(self._all.match(text, self.agenda(), self.world.embedder))[:most]


def offered_ids(found: ContextMatches) -> list[str]:
    """Return what fires, the strongest first, then what may."""
    firing = sorted(found.firing.items(), key=lambda pair: (-(pair[1].score or 0.0), pair[0]))
    return [*(id_ for id_, _ in firing), *(id_ for id_, _ in found.maybe)]
