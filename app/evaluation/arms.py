"""Where the note that states the commitment stands in the list, arm by arm; two protocols.

*Paper*: every note is a candidate, r = max(cosine, 0) of the bare texts, score = r (1 + W b). *Application*: a search
as a person runs it, r fused of words and meaning of the chunk with its title, standing salience at its usual weight. In
both the W of an arm is the weight of firing, called F elsewhere: what a firing commitment adds to its notes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from app.config import SearchConfig
from app.evaluation.layout import note_paths, scope_of
from app.evaluation.metrics import Rank, rank_of
from app.search.blend import FIRING_WEIGHT, BlendWeights
from app.search.linked import linked_paths
from app.search.query import parse_query
from app.search.ranking import ScoredChunk, Standing, rank_notes
from app.search.result import RankMode, SearchResults

if TYPE_CHECKING:
    from app.evaluation.blueprints import Blueprint
    from app.evaluation.matchers import Watcher
    from app.ledger.context_matches import ContextMatches

Protocol = Literal["paper", "application"]

WEIGHTS = (0.0, 0.3, 0.5, 1.0, 2.0)
"""The W of the arms."""
FLOOR = "floor"
PLAIN = "plain"
"""The application without any lift, standing salience included; the paper's protocol has none, so that W=0 is it."""
_OPERATORS = re.compile(r'["\[\]]|(?<!\S)[-#]+|(?<=[^\W\d]):(?=\S)')
"""What the query language would take for a phrase that must be there, a word that must not, or a filter."""
_LIST = 1000
"""More notes than a blueprint has."""


def arm_name(weight: float) -> str:
    """Return what an arm is called: `W=0.3`."""
    return f"W={weight:g}"


def arms_of(protocol: Protocol) -> tuple[str, ...]:
    """Return the arms of a protocol, the one without any lift first."""
    arms = (*map(arm_name, WEIGHTS), FLOOR)
    return (PLAIN, *arms) if protocol == "application" else arms


@dataclass(frozen=True, slots=True)
class Placed:
    """The places of one note in one context.

    Attributes:
        protocol: Which list it stands in.
        ranks: By arm.
        shown: The first row of the screen that is the commitment or its note, counted from the band on: the band, what
            is offered as maybe operative, then the list.
    """

    protocol: Protocol
    ranks: Mapping[str, Rank]
    shown: Rank = None


def place(watcher: Watcher, blueprint: Blueprint, text: str, matches: ContextMatches) -> tuple[Placed, ...]:
    """Return the places of the commitment's note, in both protocols.

    Args:
        watcher: Who matches, in a world where it is the right day.
        blueprint: Whose notes are the candidates.
        text: The context.
        matches: What it meets.
    """
    path = note_paths(blueprint)[blueprint.commitment]
    answers = _answers(watcher, blueprint, text)
    usual = answers[arm_name(FIRING_WEIGHT)]
    application: dict[str, Rank] = {
        name: rank_of(path, [item.path for item in answer.results]) for name, answer in answers.items()
    }
    lists = _paper_lists(watcher, blueprint, text, matches)
    paper: dict[str, Rank] = {name: rank_of(path, listed) for name, listed in lists.items()}
    listed, among_all = [item.path for item in usual.results], lists[arm_name(FIRING_WEIGHT)]
    application[FLOOR], paper[FLOOR] = _below_band(path, usual, listed), _below_band(path, usual, among_all)
    return (
        Placed("paper", paper, _row_of(blueprint, path, usual, among_all)),
        Placed("application", application, _row_of(blueprint, path, usual, listed)),
    )


def is_lifted(watcher: Watcher, blueprint: Blueprint, text: str) -> bool:
    """Return True when the application lifts the commitment's note for firing, or shows it in the band."""
    path = note_paths(blueprint)[blueprint.commitment]
    settings = SearchConfig(firing_weight=FIRING_WEIGHT, limit=_LIST)
    found = _ask(watcher, blueprint, text, settings, RankMode.BLEND)
    band = {result.path for item in found.operative for result in item.results}
    return path in band or any(item.firing for item in found.results if item.path == path)


def _paper_lists(
    watcher: Watcher, blueprint: Blueprint, text: str, matches: ContextMatches
) -> Mapping[str, Sequence[str]]:
    """Return the notes in order for each W, each note one candidate."""
    world = watcher.world
    paths = note_paths(blueprint)
    vector = world.embedder.encode_query([text]).result()[0]
    cosines = world.embedder.encode_documents([note.text for note in blueprint.notes]).result() @ vector
    first = [world.reader.chunks_of(paths[note.number])[0] for note in blueprint.notes]
    scored = [
        ScoredChunk(chunk, 0.0, float(cosine), max(float(cosine), 0.0))
        for chunk, cosine in zip(first, cosines, strict=True)
    ]
    firing = linked_paths(watcher.firing(matches), world.knowledge.resolve, home=False)
    query, table = parse_query(text), world.knowledge.notes
    lists = {}
    for weight in WEIGHTS:
        standing = Standing({}, firing, BlendWeights(0.0, weight))
        lists[arm_name(weight)] = [row.note.path for row in rank_notes(scored, query, table, standing, RankMode.BLEND)]
    return lists


def _answers(watcher: Watcher, blueprint: Blueprint, text: str) -> Mapping[str, SearchResults]:
    """Return what the application answers in each arm."""

    def answer(weight: float, rank: RankMode) -> SearchResults:
        return _ask(watcher, blueprint, text, SearchConfig(firing_weight=weight, limit=_LIST), rank)

    answers = {arm_name(weight): answer(weight, RankMode.BLEND) for weight in WEIGHTS}
    return {PLAIN: answer(0.0, RankMode.PLAIN), **answers}


def _ask(watcher: Watcher, blueprint: Blueprint, text: str, settings: SearchConfig, rank: RankMode) -> SearchResults:
    """Search among the notes of a blueprint, as a person would who types the context: prose, no operators."""
    world = watcher.world
    world.weigh()
    prose = _OPERATORS.sub(" ", text)
    typed = f"path:{scope_of(blueprint)} {prose}" if len(world.blueprints) > 1 else prose
    return watcher.retrieval.fused(typed, watcher.agenda(), settings, rank, world.embedder, wait=True)


def _below_band(path: str, found: SearchResults, listed: Sequence[str]) -> Rank:
    """Return a note's place when the list is read from the band on; what stands in the band is not counted again.

    A commitment of the band whose links lead nowhere is a row as well.
    """
    band = [place for item in found.operative for place in [result.path for result in item.results] or [""]]
    return rank_of(path, [*band, *(other for other in listed if other not in band)])


def _row_of(blueprint: Blueprint, path: str, found: SearchResults, listed: Sequence[str]) -> Rank:
    """Return the first row of the screen that is the commitment or its note."""
    offered = [*(item.commitment for item in found.operative), *found.maybe]
    led_to = {result.path for item in found.operative for result in item.results}
    rows = [path if item.id == blueprint.id else "" for item in offered]
    return rank_of(path, [*rows, *(other for other in listed if other not in led_to)])
