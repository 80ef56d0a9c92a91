"""How what is typed is understood, found out in a thread while a person types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from textual.message import Message
from textual.screen import Screen
from textual.worker import get_current_worker

Check = Callable[[Mapping[str, str]], Mapping[str, str]]
"""Field to typed text, to field and how it was read; what cannot be read begins with "!"."""

PAUSE = 0.15
"""Seconds without a keystroke before a draft is read."""


class Read(Message):
    """How a draft was read."""

    def __init__(self, readings: Mapping[str, str]) -> None:
        super().__init__()
        self.readings = readings


def read_draft(screen: Screen[Any], check: Check, draft: Mapping[str, str]) -> None:
    """Have a draft read and the readings posted to `screen`, unless another one follows at once."""

    def read() -> None:
        worker = get_current_worker()
        if worker.cancelled_event.wait(PAUSE):
            return
        readings = check(draft)
        if not worker.is_cancelled:
            screen.post_message(Read(readings))

    screen.run_worker(read, thread=True, exclusive=True, group="reading", exit_on_error=False)
