"""Exact search over vectors in memory.

One float32 matrix product answers 100,000 chunks in about 10 ms, so there is no approximate index to keep in step. In
float16 the same product takes ten times as long on processors without arithmetic for it, so memory is not saved there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from app.index.moments import Moments
from app.index.prefilter import FROM_ROWS, Prefilter

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Places = NDArray[np.int64]

_FIRST_LOOK = 4
"""How many times as many chunks as are asked for are looked at first when a filter will drop some."""


class VectorIndex:
    """The vectors of all chunks, never changed: new data is a new index over the same rows, swapped in as a whole.

    Args:
        ids: Chunk rows.
        paths: The note of each.
        matrix: float32, shape (places, dimension), rows of length 1 (or 0 for a text without any meaning).
        places: The row of the matrix that each chunk has; several may share one. By default the rows are the chunks'.
    """

    def __init__(
        self, ids: Sequence[int], paths: Sequence[str], matrix: Matrix, places: Sequence[int] | None = None
    ) -> None:
        import numpy as np

        places = range(len(matrix)) if places is None else places
        if not len(ids) == len(paths) == len(places):
            raise ValueError(f"{len(ids)} ids, {len(paths)} paths and {len(places)} vectors do not belong together")
        self.matrix = matrix
        self._names: list[str] = list(dict.fromkeys(paths))
        self._numbers = {path: number for number, path in enumerate(self._names)}
        self._set_chunks(
            np.array(ids, np.int64),
            np.array([self._numbers[path] for path in paths], np.int64),
            np.array(places, np.int64),
        )
        self._moments: Moments | None = None
        self._prefilter: Prefilter | None = None

    def _set_chunks(self, ids: Places, owners: Places, places: Places) -> None:
        import numpy as np

        order = np.argsort(ids, kind="stable")
        self._ids, self._owners, self._places = ids[order], owners[order], places[order]

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def ids(self) -> tuple[int, ...]:
        """Chunk rows, ascending."""
        return tuple(self._ids.tolist())

    @property
    def paths(self) -> tuple[str, ...]:
        """The note of each chunk."""
        return tuple(self._names[owner] for owner in self._owners.tolist())

    @property
    def dimension(self) -> int:
        """Length of each vector."""
        return int(self.matrix.shape[1])

    def with_notes(self, changed: Collection[str], rows: Sequence[tuple[int, str, int]], matrix: Matrix) -> VectorIndex:
        """Return an index in which some notes have other chunks; costs what changed and not what there is.

        Args:
            changed: The notes, also those that are no more.
            rows: All their chunks that have a vector: chunk, note and place.
            matrix: The rows as before, and those that came behind them.
        """
        import numpy as np

        made = object.__new__(VectorIndex)
        made.matrix, made._names, made._numbers = matrix, self._names, self._numbers
        for _, path, _ in rows:
            if path not in made._numbers:
                made._numbers[path] = len(made._names)
                made._names.append(path)
        numbers = [self._numbers[path] for path in changed if path in self._numbers]
        stays = ~np.isin(self._owners, np.array(numbers, np.int64))
        columns = np.array([(id_, made._numbers[path], place) for id_, path, place in rows], np.int64).reshape(-1, 3)
        made._set_chunks(
            *(np.concatenate([old[stays], new]) for old, new in zip(self._columns, columns.T, strict=True))
        )
        made._moments = self._moments and self._moments.replaced(
            Moments.of(matrix, self._places[~stays]), Moments.of(matrix, columns[:, 2])
        )
        made._prefilter = self._prefilter and self._prefilter.extended(matrix)
        return made

    @property
    def _columns(self) -> tuple[Places, Places, Places]:
        return self._ids, self._owners, self._places

    def prepare(self) -> None:
        """Compute what the first query would wait for: the prefilter of a very large vault."""
        if self._prefilter is None and len(self.matrix) >= FROM_ROWS:
            self._prefilter = Prefilter.measured(self.matrix, self._known_moments())

    def top_k(
        self, query: Matrix, k: int, keep: Callable[[str], bool] | None = None, least: float = -2.0
    ) -> list[tuple[int, float]]:
        """Return the k chunks closest to a query.

        Args:
            query: A unit vector of shape (dimension,).
            k: How many at the most.
            keep: Which notes count; all by default.
            least: The smallest cosine that counts.

        Returns:
            (chunk row, cosine), best first; equal ones by row.
        """
        if k <= 0 or not len(self):
            return []
        if keep is None:
            chosen = self._likely(query, k)
            scores = self.scores(query) if chosen is None else self.matrix[self._places[chosen]] @ query
            return self._best(scores, chosen, k, least)
        return self._best_kept(self.scores(query), k, keep, least)

    def _likely(self, query: Matrix, k: int) -> Places | None:
        """Return the positions of the chunks worth comparing, ascending; None for all."""
        import numpy as np

        if self._prefilter is None:
            return None
        wanted = np.zeros(len(self.matrix), bool)
        wanted[self._prefilter.likely(self._fitting(query), k)] = True
        return np.flatnonzero(wanted[self._places])

    def _best(self, scores: Matrix, chosen: Places | None, k: int, least: float) -> list[tuple[int, float]]:
        import numpy as np

        count = min(k, len(scores))
        best = np.argpartition(scores, -count)[-count:]
        best = best[scores[best] >= least]
        ids = self._ids[best if chosen is None else chosen[best]]
        ordered = sorted(zip((-scores[best]).tolist(), ids.tolist(), strict=True))
        return [(chunk_id, -score) for score, chunk_id in ordered]

    def _best_kept(self, scores: Matrix, k: int, keep: Callable[[str], bool], least: float) -> list[tuple[int, float]]:
        """Look at the best chunks, at four times as many, and so on, until k of them are kept."""
        import numpy as np

        count = min(_FIRST_LOOK * k, len(scores))
        while True:
            best = np.argpartition(scores, -count)[-count:]
            best = best[np.lexsort((best, -scores[best]))]
            found: list[tuple[int, float]] = []
            for row in best[scores[best] >= least].tolist():
                if keep(self._names[self._owners[row]]):
                    found.append((int(self._ids[row]), float(scores[row])))
                    if len(found) == k:
                        return found
            if count == len(scores) or scores[best[-1]] < least:
                return found
            count = min(_FIRST_LOOK * count, len(scores))

    def scores(self, query: Matrix) -> Matrix:
        """Return the cosine of every chunk to a query, in the order of `ids`."""
        import numpy as np

        if not len(self):
            return np.zeros(0, np.float32)
        return np.take(self.matrix @ self._fitting(query), self._places)

    def cosines(self, query: Matrix, ids: Iterable[int]) -> dict[int, float]:
        """Return the cosines of some chunks to a query; chunks without a vector are left out."""
        at = self._positions(ids)
        if not len(at):
            return {}
        scores = self.matrix[self._places[at]] @ self._fitting(query)
        return dict(zip(self._ids[at].tolist(), scores.tolist(), strict=True))

    def _positions(self, ids: Iterable[int]) -> Places:
        """Return where the chunks stand of which there are vectors."""
        import numpy as np

        asked = np.fromiter(ids, np.int64)
        if not len(asked) or not len(self):
            return np.zeros(0, np.int64)
        at = np.minimum(np.searchsorted(self._ids, asked), len(self) - 1)
        found: Places = at[self._ids[at] == asked]
        return found

    def mean_of(self, ids: Iterable[int]) -> Matrix | None:
        """Return the direction in which some chunks lie, a unit vector; None when none of them has a vector."""
        import numpy as np

        at = self._positions(ids)
        mean = self.matrix[self._places[at]].mean(axis=0, dtype=np.float32) if len(at) else np.zeros(1, np.float32)
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
        return self._known_moments().background(self._fitting(queries))

    def _known_moments(self) -> Moments:
        if self._moments is None:
            self._moments = Moments.of(self.matrix, self._places)
        return self._moments

    def _fitting(self, query: Matrix) -> Matrix:
        if query.shape[-1] != self.dimension:
            raise ValueError(f"a vector of {query.shape[-1]} numbers cannot be compared with those of {self.dimension}")
        return query
