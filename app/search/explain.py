"""Why a result stands where it stands: its score as a product of factors, and each factor as a sum of terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.salience.weights import DEFAULT_WEIGHTS, SalienceWeights
from app.search.blend import COSINE_SHARE, WORDS_SHARE, BlendWeights
from app.search.result import Arm, RankMode

if TYPE_CHECKING:
    from app.search.result import SearchResult
    from app.search.standing import StandingFacts

PINS = {
    "title": "the query is this note's title",
    "alias": "the query is another name of this note",
    "heading": "the query is the heading of this section",
    "phrase": "the very words of the query stand here",
}
"""What is said of each exact hit."""
COMPONENTS: Mapping[str, str] = {
    "importance": "from its importance property, its name or its place",
    "activation": "opened and edited, recent uses count more",
    "centrality": "other notes link to it (PageRank)",
    "prospective": "an open commitment points to it or to its project",
    "recency": "last changed",
}
"""The components of salience, and what is said of one of which nothing more is known."""


@dataclass(frozen=True, slots=True)
class Factor:
    """One line of an explanation: its name, its value if it has one, and what it means."""

    name: str
    value: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """What decides a place, line by line."""

    lines: tuple[Factor, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """One of the things that are added up to a factor.

    Attributes:
        name: What it is.
        value: How much of it there is, in [0, 1].
        weight: What the most of it would add.
        text: What it comes from.
    """

    name: str
    value: float
    weight: float
    text: str

    @property
    def points(self) -> float:
        """What it adds."""
        return self.weight * self.value


@dataclass(frozen=True, slots=True)
class Part:
    """One of the factors that are multiplied to a score.

    Attributes:
        name: What it is.
        value: `base` and the points of its terms.
        base: What it is without any.
        text: How it is made.
        terms: What is added; empty when there is nothing to add.
    """

    name: str
    value: float
    base: float
    text: str
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreExplanation:
    """A score taken apart.

    Attributes:
        score: As in the list.
        parts: The factors; their product is the score.
        pin: What puts the note before all others whatever its score; empty when nothing does.
        order: What else is to be said of the order of the list.
    """

    score: float
    parts: tuple[Part, ...]
    pin: str = ""
    order: str = ""


def explain(
    result: SearchResult,
    weights: BlendWeights,
    *,
    arm: Arm = Arm.FUSED,
    rank: RankMode = RankMode.BLEND,
    salience_weights: SalienceWeights = DEFAULT_WEIGHTS,
    facts: StandingFacts | None = None,
) -> ScoreExplanation:
    """Return what made the score, so that the product of the factors is the score.

    Args:
        result: A row of the list.
        weights: W and F, as the search was made with.
        arm: The evidence that the search used.
        rank: The order that the search used.
        salience_weights: How much each component of salience counts.
        facts: What each component of salience and the firing come from; general words where nothing is known.
    """
    parts = [_relevance(result, arm)]
    order = "exact hits first, then by score"
    if rank is RankMode.BLEND:
        known = facts.components if facts else {}
        parts.append(_standing(result, weights, salience_weights, known))
        parts.append(_firing(result, weights, facts.firing if facts else ""))
        parts += _place(result)
    elif rank is RankMode.NEWEST:
        order = "exact hits first, then the note that was changed last; the score only breaks ties"
    pin = f"{PINS[result.pinned]}: before all that is no exact hit" if result.pinned else ""
    return ScoreExplanation(result.score, tuple(parts), pin, order)


def _relevance(result: SearchResult, arm: Arm) -> Part:
    if result.relevance > 0.0 and result.words == 0.0 and result.cosine is None:
        return Part("relevance", result.relevance, result.relevance, "only filters were asked, and it meets them")
    shares = {Arm.WORDS: (0.0, 1.0), Arm.MEANING: (1.0, 0.0), Arm.FUSED: (COSINE_SHARE, WORDS_SHARE)}
    of_meaning, of_words = shares[arm]
    terms = []
    if of_meaning:
        terms.append(Term("meaning", max(result.cosine or 0.0, 0.0), of_meaning, _cosine_text(result.cosine)))
    if of_words:
        terms.append(Term("words", result.words, of_words, _words_text(result.words)))
    texts = {Arm.WORDS: "by words alone", Arm.MEANING: "by meaning alone", Arm.FUSED: "meaning and words"}
    return Part("relevance", result.relevance, 0.0, texts[arm], tuple(terms))


def _cosine_text(cosine: float | None) -> str:
    if cosine is None:
        return "not compared: this section has no vector yet"
    below = ": below 0 counts as 0" if cosine < 0 else ""
    return f"cosine {cosine:.2f} of the query and this section{below}"


def _words_text(words: float) -> str:
    if words == 0.0:
        return "none of the words stands in this section"
    return "the best hit by words (bm25)" if words >= 1.0 else f"bm25, {words:.0%} of the best hit's"


def _standing(result: SearchResult, weights: BlendWeights, parts: SalienceWeights, known: Mapping[str, str]) -> Part:
    terms = tuple(
        Term(name, getattr(result.salience, name), weights.salience * getattr(parts, name), known.get(name, text))
        for name, text in COMPONENTS.items()
    )
    text = f"1 and up to {weights.salience:g} more for what the note is, whatever was asked"
    return Part("standing", 1.0 + weights.salience * result.salience.value, 1.0, text, terms)


def _place(result: SearchResult) -> list[Part]:
    """Return what the folder and the other daily notes do to the score, where they do anything."""
    factors = (
        Part("folder", result.folder_weight, result.folder_weight, "the weight of its folder, from the settings"),
        Part("daily", result.crowding, result.crowding, "other daily notes stand before this one"),
    )
    return [part for part in factors if part.value != 1.0]


def _firing(result: SearchResult, weights: BlendWeights, firing: str) -> Part:
    if not result.firing:
        return Part("firing", 1.0, 1.0, "no operative commitment links here")
    text = f"{firing or 'a commitment'}: operative, and links here"
    return Part("firing", 1.0 + weights.firing, 1.0, "", (Term("commitment", 1.0, weights.firing, text),))
