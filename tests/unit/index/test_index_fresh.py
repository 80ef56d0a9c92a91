from __future__ import annotations

import os
import sqlite3
import time

import pytest

from app.index.fresh_rows import GONE_SECONDS
from app.index.migrations import MIGRATIONS, migrate
from app.index.store import IndexStore

DAILY = "# Monday\n\nTalked of the boiler.\n\n- [ ] Call Ann 📅 2026-12-01\n"


@pytest.fixture
def settled(world):
    world.write("Daily.md", DAILY)
    world.reconcile()
    world.store.drop_fresh(row.id for row in world.store.fresh())
    return world


def added(world):
    return [line for row in world.store.fresh() for line in row.added]


def test_all_notes_of_a_new_index_are_first_and_what_comes_later_is_new(world):
    world.write("A.md", "one")
    assert not world.store.has_fresh()
    world.reconcile()
    world.write("B.md", "two")
    world.reconcile()
    assert {row.path: (row.origin, row.added) for row in world.store.fresh()} == {
        "A.md": ("first", ()),
        "B.md": ("new", ()),
    }
    assert world.store.has_fresh()


def test_a_pass_over_some_notes_does_not_make_the_index_complete(world):
    world.write("A.md", "one")
    world.reconcile("A.md")
    assert not world.store.is_complete
    world.reconcile()
    assert world.store.is_complete
    world.store.clear()
    assert not world.store.is_complete


def test_only_the_lines_that_are_new_are_fresh(settled):
    settled.write("Daily.md", DAILY.replace("boiler.\n", "boiler.\nThe quote arrived.\n"))
    os.utime(settled.root / "Daily.md", (5000, 5000))
    settled.reconcile()
    (row,) = settled.store.fresh()
    assert (row.path, row.origin, row.added, row.removed) == ("Daily.md", "changed", ("The quote arrived.",), ())
    assert row.changed_ns == 5_000_000_000_000


@pytest.mark.parametrize(
    "line",
    [
        "- [x] Call Ann 📅 2026-12-01 ✅ 2026-11-30",
        "- [ ] Call Ann 📅 2026-12-09 🛫 2026-12-04",
        "  * [-] Call Ann ❌ 2026-11-30",
    ],
)
def test_a_task_that_is_ticked_or_put_off_is_not_fresh(settled, line):
    settled.write("Daily.md", DAILY.replace("- [ ] Call Ann 📅 2026-12-01", line))
    settled.reconcile()
    assert not settled.store.has_fresh()


def test_an_open_task_is_never_fresh_and_a_new_closed_one_is(settled):
    settled.write("Daily.md", DAILY + "- [ ] Wait for the quote\n- [x] Quote received\n")
    settled.reconcile()
    assert added(settled) == ["- [x] Quote received"]


def test_text_that_only_moves_within_its_note_is_not_fresh(settled):
    settled.write("Daily.md", "# Monday\n\n- [ ] Call Ann 📅 2026-12-01\n\n## Later\n\nTalked of the boiler.\n")
    settled.reconcile()
    assert added(settled) == ["## Later"]


def test_a_renamed_note_is_not_fresh_and_what_waits_follows_it(settled):
    settled.write("Daily.md", DAILY + "\nThe quote arrived.\n")
    settled.reconcile()
    os.rename(settled.root / "Daily.md", settled.root / "Old.md")
    settled.reconcile()
    assert [(row.path, row.added) for row in settled.store.fresh()] == [("Old.md", ("The quote arrived.",))]


def test_a_sentence_that_is_saved_while_it_is_typed_leaves_nothing_behind(settled):
    for text in ("The qu", "The quote arr", "The quote arrived."):
        settled.write("Daily.md", f"{DAILY}\n{text}\n")
        settled.reconcile()
    assert added(settled) == ["The quote arrived."]
    settled.write("Daily.md", DAILY)
    settled.reconcile()
    assert not settled.store.has_fresh()


def test_of_several_changes_each_keeps_its_time(settled):
    settled.write("Daily.md", f"{DAILY}\nThe quote arrived.\n")
    os.utime(settled.root / "Daily.md", (5000, 5000))
    settled.reconcile()
    settled.write("Daily.md", f"{DAILY}\nThe quote arrived.\n\nIt rained.\n")
    os.utime(settled.root / "Daily.md", (6000, 6000))
    settled.reconcile()
    found = [(row.changed_ns // 10**9, row.added) for row in settled.store.fresh()]
    assert found == [(6000, ("It rained.",)), (5000, ("The quote arrived.",))]


def test_what_is_taken_out_of_a_note_is_remembered_for_a_day(settled):
    settled.write("Daily.md", "# Monday\n\n- [ ] Call Ann 📅 2026-12-01\n")
    settled.reconcile()
    now = time.time()
    assert settled.store.gone(["talked of the boiler.", "another"], now) == {"talked of the boiler."}
    assert settled.store.gone(["talked of the boiler."], now + GONE_SECONDS + 1) == frozenset()


def test_a_note_that_goes_takes_what_waits_with_it(settled):
    settled.write("Daily.md", f"{DAILY}\nThe quote arrived.\n")
    settled.reconcile()
    (settled.root / "Daily.md").unlink()
    settled.reconcile()
    assert not settled.store.has_fresh()
    assert settled.store.gone(["the quote arrived."], time.time())


def test_what_was_compared_by_words_is_marked_and_dropped_later(settled):
    settled.write("Daily.md", f"{DAILY}\nThe quote arrived.\n")
    settled.reconcile()
    (row,) = settled.store.fresh()
    settled.store.mark_fresh([row.id])
    assert [row.by_words for row in settled.store.fresh()] == [True]
    settled.store.drop_fresh([row.id])
    assert settled.store.fresh() == []


def test_an_index_of_the_version_before_is_complete_when_it_has_notes(tmp_path):
    for notes in (0, 1):
        connection = sqlite3.connect(tmp_path / f"{notes}.sqlite3", isolation_level=None)
        MIGRATIONS[0](connection)
        connection.execute("PRAGMA user_version = 1")
        if notes:
            connection.execute(
                "INSERT INTO note VALUES (1, 'a.md', 'a', '', '[]', '[]', '{}', '', 0, 0, 7000000000, 0, '0')"
            )
        migrate(connection)
        connection.close()
        store = IndexStore.open(tmp_path / f"{notes}.sqlite3", "/notes")
        assert store.is_complete is bool(notes)
        assert store.oldest_ns() == (7_000_000_000 if notes else None)
        store.close()


def test_a_small_vault_is_soon_read_once(world):
    world.write("A.md", "one")
    assert world.indexer.is_soon_read()
    world.reconcile()
    assert not world.indexer.is_soon_read()
