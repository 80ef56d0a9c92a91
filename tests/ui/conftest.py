"""Real workspaces for tests of the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.clock import clock_as_of
from app.config import Config
from app.demo import TODAY
from app.embedding.hashing import HashEmbedder
from app.paths import Locations
from app.workspace import Workspace


@pytest.fixture
def open_vault(tmp_path: Path) -> Iterator[Callable[[Path], Workspace]]:
    """Opens workspaces on the day of the demonstration, and closes them."""
    opened: list[Workspace] = []

    def open_it(root: Path) -> Workspace:
        places = Locations(tmp_path / "cache", tmp_path / "state", tmp_path / "config")
        workspace = Workspace.open(
            root,
            config=Config(),
            locations=places,
            clock=clock_as_of(TODAY),
            make_embedder=lambda *_: HashEmbedder(),
        )
        opened.append(workspace)
        return workspace

    yield open_it
    for workspace in opened:
        workspace.close()
