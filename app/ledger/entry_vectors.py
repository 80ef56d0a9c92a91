"""An entry's condition as vectors: made once, when the entry is saved, so that matching is arithmetic only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.ledger.entry import Entry

    Floats = NDArray[np.float32]
    Background = Callable[[Floats], tuple[Floats, Floats]]
    """Mean and standard deviation of the vault's similarity to each of some row vectors."""

Kind = Literal["condition", "cue", "blocker"]

CONDITION_WEIGHT = 0.3
"""How much the condition's words count beside its cues: a rule is worded unlike the situation that it waits for."""
BLOCKER_WEIGHT = 0.5
"""How much the blockers are taken away: what only they have in common is not the situation."""
PRIOR_MEAN, PRIOR_STD = 0.13, 0.09
"""Background of a typical text in the 1,000 notes of the blueprints, for a vault that has too few chunks to tell."""
PRIOR_CHUNKS = 30
"""How many chunks of the vault the prior counts as much as."""
MIN_STD = 0.02
"""A narrower background than this is a vault of copies, not evidence."""


@dataclass(frozen=True, slots=True)
class EntryText:
    """One text of an entry and what it is; `shown` is the entry's own wording of it."""

    text: str
    kind: Kind
    shown: str


@dataclass(frozen=True, slots=True, eq=False)
class EntryVectors:
    """The vectors of one entry and their background over the vault.

    Attributes:
        id: The entry.
        texts: Its texts as the person wrote them; the row order of `matrix`.
        kinds: What each text is.
        matrix: Shape (texts, dimension), rows of length 1.
        means: Mean similarity of the vault's chunks to each text.
        stds: Standard deviation of the same, > 0.
        prototype: Shape (dimension,): cues and condition less blockers.
        mean: Mean product of the vault's chunks with the prototype.
        std: Standard deviation of the same, > 0.
    """

    id: str
    texts: tuple[str, ...]
    kinds: tuple[Kind, ...]
    matrix: Floats
    means: Floats
    stds: Floats
    prototype: Floats
    mean: float
    std: float


def entry_texts(entry: Entry) -> tuple[EntryText, ...]:
    """Return the texts to embed for an entry: condition, action with condition, cues, blockers.

    An entry that waits for no situation (neither `when` nor cues) has none: it fires by date alone.
    """
    if not entry.when and not entry.cues:
        return ()
    texts: list[EntryText] = []
    if entry.when:
        texts.append(EntryText(entry.when, "condition", entry.when))
        texts.append(EntryText(f"{entry.action}: {entry.when}", "condition", entry.when))
    texts += [EntryText(cue, "cue", cue) for cue in entry.cues]
    texts += [EntryText(blocker, "blocker", blocker) for blocker in entry.blockers]
    return tuple(text for text in texts if text.text.strip())


def build_entry_vectors(
    id: str,  # noqa: A002
    texts: Sequence[EntryText],
    matrix: Floats,
    background: Background | None,
    chunks: int,
) -> EntryVectors | None:
    """Return the vectors of an entry with their background.

    The prototype is Rocchio's (1971): the mean of the cues, plus a part of the mean of the condition's texts, less a
    part of the mean of the blockers, scaled to length 1. What several cues have in common tells the situation from its
    neighbours better than the nearest cue does.

    Args:
        id: The entry.
        texts: What `entry_texts` returned.
        matrix: Their unit vectors, shape (texts, dimension).
        background: Similarity of the vault's chunks to row vectors; None without a vault's vectors.
        chunks: How many chunks it is taken over; few of them are mixed with a prior.

    Returns:
        None when there is nothing to match: no text but blockers.
    """
    import numpy as np

    kinds = tuple(text.kind for text in texts)
    prototype = _prototype(kinds, matrix)
    if prototype is None:
        return None
    rows = np.vstack([matrix, prototype]).astype(np.float32)
    means, stds = _shrunk(background(rows), chunks) if background and chunks else _prior(len(rows))
    shown = tuple(text.shown for text in texts)
    return EntryVectors(id, shown, kinds, rows[:-1], means[:-1], stds[:-1], rows[-1], float(means[-1]), float(stds[-1]))


def _prototype(kinds: Sequence[Kind], matrix: Floats) -> Floats | None:
    import numpy as np

    of = {kind: matrix[[i for i, k in enumerate(kinds) if k == kind]] for kind in ("condition", "cue", "blocker")}
    positive = [(of["cue"], 1.0), (of["condition"], CONDITION_WEIGHT if len(of["cue"]) else 1.0)]
    parts = [weight * rows.mean(axis=0) for rows, weight in positive if len(rows)]
    if not parts:
        return None
    if len(of["blocker"]):
        parts.append(-BLOCKER_WEIGHT * of["blocker"].mean(axis=0))
    total = np.sum(parts, axis=0)
    length = float(np.linalg.norm(total))
    return np.asarray(total / length if length > 0 else total, dtype=np.float32)


def _prior(rows: int) -> tuple[Floats, Floats]:
    import numpy as np

    return np.full(rows, PRIOR_MEAN, np.float32), np.full(rows, PRIOR_STD, np.float32)


def _shrunk(found: tuple[Floats, Floats], chunks: int) -> tuple[Floats, Floats]:
    """Mix what the vault says with the prior, each weighted by the chunks it stands for."""
    import numpy as np

    share = chunks / (chunks + PRIOR_CHUNKS)
    means = share * found[0] + (1 - share) * PRIOR_MEAN
    variances = share * np.square(found[1]) + (1 - share) * PRIOR_STD**2
    return means.astype(np.float32), np.maximum(np.sqrt(variances), MIN_STD).astype(np.float32)
