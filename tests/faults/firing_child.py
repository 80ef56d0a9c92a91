"""Compares what is new in a vault with its conditions, and dies where it is told to."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from app.config import Config, EmbeddingConfig
from app.index.store import IndexStore
from app.ledger import firing_log
from app.paths import Locations
from app.workspace import Workspace


def die(*_: object, **__: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def main(root: str, places: str, where: str) -> None:
    if where == "before the record":
        firing_log.append_line = die
    elif where == "after the record":
        IndexStore.drop_fresh = die  # type: ignore[method-assign]
    config = Config(embedding=EmbeddingConfig(enabled=False))
    workspace = Workspace.open(Path(root), config=config, locations=Locations.below(Path(places)))
    workspace.update(meaning=False)
    workspace.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
