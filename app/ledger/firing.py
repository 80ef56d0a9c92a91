"""Which conditions the present context meets: asserted where the evidence is strong, offered where it is not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from app.ledger.closeness import Candidate, look_closely
from app.ledger.commitment import Firing, Met, Terms
from app.ledger.conditions import Conditions, conditions_of
from app.ledger.context_matches import ContextMatches
from app.ledger.firing_constants import SHIPPED, FiringConstants
from app.ledger.matching import content_words
from app.ledger.naming import NEVER, Named, is_offered, says_the_same
from app.ledger.word_statistics import NO_VAULT, WordStatistics

if TYPE_CHECKING:
    from app.ledger.entry import Entry
    from app.ledger.entry_vectors import EntryVectors, Floats

THRESHOLD = 1.0
"""Score that asserts an entry that has cues and blockers, or that is named: everything is measured in units of it."""


def match_context(
    units: Sequence[str],
    unit_vectors: Floats | None,
    entries: Iterable[Entry],
    entry_vectors: Mapping[str, EntryVectors],
    *,
    weight: WordStatistics = NO_VAULT,
    constants: FiringConstants = SHIPPED,
) -> ContextMatches:
    """Return which entries the context meets, by words and, where there are vectors, by meaning.

    The score of an entry is its evidence at the unit that has most, words and meaning together, less what its blockers,
    a "not yet" and a wrong amount take off; from 1 it is asserted, from 1.6 when it lacks cues or blockers (see
    `needed_score`).
    Besides, a context all of whose words stand in the condition, or in a cue, names the entry, which asserts it too.
    What says a blocker again counts for nothing. Dates are not looked at: who may fire has been decided before.

    Args:
        units: What `context_units` returned.
        unit_vectors: Their unit vectors, shape (units, dimension); None while there is no model.
        entries: Open entries that are not snoozed.
        entry_vectors: Their vectors by id, of the same model; an entry without is matched by words alone.
        weight: Word statistics of the vault.
        constants: What is matched with; only a fit asks for others.
    """
    asked = list(entries)
    conditions = conditions_of(asked, entry_vectors, weight)
    columns = {conditions.columns[entry.id] for entry in asked if entry.id in conditions.columns}
    if not units or not columns:
        return ContextMatches()
    words = [content_words(unit) for unit in units]
    names = [named for named in conditions.texts.named(words) if named.column in columns]
    struck = _struck(units, words, names)
    firing: dict[str, Firing] = {}
    maybe: dict[str, tuple[float, Firing]] = {}
    for candidate in _candidates(units, unit_vectors, words, conditions, columns, struck, constants):
        id_, reason = conditions.conditions[candidate.column].entry.id, _reason(candidate)
        if candidate.score >= candidate.needed:
            firing[id_] = reason
        elif candidate.score >= constants.listed:
            maybe[id_] = candidate.evidence, reason
    for named in _strongest(names, struck, alone=len(units) == 1):
        id_ = conditions.conditions[named.column].entry.id
        if named.fires:
            firing.setdefault(id_, _named_reason(named, units))
        elif id_ not in maybe:
            maybe[id_] = named.score, _named_reason(named, units)
    order = sorted((id_ for id_ in maybe if id_ not in firing), key=lambda id_: (-maybe[id_][0], id_))
    return ContextMatches(firing, tuple((id_, maybe[id_][1]) for id_ in order[: constants.maybe_shown]))


def _candidates(
    units: Sequence[str],
    vectors: Floats | None,
    words: Sequence[frozenset[str]],
    conditions: Conditions,
    columns: set[int],
    struck: Mapping[int, set[int]],
    constants: FiringConstants,
) -> list[Candidate]:
    """Return the entries with enough evidence to be offered, most first, each looked at closely."""
    import numpy as np

    by_words, by_meaning = conditions.evidence(words, vectors, constants)
    evidence = by_words + by_meaning
    for column, numbers in struck.items():
        evidence[list(numbers), column] = -np.inf
    most = evidence.max(axis=0)
    order = (int(column) for column in np.argsort(-most, kind="stable") if most[column] >= constants.listed)
    near = [column for column in order if column in columns][: constants.looked_at]
    return look_closely(units, vectors, words, conditions, near, by_words, by_meaning, evidence, constants)


def _struck(units: Sequence[str], words: Sequence[frozenset[str]], names: Iterable[Named]) -> Mapping[int, set[int]]:
    """Return, by column, the units that say a blocker again, and those that are a part of one or have one as a part."""
    struck: dict[int, set[int]] = {}
    for named in names:
        if named.part == "blocker" and says_the_same(named, words[named.unit]):
            said = units[named.unit]
            parts = {i for i, unit in enumerate(units) if said in unit or unit in said}
            struck.setdefault(named.column, set()).update(parts)
    return struck


def _strongest(names: Sequence[Named], struck: Mapping[int, set[int]], *, alone: bool) -> list[Named]:
    """Return the strongest text that is named of each entry; a context of one unit may also name it weakly.

    A unit that says more of a blocker than of the text names nothing: "roofer's quote", but "frost" may stand in both.
    """
    blocked: dict[tuple[int, int], float] = {}
    for named in names:
        if named.part == "blocker":
            place = named.unit, named.column
            blocked[place] = max(named.share, blocked.get(place, 0.0))
    blocked |= {(number, column): NEVER for column, numbers in struck.items() for number in numbers}
    best: dict[int, Named] = {}
    for named in names:
        counts = named.fires or (alone and is_offered(named))
        if named.part == "blocker" or not counts or blocked.get((named.unit, named.column), 0.0) >= named.share:
            continue
        known = best.get(named.column)
        if known is None or (named.fires, named.score) > (known.fires, known.score):
            best[named.column] = named
    return list(best.values())


def _reason(found: Candidate) -> Firing:
    return Firing("context", score=found.score, threshold=found.needed, met=found.met, terms=found.terms)


def _named_reason(named: Named, units: Sequence[str]) -> Firing:
    terms = Terms(words=named.score, named=True)
    met = Met(units[named.unit], named.text)
    return Firing("context", score=named.score, threshold=THRESHOLD, met=met, terms=terms)
