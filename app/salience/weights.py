"""How much each component of salience counts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SalienceWeights:
    """The weights of the five components: s = 0.30 I + 0.25 A + 0.20 C + 0.15 P + 0.10 R.

    They sum to 1, so that s is in [0, 1] when every component is.
    """

    importance: float = 0.30
    activation: float = 0.25
    centrality: float = 0.20
    prospective: float = 0.15
    recency: float = 0.10


DEFAULT_WEIGHTS = SalienceWeights()
