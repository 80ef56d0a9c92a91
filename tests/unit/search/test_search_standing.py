from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from app.salience.uses import Use
from app.search.result import Arm, RankMode, SearchResult, SearchResults
from app.search.standing import changed_words, uses_words
from app.workspace import Workspace
from tests.support import NOW, open_workspace, write_notes

NOTES = {
    "Home.md": "# Home\n\n[[Kitchen]] [[Kitchen]] and [[Garden]]\n",
    "Projects/Kitchen.md": "---\nproject: kitchen\n---\n# Kitchen\n\nThe quote of June.\n\n[[Kitchen]]\n",
    "Projects/Tiles.md": "---\nproject: '[[kitchen]]'\n---\n# Tiles\n\nA quote for tiles.\n",
    "Garden.md": "# Garden\n\nA quote for the hedge. [[Kitchen]]\n",
    "Daily/2026-11-01.md": "The quote came.\n",
}


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    opened = open_workspace(write_notes(tmp_path / "vault", NOTES))
    opened.ledger.add({"action": "Reconcile", "due": "2026-11-30", "links": "Projects/Kitchen", "project": "kitchen"})
    for _ in range(6):
        opened.record_opened("Projects/Kitchen.md", "quote")
    opened.update(meaning=False)
    yield opened
    opened.close()


def explained(workspace: Workspace, path: str) -> tuple[dict[str, str], SearchResult, SearchResults]:
    found = workspace.search_words("quote", RankMode.BLEND)
    result = next(item for item in found.results if item.path == path)
    explanation = workspace.explain(result, found)
    return {term.name: term.text for part in explanation.parts for term in part.terms}, result, found


def test_each_component_tells_what_it_comes_from(workspace: Workspace) -> None:
    said, result, found = explained(workspace, "Projects/Kitchen.md")
    assert said["importance"] == "a note like most: 0.6"
    assert said["activation"] == "opened 6 times, edited once, last today"
    assert said["centrality"] == "linked from 3 notes (PageRank)"
    assert said["prospective"] == "“Reconcile” points here or stands here"
    assert said["recency"].startswith("changed ")
    assert said["commitment"] == "“Reconcile”: operative, and links here"
    assert found.arm is Arm.WORDS and result.firing


def test_what_is_missing_is_told_too(workspace: Workspace) -> None:
    said, _, _ = explained(workspace, "Daily/2026-11-01.md")
    assert said["importance"].endswith("in a folder of daily notes: 0.3")
    assert said["activation"] == "not opened or edited here yet"
    assert said["centrality"] == "no note links here"
    assert said["prospective"] == "no open commitment points here"
    said, _, _ = explained(workspace, "Projects/Tiles.md")
    assert said["prospective"] == "shares the project kitchen with an open commitment"


def test_two_results_are_compared_by_what_is_known_of_both(workspace: Workspace) -> None:
    _, upper, found = explained(workspace, "Projects/Kitchen.md")
    _, lower, _ = explained(workspace, "Garden.md")
    comparison = workspace.compare(upper, lower, found)
    activation = next(item for item in comparison.differences if item.name == "activation")
    assert activation.text == "opened 6 times, edited once, last today · not opened or edited here yet"
    assert activation.apart > 0


def test_a_note_that_is_gone_is_explained_in_general_words(workspace: Workspace) -> None:
    _, result, found = explained(workspace, "Garden.md")
    (workspace.root / "Garden.md").unlink()
    workspace.update(meaning=False)
    terms = [term for part in workspace.explain(result, found).parts for term in part.terms]
    assert any(term.text.startswith("opened and edited") for term in terms)


def test_uses_are_counted_by_what_was_done_and_those_to_come_are_not() -> None:
    uses = [Use("opened", NOW - timedelta(days=day)) for day in (9, 5, 3)]
    uses += [Use("edited", NOW - timedelta(days=1)), Use("", NOW), Use("opened", NOW + timedelta(days=2))]
    assert uses_words(uses, NOW) == "opened 3 times, edited once, used once, last today"
    assert uses_words(uses[:4], NOW).endswith("edited once, last yesterday")
    assert uses_words((), NOW) == "not opened or edited here yet"


@pytest.mark.parametrize(
    ("days", "said"),
    [(-1, "changed today"), (0, "changed today"), (1, "changed yesterday"), (3, "changed 3 days ago")],
)
def test_a_change_is_told_in_days(days: int, said: str) -> None:
    assert changed_words((NOW - timedelta(days=days)).timestamp(), NOW) == said


def test_a_change_long_ago_is_a_day_and_an_impossible_one_is_said() -> None:
    assert changed_words((NOW - timedelta(days=900)).timestamp(), NOW) == "changed 13 Jun 2024"
    assert "no calendar" in changed_words(1e20, NOW)
