"""Exact search over vectors in memory.

One float32 matrix product answers 100,000 chunks in about 10 ms, so there is no approximate index to keep in step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

_SCORES_AT_ONCE = 4_000_000
"""Cosines held at the same time when a background is computed: 16 MB."""


class VectorIndex:
    """The vectors of all chunks, never changed: new data is a new index that is swapped in as a whole.

    Args:
        ids: Chunk rows.
        paths: The note of each.
        matrix: float32, shape (ids, dimension), rows of length 1 (or 0 for a text without any meaning).
    """

    def __init__(self, ids: Sequence[int], paths: Sequence[str], matrix: Matrix) -> None:
        if not len(ids) == len(paths) == len(matrix):
            raise ValueError(f"{len(ids)} ids, {len(paths)} paths and {len(matrix)} vectors do not belong together")
        self.ids = tuple(ids)
        self.paths = tuple(paths)
        self.matrix = matrix
        self._rows = {chunk_id: row for row, chunk_id in enumerate(self.ids)}

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def dimension(self) -> int:
        """Length of each vector."""
        return int(self.matrix.shape[1])

    def top_k(self, query: Matrix, k: int) -> list[tuple[int, float]]:
        """Return the k chunks closest to a query.

        Args:
            query: A unit vector of shape (dimension,).
            k: How many at the most.

        Returns:
            (chunk row, cosine), best first; equal ones by row.
        """
        import numpy as np

        count = min(k, len(self))
        if count <= 0:
            return []
        scores = self.scores(query)
        best = np.argpartition(-scores, count - 1)[:count]
        ordered = sorted((-float(scores[row]), self.ids[row]) for row in best)
        return [(chunk_id, -score) for score, chunk_id in ordered]

    def scores(self, query: Matrix) -> Matrix:
        """Return the cosine of every chunk to a query, in the order of `ids`."""
        if not len(self):
            return self.matrix.reshape(-1)
        return self.matrix @ self._fitting(query)

    def cosines(self, query: Matrix, ids: Iterable[int]) -> dict[int, float]:
        """Return the cosines of some chunks to a query; chunks without a vector are left out."""
        known = [chunk_id for chunk_id in ids if chunk_id in self._rows]
        if not known:
            return {}
        scores = self.matrix[[self._rows[chunk_id] for chunk_id in known]] @ self._fitting(query)
        return {chunk_id: float(score) for chunk_id, score in zip(known, scores, strict=True)}

    def mean_of(self, ids: Iterable[int]) -> Matrix | None:
        """Return the direction in which some chunks lie, a unit vector; None when none of them has a vector."""
        import numpy as np

        rows = [self._rows[chunk_id] for chunk_id in ids if chunk_id in self._rows]
        mean = self.matrix[rows].mean(axis=0, dtype=np.float32) if rows else np.zeros(1, dtype=np.float32)
        length = float(np.linalg.norm(mean))
        return mean / np.float32(length) if length > 0.0 else None

    def background(self, queries: Matrix) -> tuple[Matrix, Matrix]:
        """Return how close queries are to the vault at large.

        Args:
            queries: Shape (queries, dimension).

        Returns:
            Mean and standard deviation of each query's cosines over all chunks, each of shape (queries,); zeros when
            there are no chunks.
        """
        import numpy as np

        means = np.zeros(len(queries), dtype=np.float32)
        deviations = np.zeros(len(queries), dtype=np.float32)
        if not len(self):
            return means, deviations
        step = max(1, _SCORES_AT_ONCE // len(self))
        for start in range(0, len(queries), step):
            some = slice(start, start + step)
            scores = self._fitting(queries[some]) @ self.matrix.T
            means[some], deviations[some] = scores.mean(axis=1), scores.std(axis=1)
        return means, deviations

    def _fitting(self, query: Matrix) -> Matrix:
        if query.shape[-1] != self.dimension:
            raise ValueError(f"a vector of {query.shape[-1]} numbers cannot be compared with those of {self.dimension}")
        return query
