"""Two programs on one index: what one has taken up, the other still has to be told of."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from app.embedding.hashing import HashEmbedder
from app.events import IndexChanged
from app.index.store import IndexStore
from app.ledger.commitment import Commitment
from app.search.result import Arm, RankMode
from app.workspace import Workspace
from tests.support import open_workspace, wait_until, write_notes

NOTE = "# Both\n- [ ] Order tiles 📅 2026-12-04\n- [ ] Other 📅 2026-12-05\n"
WORDS = ("saffron risotto", "granite countertop", "grey herons")


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[Workspace]:
    workspace = open_workspace(write_notes(tmp_path / "notes", {"Both.md": NOTE}))
    workspace.start()
    assert wait_until(lambda: len(workspace.commitments()) == 2)
    yield workspace
    workspace.close()


def rows(workspace: Workspace) -> list[Commitment]:
    return [item for item in workspace.commitments() if "tiles" in item.action.lower()]


def test_a_line_that_another_program_made_an_entry_of_is_shown_once(watching: Workspace) -> None:
    """The other program reads the note anew before the watcher's report is taken up here."""
    watching.stop_indexing()
    other = open_workspace(watching.root)
    other.update(meaning=False)
    line = other.find("Both.md:2")
    other.ledger.adopt(line, other.ledger.adopting_draft(line))
    other.close()
    watching.resume_indexing()
    assert wait_until(lambda: [item.home for item in rows(watching)] == ["ledger"])


def test_a_command_in_another_process_leaves_one_row(watching: Workspace) -> None:
    places = watching.root.parent / f"{watching.root.name} places"
    index = watching.index_path
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    program = (
        "import sys; from pathlib import Path; from tests.support import open_workspace\n"
        "workspace = open_workspace(Path(sys.argv[1])); workspace.update(meaning=False)\n"
        "line = workspace.find('Both.md:2'); workspace.ledger.adopt(line, workspace.ledger.adopting_draft(line))\n"
        "print(workspace.index_path); workspace.close()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(watching.root)], env=environment, capture_output=True, text=True, check=True
    )
    assert Path(done.stdout.strip()) == index and index.is_relative_to(places)
    assert wait_until(lambda: [item.home for item in rows(watching)] == ["ledger"])


def test_what_another_program_embedded_is_taken_up_when_nothing_is_left_to_embed(world, database):
    """The other program was quicker with the vectors of a note whose words both had taken up."""
    embedder, never = HashEmbedder(), Event()
    world.write("a.md", "granite")
    world.reconcile()
    list(world.indexer.embed_pending(embedder, never))
    world.write("b.md", "saffron")
    world.reconcile()
    other = IndexStore.open(database, str(world.root))
    digests = [digest for digest, _ in other.missing_digests(embedder.model)]
    other.store_vectors(embedder.model, digests, embedder.encode_documents(["saffron"]).result())
    assert list(world.indexer.embed_pending(embedder, never)) == [IndexChanged(frozenset(), True, elsewhere=True)]
    assert list(world.indexer.embed_pending(embedder, never)) == []
    other.close()


def test_two_screens_find_a_new_note_by_meaning(watching: Workspace) -> None:
    other = open_workspace(watching.root)
    other.start()
    assert wait_until(lambda: other.status().notes == watching.status().notes == 1)
    for number, words in enumerate(WORDS):
        write_notes(watching.root, {f"New {number}.md": words})
        for workspace in (watching, other):
            assert wait_until(lambda workspace=workspace, words=words: found_by_meaning(workspace, words))
    other.close()


def found_by_meaning(workspace: Workspace, words: str) -> bool:
    found = workspace.search(words, workspace.config.search, RankMode.PLAIN, Arm.MEANING)
    return [result.path for result in found.results][:1] == [f"New {WORDS.index(words)}.md"]
