"""The model of a vault: started when it is first wanted, and what entries get from it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from app.config import Config
from app.embedding.choosing import model_name, start_embedder, try_embedder
from app.embedding.disabled import NoEmbedder
from app.errors import EmbedderUnavailable
from app.events import EmbedderChanged, EmbedderState, Event, Notice
from app.paths import Locations

if TYPE_CHECKING:
    from app.embedding.protocol import Embedder
    from app.search.knowledge import Knowledge

StateChange = Callable[[EmbedderState, str], None]
EmbedderFactory = Callable[[Config, Locations, StateChange], "Embedder"]


class Meaning:
    """Owns the embedder.

    Attributes:
        embedder: Where vectors come from; one that has none before the model was wanted.
        detail: One line about its state.
    """

    def __init__(
        self,
        config: Config,
        locations: Locations,
        make_embedder: EmbedderFactory | None,
        emit: Callable[[Event], None],
        ready: Callable[[], None],
    ) -> None:
        """Prepare; nothing is started.

        Args:
            config: Whether meaning is wanted, and by which model.
            locations: Where models are.
            make_embedder: Starts an embedder; by default the model's process.
            emit: Tells of changes of its state.
            ready: Called when the model has been loaded, on whatever thread that is noticed.
        """
        self.embedder: Embedder = NoEmbedder()
        self.detail = ""
        self._config, self._locations = config, locations
        self._make = make_embedder or start_embedder
        self._emit, self._ready = emit, ready
        self._was_ready: tuple[str, int] | None = None

    @property
    def is_wanted(self) -> bool:
        """Return whether the settings ask for search by meaning."""
        return self._config.embedding.enabled

    @property
    def wanted(self) -> Embedder | None:
        """Return the embedder, or None when words are to be enough."""
        return self.embedder if self.is_wanted else None

    @property
    def model(self) -> str:
        """Whose vectors count: the embedder's once it is known, else the one that the settings name."""
        is_none = isinstance(self.embedder, NoEmbedder)
        return model_name(self._config, self._locations) if is_none else self.embedder.model

    def start(self) -> None:
        """Start the model process, if meaning is wanted and it is not there yet; returns at once."""
        if self.is_wanted and isinstance(self.embedder, NoEmbedder):
            self.embedder = self._make(self._config, self._locations, self._changed)

    def await_model(self) -> None:
        """Start the model and wait until it has loaded or failed; what it is, is known only then."""
        self.start()
        with suppress(EmbedderUnavailable):
            try_embedder(self.embedder)

    def embed_entries(self, knowledge: Knowledge, *, may_wait: bool) -> None:
        """Give entries their vectors, and wait for the model only if allowed to; without them words are matched."""
        knowledge.weigh_words()
        is_loading = self.embedder.state is EmbedderState.LOADING
        if (may_wait and is_loading) or self.embedder.state is EmbedderState.READY:
            try:
                knowledge.embed_entries(self.embedder)
            except EmbedderUnavailable as error:
                self._emit(Notice(error.message, error.hint, "warning"))

    def _changed(self, state: EmbedderState, detail: str) -> None:
        self.detail = detail
        self._emit(EmbedderChanged(state, detail))
        if state is EmbedderState.FAILED:
            self._was_ready = None
        if state is EmbedderState.READY and self._was_ready != (
            loaded := (self.embedder.model, self.embedder.dimension)
        ):
            # A process that was only started again answers what it was asked: whoever waits is not to begin anew.
            self._was_ready = loaded
            self._ready()
