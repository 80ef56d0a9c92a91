from __future__ import annotations

import sys
import time
from pathlib import Path
from threading import Event

from app.embedding.losses import Limits
from app.embedding.model_source import hash_source
from app.embedding.process import EmbedderProcess
from app.events import EmbedderState

FAULTY_WORKER = Path(__file__).with_name("embedding_faulty_worker.py")
QUICK = Limits(first_wait=0.01, longest_wait=0.05)


class Running:
    """An embedder and what it announced."""

    def __init__(self, tmp_path: Path, orders: tuple[str, ...], limits: Limits) -> None:
        self.told: list[tuple[EmbedderState, str]] = []
        self.news = Event()
        self.log = tmp_path / "state" / "embedder.log"
        command = [sys.executable, str(FAULTY_WORKER), *orders]
        self.embedder = EmbedderProcess(hash_source(), self.log, self.tell, command=command, limits=limits)

    def tell(self, state: EmbedderState, detail: str) -> None:
        self.told.append((state, detail))
        self.news.set()

    def wait_for(self, state: EmbedderState, times: int = 1, seconds: float = 20.0) -> str:
        """Wait until a state was announced so often, and return the last detail of it."""
        until = time.monotonic() + seconds
        while (details := [detail for known, detail in self.told if known is state])[times - 1 :] == []:
            assert self.news.wait(until - time.monotonic()), f"no {state}, only {self.told}"
            self.news.clear()
        return details[-1]

    @property
    def details(self) -> str:
        return "\n".join(detail for _, detail in self.told)
