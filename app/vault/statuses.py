"""What the character between a task's brackets means, and which one follows it.

The defaults are those of Obsidian Tasks, except that `X` is done, as Dataview has it; a character that nobody has named
is a task still to be done, and `x` follows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import get_args

from app.vault.note import State

STATES: tuple[State, ...] = get_args(State)

_OPEN: frozenset[State] = frozenset({"todo", "in-progress", "on-hold"})
_DEFAULTS: Mapping[str, State] = {
    " ": "todo",
    "x": "done",
    "X": "done",
    "/": "in-progress",
    "-": "cancelled",
}
_USUAL: Mapping[str, State] = {
    " ": "todo",
    "x": "done",
    "/": "in-progress",
    "-": "cancelled",
    "h": "on-hold",
    "~": "non-task",
}


def is_open_state(state: State) -> bool:
    """Return True for what is still to be done."""
    return state in _OPEN


def read_state(name: str) -> State | None:
    """Read the name of a state as people and other programs write it: `on-hold`, `On hold`, `ON_HOLD`."""
    plain = name.strip().lower().replace("_", "-").replace(" ", "-")
    return next((state for state in STATES if state == plain), None)


@dataclass(frozen=True, slots=True)
class Statuses:
    """The symbols of a vault.

    Attributes:
        states: What each symbol means, beside the defaults.
        cycle: Which symbol follows which, beside the defaults.
    """

    states: Mapping[str, State] = field(default_factory=dict)
    cycle: Mapping[str, str] = field(default_factory=dict)

    def state(self, symbol: str) -> State:
        """Return what a symbol means."""
        return self.states.get(symbol) or _DEFAULTS.get(symbol, "todo")

    def is_open(self, symbol: str) -> bool:
        """Return True for a symbol of what is still to be done."""
        return is_open_state(self.state(symbol))

    def following(self, symbol: str) -> str:
        """Return the symbol that follows another: by default `x` for what is open, a blank for what is not."""
        return self.cycle.get(symbol) or ("x" if self.is_open(symbol) else " ")

    def symbol_of(self, state: State, after: str = " ") -> str:
        """Return the symbol to write for a state.

        Args:
            state: What is to be written.
            after: The symbol that stands there now: the one that its cycle comes to goes before any other.
        """
        seen = {after}
        while (symbol := self.following(after)) not in seen:
            if self.state(symbol) == state:
                return symbol
            seen.add(symbol)
            after = symbol
        usual = next(symbol for symbol, meaning in _USUAL.items() if meaning == state)
        if self.state(usual) == state:
            return usual
        return next((symbol for symbol, meaning in self.states.items() if meaning == state), usual)


DEFAULT_STATUSES = Statuses()
