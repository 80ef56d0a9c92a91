"""Where a person has been among notes, so that they can go back, and forward again."""

from __future__ import annotations

from dataclasses import dataclass, field

from widgets.preview_flow import Wanted


@dataclass(frozen=True, slots=True)
class Stop:
    """A note that was looked at.

    Attributes:
        wanted: The note, and the part of it.
        row: Key of the row that was highlighted beside it when it was left; empty before that.
        top: The row of its text at the top of the screen then; None before that.
    """

    wanted: Wanted
    row: str = ""
    top: int | None = None


@dataclass(slots=True)
class Trail:
    """The stops before and after the present one, the nearest last in both."""

    now: Stop
    before: list[Stop] = field(default_factory=list)
    after: list[Stop] = field(default_factory=list)

    def follow(self, left: Stop, wanted: Wanted) -> None:
        """Go on to another place; what was ahead is forgotten.

        Args:
            left: The present stop, as it is left.
            wanted: The next.
        """
        self.before.append(left)
        self.after.clear()
        self.now = Stop(wanted)

    def step_back(self, left: Stop) -> bool:
        """Go to the stop before; False when there is none."""
        return self._step(self.before, self.after, left)

    def step_forward(self, left: Stop) -> bool:
        """Go to the stop that was gone back from; False when there is none."""
        return self._step(self.after, self.before, left)

    def _step(self, source: list[Stop], other: list[Stop], left: Stop) -> bool:
        if not source:
            return False
        other.append(left)
        self.now = source.pop()
        return True
