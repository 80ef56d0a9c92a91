"""A shorter matrix that says which rows of a very large one are worth comparing in full.

The first principal components hold most of what tells the vectors of a language model apart: the best few hundred by
them hold the best few dozen of all, whose cosines are then computed in full. Whether that holds for a vault is measured
on its own vectors when the prefilter is made, and where it does not, there is none: search is then by every row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.index.moments import Moments

    Matrix = NDArray[np.float32]

FROM_ROWS = 200_000
"""Below, one product with the whole matrix takes less than 30 ms."""

COMPONENTS = 128
SHORT_LIST = 400
"""Rows compared in full, at the least; five times as many as are asked for."""

LEAST_RECALL = 0.999
_SAMPLE, _ASKED = 40, 50
_AT_ONCE = 8192


class Prefilter:
    """The rows of a matrix, by their principal components.

    Args:
        matrix: All rows, shape (rows, dimension).
        basis: Orthonormal columns, shape (dimension, components).
        short: The rows in that basis; computed when None.
    """

    def __init__(self, matrix: Matrix, basis: Matrix, short: Matrix | None = None) -> None:
        self._matrix = matrix
        self._basis = basis
        self._short = _projected(matrix, basis) if short is None else short

    @classmethod
    def measured(cls, matrix: Matrix, moments: Moments) -> Prefilter | None:
        """Make a prefilter, and return it when it finds what a full comparison finds; takes seconds for a million rows.

        Args:
            matrix: All rows.
            moments: Of those that are in use.
        """
        import numpy as np

        _, vectors = np.linalg.eigh(moments.products)
        made = cls(matrix, np.ascontiguousarray(vectors[:, ::-1][:, :COMPONENTS], dtype=np.float32))
        chosen = np.random.default_rng(0).choice(len(matrix), min(_SAMPLE, len(matrix)), replace=False)
        return made if made.recall(matrix[chosen], _ASKED) >= LEAST_RECALL else None

    def recall(self, queries: Matrix, k: int) -> float:
        """Return the share of the best k rows of each query that the prefilter finds."""
        import numpy as np

        shares = []
        for query in queries:
            exact = np.argpartition(self._matrix @ query, -k)[-k:]
            shares.append(len(np.intersect1d(exact, self.likely(query, k))) / k)
        return float(np.mean(shares)) if shares else 1.0

    def extended(self, matrix: Matrix) -> Prefilter:
        """Return the prefilter of the same rows and those that came behind them."""
        import numpy as np

        come = _projected(matrix[len(self._short) :], self._basis)
        return Prefilter(matrix, self._basis, np.concatenate([self._short, come]) if len(come) else self._short)

    def likely(self, query: Matrix, k: int) -> NDArray[np.int64]:
        """Return the rows that are worth comparing with a query whose best k are asked for, in no order."""
        import numpy as np

        count = min(len(self._short), max(SHORT_LIST, 5 * k))
        return np.argpartition(self._short @ (query @ self._basis), -count)[-count:]


def _projected(matrix: Matrix, basis: Matrix) -> Matrix:
    import numpy as np

    short = np.empty((len(matrix), basis.shape[1]), np.float32)
    for start in range(0, len(matrix), _AT_ONCE):
        short[start : start + _AT_ONCE] = matrix[start : start + _AT_ONCE] @ basis
    return short
