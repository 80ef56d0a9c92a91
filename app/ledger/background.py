"""How close a text is to notes of no interest: what its closeness to a context is measured against."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.ledger.firing_constants import OWN_CHUNKS, OWN_DEVIATIONS, REFERENCE_CHUNKS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Moments = tuple[Floats, Floats]

Background = Callable[["Floats"], "Moments"]
"""Mean and standard deviation of the similarity of ordinary notes to each of some row vectors."""


def of_notes(notes: Floats) -> Background:
    """Return the background that notes are.

    Args:
        notes: Their unit vectors, shape (notes, dimension), at least one.
    """

    def background(rows: Floats) -> Moments:
        similarity = rows @ notes.T
        return similarity.mean(axis=1), similarity.std(axis=1)

    return background


def filled_up(vault: Background, chunks: int, everyday: Background) -> Background:
    """Return the background of a vault that is filled up with everyday notes to the size that all scores refer to.

    A small vault says little of what is ordinary, and that little misleads: most of its notes are about what the entry
    is about. As a mixture, with share a = chunks / 1000 of its own notes: mean = a m1 + (1 - a) m2, variance =
    a (s1^2 + (m1 - mean)^2) + (1 - a) (s2^2 + (m2 - mean)^2).

    Where ten chunks or more surely lie two everyday deviations higher (m1 - 2 s1 / sqrt(chunks) > m2 + 2 s2), they are
    of another kind than everyday notes, in another language for example, and they alone count.

    Args:
        vault: Of the vault's own chunks.
        chunks: How many they are.
        everyday: Of everyday notes, by the same model.
    """
    share = min(1.0, chunks / REFERENCE_CHUNKS)

    def background(rows: Floats) -> Moments:
        import numpy as np

        (own_mean, own_std), (mean, std) = vault(rows), everyday(rows)
        surely = own_mean - 2 * own_std / np.sqrt(max(chunks, 1))
        other_kind = (chunks >= OWN_CHUNKS) & (surely > mean + OWN_DEVIATIONS * std)
        mixed = share * own_mean + (1 - share) * mean
        own_variance, variance = own_std**2 + (own_mean - mixed) ** 2, std**2 + (mean - mixed) ** 2
        mixed_std = np.sqrt(share * own_variance + (1 - share) * variance)
        means = np.where(other_kind, own_mean, mixed)
        deviations = np.where(other_kind, np.maximum(own_std, std), mixed_std)
        return np.asarray(means, np.float32), np.asarray(deviations, np.float32)

    return background
