"""The palette: every action by name, and the themes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.types import IgnoreReturnCallbackType

from widgets.actions import ACTIONS


class ActionCommands(Provider):
    """Lists the actions of the screen, the main one's unless it has its own; each runs as its key would."""

    def _commands(self) -> Iterator[tuple[str, IgnoreReturnCallbackType]]:
        for binding in getattr(self.screen, "ACTIONS", ACTIONS):
            yield binding.description, partial(self.screen.run_action, binding.action)
        for theme in sorted(self.app.available_themes):
            yield f"Theme: {theme}", partial(setattr, self.app, "theme", theme)
        yield "Quit", partial(self.app.run_action, "quit")

    async def discover(self) -> Hits:
        """Yield every command, before anything is typed."""
        for name, command in self._commands():
            yield DiscoveryHit(name, command)

    async def search(self, query: str) -> Hits:
        """Yield the commands that match, the best first."""
        matcher = self.matcher(query)
        for name, command in self._commands():
            if (score := matcher.match(name)) > 0:
                yield Hit(score, matcher.highlight(name), command)
