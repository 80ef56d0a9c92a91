"""An entry's condition as vectors: made once, when the entry is saved, so that matching is arithmetic only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from app.ledger.condition_dates import situation_of
from app.ledger.firing_constants import CONDITION_SHARE, MIN_STD

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.ledger.background import Background
    from app.ledger.entry import Entry

    Floats = NDArray[np.float32]

Kind = Literal["condition", "cue", "blocker"]


@dataclass(frozen=True, slots=True)
class EntryText:
    """One text of an entry and what it is; `shown` is the entry's own wording of it."""

    text: str
    kind: Kind
    shown: str


@dataclass(frozen=True, slots=True, eq=False)
class EntryVectors:
    """The vectors of one entry and their background.

    Attributes:
        id: The entry.
        texts: Its texts as the person wrote them; the row order of `matrix`.
        kinds: What each text is.
        matrix: Shape (texts, dimension), rows of length 1.
        prototype: Shape (dimension,), length 1: cues and condition.
        mean: Mean product of ordinary notes with the prototype: the vault's own, or everyday ones.
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
    entries: Iterable[tuple[str, Sequence[EntryText], Floats]], background: Background
) -> Mapping[str, EntryVectors]:
    """Return the vectors of entries with their background, by id.

    The prototype is the mean of the cues plus a part of the mean of the condition's texts, scaled to length 1. What
    several cues have in common tells the situation from its neighbours better than the nearest cue does. Blockers are
    no part of it: they are compared with each context for themselves.

    Args:
        entries: Id, what `entry_texts` returned, and their unit vectors, shape (texts, dimension).
        background: Similarity of ordinary notes to row vectors; asked once for all entries.

    Returns:
        Without those that have nothing to match: no text but blockers.
    """
    import numpy as np

    made = []
    for id_, texts, matrix in entries:
        kinds = tuple(text.kind for text in texts)
        prototype = _prototype(kinds, matrix)
        if prototype is not None:
            shown = tuple(text.shown for text in texts)
            made.append((id_, shown, kinds, np.asarray(matrix, np.float32), prototype))
    if not made:
        return {}
    means, deviations = background(np.stack([prototype for *_, prototype in made]))
    return {
        one[0]: EntryVectors(*one, float(mean), max(float(std), MIN_STD))
        for one, mean, std in zip(made, means, deviations, strict=True)
    }


def _prototype(kinds: Sequence[Kind], matrix: Floats) -> Floats | None:
    import numpy as np

    of = {kind: matrix[[i for i, k in enumerate(kinds) if k == kind]] for kind in ("condition", "cue")}
    positive = [(of["cue"], 1.0), (of["condition"], CONDITION_SHARE if len(of["cue"]) else 1.0)]
    parts = [(rows, weight) for rows, weight in positive if len(rows)]
    if not parts:
        return None
    total = np.sum([weight * rows.mean(axis=0) for rows, weight in parts], axis=0)
    return np.asarray(total / (float(np.linalg.norm(total)) or 1.0), np.float32)
