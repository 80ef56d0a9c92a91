"""What to do when the worker is lost: how long to wait, what to try again, when to give up. Pure bookkeeping."""

from __future__ import annotations

from dataclasses import dataclass

from app.embedding.jobs import Batch

LOSSES_OF_A_BATCH = 3
"""So often a batch is tried whole before it is divided to find the text that the model cannot survive."""
LOSSES_WHILE_LOADING = 5
LOSSES_WITHOUT_AN_ANSWER = 16
"""More than one deadly text in the largest usual batch can cause (3 whole, about 6 halves, 2 single)."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How patient to be with a worker, in seconds.

    Attributes:
        loading: From its start until the model is loaded; a model that may be downloaded has no limit.
        batch: For the answer to one batch.
        first_wait: Before the first start after a loss; doubled with each further loss without an answer between.
        longest_wait: What that grows to at most.
        first_rest: After giving up, until it is tried once more whether the model works; doubled each time.
        longest_rest: What that grows to at most.
    """

    loading: float = 180.0
    batch: float = 60.0
    first_wait: float = 0.5
    longest_wait: float = 30.0
    first_rest: float = 30.0
    longest_rest: float = 600.0


@dataclass
class Losses:
    """How often the worker was lost lately."""

    limits: Limits
    loading: int = 0
    unanswered: int = 0
    given_up: int = 0

    def record(self, was_loading: bool) -> None:
        """Count one more."""
        self.unanswered += 1
        self.loading = self.loading + 1 if was_loading else 0

    def answered(self) -> None:
        """The worker did some work: start from nothing."""
        self.loading = self.unanswered = self.given_up = 0

    def give_up(self) -> float:
        """Count that no more is tried for now; return for how many seconds."""
        self.given_up += 1
        doubled: float = self.limits.first_rest * 2 ** (self.given_up - 1)
        return min(self.limits.longest_rest, doubled)

    @property
    def hopeless(self) -> bool:
        """True when another try makes no sense."""
        return self.loading >= LOSSES_WHILE_LOADING or self.unanswered >= LOSSES_WITHOUT_AN_ANSWER

    @property
    def wait(self) -> float:
        """Seconds before the next start."""
        doubled: float = self.limits.first_wait * 2 ** max(0, self.unanswered - 1)
        return min(self.limits.longest_wait, doubled)


def to_try_again(batch: Batch) -> list[Batch]:
    """Count a loss over a batch and return what to send instead of it.

    Returns:
        The batch itself; its halves, after three losses, or one loss when it is such a half; nothing when it is one
        text that has been given its chances and must be left out.
    """
    batch.losses += 1
    if batch.losses < LOSSES_OF_A_BATCH and not batch.suspect:
        return [batch]
    return batch.halves() if len(batch.positions) > 1 else []
