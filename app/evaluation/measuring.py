"""A run: blueprints into worlds, every context before every matcher."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from app.evaluation.arms import WEIGHTS, arm_name, is_lifted, place
from app.evaluation.contexts import Context, contexts_of
from app.evaluation.layout import note_paths
from app.evaluation.matchers import Oracle, Watcher
from app.evaluation.metrics import is_hard, rank_of
from app.evaluation.outcomes import MatcherName, Measured, Options, Outcomes, Seen, Settled
from app.evaluation.world import World
from app.ledger.entry_vectors import entry_texts
from app.ledger.sentences import context_units
from app.search.linked import linked_paths

if TYPE_CHECKING:
    from app.evaluation.blueprints import BadLine, Blueprint
    from app.evaluation.remembering import RememberingEmbedder

LISTED = 5
"""How far down the list of all open entries is looked at."""

Told = Callable[[str], None]


def measure(
    blueprints: Sequence[Blueprint],
    bad_lines: Sequence[BadLine],
    options: Options,
    embedder: RememberingEmbedder,
    told: Told,
) -> Measured:
    """Run blueprints through the program.

    Args:
        blueprints: At least one.
        bad_lines: What of their file could not be read; only passed on.
        options: What is measured.
        embedder: Where vectors come from.
        told: Hears what is being done, one line at a time.

    Raises:
        EmbedderUnavailable: There is no model.
    """
    began = time.monotonic()
    _prepare(blueprints, embedder, told)
    names: tuple[MatcherName, ...] = ("oracle",) if options.matcher == "oracle" else ("real", "oracle")
    outcomes = {name: Outcomes() for name in names}
    for world in _worlds(blueprints, options, embedder):
        _run(world, outcomes, told)
    hard = _hard(blueprints, outcomes[names[0]])
    seconds = round(time.monotonic() - began, 1)
    return Measured(options, embedder.model, tuple(blueprints), tuple(bad_lines), hard, outcomes, seconds)


def _prepare(blueprints: Sequence[Blueprint], embedder: RememberingEmbedder, told: Told) -> None:
    """Embed what will be asked for, in batches that are larger than single contexts."""
    texts = [context.text for blueprint in blueprints for context in contexts_of(blueprint)]
    units = [unit for text in texts for unit in context_units(text)]
    embedder.prepare([*texts, *units], lambda done, count: told(f"embedding {done} of {count} texts"))


def _worlds(blueprints: Sequence[Blueprint], options: Options, embedder: RememberingEmbedder) -> Iterator[World]:
    groups = [blueprints] if options.entries == "all-open" else [[blueprint] for blueprint in blueprints]
    for group in groups:
        with (
            tempfile.TemporaryDirectory(prefix="betimes-eval-") as folder,
            closing(World(Path(folder), group, embedder, cues=options.cues == "given")) as world,
        ):
            yield world


def _run(world: World, outcomes: Mapping[MatcherName, Outcomes], told: Told) -> None:
    """See what each matcher does in every context of a world, and then with the commitments resolved."""
    with ExitStack() as stack:
        watchers = {name: stack.enter_context(closing(_watcher(world, name))) for name in outcomes}
        for name, watcher in watchers.items():
            for blueprint in world.blueprints:
                told(f"{name} matcher, {blueprint.id}")
                outcomes[name].seen += [_see(watcher, blueprint, context) for context in contexts_of(blueprint)]
        world.add_resolutions()
        for name, watcher in watchers.items():
            for blueprint in world.blueprints:
                told(f"{name} matcher, {blueprint.id} resolved")
                outcomes[name].settled.append(_see_settled(watcher, blueprint))


def _watcher(world: World, name: MatcherName) -> Watcher:
    return Watcher(world, Oracle() if name == "oracle" else None)


def _see(watcher: Watcher, blueprint: Blueprint, context: Context) -> Seen:
    world = watcher.world
    world.be(context.day)
    watcher.expect(blueprint.id if context.is_positive else None)
    matches = watcher.match(context.text)
    maybes = {id_ for id_, _ in matches.maybe}
    own = {blueprint.id}
    return Seen(
        blueprint=blueprint.id,
        form=context.form,
        asserted=blueprint.id in matches.firing,
        maybe=blueprint.id in maybes,
        by_date=any(item.id == blueprint.id for item in world.agenda().firing),
        place=rank_of(blueprint.id, watcher.listed(context.text, LISTED)) if context.is_positive else None,
        others=len(matches.firing.keys() - own),
        other_maybes=len(maybes - own),
        pairs=sum(1 for entry in world.ledger.entries if entry.id not in own and entry_texts(entry)),
        placed=place(watcher, blueprint, context.text, matches) if context.is_positive else (),
    )


def _see_settled(watcher: Watcher, blueprint: Blueprint) -> Settled:
    """Look at the trigger once as if the commitment were open, and then with it resolved."""
    world = watcher.world
    world.be(blueprint.trigger.day)
    watcher.expect(blueprint.id)
    text = blueprint.trigger.text
    ignoring = any(item.id == blueprint.id for item in watcher.firing(watcher.match(text)))
    world.resolve(blueprint)
    boosted = _is_boosted(watcher, blueprint, text)
    world.reopen(blueprint)
    return Settled(blueprint.id, boosted, ignoring)


def _is_boosted(watcher: Watcher, blueprint: Blueprint, text: str) -> bool:
    """Return True when a resolved commitment lifts its note in any arm, stands in the band or is offered."""
    path = note_paths(blueprint)[blueprint.commitment]
    matches = watcher.match(text)
    firing = watcher.firing(matches)
    lifted = path in linked_paths(firing, watcher.world.knowledge.resolve, home=False)
    offered = blueprint.id in {*(item.id for item in firing), *(id_ for id_, _ in matches.maybe)}
    return lifted or offered or is_lifted(watcher, blueprint, text)


def _hard(blueprints: Sequence[Blueprint], outcomes: Outcomes) -> frozenset[str]:
    """Return the blueprints whose note is in the bottom half of the plain cosine ranks at the clean trigger."""
    notes = {blueprint.id: len(blueprint.notes) for blueprint in blueprints}
    plain = {
        seen.blueprint: placed.ranks[arm_name(WEIGHTS[0])]
        for seen in outcomes.seen
        if seen.form == "clean"
        for placed in seen.placed
        if placed.protocol == "paper"
    }
    return frozenset(id_ for id_, rank in plain.items() if is_hard(rank, notes[id_]))
