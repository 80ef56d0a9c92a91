from __future__ import annotations

import gc
import weakref
from datetime import date

from app.ledger.conditions import conditions_of
from app.ledger.entry import Entry
from app.ledger.word_statistics import WordStatistics


def test_conditions_of_the_words_that_a_vault_had_are_let_go() -> None:
    entries = [Entry(id="a1b2", action="Ask about the valve", when="the boiler man is here", created=date(2026, 11, 1))]
    made = [WordStatistics([f"the boiler {number}"]) for number in range(6)]
    kept = [weakref.ref(statistics) for statistics in made]
    assert [conditions_of(entries, {}, statistics).statistics for statistics in made] == made
    assert conditions_of(entries, {}, made[-1]) is conditions_of(entries, {}, made[-1])
    made.clear()
    gc.collect()
    assert [statistics() is None for statistics in kept] == [True] * 4 + [False] * 2
