"""The model behind search by meaning: there, whole, of the right dimension, and does it start?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from app.config import Config
from app.doctor.check import Check, Subject
from app.embedding.choosing import start_embedder, try_embedder
from app.embedding.default_model import locate, verify
from app.embedding.model_source import ModelSource
from app.errors import EmbedderUnavailable
from app.events import EmbedderState
from app.paths import Locations

if TYPE_CHECKING:
    from app.embedding.protocol import Embedder

_WITHOUT = "Search by words, agenda and ledger work without it."


Start = Callable[[Config, Locations, Callable[[EmbedderState, str], None]], "Embedder"]


def examine_model(
    subject: Subject, dimensions: Mapping[str, int], *, quick: bool, start: Start = start_embedder
) -> Iterator[Check]:
    """Look at the model, and let it embed a word.

    Args:
        subject: What is examined.
        dimensions: How long the vectors of each model in the index are.
        quick: Do not start it, nor read again a file that was found right before.
        start: Starts an embedder.
    """
    settings = subject.config.embedding
    if not settings.enabled:
        yield Check(
            "model.off",
            "note",
            "switched off: words only",
            "Leave out --no-semantic, or set enabled = true under [embedding].",
        )
        return
    try:
        source = locate(settings.model, settings.allow_download, subject.locations.cache)
        verify(source if quick else replace(source, record=None))
    except EmbedderUnavailable as error:
        yield Check("model.file", "problem", error.message, f"{error.hint} {_WITHOUT}".strip())
        return
    said = f"{source.name}, at {source.location}" if source.location != source.name else source.name
    if quick:
        yield Check("model.file", "ok", f"{said}, not started", "Without --quick it is started.")
        return
    yield Check("model.file", "ok", said)
    yield from _started(subject, source, dimensions, start)


def _started(subject: Subject, source: ModelSource, dimensions: Mapping[str, int], start: Start) -> Iterator[Check]:
    embedder = start(subject.config, subject.locations, lambda state, detail: None)
    try:
        dimension, seconds = try_embedder(embedder)
    except EmbedderUnavailable as error:
        yield Check("model.start", "problem", error.message, f"{error.hint} {_WITHOUT}".strip())
        return
    finally:
        embedder.close()
    known = dimensions.get(source.name, dimension)
    if known != dimension:
        said = f"{source.name} gives {dimension} numbers a text, its vectors in the index have {known}"
        yield Check("model.dimension", "problem", said, "`betimes index --rebuild --wait` embeds everything anew.")
    yield Check("model.start", "ok", f"{dimension} dimensions, ready in {seconds:.1f} s")
