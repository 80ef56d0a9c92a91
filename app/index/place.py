"""Where the index is, as readers and the writer share it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from app.index.seal import mark_damaged, remove_marks


@dataclass(slots=True)
class Place:
    """One file, and what readers say of it.

    Attributes:
        path: The database.
        epoch: Grows when another file takes its place.
        damage: What a reader met; empty again once another file is in its place.
        on_damage: Called when that happens, on the reader's thread.
    """

    path: Path
    epoch: int = 0
    damage: str = ""
    on_damage: Callable[[], None] = lambda: None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def report(self, damage: str, epoch: int) -> None:
        """Say that the file of an epoch is damaged: here, and beside it for whoever opens it next."""
        with self._lock:
            is_news = epoch == self.epoch and not self.damage
            if is_news:
                self.damage = damage
                mark_damaged(self.path, damage)
        if is_news:
            self.on_damage()

    def renew(self) -> None:
        """Take note that another file is there now, of which nothing bad is known; raises `OSError`."""
        with self._lock:
            self.damage = ""
            remove_marks(self.path)
            self.epoch += 1
