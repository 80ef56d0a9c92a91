"""What the core announces, from any thread, to whoever subscribed to a workspace."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class EmbedderState(StrEnum):
    """What meaning can do at present."""

    OFF = "off"
    LOADING = "loading"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """How far a pass over the vault has come.

    Attributes:
        stage: `"reading"` (notes into words) or `"embedding"` (chunks into vectors).
        done: Units finished: notes while reading, chunks while embedding.
        total: Units in this pass.
        seconds_left: Estimate from the pace of this pass, None until there is one.
        current: The note being worked on; may be empty.
    """

    stage: str
    done: int
    total: int
    seconds_left: float | None = None
    current: str = ""


@dataclass(frozen=True, slots=True)
class IndexChanged:
    """Notes in the index are not what they were.

    Attributes:
        paths: The notes that were added, changed or removed.
        meaning: True when vectors changed, False when words did.
        elsewhere: True when another program wrote the index too: of other notes than those named, words or vectors may
            be others.
    """

    paths: frozenset[str]
    meaning: bool = False
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class LedgerChanged:
    """The ledger was changed, here or by somebody else."""


@dataclass(frozen=True, slots=True)
class EmbedderChanged:
    """The embedder came up, failed or was switched off.

    Attributes:
        state: What it can do now.
        detail: One line for a person; may be empty.
    """

    state: EmbedderState
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """One line that a person should see once.

    Attributes:
        message: What happened.
        hint: What to do; may be empty.
        severity: `"information"`, `"warning"` or `"error"`.
        action: The command of the screen that does what the hint says, so that its key can be named; may be empty.
    """

    message: str
    hint: str = ""
    severity: str = "information"
    action: str = ""


@dataclass(frozen=True, slots=True)
class Fired:
    """A commitment whose condition a note met.

    Attributes:
        id: The entry.
        action: What is to be done.
        path: The note that met its condition.
        line: The line of it.
    """

    id: str
    action: str
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class EntriesFired:
    """Notes met the conditions of commitments; told once for each such event, after the agenda has them."""

    fired: tuple[Fired, ...]


Event = IndexProgress | IndexChanged | LedgerChanged | EmbedderChanged | Notice | EntriesFired
