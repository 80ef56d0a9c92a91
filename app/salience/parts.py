"""A standing score and what it is made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SalienceParts:
    """A note's standing score and its five components, each already divided by its maximum over the vault."""

    value: float = 0.0
    importance: float = 0.0
    activation: float = 0.0
    centrality: float = 0.0
    prospective: float = 0.0
    recency: float = 0.0
