"""The embedder of a program that does without meaning."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING

from app.errors import EmbedderUnavailable
from app.events import EmbedderState

if TYPE_CHECKING:
    from app.embedding.protocol import Vectors


class NoEmbedder:
    """An `Embedder` that has no vectors and says why.

    Args:
        reason: One line for a person: why there are none.
        hint: What to do to have them; may be empty.
        state: `OFF` when nobody wanted vectors, `FAILED` when they could not be had.
    """

    def __init__(
        self,
        reason: str = "Search by meaning is switched off.",
        hint: str = "",
        state: EmbedderState = EmbedderState.OFF,
    ) -> None:
        self.reason = reason
        self.hint = hint
        self._state = state

    @property
    def model(self) -> str:
        """The empty name: no stored vector belongs to it."""
        return ""

    @property
    def dimension(self) -> int:
        """0: there are no vectors."""
        return 0

    @property
    def state(self) -> EmbedderState:
        """`OFF` or `FAILED`, as given."""
        return self._state

    def encode_query(self, texts: Sequence[str]) -> Future[Vectors]:
        """Return a future that has failed with the reason."""
        return self._refuse()

    def encode_documents(self, texts: Sequence[str]) -> Future[Vectors]:
        """Return a future that has failed with the reason."""
        return self._refuse()

    def close(self) -> None:
        """Nothing is open."""

    def _refuse(self) -> Future[Vectors]:
        future: Future[Vectors] = Future()
        future.set_exception(EmbedderUnavailable(self.reason, self.hint))
        return future
