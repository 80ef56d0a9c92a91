from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path
from threading import Event

import pytest

from app.index.indexer import Indexer
from app.index.store import IndexStore

SCRIPT = """
import sys
from pathlib import Path
from threading import Event
from app.embedding.hashing import HashEmbedder
from app.index import indexer
from app.index.indexer import Indexer
from app.index.store import IndexStore
from app.vault.files import Vault

indexer.BATCH_SECONDS = 0.02
root, database = Path(sys.argv[1]), Path(sys.argv[2])
index = Indexer(Vault(root), IndexStore.open(database, str(root)))
print("started", flush=True)
while True:
    for event in index.reconcile(None, Event()):
        pass
    for event in index.embed_pending(HashEmbedder(), Event()):
        pass
    for path in root.glob("*.md"):
        path.write_text(path.read_text() + "more [[1]]\\n")
"""

REPOSITORY = Path(__file__).resolve().parents[3]


def assert_whole(world) -> None:
    """Every chunk has its words, and what belongs to a note has its note."""
    world.store.verify()
    ask = world.reader._rows
    assert ask("SELECT count(*) FROM chunk") == ask("SELECT count(*) FROM words")
    assert ask("SELECT count(*) FROM chunk WHERE id NOT IN (SELECT rowid FROM words)") == [(0,)]
    for table in ("chunk", "link", "task"):
        assert ask(f"SELECT count(*) FROM {table} WHERE note_id NOT IN (SELECT id FROM note)") == [(0,)]
    assert ask("SELECT count(*) FROM note WHERE id NOT IN (SELECT note_id FROM chunk)") == [(0,)]
    assert {row[0] for row in ask("SELECT length(data) FROM vector")} <= {64 * 4}


def test_an_index_killed_ten_times_is_whole_and_is_finished_later(world, database):
    for number in range(150):
        world.write(f"{number}.md", f"# Note {number}\ntext [[{number + 1}]]\n\n## Part\n- [ ] do 📅 2026-12-01\n")
    delays = random.Random(3)
    for _ in range(10):
        process = subprocess.Popen(
            [sys.executable, "-c", SCRIPT, str(world.root), str(database)], stdout=subprocess.PIPE, cwd=REPOSITORY
        )
        assert process.stdout is not None
        assert process.stdout.readline() == b"started\n"
        time.sleep(delays.uniform(0.0, 0.4))
        process.kill()
        process.communicate()
        assert_whole(world)
    for path in world.root.glob("*.md"):
        if not path.read_bytes():
            path.write_text("# Emptied by the kill\n")
    world.reconcile()
    assert len(world.paths()) == 150
    assert world.store.notice == ""
    assert world.reader.outgoing("5.md")[0].resolved == "6.md"
    assert_whole(world)


@pytest.mark.parametrize("seed", range(2))
def test_whatever_happens_the_index_ends_up_like_a_new_one(world, tmp_path, seed):
    """Edits, renames and deletions in any order, looked at now and then, against an index made in one go."""
    chance = random.Random(seed)
    names = [f"{folder}{letter}.md" for folder in ("", "in/") for letter in "abcdef"]
    for _ in range(150):
        name, other = chance.choice(names), chance.choice(names)
        file, target = world.root / name, world.root / other
        action = chance.random()
        if action < 0.5:
            links = " ".join(f"[[{chance.choice('abcdefg')}]]" for _ in range(2))
            world.write(name, f"# T{chance.randrange(4)}\n{links}\n\n## S\n{chance.randrange(5)}\n")
        elif action < 0.7 and file.exists():
            file.unlink()
        elif file.exists() and not target.exists():
            target.parent.mkdir(exist_ok=True)
            file.rename(target)
        if chance.random() < 0.3:
            world.reconcile(*([] if chance.random() < 0.5 else [name, other]))
    world.reconcile()
    fresh_store = IndexStore.open(tmp_path / "fresh" / "index.sqlite3", str(world.root))
    list(Indexer(world.vault, fresh_store).reconcile(None, Event()))
    fresh = fresh_store.reader()
    assert world.reader.links() == fresh.links()
    assert world.reader.notes() == fresh.notes()
    for note in fresh.notes():
        texts = [
            [(c.text, c.headings, c.line_start) for c in reader.chunks_of(note.path)]
            for reader in (world.reader, fresh)
        ]
        assert texts[0] == texts[1]
    for word in ("T1", "S", "a", "3"):
        assert sorted(world.found(f'"{word}"')) == sorted(hit.path for hit in fresh.match(f'"{word}"', 50))
    assert_whole(world)
    fresh.close()
    fresh_store.close()
