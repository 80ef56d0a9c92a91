"""Which conditions the present context meets: asserted where the evidence is strong, offered where it is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.ledger.commitment import Firing, Met
from app.ledger.context_matches import ContextMatches
from app.ledger.word_firing import match_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.ledger.entry import Entry
    from app.ledger.entry_vectors import EntryVectors, Floats

FIRE_SCORE = 3.8
"""Standard deviations above the vault's background from which a commitment is asserted as operative.

Chosen on the blueprints with all-MiniLM-L6-v2, as is the next, so that about 1 % of the pairs of an entry and an
unrelated or later note fire.
"""
FIRE_SCORE_WITHOUT_BLOCKERS = 4.3
"""The same for an entry that says of no situation that it is another: near misses come closer to it."""
FIRE_COSINE = 0.25
"""Similarity to the nearest text of the entry that it also needs: far above a narrow background is not yet near."""
MAYBE_SCORE = 2.7
"""Score from which a commitment may be operative."""
MAYBE_SHOWN = 3
"""How many of those are offered."""


def _same(word: str) -> float:
    return 1.0


def match_context(
    units: Sequence[str],
    unit_vectors: Floats | None,
    entries: Iterable[Entry],
    entry_vectors: Mapping[str, EntryVectors],
    *,
    weight: Callable[[str], float] = _same,
) -> ContextMatches:
    """Return which entries the context meets, by meaning where there are vectors and by words always.

    The score by meaning is the largest over the context's units of (p - mean) / std, where p is the product of the
    unit's vector with the entry's prototype and mean and std are the prototype's background over the vault's chunks. A
    unit that is nearer to a blocker than to any other text of the entry does not count.

    Args:
        units: What `context_units` returned.
        unit_vectors: Their unit vectors, shape (units, dimension); None while there is no model.
        entries: Open entries that are not snoozed.
        entry_vectors: Their vectors by id, of the same model; an entry without is matched by words alone.
        weight: Inverse document frequency of a word: `WordWeights` of the vault.
    """
    entries = list(entries)
    firing: dict[str, Firing] = {}
    maybe: list[tuple[str, Firing, float]] = []
    by_meaning = _match_vectors(units, unit_vectors, [e.id for e in entries], entry_vectors)
    for entry in entries:
        meaning, words = by_meaning.get(entry.id), match_words(units, entry, weight)
        if meaning and meaning.fires:
            firing[entry.id] = meaning.firing
        elif words and words.fires:
            firing[entry.id] = words.firing
        elif meaning:
            maybe.append((entry.id, meaning.firing, 1.0 + (meaning.firing.score or 0.0)))
        elif words:
            maybe.append((entry.id, words.firing, words.firing.score or 0.0))
    maybe.sort(key=lambda found: (-found[2], found[0]))
    return ContextMatches(firing, tuple((id_, reason) for id_, reason, _ in maybe[:MAYBE_SHOWN]))


@dataclass(frozen=True, slots=True)
class _VectorMatch:
    firing: Firing
    fires: bool


def _match_vectors(
    units: Sequence[str], vectors: Floats | None, ids: Sequence[str], known: Mapping[str, EntryVectors]
) -> dict[str, _VectorMatch]:
    """Score every prototype at once, and look closer only where one may be met."""
    found = [known[id_] for id_ in ids if id_ in known]
    if vectors is None or not len(vectors) or not found:
        return {}
    import numpy as np

    products = vectors @ np.stack([entry.prototype for entry in found]).T
    scores = (products - [entry.mean for entry in found]) / [entry.std for entry in found]
    near = np.flatnonzero(scores.max(axis=0) >= MAYBE_SCORE)
    matches = ((found[i].id, _best_unit(units, vectors, scores[:, i], found[i])) for i in near)
    return {id_: match for id_, match in matches if match is not None}


def _best_unit(
    units: Sequence[str], vectors: Floats, scores: NDArray[np.floating], entry: EntryVectors
) -> _VectorMatch | None:
    """Return the match of the strongest unit that no blocker claims, None when it is too weak to be offered."""
    import numpy as np

    blocker = np.array([kind == "blocker" for kind in entry.kinds])
    cosines = vectors @ entry.matrix.T
    nearest = cosines[:, ~blocker].max(axis=1)
    if blocker.any():
        scores = np.where(cosines[:, blocker].max(axis=1) > nearest, -np.inf, scores)
    unit = int(scores.argmax())
    score = float(scores[unit])
    if score < MAYBE_SCORE:
        return None
    standing = np.where(blocker, -np.inf, (cosines[unit] - entry.means) / entry.stds)
    met = Met(units[unit], entry.texts[int(standing.argmax())])
    threshold = FIRE_SCORE if blocker.any() else FIRE_SCORE_WITHOUT_BLOCKERS
    reason = Firing("context", score=score, threshold=threshold, met=met)
    return _VectorMatch(reason, score >= threshold and float(nearest[unit]) >= FIRE_COSINE)
