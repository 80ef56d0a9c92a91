"""Queries of signs alone, which the index of words does not know."""

from __future__ import annotations

from math import isclose, prod
from pathlib import Path

import pytest

from app.search.result import Arm, RankMode
from tests.support import open_workspace, write_notes


@pytest.mark.parametrize("text", ["→", "like:[[Other]] →"])
@pytest.mark.parametrize("arm", Arm)
def test_what_signs_find_is_said_to_be_found_by_words_and_adds_up(tmp_path: Path, text: str, arm: Arm) -> None:
    notes = {"Arrow.md": "here → there", "Other.md": "here and there"}
    workspace = open_workspace(write_notes(tmp_path / "notes", notes))
    workspace.update(meaning=True)
    found = workspace.search(text, workspace.config.search, RankMode.BLEND, arm)
    assert [result.path for result in found.results] == ["Arrow.md"] and found.arm is Arm.WORDS
    explanation = workspace.explain(found.results[0], found)
    assert isclose(prod(part.value for part in explanation.parts), explanation.score)
    for part in explanation.parts:
        assert isclose(part.base + sum(term.points for term in part.terms), part.value)
    workspace.close()


@pytest.mark.parametrize(
    ("text", "found"),
    [("->", ["Code.md"]), ("&&", ["Code.md"]), ("- [ ]", ["Task.md"]), ("--", []), ('"', []), ("-", [])],
)
def test_signs_that_mean_nothing_else_are_looked_for_as_they_stand(tmp_path: Path, text: str, found: list[str]) -> None:
    notes = {"Code.md": "a -> b && c", "Task.md": "- [ ] call", "Other.md": "- a list"}
    workspace = open_workspace(write_notes(tmp_path / "notes", notes))
    workspace.update(meaning=False)
    assert [result.path for result in workspace.search_words(text, RankMode.BLEND).results] == found
    workspace.close()
