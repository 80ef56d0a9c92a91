"""Telling whoever subscribed what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.events import Event, Notice

if TYPE_CHECKING:
    from app.ledger.ledger import Ledger


class Announcer:
    """Hands events to all subscribers, on whatever thread they happen."""

    def __init__(self) -> None:
        self._subscribers: list[Callable[[Event], None]] = []
        self._told = ""

    def subscribe(self, callback: Callable[[Event], None]) -> None:
        """Have a function called with every event."""
        self._subscribers.append(callback)

    def emit(self, event: Event) -> None:
        """Tell an event."""
        for subscriber in self._subscribers:
            subscriber(event)

    def tell_of_index(self, notice: str) -> None:
        """Say once that the index was found damaged, at the start or in use, and was made anew."""
        if notice != self._told:
            self._told = notice
            self.emit(Notice(notice, severity="warning"))

    def tell_of_ledger(self, ledger: Ledger) -> None:
        """Say once what was done to the ledger by hand."""
        from app.ledger.news import news_of

        for notice in news_of(ledger.noticed()):
            self.emit(notice)
