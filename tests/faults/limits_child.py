"""Indexes, searches, previews, ticks and undoes in the vault of its argument, and prints what that took as JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from app.errors import BetimesError
from app.search.result import RankMode
from tests.support import open_workspace
from widgets.note_page import Focus, lay_out

T = TypeVar("T")


def peak_mb() -> int:
    """Return the most memory that this process had; `ru_maxrss` counts that of the parent that it was forked from."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) // 1024


def main(root: Path, ticks: int) -> None:
    """Do everything once, with every note; tick so many of their tasks."""
    seconds: dict[str, float] = {}

    def timed(what: str, do: Callable[[], T]) -> T:
        start = time.perf_counter()
        done = do()
        seconds[what] = round(seconds.get(what, 0.0) + time.perf_counter() - start, 3)
        return done

    workspace = open_workspace(root)
    timed("indexing", lambda: workspace.update(meaning=True))
    found = timed("search", lambda: workspace.search_words("tick", RankMode.BLEND))
    rows = len(found.results)
    paths = [path.relative_to(root).as_posix() for path in sorted(root.rglob("*.md"))][:50]
    shown = 0
    for path in paths:
        note = timed("preview", lambda path=path: workspace.read_note(path))  # type: ignore[misc]
        shown = max(shown, len(timed("preview", lambda note=note: lay_out(note.text, 80, Focus(1, 1))).lines))  # type: ignore[misc]
        timed("links", lambda path=path: workspace.note_view(path))  # type: ignore[misc]
    items = [item for item in timed("agenda", workspace.commitments) if item.action.startswith("Tick ")]
    refused: dict[str, str] = {}
    for item in items[:ticks]:
        try:
            timed("tick", lambda item=item: workspace.ledger.resolve(item, "done", ""))  # type: ignore[misc]
            timed("undo", workspace.ledger.undo)
        except BetimesError as error:
            refused[item.note.path if item.note else ""] = str(error)
    peak = peak_mb()
    print(
        json.dumps(
            {
                "seconds": seconds,
                "peak_mb": peak,
                "said": dict(workspace.unreadable()),
                "results": rows,
                "rows": shown,
                "ticked": len(items),
                "refused": refused,
            }
        )
    )
    workspace.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), int(sys.argv[2]))
