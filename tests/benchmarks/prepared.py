"""Vaults of the sizes that are measured, indexed by the product: made once, kept when told where."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import numpy as np

from app.config import Config
from app.embedding.default_model import DEFAULT_MODEL
from app.index.indexer import Indexer
from app.index.store import IndexStore
from app.paths import Locations
from app.vault.files import Vault
from app.vault.rules import load_rules
from tests.benchmarks.vault_maker import VaultMaker

SIZES = tuple(int(size) for size in os.environ.get("BETIMES_BENCH_NOTES", "1000 10000").split())
"""Notes of the vaults. Two and a half chunks a note: 40000 has 100,000 chunks."""

KEEP = os.environ.get("BETIMES_BENCH_KEEP", "")
"""A folder in which vaults and their indexes stay from run to run."""

DIMENSION = 384


@dataclass(frozen=True, slots=True)
class Prepared:
    """A vault with an index of its words, and a vector for each chunk.

    Attributes:
        root: The notes.
        places: Where its index is.
        queries: What a person would type.
        chunks: How many there are.
        seconds: Of the first index, by words; 0 when the vault was kept from another run.
    """

    root: Path
    places: Path
    queries: list[str]
    chunks: int
    seconds: float

    @property
    def locations(self) -> Locations:
        """Where index, logs and settings are."""
        return locations(self.places)

    @property
    def environment(self) -> dict[str, str]:
        """What makes a process of the program use the same places."""
        names = ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")
        return os.environ | dict.fromkeys(names, str(self.places))


def locations(places: Path) -> Locations:
    return Locations(places / "betimes", places / "betimes", places / "betimes")


def open_index(root: Path, places: Locations) -> IndexStore:
    """Open the index of a vault as the program does: opened otherwise, all of its notes would be read again."""
    vault = Vault(root, load_rules(root, Config().tasks))
    return IndexStore.open(places.index(vault.root), str(vault.root), vault.reading.fingerprint)


def prepare(size: int, folder: Path) -> Prepared:
    """Write a vault, index its words, and give its chunks seeded random unit vectors through the product's own store.

    Embedding 100,000 chunks takes hours, and the time of a product or of a query does not depend on the numbers.
    """
    base = Path(KEEP or folder) / f"vault-{size}"
    root, places = base / "notes", base / "places"
    maker = VaultMaker(size)
    done = base / "done"
    if not done.exists():
        maker.write(root)
    vault = Vault(root, load_rules(root, Config().tasks))
    store = open_index(root, locations(places))
    began = time.perf_counter()
    for _ in Indexer(vault, store).reconcile(None, Event()):
        pass
    seconds = 0.0 if done.exists() else time.perf_counter() - began
    chance = np.random.default_rng(1)
    digests = [digest for digest, _ in store.missing_digests(DEFAULT_MODEL)]
    for start in range(0, len(digests), 2_000):
        some = digests[start : start + 2_000]
        rows = chance.normal(size=(len(some), DIMENSION)).astype(np.float32)
        store.store_vectors(DEFAULT_MODEL, some, rows / np.linalg.norm(rows, axis=1, keepdims=True))
    reader = store.reader()
    chunks = reader.counts(DEFAULT_MODEL).chunks
    store.put_suggestions((), 1 << 40)
    reader.close()
    store.close()
    done.touch()
    return Prepared(root, places, [query for query in VaultMaker(size).queries(200) if query.strip()], chunks, seconds)
