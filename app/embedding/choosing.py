"""Which embedder the settings mean, started."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.config import Config
from app.embedding.default_model import locate
from app.embedding.model_source import ModelSource
from app.errors import EmbedderUnavailable
from app.events import EmbedderState
from app.paths import Locations

if TYPE_CHECKING:
    from app.embedding.protocol import Embedder

_LOADING_SECONDS = 120.0
"""How long a command waits for the model to load."""


def start_embedder(config: Config, locations: Locations, on_state: Callable[[EmbedderState, str], None]) -> Embedder:
    """Start the process that holds the model; returns at once.

    Args:
        config: Which model, and how many threads.
        locations: Where its log and its record of verified files are.
        on_state: Told when it is ready or has failed, on a thread of its own.

    Returns:
        An embedder that is loading, or has failed until the model is to be found.
    """
    settings = config.embedding
    from app.embedding.process import EmbedderProcess

    def find() -> ModelSource:
        return locate(settings.model, settings.allow_download, locations.cache)

    nameless = ModelSource(model_name(config, locations), settings.model)
    return EmbedderProcess(nameless, locations.embedder_log, on_state, threads=settings.threads, locate=find)


def model_name(config: Config, locations: Locations) -> str:
    """Return the name that vectors of the configured model are kept under, without starting it."""
    settings = config.embedding
    try:
        return locate(settings.model, settings.allow_download, locations.cache).name
    except EmbedderUnavailable:
        return settings.model


def try_embedder(embedder: Embedder) -> tuple[int, float]:
    """Embed a word, waiting for the model to load.

    Returns:
        The length of the vector, and the seconds that it took.

    Raises:
        EmbedderUnavailable: There is no model, or it did not answer.
    """
    began = time.perf_counter()
    try:
        vectors = embedder.encode_query(["notes"]).result(_LOADING_SECONDS)
    except TimeoutError as error:
        raise EmbedderUnavailable(f"The model did not answer within {_LOADING_SECONDS:.0f} s.") from error
    return int(vectors.shape[1]), time.perf_counter() - began
