"""How long the event loop is kept from its work while notes are indexed: a frame of sixty a second is 16 ms."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from app.config import Config
from app.embedding.hashing import HashEmbedder
from app.workspace import Workspace
from tests.benchmarks.conftest import Report
from tests.benchmarks.prepared import locations
from tests.benchmarks.vault_maker import VaultMaker
from widgets.shell import BetimesApp

pytestmark = [pytest.mark.bench, pytest.mark.timeout(900)]

FRAME, NOTES, TICK = 0.016, 1_000, 0.002


async def lags(until: object, least: float = 1.0) -> list[float]:
    """Return by how much the loop was late, tick by tick, until something holds."""
    found, end = [], time.perf_counter() + least
    while time.perf_counter() < end or not until():  # type: ignore[operator]
        began = time.perf_counter()
        await asyncio.sleep(TICK)
        found.append(max(0.0, time.perf_counter() - began - TICK))
    return found


async def test_the_screen_is_not_kept_waiting(tmp_path: Path, report: Report) -> None:
    root = tmp_path / "notes"
    VaultMaker(NOTES).write(root)
    embedder = HashEmbedder(dimension=384)
    workspace = Workspace.open(root, config=Config(), locations=locations(tmp_path), make_embedder=lambda *_: embedder)
    app = BetimesApp(workspace)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        busy = await lags(lambda: workspace.status().chunks and not workspace.status().pending, 3.0)
        idle = await lags(lambda: workspace.status().indexing is None, 3.0)
    workspace.close()
    report(f"event loop late by, {NOTES} notes", while_indexing=busy, idle=idle, over_a_frame=over(busy))
    assert sum(lag > FRAME for lag in busy) <= len(busy) / 100


def over(late: list[float]) -> str:
    return f"{sum(lag > FRAME for lag in late)} of {len(late)}"
