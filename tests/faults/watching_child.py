"""Opens a vault, says how it is watched, waits until the index knows a number of notes, and says what came of it.

Arguments: the vault, and how many notes are to be known in the end, with the one that is written meanwhile.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from app.config import Config, EmbeddingConfig, WatchConfig
from app.paths import Locations
from app.workspace import Workspace


def main(root: Path, count: int) -> None:
    places = Locations.below(root.parent / "places")
    config = Config(embedding=EmbeddingConfig(enabled=False), watch=WatchConfig(poll_seconds=0.2))
    workspace = Workspace.open(root, config=config, locations=places)
    workspace.start()
    try:
        end = time.monotonic() + 60
        while workspace.status().notes < count - 1 and time.monotonic() < end:
            time.sleep(0.05)
        print(workspace.status().watch_notice, flush=True)
        deepest = max((path for path in root.rglob("*") if path.is_dir()), default=root)
        (deepest / "late.md").write_text("late\n", encoding="utf-8")
        while workspace.status().notes < count and time.monotonic() < end:
            time.sleep(0.05)
        print(workspace.status().notes, flush=True)
    finally:
        workspace.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
