"""Embedding what has no vector yet, in batches that a query can get in between."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future, wait
from threading import Event
from typing import TYPE_CHECKING

from app.errors import EmbedderUnavailable
from app.events import EmbedderState, IndexChanged, IndexProgress
from app.index.pace import Pace
from app.index.store import IndexStore

if TYPE_CHECKING:
    from app.embedding.protocol import Embedder, Vectors

BATCH_TOKENS = 1024
"""Tokens of a batch once its texts are padded to the longest: about a quarter of a second on two cores."""

LONGEST_TOKENS = 256
"""What models of this size read of a text; the rest costs nothing."""

WINDOW = 512
"""Texts that are sorted by length at a time; larger ones would embed old notes along with new ones."""

_BYTES_PER_TOKEN = 4
_CHUNKS_OF_A_NOTE = 3
"""A guess, so that a window is filled with few questions and not overfilled by much."""

_IN_FLIGHT = 2
_LOOK_SECONDS = 0.05

ANNOUNCE_SECONDS = 2.0
"""How often new vectors are announced: each time all of them are loaded."""

MOST_FAILURES = 5
"""Texts that fail one after the other until the embedder is held to be at fault, not they."""

Text = tuple[str, str]
"""A digest and the text that it is of."""


class _Ended(Exception):
    """The pass was cancelled, or the embedder has nothing more to give."""


class EmbeddingPass:
    """One pass; see `Indexer.embed_pending`.

    The texts of a batch that fails are tried alone, and passed over when they fail again.

    Args:
        store: The index.
        embedder: Where vectors come from.
        cancelled: Ends the pass.
        after: The chunk up to which all are known to have their vectors.

    Attributes:
        is_complete: True once every chunk that there was at the beginning has its vector.
    """

    def __init__(self, store: IndexStore, embedder: Embedder, cancelled: Event, after: int = 0) -> None:
        self._after = after
        self.is_complete = False
        self._store = store
        self._embedder = embedder
        self._cancelled = cancelled
        self._model = embedder.model
        self._waiting: deque[list[Text]] = deque()
        self._in_flight: deque[tuple[list[Text], Future[Vectors]]] = deque()
        self._notes: deque[int] = deque()
        self._passed_over: set[str] = set()
        self._failures = 0
        self._embedded: set[str] = set()
        self._announced = time.monotonic()

    def run(self) -> Iterator[IndexProgress | IndexChanged]:
        """Embed until nothing is left, nothing comes any more, or the pass is cancelled."""
        try:
            yield from self._embed()
        except _Ended:
            pass
        finally:
            for _, future in self._in_flight:
                future.cancel()
        if self._embedded:
            yield self._announcement()

    def _embed(self) -> Iterator[IndexProgress | IndexChanged]:
        total = self._store.count_missing(self._model, self._after) if self._usable() else 0
        if not total:
            self.is_complete = self._usable()
            return
        self._notes.extend(self._store.missing_notes(self._model, self._after))
        pace = Pace("embedding", total)
        yield pace.advance(0)
        while self._submit():
            batch = self._in_flight[0][0]
            stored = self._keep(batch, self._result(self._in_flight[0][1]))
            self._in_flight.popleft()
            if stored:
                yield pace.advance(len(batch))
            if self._embedded and time.monotonic() - self._announced >= ANNOUNCE_SECONDS:
                yield self._announcement()
        self.is_complete = not (self._passed_over or self._notes or self._waiting or self._cancelled.is_set())

    def _usable(self) -> bool:
        return self._embedder.state in (EmbedderState.READY, EmbedderState.LOADING)

    def _submit(self) -> bool:
        """Keep the embedder busy; return False when there is nothing more to wait for."""
        while self._notes and not self._waiting and not self._in_flight:
            self._waiting.extend(self._next_batches())
        while self._waiting and len(self._in_flight) < _IN_FLIGHT and not self._cancelled.is_set():
            batch = self._waiting.popleft()
            self._in_flight.append((batch, self._embedder.encode_documents([text for _, text in batch])))
        return bool(self._in_flight)

    def _next_batches(self) -> list[list[Text]]:
        texts: dict[str, str] = {}
        while self._notes and len(texts) < WINDOW:
            room = max(1, (WINDOW - len(texts)) // _CHUNKS_OF_A_NOTE)
            some = [self._notes.popleft() for _ in range(min(room, len(self._notes)))]
            texts |= dict(self._store.missing_of(self._model, some))
        return batches([text for text in texts.items() if text[0] not in self._passed_over])

    def _result(self, future: Future[Vectors]) -> Vectors | None:
        """Wait for a batch; None when it failed although the embedder goes on."""
        while not wait([future], timeout=_LOOK_SECONDS).done:
            if self._cancelled.is_set():
                raise _Ended
        try:
            return future.result()
        except CancelledError as error:
            raise _Ended from error
        except EmbedderUnavailable as error:
            if self._embedder.state is not EmbedderState.READY:
                raise _Ended from error
            return None

    def _keep(self, batch: list[Text], vectors: Vectors | None) -> bool:
        digests = [digest for digest, _ in batch]
        if self._embedder.model != self._model:  # other weights were loaded meanwhile: the next pass is theirs
            raise _Ended
        try:
            if vectors is not None:
                self._store.store_vectors(self._model, digests, vectors)
                self._embedded.update(digests)
                self._failures = 0
                return True
        except ValueError:  # not a vector for each text: as bad as none
            pass
        self._retry(batch)
        return False

    def _retry(self, batch: list[Text]) -> None:
        if len(batch) > 1:
            self._waiting.extendleft([text] for text in batch)
            return
        self._passed_over.add(batch[0][0])
        self._failures += 1
        if self._failures >= MOST_FAILURES:
            raise _Ended

    def _announcement(self) -> IndexChanged:
        paths = self._store.paths_of(self._embedded)
        self._embedded.clear()
        self._announced = time.monotonic()
        return IndexChanged(paths, meaning=True)


def batches(texts: Sequence[Text]) -> list[list[Text]]:
    """Sort texts by length and cut them into batches of at most `BATCH_TOKENS` when padded, longest first."""
    found: list[list[Text]] = []
    room = 0
    for text in sorted(texts, key=lambda text: -len(text[1])):
        if room <= 0:
            found.append([])
            room = max(1, BATCH_TOKENS // _tokens(text[1]))
        found[-1].append(text)
        room -= 1
    return found


def _tokens(text: str) -> int:
    """Guess how many tokens a text has, its end marks included."""
    return min(LONGEST_TOKENS, len(text.encode("utf-8", "replace")) // _BYTES_PER_TOKEN + 2)
