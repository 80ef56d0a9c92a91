"""Mean and spread of the cosines of a query over the whole vault, without asking the whole vault.

With rows x of the matrix, mean(q.x) = q.mean(x) and mean((q.x)^2) = q' (X'X / n) q, so that the sum of the rows and the
sum of their outer products answer for any number of chunks, and a chunk more or less is one term more or less.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Exact = NDArray[np.float64]

_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class Moments:
    """Sums over the chunks of a vault.

    Attributes:
        count: How many chunks.
        total: Sum of their vectors, shape (dimension,).
        products: Sum of the outer products of each with itself, shape (dimension, dimension).
    """

    count: int
    total: Exact
    products: Exact

    @classmethod
    def of(cls, matrix: Matrix, places: NDArray[np.int64]) -> Moments:
        """Sum over some rows of a matrix; one that is named twice counts twice."""
        import numpy as np

        dimension = matrix.shape[1]
        total, products = np.zeros(dimension), np.zeros((dimension, dimension))
        for start in range(0, len(places), _AT_ONCE):
            rows = matrix[places[start : start + _AT_ONCE]].astype(np.float64)
            total += rows.sum(axis=0)
            products += rows.T @ rows
        return cls(len(places), total, products)

    def replaced(self, gone: Moments, come: Moments) -> Moments:
        """Return the sums without some chunks and with others."""
        return Moments(
            self.count - gone.count + come.count,
            self.total - gone.total + come.total,
            self.products - gone.products + come.products,
        )

    def background(self, queries: Matrix) -> tuple[Matrix, Matrix]:
        """Return mean and standard deviation of each query's cosines, each of shape (queries,); zeros for no chunks."""
        import numpy as np

        if not self.count:
            zeros = np.zeros(len(queries), np.float32)
            return zeros, zeros.copy()
        asked = queries.astype(np.float64)
        means = asked @ self.total / self.count
        squares = np.einsum("ij,ij->i", asked @ self.products, asked) / self.count
        deviations = np.sqrt(np.maximum(squares - means**2, 0.0))
        return means.astype(np.float32), deviations.astype(np.float32)
