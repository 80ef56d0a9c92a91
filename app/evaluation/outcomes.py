"""What was seen: one value for each context, each list and each resolved commitment."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from app.evaluation.arms import Placed
    from app.evaluation.blueprints import BadLine, Blueprint
    from app.evaluation.contexts import Form
    from app.evaluation.metrics import Rank

Entries = Literal["all-open", "own"]
Cues = Literal["none", "given"]
MatcherName = Literal["oracle", "real"]


@dataclass(frozen=True, slots=True)
class Options:
    """What is measured.

    Attributes:
        entries: Every entry is open at once, in one vault of all notes; or each only with the notes of its blueprint.
        cues: Whether entries have the cues and blockers that were imagined when they were made.
        matcher: Who says what fires.
    """

    entries: Entries = "all-open"
    cues: Cues = "given"
    matcher: MatcherName = "real"


@dataclass(frozen=True, slots=True)
class Seen:
    """What the matcher did in one context.

    Attributes:
        blueprint: Its id.
        form: What the context is to the commitment.
        asserted: The commitment fired in the context.
        maybe: It was offered as one that may be operative, and not asserted.
        by_date: Its date had come.
        place: Its place among all open entries, most evidence first, for positive contexts.
        others: How many other commitments fired in the context.
        other_maybes: How many others were offered.
        pairs: How many other open commitments wait for a situation, and could have fired.
        placed: Where the note stands, for positive contexts.
    """

    blueprint: str
    form: Form
    asserted: bool
    maybe: bool
    by_date: bool
    place: Rank = None
    others: int = 0
    other_maybes: int = 0
    pairs: int = 0
    placed: tuple[Placed, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a resolved commitment when its trigger came.

    Attributes:
        blueprint: Its id.
        boosted: It fired, or its note was lifted or stood in the band, in some arm of some protocol.
        would_have_fired: Had it still been open, it would have fired, by date or in the context.
    """

    blueprint: str
    boosted: bool
    would_have_fired: bool


@dataclass(slots=True)
class Outcomes:
    """Everything that one matcher did.

    Attributes:
        seen: One for each context.
        settled: One for each blueprint.
    """

    seen: list[Seen] = field(default_factory=list)
    settled: list[Settled] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Measured:
    """A run.

    Attributes:
        options: What was measured.
        model: The model that made the vectors.
        blueprints: What it was measured on.
        bad_lines: What could not be read.
        hard: The ids of the hard blueprints.
        by_matcher: The outcomes of the chosen matcher and of the oracle, which bounds what any matcher can do.
        seconds: How long it took.
    """

    options: Options
    model: str
    blueprints: tuple[Blueprint, ...]
    bad_lines: tuple[BadLine, ...]
    hard: frozenset[str]
    by_matcher: dict[MatcherName, Outcomes]
    seconds: float
