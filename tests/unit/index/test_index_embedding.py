from __future__ import annotations

from concurrent.futures import Future
from threading import Event

import numpy as np
import pytest

from app.embedding.disabled import NoEmbedder
from app.embedding.hashing import HashEmbedder
from app.errors import EmbedderUnavailable
from app.events import EmbedderState, IndexChanged, IndexProgress
from app.index import embedding_pass
from app.index.embedding_pass import BATCH_TOKENS, MOST_FAILURES, batches


class Scripted(HashEmbedder):
    """Does with each batch what `answer` says."""

    def __init__(self, answer) -> None:
        super().__init__()
        self.asked: list[list[str]] = []
        self.answer = answer

    def encode_documents(self, texts):
        self.asked.append(list(texts))
        return self.answer(self, list(texts)) or super().encode_documents(texts)

    def go(self, state: EmbedderState) -> None:
        self._state = state


def failed(error: Exception) -> Future:
    future: Future = Future()
    future.set_exception(error)
    return future


@pytest.fixture
def filled(world):
    for number in range(40):
        world.write(f"{number:02}.md", f"# Note {number}\n" + "word " * number)
    world.reconcile()
    return world


def embed(world, embedder, cancelled: Event | None = None) -> list[object]:
    return list(world.indexer.embed_pending(embedder, cancelled or Event()))


def test_every_chunk_gets_its_own_vector(filled):
    embedder = HashEmbedder()
    events = embed(filled, embedder)
    ids, _, matrix = filled.reader.vectors(embedder.model)
    assert len(ids) == 40
    texts = dict(filled.store.missing_digests("none"))
    for chunk_id, row in zip(ids, matrix, strict=True):
        digest = filled.reader.chunks([chunk_id])[chunk_id].digest
        assert row == pytest.approx(embedder.encode_query([texts[digest]]).result()[0])
    progress = [event for event in events if isinstance(event, IndexProgress)]
    assert (progress[0].done, progress[0].total, progress[0].stage) == (0, 40, "embedding")
    assert (progress[-1].done, progress[-1].seconds_left) == (40, 0.0)
    assert events[-1] == IndexChanged(frozenset(filled.paths()), meaning=True)
    assert embed(filled, embedder) == []


def test_batches_are_of_like_lengths_and_bounded_when_padded():
    texts = [(str(number), "x" * (number * 37 % 1500)) for number in range(300)]
    found = batches(texts)
    assert sorted(text for batch in found for text in batch) == sorted(texts)
    lengths = [len(text) for batch in found for _, text in batch]
    assert lengths == sorted(lengths, reverse=True)
    assert all(len(batch) * min(256, len(batch[0][1]) // 4 + 2) <= BATCH_TOKENS for batch in found)
    assert [len(batch) for batch in batches([("a", "x" * 100_000), ("b", "y")])] == [2]
    assert batches([]) == []


def test_a_pass_can_be_stopped_and_goes_on_where_it_was(filled, monkeypatch):
    monkeypatch.setattr(embedding_pass, "BATCH_TOKENS", 100)
    stop = Event()

    def answer(self, texts):
        if len(self.asked) == 3:
            stop.set()
            return Future()

    embedder = Scripted(answer)
    events = embed(filled, embedder, stop)
    done = filled.reader.counts(embedder.model).embedded
    assert 0 < done < 40
    assert isinstance(events[-1], IndexChanged)
    rest = HashEmbedder()
    assert embed(filled, rest)[0] == IndexProgress("embedding", 0, 40 - done)
    assert filled.reader.counts(rest.model).pending == 0


def test_leaving_a_pass_gives_back_what_is_under_way(filled):
    futures: list[Future] = []

    def answer(self, texts):
        futures.append(Future())
        return futures[-1] if len(futures) > 1 else None

    stop = Event()
    for event in filled.indexer.embed_pending(Scripted(answer), stop):
        if isinstance(event, IndexProgress) and event.done:
            stop.set()
    assert all(future.cancelled() for future in futures[1:])


def test_without_an_embedder_nothing_is_asked(filled):
    assert embed(filled, NoEmbedder()) == []


@pytest.mark.parametrize("state", [EmbedderState.FAILED, EmbedderState.OFF, EmbedderState.LOADING])
def test_an_embedder_that_gives_up_ends_the_pass(filled, state):
    def answer(self, texts):
        if len(self.asked) > 1:
            self.go(state)
            return failed(EmbedderUnavailable("gone"))

    filled.write("more.md", "# M\n" + "\n\n".join(f"## {n}\n" + "text " * 150 for n in range(20)))
    filled.reconcile()
    embedder = Scripted(answer)
    embed(filled, embedder)
    assert 0 < filled.reader.counts(embedder.model).embedded < 60


def test_futures_cancelled_by_a_closing_embedder_end_the_pass(filled):
    def answer(self, texts):
        future: Future = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future

    embedder = Scripted(answer)
    embed(filled, embedder)
    assert filled.reader.counts(embedder.model).embedded == 0


@pytest.mark.parametrize(
    "bad",
    [
        lambda texts: failed(EmbedderUnavailable("this batch was given up")),
        lambda texts: HashEmbedder().encode_query([*texts, "one too many"]),
        lambda texts: finished(np.full((len(texts), 64), np.nan, np.float32)),
    ],
)
def test_one_text_that_cannot_be_embedded_holds_up_no_other(filled, bad):
    def answer(self, texts):
        return bad(texts) if any("Note 7" in text for text in texts) else None

    embedder = Scripted(answer)
    embed(filled, embedder)
    assert filled.reader.counts(embedder.model).pending == 1
    assert filled.store.missing_digests(embedder.model)[0][1].startswith("Note 7")
    asked = [text for texts in embedder.asked for text in texts if text.startswith("Note 7")]
    assert len(asked) == 2


def finished(vectors: np.ndarray) -> Future:
    future: Future = Future()
    future.set_result(vectors)
    return future


def test_when_text_after_text_fails_the_embedder_is_left_alone(filled):
    embedder = Scripted(lambda self, texts: failed(EmbedderUnavailable("no")))
    embed(filled, embedder)
    assert len([texts for texts in embedder.asked if len(texts) == 1]) <= MOST_FAILURES + 2


def test_long_passes_announce_vectors_on_the_way(filled, monkeypatch):
    monkeypatch.setattr(embedding_pass, "ANNOUNCE_SECONDS", 0.0)
    monkeypatch.setattr(embedding_pass, "BATCH_TOKENS", 100)
    monkeypatch.setattr(embedding_pass, "WINDOW", 16)
    events = embed(filled, HashEmbedder())
    announced = [event.paths for event in events if isinstance(event, IndexChanged)]
    assert len(announced) > 5
    assert frozenset().union(*announced) == set(filled.paths())


def test_new_notes_get_their_vectors_first(filled, monkeypatch):
    monkeypatch.setattr(embedding_pass, "WINDOW", 5)
    embedder = Scripted(lambda self, texts: None)
    import os

    for number in range(40):
        os.utime(filled.root / f"{number:02}.md", (1000 + number,) * 2)
        filled.write(f"{number:02}.md", f"# Note {number}\nnew")
        os.utime(filled.root / f"{number:02}.md", (1000 + number,) * 2)
    filled.reconcile()
    embed(filled, embedder)
    first = {text.splitlines()[0] for text in embedder.asked[0]}
    assert first == {f"Note {number}" for number in range(35, 40)}


def test_a_pass_asks_only_for_what_came_since_the_last_one_that_ended(filled):
    embedder = Scripted(lambda self, texts: None)
    embed(filled, embedder)
    assert filled.indexer._embedded[2] > 0
    embedder.asked.clear()
    filled.write("new.md", "# New\nafter all others")
    filled.reconcile()
    embed(filled, embedder)
    assert [len(texts) for texts in embedder.asked] == [1]
    filled.store.clear()
    filled.reconcile()
    embed(filled, embedder)
    assert filled.store.count_missing(embedder.model) == 0
