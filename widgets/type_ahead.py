"""Keys in the order in which they were typed: each is handled wholly before the next one is looked at.

A key goes to the widget that has the focus when it is looked at, and acts only when it has come up from there again.
What it opens needs a moment until it can take keys. Typed fast enough, "r" and "enter" would both go to the agenda, and
the dialog that "r" opens would never hear of "enter".
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.message import Message

if TYPE_CHECKING:
    from textual.app import App
    from textual.message_pump import MessagePump

_LONGEST = 0.5
"""Seconds after which the next key is looked at in any case: the widget that had a key may have gone with it."""

Typed = events.Key | events.Paste


_JOINS = re.compile("[\u200c\u200d\U000e0020-\U000e007f]")
"""Characters that belong to what is typed although nobody sees them: they keep letters, or pictographs, together."""

_ROUNDS = 2
"""A key comes up to the application and acts there; what it makes a widget say comes up behind it."""


class Handled(Message):
    """Follows a key on its way: when it has come up to the application, so has the key."""

    def __init__(self, sender: MessagePump, number: int, rounds: int) -> None:
        super().__init__()
        self.number, self.rounds = number, rounds
        # A message is not passed on to whoever sent it, which would be the application.
        self.set_sender(sender)


class Opening(Message):
    """A dialog is being prepared in a thread: what is typed is meant for the dialog."""

    def __init__(self, sender: MessagePump) -> None:
        super().__init__()
        self.set_sender(sender)


class Opened(Opening):
    """The dialog that was prepared stands, or will not come."""


def as_typed(event: Typed) -> Typed:
    """Return what was typed; of a character that nobody sees, which no field takes for a key, as if it were pasted."""
    if isinstance(event, events.Key) and event.character and _JOINS.fullmatch(event.character):
        return events.Paste(event.character)
    return event


class TypeAhead:
    """Holds back what was typed while a key is being handled, and while something opens or closes."""

    def __init__(self, app: App[None], pass_on: Callable[[Typed], Awaitable[None]]) -> None:
        self._app = app
        self._pass_on = pass_on
        self._waiting: deque[Typed] = deque()
        self._number = 0
        self._busy = False
        self._held = False

    async def take(self, event: Typed) -> None:
        """Handle what was typed, or keep it until its turn comes."""
        if not self._busy:
            await self._handle(event)
            return
        self._waiting.append(event)
        if len(self._waiting) == 1:
            self._guard()

    def again(self) -> None:
        """Wait once more: the screen on top is another one now, and what followed the key may be lost with the old."""
        self._held = False
        if self._busy:
            self._follow(_ROUNDS)

    def hold(self) -> None:
        """Keep what is typed until something opens."""
        self._held = self._busy

    def release(self) -> None:
        """Go on, whether or not something opened."""
        if self._held:
            self._held = False
            self._follow(1)

    async def settle(self, handled: Handled) -> None:
        """Take note of how far a key has come, and go on with the next one after its last round."""
        handled.stop()
        if handled.number != self._number:
            return
        if handled.rounds > 1:
            self._follow(handled.rounds - 1)
        elif not self._held:
            await self._next()

    async def _handle(self, event: Typed) -> None:
        self._busy = True
        await self._pass_on(as_typed(event))
        self._follow(_ROUNDS)

    def _follow(self, rounds: int) -> None:
        self._number += 1
        if not self._app.screen_stack:  # the application is ending
            return
        target = self._app.focused or self._app.screen
        target.post_message(Handled(target, self._number, rounds))
        if self._waiting:
            self._guard()

    async def _next(self) -> None:
        self._busy = False
        if self._waiting:
            await self._handle(self._waiting.popleft())

    def _guard(self) -> None:
        self._app.set_timer(_LONGEST, partial(self._give_up, self._number))

    async def _give_up(self, number: int) -> None:
        if self._busy and not self._held and number == self._number:
            await self._next()
