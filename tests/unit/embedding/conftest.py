from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from embedding_support import QUICK, Running

from app.embedding.losses import Limits


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    started: list[Running] = []

    def start(*orders: str, limits: Limits = QUICK) -> Running:
        started.append(Running(tmp_path, orders, limits))
        return started[-1]

    yield start
    for running in started:
        running.embedder.close()
