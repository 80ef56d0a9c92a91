from __future__ import annotations

import threading

import pytest

from app.errors import StoreError, VaultError
from app.events import IndexChanged, IndexProgress, Notice
from app.index.service import IndexService
from app.index.transaction import IndexDamaged
from tests.support import wait_until


class ScriptedIndexer:
    """Does nothing but say what it was asked; embedding goes on until it has to give way."""

    def __init__(self, batches=2, error=None):
        self.asked = []
        self.batches = batches
        self.error = error
        self.going_on = threading.Event()

    def reconcile(self, paths, cancelled):
        self.asked.append(paths)
        if self.error:
            error, self.error = self.error, None
            raise error
        yield IndexProgress("reading", 1, 1)
        yield IndexChanged(paths or frozenset({"all"}))

    def embed_pending(self, embedder, cancelled):
        for number in range(self.batches):
            if cancelled.is_set():
                return
            self.asked.append("embed")
            yield IndexProgress("embedding", number, self.batches)
            self.going_on.wait(5)
        yield IndexChanged(frozenset({"all"}), meaning=True)


@pytest.fixture
def start():
    services = []

    def start(indexer, embedder="an embedder"):
        events, refreshed = [], []
        service = IndexService(lambda: indexer, embedder, events.append, lambda event: refreshed.append(event.meaning))
        services.append((service, indexer))
        service.start()
        return service, events, refreshed

    yield start
    for service, indexer in services:
        indexer.going_on.set()
        service.close()


def test_it_begins_with_the_whole_vault_and_then_embeds(start):
    indexer = ScriptedIndexer()
    indexer.going_on.set()
    service, events, refreshed = start(indexer)
    assert wait_until(lambda: refreshed == [False, True])
    assert indexer.asked == [None, "embed", "embed"]
    assert [type(event) for event in events] == [
        IndexProgress, IndexChanged, IndexProgress, IndexProgress, IndexChanged,
    ]  # fmt: skip
    assert wait_until(lambda: service.progress is None)


def test_words_go_before_embedding_which_then_goes_on(start):
    indexer = ScriptedIndexer(batches=3)
    service, _, refreshed = start(indexer)
    assert wait_until(lambda: "embed" in indexer.asked)
    service.request(frozenset({"a.md"}))
    service.request(frozenset({"b.md"}))
    indexer.going_on.set()
    assert wait_until(lambda: refreshed and refreshed[-1] is True)
    assert indexer.asked[:3] == [None, "embed", frozenset({"a.md", "b.md"})]
    assert indexer.asked[3:] == ["embed"] * 3


def test_a_pause_stops_everything_but_calls(start):
    indexer = ScriptedIndexer(batches=50)
    service, _, refreshed = start(indexer)
    assert wait_until(lambda: "embed" in indexer.asked)
    service.pause()
    indexer.going_on.set()
    assert wait_until(lambda: service.progress is None)
    embedded, called = indexer.asked.count("embed"), threading.Event()
    service.request(frozenset({"a.md"}))
    service.call(called.set)
    assert called.wait(5)
    assert indexer.asked.count("embed") == embedded and frozenset({"a.md"}) not in indexer.asked
    service.resume()
    assert wait_until(lambda: refreshed[-1] is True)
    assert indexer.asked.count(None) == 2


def test_without_an_embedder_words_are_all(start):
    indexer = ScriptedIndexer()
    _, _, refreshed = start(indexer, embedder=None)
    assert wait_until(lambda: refreshed == [False])
    assert indexer.asked == [None]


def test_a_vault_that_cannot_be_listed_is_said_and_the_thread_lives_on(start):
    indexer = ScriptedIndexer(error=VaultError("There is no folder v", "Is it mounted?"))
    indexer.going_on.set()
    service, events, refreshed = start(indexer)
    assert wait_until(lambda: Notice("There is no folder v", "Is it mounted?", "warning") in events)
    service.request(None)
    assert wait_until(lambda: True in refreshed)


def test_a_disk_error_is_said(start):
    indexer = ScriptedIndexer(error=OSError("disk on fire"))
    _, events, _ = start(indexer)
    assert wait_until(lambda: any(isinstance(e, Notice) and "disk on fire" in e.message for e in events))


def test_embedding_starts_when_the_embedder_comes_up(start):
    indexer = ScriptedIndexer(batches=1)
    indexer.going_on.set()
    service, _, refreshed = start(indexer)
    assert wait_until(lambda: refreshed == [False, True])
    service.embed()
    assert wait_until(lambda: refreshed == [False, True, True])


def test_what_follows_reading_goes_before_embedding_and_once_more_when_it_gave_way():
    indexer, order, asked = ScriptedIndexer(batches=1), [], threading.Event()
    indexer.going_on.set()

    def follow_up(gives_way):
        order.append(len(indexer.asked))
        if len(order) == 1:
            service.request(frozenset({"urgent.md"}))
            asked.set()
            assert wait_until(gives_way)
            return False
        return True

    service = IndexService(lambda: indexer, "an embedder", lambda event: None, lambda change: None, follow_up)
    service.start()
    assert asked.wait(5)
    assert wait_until(lambda: "embed" in indexer.asked)
    service.close()
    assert indexer.asked[:3] == [None, frozenset({"urgent.md"}), "embed"]
    assert order[:2] == [1, 2]


def test_nothing_follows_while_it_is_paused():
    indexer, followed = ScriptedIndexer(), []
    indexer.going_on.set()
    service = IndexService(
        lambda: indexer, None, lambda event: None, lambda change: None, lambda way: bool(followed.append(1)) or True
    )
    service.pause()
    service.start()
    service.call(lambda: followed.append("called"))
    assert wait_until(lambda: followed == ["called"])
    service.resume()
    assert wait_until(lambda: 1 in followed)
    service.close()


def notices(events):
    return [event.message for event in events if isinstance(event, Notice)]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_error_that_nobody_foresaw_ends_one_step_and_another_thread_does_the_rest(start):
    indexer, done = ScriptedIndexer(error=KeyError("a fault of the program")), threading.Event()
    indexer.going_on.set()
    service, events, refreshed = start(indexer)
    assert wait_until(lambda: notices(events) != [])
    assert "KeyError" in service.problem and notices(events) == [service.problem]
    service.call(lambda: {}["another"])
    service.call(done.set)
    assert done.wait(10)
    service.request(frozenset({"a.md"}))
    assert wait_until(lambda: True in refreshed and service.problem == "")
    assert [thread.name for thread in threading.enumerate()].count("index") == 1
    assert len(notices(events)) == 1


def test_one_call_that_fails_costs_no_other_and_not_the_look_at_the_vault(start):
    indexer, ran = ScriptedIndexer(), []
    indexer.going_on.set()
    service, events, refreshed = start(indexer)
    assert wait_until(lambda: True in refreshed)
    service.pause()

    def fail():
        ran.append("failed")
        raise StoreError("No room", "Make some.")

    for call in (fail, fail, lambda: ran.append("ran")):
        service.call(call)
    service.request(None)
    service.resume()
    assert wait_until(lambda: ran == ["failed", "failed", "ran"] and indexer.asked.count(None) >= 2)
    assert notices(events) == ["No room"]


def test_a_look_at_the_vault_that_failed_is_taken_again_without_being_asked_for(start, monkeypatch):
    monkeypatch.setattr("app.index.service.AGAIN_SECONDS", 0.05)
    indexer = ScriptedIndexer(error=StoreError("The disk is full.", "Make room."))
    indexer.going_on.set()
    service, events, refreshed = start(indexer)
    assert wait_until(lambda: True in refreshed)
    assert wait_until(lambda: indexer.asked.count(None) == 2)
    assert notices(events) == ["The disk is full."]
    assert wait_until(lambda: service.problem == "")


def test_what_has_to_be_made_anew_is_asked_for_and_not_said_here(start):
    indexer = ScriptedIndexer(error=IndexDamaged("The index is damaged."))
    indexer.going_on.set()
    _, events, refreshed = start(indexer)
    assert wait_until(lambda: True in refreshed and indexer.asked.count(None) == 2)
    assert notices(events) == []
