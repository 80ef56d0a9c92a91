"""How long the index takes on 1,873 real notes; the bounds leave room for a busy machine."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Callable
from threading import Event

import pytest

from app.index.indexer import Indexer
from app.index.store import IndexStore
from app.vault.files import Vault

pytestmark = pytest.mark.bench


def timed(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[int(len(values) * share)]


def test_reading_changing_opening_and_asking(data_vaults, tmp_path):
    root = shutil.copytree(data_vaults / "jbranchaud-til", tmp_path / "notes")
    database = tmp_path / "cache" / "index.sqlite3"
    store = IndexStore.open(database, str(root))
    indexer = Indexer(Vault(root), store)
    first = timed(lambda: list(indexer.reconcile(None, Event())))
    titles = [note.title for note in store.reader().notes()]

    changes = []
    for path in sorted(store.stamps())[::50]:
        (root / path).write_bytes((root / path).read_bytes() + b"\nOne more line.\n")
        changes.append(timed(lambda path=path: list(indexer.reconcile(frozenset({path}), Event()))))
    store.close()
    opening = [timed(lambda: IndexStore.open(database, str(root)).close()) for _ in range(9)]

    store = IndexStore.open(database, str(root))
    reader = store.reader()
    chance = random.Random(1)
    words = [word for title in titles for word in title.lower().split() if word.isalnum() and len(word) > 1]

    def ask() -> None:
        asked = chance.sample(words, chance.randint(1, 3))
        asked[-1] = asked[-1][: chance.randint(2, len(asked[-1]))]
        hits = reader.match(" AND ".join(f'"{word}"' for word in asked) + " *", 100, asked)
        reader.chunks([hit.chunk_id for hit in hits])

    answers = [timed(ask) for _ in range(400)]
    reader.close()
    store.close()
    print(
        f"\nfirst index of {len(titles)} notes {first:.2f} s; a changed note {percentile(changes, 0.5) * 1e3:.1f} ms; "
        f"opening {percentile(opening, 0.5) * 1e3:.1f} ms; a query p50 {percentile(answers, 0.5) * 1e3:.1f} ms, "
        f"p95 {percentile(answers, 0.95) * 1e3:.1f} ms"
    )
    assert first < 6.0
    assert percentile(changes, 0.5) < 0.030
    assert percentile(opening, 0.5) < 0.020
    assert percentile(answers, 0.95) < 0.015
