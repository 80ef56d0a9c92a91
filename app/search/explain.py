"""Why a result stands where it stands: every factor of its score, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.salience.weights import DEFAULT_WEIGHTS, SalienceWeights
from app.search.blend import COSINE_SHARE, WORDS_SHARE, BlendWeights
from app.search.result import Arm, RankMode

if TYPE_CHECKING:
    from app.search.result import SearchResult

_PINS = {
    "title": "the query is this note's title",
    "alias": "the query is another name of this note",
    "heading": "the query is the heading of this section",
    "phrase": "the phrase stands in this note",
}
_COMPONENTS = (
    ("importance", "from its importance property, its name or its place"),
    ("activation", "opened and edited, recent uses count more"),
    ("centrality", "other notes link to it (PageRank)"),
    ("prospective", "an open commitment points to it or to its project"),
    ("recency", "last changed"),
)


@dataclass(frozen=True, slots=True)
class Factor:
    """One part of a score: its name, its value and what it means; None for what is no part of the sum or product."""

    name: str
    value: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Every factor of a result's score, in the order in which they are applied."""

    lines: tuple[Factor, ...]


def explain(
    result: SearchResult,
    weights: BlendWeights,
    *,
    arm: Arm = Arm.FUSED,
    rank: RankMode = RankMode.BLEND,
    salience_weights: SalienceWeights = DEFAULT_WEIGHTS,
) -> Explanation:
    """Return what made the score, so that the product of the factors is the score.

    Args:
        result: A row of the list.
        weights: W and F, as the search was made with.
        arm: The evidence that the search used.
        rank: The order that the search used.
        salience_weights: How much each component of salience counts.
    """
    lines = [Factor("pinned", 1.0, _PINS[result.pinned] + ": before all others")] if result.pinned else []
    lines += _relevance(result, arm)
    if rank is RankMode.BLEND:
        lines += _standing(result, weights, salience_weights)
        lines.append(_firing(result, weights))
        lines += _place(result)
        factors = " × ".join(["relevance", "salience", "firing", *(line.name for line in _place(result))])
        lines.append(Factor("score", result.score, factors))
    elif rank is RankMode.NEWEST:
        lines.append(Factor("score", result.score, "the relevance alone; the list is ordered by last change"))
    else:
        lines.append(Factor("score", result.score, "the relevance alone"))
    return Explanation(tuple(lines))


def _relevance(result: SearchResult, arm: Arm) -> list[Factor]:
    if result.relevance > 0.0 and result.words == 0.0 and result.cosine is None:
        return [Factor("relevance", result.relevance, "only filters were asked, and it meets them")]
    words = Factor("words", result.words, "bm25, as a share of the best hit's")
    cosine = Factor("meaning", result.cosine or 0.0, _cosine_text(result))
    if arm is Arm.WORDS:
        return [words, Factor("relevance", result.relevance, "the words alone")]
    if arm is Arm.MEANING:
        return [cosine, Factor("relevance", result.relevance, "the meaning alone, not below 0")]
    text = f"{COSINE_SHARE:g} × meaning + {WORDS_SHARE:g} × words"
    return [words, cosine, Factor("relevance", result.relevance, text)]


def _cosine_text(result: SearchResult) -> str:
    return "not compared: no vector yet" if result.cosine is None else "cosine of query and section"


def _standing(result: SearchResult, weights: BlendWeights, parts: SalienceWeights) -> list[Factor]:
    lines = [
        Factor(name, getattr(result.salience, name), f"× {getattr(parts, name):.2f}: {text}")
        for name, text in _COMPONENTS
    ]
    value = result.salience.value
    factor = 1.0 + weights.salience * value
    return [*lines, Factor("salience", factor, f"1 + {weights.salience:g} × {value:.2f}")]


def _place(result: SearchResult) -> list[Factor]:
    lines = []
    if result.folder_weight != 1.0:
        lines.append(Factor("folder", result.folder_weight, "the weight of its folder, from the settings"))
    if result.crowding != 1.0:
        lines.append(Factor("daily", result.crowding, "other daily notes stand before this one"))
    return lines


def _firing(result: SearchResult, weights: BlendWeights) -> Factor:
    if result.firing:
        return Factor(
            "firing", 1.0 + weights.firing, f"1 + {weights.firing:g}: a commitment that is operative links here"
        )
    return Factor("firing", 1.0, "no operative commitment links here")
