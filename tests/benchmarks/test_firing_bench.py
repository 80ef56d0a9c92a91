"""Matching 500 open entries with 8 cues against one context whose vectors are there."""

from __future__ import annotations

import random
import statistics
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.ledger.conditions import conditions_of
from app.ledger.entry import Entry
from app.ledger.entry_vectors import EntryVectors, build_entry_vectors, entry_texts
from app.ledger.firing import match_context
from app.ledger.sentences import context_units
from app.ledger.word_statistics import WordStatistics

if TYPE_CHECKING:
    from app.ledger.entry_vectors import Floats

pytestmark = [pytest.mark.bench, pytest.mark.timeout(300)]

ENTRIES, CUES, BLOCKERS, DIMENSION = 500, 8, 3, 384
MEDIAN = 0.010
CONTEXTS = 200
RANDOM = random.Random(4)
NUMBERS = np.random.default_rng(4)
VOCABULARY = [
    "".join(RANDOM.choice("bdfgklmnprst") + RANDOM.choice("aeiou") for _ in range(RANDOM.randint(2, 4)))
    for _ in range(6_000)
]
COMMON = ["the", "a", "of", "to", "and", "for", "in", "it", "is", "was", "on", "at", "with", "from", "we", "he", "she"]


def sentence(words: int) -> str:
    """Half function words, half content words of which few are common, as in notes."""
    found = [
        RANDOM.choice(COMMON) if RANDOM.random() < 0.5 else VOCABULARY[int(len(VOCABULARY) * RANDOM.random() ** 3)]
        for _ in range(words)
    ]
    return " ".join(found).capitalize() + "."


def unit_rows(rows: int) -> Floats:
    made = NUMBERS.normal(size=(rows, DIMENSION)).astype(np.float32)
    return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True), np.float32)


def background(rows: Floats) -> tuple[Floats, Floats]:
    return np.zeros(len(rows), np.float32), np.full(len(rows), 0.05, np.float32)


@pytest.fixture(scope="module")
def ledger() -> tuple[list[Entry], dict[str, EntryVectors], WordStatistics]:
    entries = [
        Entry(
            f"e{i}",
            sentence(10),
            when=sentence(12),
            cues=tuple(sentence(16) for _ in range(CUES)),
            blockers=tuple(sentence(16) for _ in range(BLOCKERS)),
        )
        for i in range(ENTRIES)
    ]
    texts = {entry.id: entry_texts(entry) for entry in entries}
    rows = [(id_, found, unit_rows(len(found))) for id_, found in texts.items()]
    vectors = dict(build_entry_vectors(rows, background))
    assert len(vectors) == ENTRIES
    return entries, vectors, WordStatistics(sentence(30) for _ in range(1_000))


def in_ms(values: list[float]) -> str:
    ordered = sorted(values)
    return f"p50 {statistics.median(ordered) * 1e3:.1f}, p95 {ordered[int(len(ordered) * 0.95)] * 1e3:.1f} ms"


@pytest.mark.parametrize("sentences", [1, 4, 40])
def test_matching_is_arithmetic(
    ledger: tuple[list[Entry], dict[str, EntryVectors], WordStatistics], sentences: int
) -> None:
    entries, vectors, weight = ledger
    began = time.perf_counter()
    conditions_of(entries, vectors, weight)
    made = time.perf_counter() - began
    taken, met = [], 0
    for _ in range(CONTEXTS if sentences < 10 else CONTEXTS // 5):
        # A context that shares words with some entry, each time another: nothing of it has been seen before.
        cue = RANDOM.choice(RANDOM.choice(entries).cues)
        units = context_units(" ".join([cue, *(sentence(14) for _ in range(sentences - 1))]))
        rows = unit_rows(len(units))
        began = time.perf_counter()
        found = match_context(units, rows, entries, vectors, weight=weight)
        taken.append(time.perf_counter() - began)
        met += bool(found.firing or found.maybe)
    print(f"\n{sentences} sentences, {len(units)} units: {in_ms(taken)}, n={len(taken)}, met {met}; made {made:.2f} s")

    assert met
    assert statistics.median(taken) <= MEDIAN
