"""Notes that were renamed outside, however that is seen."""

from __future__ import annotations

from datetime import datetime

import pytest


def renamed(world) -> dict[str, str]:
    return world.store.renames()


@pytest.mark.parametrize("paths", [(), ("old.md", "in/new.md"), ("in/new.md",)])
def test_a_rename_seen_at_once(world, paths):
    world.write("old.md", "text")
    world.reconcile()
    (world.root / "in").mkdir()
    (world.root / "old.md").rename(world.root / "in/new.md")
    world.reconcile(*paths)
    assert renamed(world) == {"old.md": "in/new.md"}


def test_a_note_that_goes_before_it_comes(world):
    world.write("old.md", "text")
    world.reconcile()
    (world.root / "old.md").rename(world.root / "away.txt")
    world.reconcile("old.md")
    assert renamed(world) == {}
    (world.root / "away.txt").rename(world.root / "new.md")
    world.reconcile("new.md")
    assert renamed(world) == {"old.md": "new.md"}


def test_a_note_that_comes_before_it_goes(world):
    world.write("old.md", "text")
    world.reconcile()
    world.write("new.md", "text")
    world.reconcile("new.md")
    assert renamed(world) == {}
    (world.root / "old.md").unlink()
    world.reconcile("old.md")
    assert renamed(world) == {"old.md": "new.md"}


def test_a_note_that_comes_back_was_not_renamed(world):
    world.write("old.md", "text")
    world.reconcile()
    (world.root / "old.md").unlink()
    world.reconcile("old.md")
    world.write("old.md", "text")
    world.reconcile("old.md")
    assert renamed(world) == {}


def test_empty_notes_are_not_the_same_note(world):
    world.write("old.md", "")
    world.reconcile()
    (world.root / "old.md").unlink()
    world.reconcile("old.md")
    world.write("new.md", "")
    world.reconcile("new.md")
    assert renamed(world) == {}


def test_what_has_gone_is_forgotten_once_the_whole_vault_was_looked_at(world):
    world.write("old.md", "text")
    world.reconcile()
    (world.root / "old.md").unlink()
    world.reconcile("old.md")
    assert world.store.is_complete
    world.reconcile()
    world.write("new.md", "text")
    world.reconcile("new.md")
    assert renamed(world) == {}


def test_a_settled_rename_is_told_once_and_a_later_one_stays(world):
    world.write("a.md", "text")
    world.reconcile()
    (world.root / "a.md").rename(world.root / "b.md")
    world.reconcile()
    seen = renamed(world)
    world.store.settle_renames({"a.md": "elsewhere.md"})
    assert renamed(world) == seen == {"a.md": "b.md"}
    world.store.settle_renames(seen)
    assert renamed(world) == {}


def test_links_to_a_page_of_a_namespace_follow_its_file(world):
    world.write("a.md", "see [[Board/Object]]\n")
    world.reconcile()
    assert world.reader.outgoing("a.md")[0].resolved is None
    world.write("Board___Object.md", "here")
    world.reconcile("Board___Object.md")
    assert world.reader.outgoing("a.md")[0].resolved == "Board___Object.md"
    (world.root / "Board___Object.md").unlink()
    world.reconcile("Board___Object.md")
    assert world.reader.outgoing("a.md")[0].resolved is None


def test_frontmatter_dates_tell_when_a_note_was_modified(world):
    world.write("a.md", "---\nUpdated: '[[2026-08-15]]'\n---\n")
    world.write("b.md", "---\nupdated: soon\nmodified: 2026/08/15 10:00\n---\n")
    world.write("c.md", "---\nupdated: 9999-12-31T23:59:59-12:00\n---\n")
    world.reconcile()
    assert world.reader.note("a.md").modified == datetime(2026, 8, 15).timestamp()
    assert world.reader.note("b.md").modified == datetime(2026, 8, 15, 10).timestamp()
    assert world.reader.note("c.md").modified > 0
