"""What a context meets, as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.ledger.commitment import Firing


@dataclass(frozen=True, slots=True)
class ContextMatches:
    """What a context meets.

    Attributes:
        firing: Why each commitment that is asserted as operative is, by id.
        maybe: (id, reason) of those that may be, strongest first, at most three; none of them is in `firing`.
    """

    firing: Mapping[str, Firing] = field(default_factory=dict)
    maybe: tuple[tuple[str, Firing], ...] = ()
