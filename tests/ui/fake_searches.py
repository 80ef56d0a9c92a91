"""Searches in memory."""

from __future__ import annotations

from app.config import SavedSearch
from app.errors import WriteRefused
from app.search.query_completion import Place

VALUES = {
    "tag": ("home/kitchen", "money"),
    "operator": ("tag:", "title:"),
    "note": ("[[Lena Marsh]]",),
    "is": ("task",),
}


class FakeSearches:
    def __init__(self) -> None:
        self.kept: list[str] = []
        self.saved: dict[str, SavedSearch] = {}
        self.refuses = False

    def complete(self, place: Place) -> tuple[str, ...]:
        typed = place.typed.lstrip("#").casefold()
        found = (text for text in VALUES.get(place.part, ()) if typed in text.casefold())
        return tuple(f"#{text}" if place.part == "tag" and not place.key else text for text in found)

    def history(self) -> tuple[str, ...]:
        return tuple(self.kept)

    def remember(self, text: str) -> tuple[str, ...]:
        self.kept = [*(entry for entry in self.kept if entry != text), text]
        return tuple(self.kept)

    def forget_history(self) -> None:
        self.kept = []

    def save(self, search: SavedSearch) -> None:
        if self.refuses:
            raise WriteRefused("config.toml cannot be written", "Look at its rights.")
        self.saved[search.name] = search

    def drop(self, name: str) -> None:
        del self.saved[name]
