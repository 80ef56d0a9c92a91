"""What the program asks its matcher in the situations of blueprints, kept so that it can be asked again and again."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from app.evaluation.contexts import contexts_of
from app.evaluation.matchers import offered_ids
from app.evaluation.world import World
from app.ledger.context_matches import ContextMatches
from app.ledger.firing import match_context
from app.ledger.word_statistics import NO_VAULT

if TYPE_CHECKING:
    from app.embedding.protocol import Embedder, Vectors
    from app.evaluation.blueprints import Blueprint
    from app.evaluation.contexts import Context, Form
    from app.evaluation.outcomes import Cues
    from app.ledger.entry import Entry
    from app.ledger.entry_vectors import EntryVectors
    from app.ledger.firing_constants import FiringConstants
    from app.ledger.word_statistics import WordStatistics

VaultName = Literal["union", "own"]
"""One vault of all notes; or for each blueprint a vault of its own notes. All entries are open in both."""


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A context, and all that the matcher was given for it.

    Attributes:
        blueprint: The id of the blueprint, and of its entry.
        form: What the context is to that entry.
        units: What the context says.
        vectors: Their vectors.
        entries: All open entries that are awake.
        entry_vectors: Their vectors by id.
        weight: Word statistics of the vault.
    """

    blueprint: str
    form: Form
    units: tuple[str, ...]
    vectors: Vectors | None
    entries: tuple[Entry, ...]
    entry_vectors: Mapping[str, EntryVectors]
    weight: WordStatistics

    @property
    def own(self) -> tuple[Entry, ...]:
        """The entry of the blueprint; empty while it is asleep."""
        return tuple(entry for entry in self.entries if entry.id == self.blueprint)

    def ask(self, constants: FiringConstants, entries: Sequence[Entry] | None = None) -> ContextMatches:
        """Return what the program's matcher says with some constants, of all entries or of some."""
        asked = self.entries if entries is None else entries
        return match_context(
            self.units, self.vectors, asked, self.entry_vectors, weight=self.weight, constants=constants
        )

    def order(self, constants: FiringConstants) -> list[str]:
        """Return the ids of the entries that it offers, in order."""
        return offered_ids(self.ask(constants))


class _Listener:
    """A matcher that keeps what it is asked and meets nothing."""

    def __init__(self) -> None:
        self.asked: tuple[tuple[str, ...], Vectors | None, tuple[Entry, ...], Mapping[str, EntryVectors]]
        self.weight: WordStatistics

    def __call__(
        self,
        units: Sequence[str],
        unit_vectors: Vectors | None,
        entries: Iterable[Entry],
        entry_vectors: Mapping[str, EntryVectors],
        *,
        weight: WordStatistics = NO_VAULT,
    ) -> ContextMatches:
        self.asked, self.weight = (tuple(units), unit_vectors, tuple(entries), entry_vectors), weight
        return ContextMatches()


def questions(
    blueprints: Sequence[Blueprint],
    vault: VaultName,
    cues: Cues,
    embedder: Embedder,
    told: Callable[[str], None],
) -> tuple[Question, ...]:
    """Return what is asked in all situations of the blueprints that wait for one, all entries open at once.

    Raises:
        EmbedderUnavailable: There is no model.
    """
    waiting = [blueprint for blueprint in blueprints if blueprint.waits_for_a_situation]
    groups = [(blueprints, waiting)] if vault == "union" else [([blueprint], [blueprint]) for blueprint in waiting]
    found: list[Question] = []
    for notes, asked in groups:
        with (
            tempfile.TemporaryDirectory(prefix="betimes-eval-") as folder,
            closing(World(Path(folder), notes, embedder, cues=cues == "given", open_=blueprints)) as world,
        ):
            for blueprint in asked:
                told(f"{vault} vault, cues {cues}, {blueprint.id}")
                found += _of_blueprint(world, blueprint)
    return tuple(found)


def _of_blueprint(world: World, blueprint: Blueprint) -> Iterator[Question]:
    listener = _Listener()
    with closing(world.retrieval(listener)) as retrieval:
        for context in contexts_of(blueprint):
            world.be(context.day)
            retrieval.match(context.text, world.agenda(), world.embedder)
            yield _question(blueprint, context, listener)


def _question(blueprint: Blueprint, context: Context, listener: _Listener) -> Question:
    return Question(blueprint.id, context.form, *listener.asked, listener.weight)
