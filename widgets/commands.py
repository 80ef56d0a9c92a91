"""The palette: every action by name, and the themes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rich.markup import escape
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
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
            yield from ((safe_name(name), command) for name, command in self.screen.more_commands())
        for theme in sorted(self.app.available_themes):
            yield f"Theme: {theme}", partial(setattr, self.app, "theme", theme)
        yield "Quit", partial(self.app.run_action, "quit")

    async def discover(self) -> Hits:
        """Yield every command, before anything is typed."""
        for name, command in self._commands():
            yield DiscoveryHit(Content(name), command, text=name)

    async def search(self, query: str) -> Hits:
        """Yield the commands that match, the best first."""
        matcher = self.matcher(query)
        for name, command in self._commands():
            if (score := matcher.match(name)) > 0:
                # What is saved may have a name with brackets in it, which is no markup.
                yield Hit(score, matcher.highlight(escape(name)), command, text=name)
