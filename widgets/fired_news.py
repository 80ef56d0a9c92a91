"""Telling once, and quietly, that notes have set off commitments."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from app.events import Fired
from app.ledger.wording import note_words
from widgets.toasts import toast

if TYPE_CHECKING:
    from textual.screen import Screen

GATHER = 0.5
"""Seconds in which what is told one after another becomes one toast: a pass over many notes tells in pieces."""
SECONDS = 4.0
"""How long the toast stands; the agenda says the same for as long as it holds."""
_LONGEST = 80
"""Characters of an action in the toast."""


class FiredNews:
    """Gathers what fired, and tells it in one toast."""

    def __init__(self, screen: Screen[Any], key_of: Callable[[str], str]) -> None:
        self._screen = screen
        self._key_of = key_of
        self._fired: dict[str, Fired] = {}

    def take(self, fired: tuple[Fired, ...]) -> None:
        """Take in what fired; a commitment that was set off twice counts once."""
        waits = bool(self._fired)
        self._fired |= {item.id: item for item in fired}
        if self._fired and not waits:
            self._screen.set_timer(GATHER, self._tell)

    def _tell(self) -> None:
        fired, self._fired = tuple(self._fired.values()), {}
        toast(self._screen.app, fired_words(fired), f"{self._key_of('explain')} on its row explains", seconds=SECONDS)


def fired_words(fired: tuple[Fired, ...]) -> str:
    """Return what fired, in words: of one its action and note, of several how many."""
    if len(fired) > 1:
        return f"{len(fired)} commitments became operative"
    action = " ".join(fired[0].action.split())
    short = action if len(action) <= _LONGEST else f"{action[: _LONGEST - 1].rstrip()}…"
    return f"Now: {short}, because of {note_words(fired[0].path)}"
