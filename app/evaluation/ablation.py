"""Standing scores with a component taken out, one alone, or all drawn at random: what each does to a ranking."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from app.salience.parts import SalienceParts
from app.salience.weights import DEFAULT_WEIGHTS

COMPONENTS = ("importance", "activation", "centrality", "prospective", "recency")
SEED = 20_260_922
"""Where drawing starts, so that the same corpus gives the same figures."""
DRAWS = 5
"""How often neutral scores are drawn; a figure is the mean over the draws, because one draw favours some notes."""
USED, LINKED = 0.05, 0.05
"""Shares of notes that were used, and that an open commitment links to, when both are drawn."""
_SKEW = 6.0
"""Exponent of the draws of what few notes have much of: of centrality and recency the median is 1/64 of the top."""

Salience = Mapping[str, SalienceParts]


def without(salience: Salience, component: str) -> Salience:
    """Return standing scores without what one component adds to them."""
    return {path: _weighed(replace(parts, **{component: 0.0})) for path, parts in salience.items()}


def only(salience: Salience, component: str) -> Salience:
    """Return standing scores that one component alone makes."""
    return {path: _weighed(SalienceParts(**{component: getattr(parts, component)})) for path, parts in salience.items()}


@lru_cache(maxsize=1)
def neutral_arms(paths: tuple[str, ...]) -> tuple[tuple[str, Salience], ...]:
    """Return the neutral standing scores of a vault by the name of their arm, all of them and each component alone."""
    arms: list[tuple[str, Salience]] = []
    for random_ in (drawn(paths, number) for number in range(DRAWS)):
        arms += [("drawn", random_), *((f"drawn {name}", only(random_, name)) for name in COMPONENTS)]
    return tuple(arms)


def drawn(paths: Sequence[str], number: int = 0) -> Salience:
    """Return standing scores as a vault in use has them, drawn without regard to what is relevant: neutral ones.

    Args:
        paths: The notes.
        number: Which of the draws.
    """
    chance = random.Random(SEED + number)
    return {
        path: _weighed(
            SalienceParts(
                importance=chance.choices((0.3, 0.6, 1.0), (0.3, 0.6, 0.1))[0],
                activation=chance.random() if chance.random() < USED else 0.0,
                centrality=chance.random() ** _SKEW,
                prospective=1.0 if chance.random() < LINKED else 0.0,
                recency=chance.random() ** _SKEW,
            )
        )
        for path in paths
    }


def _weighed(parts: SalienceParts) -> SalienceParts:
    value = sum(getattr(DEFAULT_WEIGHTS, name) * getattr(parts, name) for name in COMPONENTS)
    return replace(parts, value=value)
