from __future__ import annotations

import threading
from concurrent.futures import Future
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from threading import Event

import pytest

from app.embedding.hashing import HashEmbedder
from app.index.indexer import Indexer
from app.index.store import IndexStore
from app.ledger.entry import Entry
from app.ledger.firing_log import FiringLog
from app.ledger.ledger import Ledger
from app.salience.operations import OperationsLog
from app.search.event_pass import BATCH, EventPass, Times
from app.search.knowledge import Knowledge
from app.vault.files import Vault
from tests.support import write_notes

MADE = datetime(2026, 11, 20, tzinfo=UTC)
NOW = datetime(2030, 1, 1, tzinfo=UTC)
QUOTE = Entry("q", "Compare it", when="the vendor quote arrives", created=MADE)


class Counting(HashEmbedder):
    def __init__(self):
        super().__init__()
        self.batches = []

    def encode_documents(self, texts):
        self.batches.append(list(texts))
        return super().encode_documents(texts)


@pytest.fixture
def world(tmp_path):
    class World:
        def __init__(self):
            self.root = write_notes(tmp_path / "vault", {"Old.md": "old\n"})
            self.vault = Vault(self.root)
            self.store = IndexStore.open(tmp_path / "index.sqlite3", str(self.root))
            self.indexer = Indexer(self.vault, self.store)
            log = OperationsLog(tmp_path / "use.jsonl")
            ledger = Ledger.open(self.root, lambda: NOW, tmp_path / "lock")
            self.knowledge = Knowledge(self.store, ledger, log, lambda: NOW)
            self.log = FiringLog(tmp_path / "log.jsonl", nullcontext)
            self.entries = [QUOTE]
            self.now = NOW
            times = Times(
                lambda entry, moment: entry.created,
                lambda: MADE - timedelta(days=9),
                lambda: self.now,
                lambda seconds: datetime.fromtimestamp(seconds, UTC) if seconds < 2e9 else self.now,
            )
            self.made = EventPass(self.store, self.knowledge, self.log, lambda: self.entries, times)
            self.read()
            self.run()

        def read(self, **notes):
            write_notes(self.root, {f"{name}.md": text for name, text in notes.items()})
            for _ in self.indexer.reconcile(None, Event()):
                pass

        def run(self, embedder=None, keep=False, gives_way=lambda: False):
            return self.made.run(embedder, keep=keep, gives_way=gives_way)

    world = World()
    yield world
    world.made.close()
    world.knowledge.close()
    world.store.close()


def test_each_change_is_compared_once(world):
    world.read(New="The vendor quote arrived.\n")
    (event,) = world.run().events
    assert (event.id, event.path, event.line) == ("q", "New.md", 1)
    assert world.run().events == ()
    assert not world.store.has_fresh()


def test_it_gives_way_note_by_note_and_goes_on(world):
    world.read(**{f"New {number}": f"{number} vendor quote arrived.\n" for number in range(5)})
    asked = iter([False, False, True])
    done = world.run(gives_way=lambda: next(asked))
    assert done.gave_way
    assert len(world.store.fresh()) == 3
    assert not world.run().gave_way
    assert not world.store.has_fresh()


def test_sentences_are_embedded_in_small_batches_and_not_again_after_giving_way(world):
    class Stuck(Counting):
        stuck = True

        def encode_documents(self, texts):
            future = super().encode_documents(texts)
            return Future() if self.stuck and len(self.batches) > 1 else future

    text = "".join(f"Line {number} tells of the weather.\n\n" for number in range(30))
    world.read(Long=f"{text}The vendor quote arrived.\n")
    embedder, asked = Stuck(), Event()
    threading.Timer(0.2, asked.set).start()
    assert world.run(embedder, gives_way=asked.is_set).gave_way
    assert [len(batch) for batch in embedder.batches] == [BATCH, BATCH]
    embedder.stuck = False
    (event,) = world.run(embedder).events
    assert event.line == 61
    assert embedder.batches[2] == embedder.batches[1]
    assert embedder.batches[0][0] not in [text for batch in embedder.batches[1:] for text in batch]


def test_only_what_can_count_is_embedded(world):
    world.entries = [Entry("q", "Compare", when="the vendor quote arrives", created=NOW + timedelta(days=1))]
    world.read(New="The vendor quote arrived.\n")
    embedder = Counting()
    assert world.run(embedder).events == ()
    assert embedder.batches == []
    assert not world.store.has_fresh()


def test_a_note_that_is_gone_or_empty_is_no_matter(world):
    world.read(New="\n", Code="```\nthe vendor quote arrived\n```\n")
    assert world.run(Counting()).events == ()
    assert not world.store.has_fresh()


def test_a_time_that_has_not_come_waits(world):
    world.now = datetime(2026, 1, 1, tzinfo=UTC)
    world.entries = [Entry("q", "Compare", when="the vendor quote arrives", created=world.now)]
    world.read(New="The vendor quote arrived.\n")
    assert world.run().events == ()
    assert world.store.has_fresh()
    world.now = NOW
    assert len(world.run().events) == 1


@pytest.mark.parametrize(
    ("when", "counts"),
    [
        ("the vendor quote arrives", True),
        ("after 1 January 2031, when the vendor quote arrives", True),
        ("before 1 January 2025, when the vendor quote arrives", False),
        ("between 1 and 14 June 2031, the vendor quote arrives", False),
    ],
)
def test_the_dates_of_a_condition(world, when, counts):
    world.entries = [Entry("q", "Compare", when=when, cues=("the vendor quote arrived",), created=MADE)]
    world.read(New="The vendor quote arrived.\n")
    assert bool(world.run().events) is counts


@pytest.mark.parametrize("snoozed", [None, "until the condition fires", NOW.date(), NOW.date() + timedelta(days=1)])
def test_who_sleeps_until_a_day_is_left_alone(world, snoozed):
    world.entries = [Entry("q", "Compare", when="the vendor quote arrives", snoozed=snoozed, created=MADE)]
    world.read(New="The vendor quote arrived.\n")
    assert bool(world.run().events) is (snoozed != NOW.date() + timedelta(days=1))


def test_very_many_notes_at_once_were_written_by_a_program(world):
    world.read(**{f"Import {number}": "The vendor quote arrived.\n" for number in range(25)})
    assert world.run().events == ()
    assert not world.store.has_fresh()
