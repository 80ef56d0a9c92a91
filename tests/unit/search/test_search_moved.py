"""Former names of notes, where they are kept, and what they lead to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.search.moved import MovedNotes
from tests.support import open_workspace, write_notes

LEDGER = '[[entry]]\nid = "aaaa"\naction = "Ask"\nlinks = ["Projects/Kitchen#Quotes"]\n'


def test_a_former_name_leads_on_through_several_renames() -> None:
    moved = MovedNotes({"A.md": "b/B.md", "b/B.md": "C.md"}, {"C.md"})
    assert [moved.resolve(name) for name in ("A", "a.md", "B", "b/B", "C", "", "D")] == ["C.md"] * 4 + [None] * 3


def test_a_note_that_is_gone_after_all_leads_nowhere() -> None:
    assert MovedNotes({"A.md": "B.md"}, {"C.md"}).resolve("A") is None


def test_a_note_that_was_renamed_there_and_back_is_itself() -> None:
    moved = MovedNotes({"A.md": "B.md", "B.md": "A.md"}, {"A.md"})
    assert (moved.resolve("B"), moved.resolve("A")) == ("A.md", "A.md")


_NAMES = st.sampled_from(["A.md", "B.md", "C.md", "d/A.md"])


@given(st.dictionaries(_NAMES, _NAMES), st.sets(_NAMES), _NAMES)
def test_any_renames_come_to_an_end(renames: dict[str, str], paths: set[str], name: str) -> None:
    found = MovedNotes(renames, paths).resolve(name)
    assert found is None or found in paths


@pytest.fixture
def vault(tmp_path):
    root = write_notes(tmp_path / "vault", {"Projects/Kitchen.md": "## Quotes\n4,200\n", "Lena.md": "[[Kitchen]]\n"})
    (root / ".betimes").mkdir()
    (root / ".betimes/ledger.toml").write_text(LEDGER)
    return root


def rename(vault, old: str, new: str) -> None:
    (vault / new).parent.mkdir(exist_ok=True)
    (vault / old).rename(vault / new)


def test_a_renamed_note_keeps_its_commitments_and_the_link_is_offered_for_repair(vault) -> None:
    workspace = open_workspace(vault)
    workspace.update(meaning=False)
    assert workspace.ledger.broken_links() == ()
    workspace.record_opened("Projects/Kitchen.md")
    rename(vault, "Projects/Kitchen.md", "Done/Kitchen 2026.md")
    workspace.update(meaning=False)
    (item,) = workspace.commitments()
    target = workspace.target_of(item)
    assert target is not None and (target.path, target.fragment) == ("Done/Kitchen 2026.md", "Quotes")
    (broken,) = workspace.ledger.broken_links()
    assert (broken.path, broken.repaired) == ("Done/Kitchen 2026.md", "Done/Kitchen 2026#Quotes")
    assert workspace._upkeep.knowledge.salience["Done/Kitchen 2026.md"].activation > 0
    assert workspace.ledger.repair_links([broken]) == ("aaaa",)
    assert workspace.ledger.broken_links() == ()
    assert (vault / "Lena.md").read_text() == "[[Kitchen]]\n"
    assert workspace.ledger.undo() == "repaired links to 'Kitchen 2026'"
    assert len(workspace.ledger.broken_links()) == 1
    workspace.close()


def test_a_rename_while_nothing_ran_is_known_even_after_the_index_was_lost(vault) -> None:
    for step in ("first", "renamed", "rebuilt"):
        workspace = open_workspace(vault)
        if step == "rebuilt":
            workspace.rebuild_index()
        workspace.update(meaning=False)
        if step == "first":
            rename(vault, "Projects/Kitchen.md", "Küche.md")
        else:
            (broken,) = workspace.ledger.broken_links()
            assert broken.repaired == "Küche#Quotes"
        workspace.close()


def test_a_note_that_takes_the_former_name_is_meant_from_then_on(vault) -> None:
    workspace = open_workspace(vault)
    workspace.update(meaning=False)
    rename(vault, "Projects/Kitchen.md", "Old kitchen.md")
    write_notes(vault, {"Projects/Kitchen.md": "another\n"})
    workspace.update(meaning=False)
    assert workspace.ledger.broken_links() == ()
    workspace.close()


def test_a_rename_that_concerns_no_commitment_and_no_use_is_not_recorded(vault) -> None:
    workspace = open_workspace(vault)
    workspace.update(meaning=False)
    rename(vault, "Lena.md", "Lena Marsh.md")
    workspace.update(meaning=False)
    assert not (vault / ".betimes/operations.jsonl").exists()
    workspace.close()


def test_a_log_that_cannot_be_written_loses_no_link(vault) -> None:
    (vault / ".betimes/operations.jsonl").mkdir()
    workspace = open_workspace(vault)
    workspace.update(meaning=False)
    rename(vault, "Projects/Kitchen.md", "Kitchen 2026.md")
    workspace.update(meaning=False)
    (broken,) = workspace.ledger.broken_links()
    assert broken.repaired == "Kitchen 2026#Quotes"
    workspace.close()
