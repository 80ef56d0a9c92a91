"""How far a context's vector stands above an entry's background, in the vault's own standard deviations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.ledger.entry_vectors import EntryVectors, Floats


class MeaningEvidence:
    """The prototypes of all entries, so that a context is compared with them at once.

    Args:
        entries: In the order of the columns; None for an entry that has no vectors.
    """

    def __init__(self, entries: Sequence[EntryVectors | None]) -> None:
        import numpy as np

        known = [entry for entry in entries if entry is not None]
        self.columns = np.array([i for i, entry in enumerate(entries) if entry is not None], np.intp)
        self._count = len(entries)
        self._prototypes = np.stack([entry.prototype for entry in known]).T if known else None
        self._mean = np.array([entry.mean for entry in known], np.float32)
        self._std = np.array([entry.std for entry in known], np.float32)

    def of(self, vectors: Floats) -> Floats:
        """Return the evidence of each unit for each entry, shape (units, entries): (p - mean) / std.

        p is the product of the unit's vector with the entry's prototype; mean and std are its background over the
        vault's chunks. 0 for an entry that has no vectors.
        """
        import numpy as np

        evidence = np.zeros((len(vectors), self._count), np.float32)
        if self._prototypes is not None:
            evidence[:, self.columns] = (vectors @ self._prototypes - self._mean) / self._std
        return evidence
