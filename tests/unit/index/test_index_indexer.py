from __future__ import annotations

import os
import time
from contextlib import contextmanager
from threading import Event

import pytest

from app.embedding.hashing import HashEmbedder
from app.errors import VaultError
from app.events import IndexChanged, IndexProgress
from app.index import indexer as indexer_module


def changed(events: list[object]) -> set[str]:
    return {path for event in events if isinstance(event, IndexChanged) for path in event.paths}


def age(world, seconds: float = 10.0) -> None:
    """Make all files look as if they had not been touched for a while, as far as a test can."""
    for path in world.root.rglob("*.md"):
        os.utime(path, (time.time() - seconds,) * 2)
    time.sleep(0.11)


def settle(world) -> None:
    age(world)
    world.reconcile()


def test_a_vault_is_taken_over_and_then_costs_nothing(world):
    world.write("a.md", "# Ay\nword [[b]]\n- [ ] do 📅 2026-12-01\n")
    world.write("in/b.md", "bee")
    events = world.reconcile()
    assert world.paths() == ["a.md", "in/b.md"]
    assert changed(events) == {"a.md", "in/b.md"}
    assert world.reader.outgoing("a.md")[0].resolved == "in/b.md"
    assert len(world.reader.tasks()) == 1
    settle(world)
    generation = world.reader.generation()
    assert world.reconcile() == []
    assert world.reader.generation() in (generation, generation + 1)


def test_progress_counts_notes_and_guesses_the_time(world):
    for number in range(5):
        world.write(f"{number}.md", "x")
    progress = [event for event in world.reconcile() if isinstance(event, IndexProgress)]
    assert (progress[0].done, progress[0].total, progress[0].seconds_left) == (0, 5, None)
    assert (progress[-1].done, progress[-1].stage, progress[-1].seconds_left) == (5, "reading", 0.0)
    assert progress[-1].current.endswith(".md")


def test_an_edit_changes_one_note(world):
    world.write("a.md", "old")
    world.write("b.md", "other")
    world.reconcile()
    world.write("a.md", "new")
    assert changed(world.reconcile("a.md")) == {"a.md"}
    assert (world.found('"new"'), world.found('"old"')) == (["a.md"], [])


def test_an_edit_that_keeps_size_and_times_is_seen(world):
    file = world.write("a.md", "one")
    settle(world)
    before = file.stat()
    file.write_bytes(b"two")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert changed(world.reconcile()) == {"a.md"}


def test_an_edit_right_after_a_look_is_seen_though_times_are_coarse(world, monkeypatch):
    file = world.write("a.md", "one")
    world.reconcile()
    stored = world.store.stamps()["a.md"][0]
    assert stored != world.vault.stat("a.md")
    file.write_bytes(b"two")
    assert changed(world.reconcile()) == {"a.md"}


def test_a_file_that_changes_while_it_is_read_is_read_again(world):
    world.write("a.md", "first")
    read = world.vault.read_head

    def read_and_change(path: str) -> tuple[bytes, int]:
        data, size = read(path)
        if data == b"first":
            world.write("a.md", "second, longer")
        return data, size

    world.vault.read_head = read_and_change
    world.reconcile()
    assert (world.found('"second"'), world.found('"first"')) == (["a.md"], [])
    assert world.reader.note("a.md").size == len("second, longer")


def test_a_file_that_never_rests_is_taken_as_it_is_and_looked_at_again(world):
    file = world.write("log.md", "start")
    read = world.vault.read_head

    def read_and_grow(path: str) -> tuple[bytes, int]:
        data, size = read(path)
        file.write_bytes(data + b" more")
        return data, size

    world.vault.read_head = read_and_grow
    world.reconcile()
    assert world.found('"start"') == ["log.md"]
    del world.vault.read_head
    age(world)
    assert changed(world.reconcile()) == {"log.md"}


def test_a_touched_file_is_read_but_not_stored_again(world):
    file = world.write("a.md", "x")
    settle(world)
    chunk = world.reader.chunks_of("a.md")
    os.utime(file)
    events = world.reconcile("a.md")
    assert changed(events) == set()
    assert world.reader.chunks_of("a.md") == chunk


def test_a_deleted_note_is_forgotten(world):
    world.write("a.md", "x").unlink()
    world.write("a.md", "x")
    world.write("b.md", "[[a]]")
    world.reconcile()
    assert world.reader.backlinks("a.md")
    (world.root / "a.md").unlink()
    assert changed(world.reconcile("a.md")) == {"a.md", "b.md"}
    assert world.paths() == ["b.md"]
    assert world.reader.outgoing("b.md")[0].resolved is None


def test_a_folder_that_went_away_takes_its_notes_along(world):
    world.write("in/a.md", "x")
    world.write("in/deep/b.md", "y")
    world.write("inside.md", "z")
    world.reconcile()
    for path in ("in/a.md", "in/deep/b.md"):
        (world.root / path).unlink()
    assert changed(world.reconcile("in")) == {"in/a.md", "in/deep/b.md"}
    assert world.paths() == ["inside.md"]


def test_many_notes_are_forgotten_in_steps(world, monkeypatch):
    monkeypatch.setattr(indexer_module, "BATCH_NOTES", 2)
    for number in range(5):
        world.write(f"{number}.md", "x")
    world.reconcile()
    for number in range(5):
        (world.root / f"{number}.md").unlink()
    assert len(changed(world.reconcile())) == 5
    assert world.paths() == []


def test_a_note_that_a_second_look_finds_is_not_forgotten(world):
    file = world.write("a.md", "x")
    world.write("b.md", "y")
    world.reconcile()
    away = file.with_name("a.md~")
    file.rename(away)
    world.write("b.md", "changed")
    events = []
    for event in world.indexer.reconcile(None, Event()):
        events.append(event)
        if away.exists():
            away.rename(file)
    assert world.paths() == ["a.md", "b.md"]


@pytest.mark.parametrize("paths", [(), ("old.md", "in/new.md"), ("in/new.md",)])
def test_a_rename_embeds_nothing(world, paths):
    embedder = HashEmbedder()
    world.write("old.md", "# Title\nsome text\n\n## Part\nmore\n")
    world.reconcile()
    list(world.indexer.embed_pending(embedder, Event()))
    before = [chunk.id for chunk in world.reader.chunks_of("old.md")]
    (world.root / "in").mkdir()
    (world.root / "old.md").rename(world.root / "in/new.md")
    assert changed(world.reconcile(*paths)) == {"old.md", "in/new.md"}
    assert [chunk.id for chunk in world.reader.chunks_of("in/new.md")] == before
    assert world.paths() == ["in/new.md"]
    assert list(world.indexer.embed_pending(embedder, Event())) == []


def test_a_renamed_note_without_a_title_of_its_own_embeds_nothing_either(world):
    embedder = HashEmbedder()
    world.write("old.md", "just text")
    world.reconcile()
    list(world.indexer.embed_pending(embedder, Event()))
    (world.root / "old.md").rename(world.root / "new.md")
    world.reconcile("old.md", "new.md")
    assert world.reader.note("new.md").title == "new"
    assert list(world.indexer.embed_pending(embedder, Event())) == []


def test_a_copy_is_no_rename(world):
    world.write("a.md", "same")
    world.reconcile()
    world.write("b.md", "same")
    assert changed(world.reconcile("b.md")) == {"b.md"}
    assert world.paths() == ["a.md", "b.md"]


def test_two_notes_with_the_bytes_of_one_that_went_away(world):
    world.write("a.md", "same")
    world.reconcile()
    (world.root / "a.md").rename(world.root / "b.md")
    world.write("c.md", "same")
    world.reconcile()
    assert world.paths() == ["b.md", "c.md"]
    assert sorted(world.found('"same"')) == ["b.md", "c.md"]


def test_a_renamed_folder_embeds_nothing(world):
    embedder = HashEmbedder()
    for number in range(20):
        world.write(f"old/{number}.md", f"text {number}")
    world.reconcile()
    list(world.indexer.embed_pending(embedder, Event()))
    (world.root / "old").rename(world.root / "new")
    world.reconcile()
    assert len(world.paths()) == 20 and all(path.startswith("new/") for path in world.paths())
    assert list(world.indexer.embed_pending(embedder, Event())) == []


def test_an_edit_of_one_section_embeds_only_that(world):
    embedder = HashEmbedder()
    world.write("a.md", "# A\nhead\n## One\nfirst\n## Two\nsecond\n")
    world.reconcile()
    list(world.indexer.embed_pending(embedder, Event()))
    world.write("a.md", "# A\nhead\n## One\nfirst\n## Two\nsecond, changed\n")
    world.reconcile("a.md")
    assert [text for _, text in world.store.missing_digests(embedder.model)] == ["A › Two\nsecond, changed"]


@contextmanager
def unreadable(world):
    """Have every note of the vault lie on a disk that fails."""

    def fail(path, most=0):
        raise VaultError(f"{path} cannot be read: the disk reports an error")

    world.vault.read_head = fail
    yield
    del world.vault.read_head


def test_what_cannot_be_read_is_flagged_and_keeps_what_was_known(world):
    file = world.write("a.md", "known words")
    world.reconcile()
    file.write_text("other words", encoding="utf-8")
    with unreadable(world):
        assert changed(world.reconcile("a.md")) == {"a.md"}
    assert "the disk reports an error" in world.reader.note("a.md").problem
    assert world.found('"known"') == ["a.md"]
    world.write("a.md", "known words")
    world.reconcile("a.md")
    assert world.reader.note("a.md").problem == ""


def test_a_new_note_that_cannot_be_read_is_known_by_its_name(world):
    world.write("Big one.md", "")
    with unreadable(world):
        world.reconcile()
    note = world.reader.note("Big one.md")
    assert note.title == "Big one" and "the disk reports an error" in note.problem
    assert world.found('"big"') == ["Big one.md"]
    assert [text for _, text in world.store.missing_digests("m")] == ["Big one"]


def test_a_file_that_is_no_text_is_known_by_its_name(world):
    world.write("picture.md", b"\x89PNG\x00\x00")
    world.reconcile()
    assert "not text" in world.reader.note("picture.md").problem
    assert world.found('"picture"') == ["picture.md"]


def test_what_is_ignored_from_now_on_is_forgotten(world):
    world.write("a.md", "x")
    world.write("private/b.md", "y")
    world.reconcile()
    world.write(".betimesignore", "private/\n")
    assert changed(world.reconcile(".betimesignore")) == {"private/b.md"}
    assert world.paths() == ["a.md"]


def test_notes_below_a_folder_that_cannot_be_listed_are_kept(world):
    world.write("a.md", "x")
    world.write("locked/b.md", "y")
    world.reconcile()
    real_scan = world.vault.scan

    def scan():
        for stamp in real_scan():
            if not stamp.path.startswith("locked/"):
                yield stamp
        world.vault.problems["locked"] = "no permission"

    world.vault.scan = scan
    assert changed(world.reconcile()) == set()
    assert world.paths() == ["a.md", "locked/b.md"]


def test_a_vault_that_went_away_forgets_nothing(world):
    world.write("a.md", "x")
    world.reconcile()
    world.root.rename(world.root.with_name("moved"))
    with pytest.raises(VaultError):
        world.reconcile()
    assert world.paths() == ["a.md"]


def test_a_pass_can_be_stopped_and_goes_on_where_it_was(world, monkeypatch):
    monkeypatch.setattr(indexer_module, "BATCH_SECONDS", 0.0)
    for number in range(6):
        world.write(f"{number}.md", f"[[{(number + 1) % 6}]]")
    stop = Event()
    for event in world.indexer.reconcile(None, stop):
        if isinstance(event, IndexProgress) and event.done == 3:
            stop.set()
    assert len(world.paths()) == 3
    age(world)
    events = world.reconcile()
    assert len(world.paths()) == 6
    assert {link.resolved for link in world.reader.links()} == {f"{number}.md" for number in range(6)}
    assert any(isinstance(event, IndexChanged) for event in events)


def test_new_notes_are_read_first_and_seen_while_the_rest_is_read(world, monkeypatch):
    monkeypatch.setattr(indexer_module, "BATCH_SECONDS", 0.0)
    for number in range(3):
        os.utime(world.write(f"{number}.md", "x"), (1000 + number,) * 2)
    seen = []
    for event in world.indexer.reconcile(None, Event()):
        if isinstance(event, IndexProgress) and event.done:
            seen.append((event.current, len(world.paths())))
    assert seen == [("2.md", 1), ("1.md", 2), ("0.md", 3)]


def test_large_notes_are_written_before_many_of_them_fill_the_memory(world, monkeypatch):
    monkeypatch.setattr(indexer_module, "BATCH_BYTES", 10)
    monkeypatch.setattr(indexer_module, "BATCH_SECONDS", 60.0)
    for number in range(3):
        world.write(f"{number}.md", "more than ten bytes")
    assert [event.done for event in world.reconcile() if isinstance(event, IndexProgress)] == [0, 1, 2, 3]


def test_a_damaged_index_is_made_anew_within_the_pass(world):
    world.write("a.md", "word")
    world.write("b.md", "other")
    world.reconcile()
    world.store._connection.execute("DELETE FROM words_data")
    world.write("a.md", "changed")
    world.reconcile("a.md")
    assert world.paths() == ["a.md", "b.md"]
    assert world.found('"changed"') == ["a.md"]
    assert "made anew" in world.store.notice


def test_an_index_that_was_cleared_is_filled_again(world):
    world.write("a.md", "[[b]]")
    world.write("b.md", "x")
    world.reconcile()
    list(world.indexer.embed_pending(HashEmbedder(), Event()))
    world.store.clear()
    assert world.paths() == []
    (world.root / "b.md").rename(world.root / "c.md")
    world.write("a.md", "[[c]]")
    world.reconcile()
    assert world.reader.outgoing("a.md")[0].resolved == "c.md"
    assert (world.reader.counts(HashEmbedder().model).embedded, world.store.notice) == (0, "")
    assert [path.name for path in world.store.path.parent.glob("*unusable*")] == []


def test_a_damaged_index_met_while_embedding_is_made_anew(world):
    world.write("a.md", "word")
    world.reconcile()
    world.store._connection.execute("PRAGMA writable_schema = ON")
    world.store._connection.execute("UPDATE sqlite_master SET rootpage = 99999 WHERE name = 'vector'")
    world.store._connection.execute("PRAGMA writable_schema = RESET")
    list(world.indexer.embed_pending(HashEmbedder(), Event()))
    assert world.paths() == ["a.md"]
    assert "made anew" in world.store.notice


def test_a_link_leads_to_the_note_that_comes_later(world):
    world.write("a.md", "[[later]]")
    world.reconcile()
    world.write("later.md", "x")
    assert changed(world.reconcile("later.md")) == {"a.md", "later.md"}
    world.write("in/later.md", "y")
    world.reconcile("in/later.md")
    assert world.reader.outgoing("a.md")[0].candidates == ("later.md", "in/later.md")


def test_another_process_may_write_in_between(world, tmp_path):
    from app.index.indexer import Indexer
    from app.index.store import IndexStore

    other_store = IndexStore.open(world.store.path, str(world.root))
    other = Indexer(world.vault, other_store)
    world.write("a.md", "[[b]]")
    world.reconcile()
    world.write("b.md", "x")
    list(other.reconcile(None, Event()))
    world.write("c.md", "[[b]]")
    world.reconcile()
    assert {link.resolved for link in world.reader.links()} == {"b.md"}
    other_store.close()


@pytest.mark.parametrize("year", ["far", "old"])
def test_a_note_of_a_time_that_the_index_cannot_count_is_indexed_all_the_same(world, year):
    file = world.write("a.md", "one")
    seconds = 13_569_465_600 if year == "far" else -2_000_000_000
    os.utime(file, (seconds, seconds))
    world.reconcile()
    assert world.paths() == ["a.md"]
    assert world.found('"one"') == ["a.md"]
