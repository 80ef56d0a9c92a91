"""What several test files build with."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from app.config import Config
from app.embedding.hashing import HashEmbedder
from app.paths import Locations
from app.workspace import Workspace

if TYPE_CHECKING:
    from app.embedding.protocol import Vectors

NOW = datetime(2026, 11, 30, 8, 0, tzinfo=timezone(timedelta(hours=1)))
SYNONYMS = {"price": "quote", "cabinets": "kitchen", "joiner": "maker"}


def write_notes(root: Path, notes: dict[str, str]) -> Path:
    for name, text in notes.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


class SlowEmbedder(HashEmbedder):
    """Takes as long for each batch of documents as a model would."""

    def encode_documents(self, texts: Sequence[str]) -> Future[Vectors]:
        time.sleep(0.3)
        return super().encode_documents(texts)


def open_workspace(
    root: Path, config: Config | None = None, now: datetime = NOW, embedder: HashEmbedder | None = None
) -> Workspace:
    """Open a vault with an embedder that needs no model, and a clock that stands still."""
    return Workspace.open(
        root,
        config=config or Config(),
        locations=Locations.below(root.parent / f"{root.name} places"),
        clock=lambda: now,
        make_embedder=lambda settings, locations, on_state: embedder or HashEmbedder(SYNONYMS),
    )


def wait_until(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Return True as soon as the condition holds, False when it does not within the time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
