"""An entry's condition as vectors: made once, when the entry is saved, so that matching is arithmetic only."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from app.ledger.condition_dates import situation_of
from app.ledger.firing_constants import CONDITION_SHARE, MIN_STD, PRIOR_CHUNKS, PRIOR_MEAN, PRIOR_STD

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.ledger.entry import Entry

    Floats = NDArray[np.float32]
    Background = Callable[[Floats], tuple[Floats, Floats]]
    """Mean and standard deviation of the vault's similarity to each of some row vectors."""

Kind = Literal["condition", "cue", "blocker"]


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
        prototype: Shape (dimension,), length 1: cues and condition.
        mean: Mean product of the vault's chunks with the prototype.
        std: Standard deviation of the same, > 0.
    """

    id: str
    texts: tuple[str, ...]
    kinds: tuple[Kind, ...]
    matrix: Floats
    prototype: Floats
    mean: float
    std: float


def entry_texts(entry: Entry) -> tuple[EntryText, ...]:
    """Return the texts to embed for an entry: condition, action with condition, cues, blockers.

    A condition is embedded without its dates, which say when it counts and not what it is like. With cues and no
    situation in the condition, the action stands for it. An entry that waits for no situation (neither in `when` nor
    in cues) has none: it fires by date alone.
    """
    situation = situation_of(entry)
    if not situation and not entry.cues:
        return ()
    texts: list[EntryText] = []
    if situation and entry.when:
        texts.append(EntryText(situation, "condition", entry.when))
        texts.append(EntryText(f"{entry.action}: {situation}", "condition", entry.when))
    else:
        texts.append(EntryText(entry.action, "condition", entry.action))
    texts += [EntryText(cue, "cue", cue) for cue in entry.cues]
    texts += [EntryText(blocker, "blocker", blocker) for blocker in entry.blockers]
    return tuple(text for text in texts if text.text.strip())


def build_entry_vectors(
    id: str,  # noqa: A002
    texts: Sequence[EntryText],
    matrix: Floats,
    background: Background | None,
    chunks: int,
    *,
    known_model: bool = True,
) -> EntryVectors | None:
    """Return the vectors of an entry with their background.

    The prototype is the mean of the cues plus a part of the mean of the condition's texts, scaled to length 1. What
    several cues have in common tells the situation from its neighbours better than the nearest cue does. Blockers are
    no part of it: they are compared with each context for themselves.

    Args:
        id: The entry.
        texts: What `entry_texts` returned.
        matrix: Their unit vectors, shape (texts, dimension).
        background: Similarity of the vault's chunks to row vectors; None without a vault's vectors.
        chunks: How many chunks it is taken over; few of them are mixed with a prior.
        known_model: False for another model than all-MiniLM-L6-v2, whose similarities the prior was measured with:
            then the vault's own mean counts at once, and its deviation as soon as it has as many chunks as the prior.

    Returns:
        None when there is nothing to match: no text but blockers.
    """
    import numpy as np

    kinds = tuple(text.kind for text in texts)
    prototype, gain = _prototype(kinds, matrix)
    if prototype is None:
        return None
    mean, std = PRIOR_MEAN * gain, PRIOR_STD
    if background and chunks:
        found = background(np.asarray(prototype[None], np.float32))
        share = chunks / (chunks + PRIOR_CHUNKS)
        mean = _mixed(float(found[0][0]), mean, share if known_model else 1.0)
        share = share if known_model or chunks < PRIOR_CHUNKS else 1.0
        std = max(math.sqrt(_mixed(float(found[1][0]) ** 2, std**2, share)), MIN_STD)
    shown = tuple(text.shown for text in texts)
    return EntryVectors(id, shown, kinds, np.asarray(matrix, np.float32), prototype, mean, std)


def _prototype(kinds: Sequence[Kind], matrix: Floats) -> tuple[Floats | None, float]:
    """Return the prototype, and how many times nearer it is to any text than the texts it is made of are on average."""
    import numpy as np

    of = {kind: matrix[[i for i, k in enumerate(kinds) if k == kind]] for kind in ("condition", "cue")}
    positive = [(of["cue"], 1.0), (of["condition"], CONDITION_SHARE if len(of["cue"]) else 1.0)]
    parts = [(rows, weight) for rows, weight in positive if len(rows)]
    if not parts:
        return None, 1.0
    total = np.sum([weight * rows.mean(axis=0) for rows, weight in parts], axis=0)
    length = float(np.linalg.norm(total))
    if length == 0:
        return np.asarray(total, np.float32), 1.0
    return np.asarray(total / length, np.float32), sum(weight for _, weight in parts) / length


def _mixed(found: float, prior: float, share: float) -> float:
    """Mix what the vault says with the prior, each weighted by the chunks it stands for."""
    return share * found + (1 - share) * prior
