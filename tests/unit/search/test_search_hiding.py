"""Folders that the settings hide from search, through the whole program."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.config import Config
from app.search.result import Arm, RankMode
from tests.support import open_workspace, write_notes

NOTES = {
    "Archive/Old.md": "# Old\nthe boiler, long ago\n",
    "Archive/Keep/Kept.md": "# Kept\nboiler papers\n",
    "Now.md": "# Now\nthe boiler today\n",
}
Search = Callable[[str, Arm], set[str]]


@pytest.fixture
def search(tmp_path: Path) -> Iterator[Search]:
    settings = replace(Config().search, hide=("Archive",))
    workspace = open_workspace(write_notes(tmp_path / "notes", NOTES))
    workspace.update(meaning=True)

    def paths(text: str, arm: Arm) -> set[str]:
        return {result.path for result in workspace.search(text, settings, RankMode.BLEND, arm).results}

    yield paths
    workspace.close()


@pytest.mark.parametrize("arm", [Arm.WORDS, Arm.FUSED])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("boiler ", {"Now.md"}),
        ("in:[[Archive/Old]] boiler ", {"Archive/Old.md"}),
        ("in:[[Archive/Old]]", {"Archive/Old.md"}),
        ("in:[[Old]] boiler ", {"Archive/Old.md"}),
        ("boiler -path:Archive/Keep", {"Now.md"}),
        ("boiler -in:[[Archive/Old]]", {"Now.md"}),
        ("boiler path:Archive", {"Archive/Old.md", "Archive/Keep/Kept.md"}),
    ],
)
def test_a_note_that_is_named_is_looked_into_and_one_that_is_not_wanted_shows_no_others(
    search: Search, text: str, expected: set[str], arm: Arm
) -> None:
    assert search(text, arm) == expected
