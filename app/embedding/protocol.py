"""What the rest of the program knows of an embedder."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.events import EmbedderState

    Vectors = NDArray[np.float32]
    """Shape (texts, dimension), each row of length 1."""


class Embedder(Protocol):
    """Turns texts into unit vectors, away from the caller's thread.

    A future may end with `EmbedderUnavailable`: switched off, still loading past the deadline, or failed for good.
    """

    @property
    def model(self) -> str:
        """Name of the model: vectors of different models are never compared."""
        ...

    @property
    def dimension(self) -> int:
        """Numbers in a vector; 0 until that is known."""
        ...

    @property
    def state(self) -> EmbedderState:
        """What it can do at present."""
        ...

    def encode_query(self, texts: Sequence[str]) -> Future[Vectors]:
        """Embed a few texts ahead of all documents."""
        ...

    def encode_documents(self, texts: Sequence[str]) -> Future[Vectors]:
        """Embed one batch of documents, after any query that waits."""
        ...

    def close(self) -> None:
        """Stop; futures not yet done end with `EmbedderUnavailable`."""
        ...
