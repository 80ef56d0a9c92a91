"""What filters let through is found by words whether few notes are let through or many."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from app.index.indexer import Indexer
from app.index.store import IndexStore
from app.search.candidates import LEXICAL, Candidates
from app.search.facts import Facts
from app.search.notes import NoteTable
from app.search.query import parse_query
from app.vault.files import Vault
from tests.support import write_notes

COMMON = 3 * LEXICAL


@pytest.mark.parametrize(
    "text", ["tag:rare joiner", "path:Some joi", "tag:rare nothing joiner", "-tag:rare joiner worktop"]
)
def test_matching_within_few_notes_scores_as_matching_the_vault(tmp_path: Path, text: str) -> None:
    notes = {f"All/{number}.md": f"The joiner came {'joiner ' * 9}" for number in range(COMMON)}
    notes |= {f"Some/{n}.md": f"---\ntags: [rare]\n---\nOnce a joiner, {'other words, ' * n}" for n in range(4)}
    notes["Last.md"] = "The worktop of the joiner"
    root = write_notes(tmp_path / "notes", notes)
    store = IndexStore.open(tmp_path / "index.sqlite3", str(root))
    for _ in Indexer(Vault(root), store).reconcile(None, Event()):
        pass
    reader = store.reader()
    table = NoteTable(reader.notes())
    query = parse_query(text, table.properties, tags=table.tags)
    few, many = (
        Candidates(reader, table, Facts(reader=reader), query, few=most).by_words() for most in (len(notes), 0)
    )
    assert few.scored and few.any_word is many.any_word
    key = {c.chunk.path: pytest.approx(c.words) for c in many.scored}
    assert {c.chunk.path: c.words for c in few.scored} == key
    reader.close()
    store.close()
