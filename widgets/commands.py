"""The palette: every action by name, and the themes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content, Span
from textual.types import IgnoreReturnCallbackType

from app.text import safe_name
from widgets.actions import ACTIONS
from widgets.search_screen import SearchScreen


class ActionCommands(Provider):
    """Lists the actions of the screen, the main one's unless it has its own; each runs as its key would."""

    def _commands(self) -> Iterator[tuple[str, IgnoreReturnCallbackType]]:
        for binding in getattr(self.screen, "ACTIONS", ACTIONS):
            yield binding.description, partial(self.screen.run_action, binding.action)
        if isinstance(self.screen, SearchScreen):
            yield from self.screen.more_commands()
        for theme in sorted(self.app.available_themes):
            yield f"Theme: {theme}", partial(setattr, self.app, "theme", theme)
        yield "Quit", partial(self.app.run_action, "quit")

    def _named(self) -> Iterator[tuple[str, IgnoreReturnCallbackType]]:
        """Yield the commands with names that are fit to draw: saved searches and themes are called anything."""
        return ((safe_name(name), command) for name, command in self._commands())

    async def discover(self) -> Hits:
        """Yield every command, before anything is typed."""
        for name, command in self._named():
            yield DiscoveryHit(Content(name), command, text=name)

    async def search(self, query: str) -> Hits:
        """Yield the commands that match, the best first."""
        matcher = self.matcher(query)
        for name, command in self._named():
            score, places = matcher.fuzzy_search.match(query, name)
            if score > 0:
                # The matcher's own way of highlighting reads markup, which no name of a search or theme is.
                spans = [Span(place, place + 1, matcher.match_style) for place in places if not name[place].isspace()]
                yield Hit(score, Content(name, spans), command, text=name)
